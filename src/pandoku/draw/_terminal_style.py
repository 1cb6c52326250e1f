"""The styles of roles in a terminal, for rich."""

from __future__ import annotations

from math import inf
from textwrap import wrap

from pandoku.draw.items import Key, Sum, Term, WayTable
from pandoku.draw.roles import GONE, SIGNS

StyledText = tuple[str, str]  # characters that share a role, and the role
PLAIN_SIGNS = str.maketrans("×÷−…", "*/-~")  # replacements for output in ASCII

_STYLES = {
    "given": "bold",
    "digit": "cyan",
    "candidate": "bright_black",
    "clue": "yellow",
    "shape": "magenta",
    "light": "yellow",
    "heavy": "",
    "blank": "bright_black",
    # Each of the following styles sets the colors of both the text and the background, so that the
    # text is legible on light and dark terminals.
    "extra": "color(255) on color(95)",
    "extra given": "bold color(231) on color(95)",
    "extra digit": "color(195) on color(95)",
    "extra clue": "color(229) on color(95)",
    "placed": "bold black on green",
    "goes": "bold strike red",
    "gone": "bold red",
    "corner": "bright_black",
    "center": "",
    "named": "bold",
    "note": "bright_black",
}
# The styles of the parts of a pattern.
_PARTS = {
    "a": "bold color(255) on color(25)",
    "b": "bold color(232) on color(178)",
    "c": "bold color(232) on color(175)",
    "d": "bold color(255) on color(29)",
    "e": "bold color(255) on color(61)",
    "f": "bold underline color(232) on color(227)",
    "placed": "bold color(232) on color(120)",
}
_BEHIND = {
    "house": "color(255) on color(238)",
    "cover": "color(255) on color(236)",
    "seen": "color(255) on color(240)",
    **{
        f"color-{k}": f"color(255) on color({c})"
        for k, c in enumerate((241, 130, 31, 29, 100, 25, 124, 133, 61), 1)
    },
}
_HIGHLIGHT = "highlight "


def signed_lines(sign: StyledText, words: str, columns: int | None) -> list[list[StyledText]]:
    """Return a sign and its words in lines of at most *columns*, or in one line if it is None."""
    first, role = sign
    shown, lines = f"{first:^2}", [words]
    if columns is not None:
        room = max(1, columns - len(shown) - 1)
        lines = wrap(words, room, break_on_hyphens=False) or lines
    signs = [shown, *["  "] * (len(lines) - 1)]
    return [[(sign, role), (f" {line}", "")] for sign, line in zip(signs, lines, strict=True)]


def key_lines(key: Key, columns: int | None) -> list[list[StyledText]]:
    """Return the lines of a key of the legend, as `signed_lines` does."""
    if key.sign == "rule":
        return signed_lines(("", ""), key.text, columns)
    sign = SIGNS.get(key.style, {"goes": GONE, "placed": "="}.get(key.sign, " "))
    role = {"goes": "gone", "placed": "part placed", "corner": "corner"}.get(key.sign, "")
    if key.style in SIGNS:
        role = f"part {key.style}"
    elif key.sign in ("strong", "weak", "ring"):  # signs that captions use for the links of chains
        sign = {"strong": "=", "weak": "-", "ring": "/"}[key.sign]
    elif key.style == "seen":
        sign, role = "[]", "seen seen"
    elif key.sign in ("house", "cover"):
        sign, role = "  ", f"{key.sign} {key.sign}"
    elif key.sign == "corner":
        sign = "'"
    words = f"{key.text}: {key.where}" if key.where else key.text
    return signed_lines((sign, role), words, columns)


def sum_lines(calculation: Sum, ascii_only: bool, columns: int | None) -> list[list[StyledText]]:
    """Return a calculation as pairs of lines: the numbers, and the notes below the numbers."""
    found = []
    for terms in calculation.lines(_width, inf if columns is None else columns):
        numbers = [(term.text.center(_width(term)), "") for term in terms]
        notes = [(term.note.center(_width(term)), "note") for term in terms]
        for line in (numbers, notes):
            plain = [(text.translate(PLAIN_SIGNS), role) for text, role in line]
            found.append(plain if ascii_only else line)
    return found


def way_lines(table: WayTable, columns: int | None) -> list[list[StyledText]]:
    """Return a table of ways as lines: the name, the cells, and a row of digits for each way.

    Cells that do not fit within *columns* are left out.
    """
    width = max(len(text) for line in table.lines() for text in line) + 1
    heads, *rows = table.lines()
    lines = [[(f"  {table.title}:", "")]]
    if columns is None or width * len(heads) + 2 <= columns:
        lines.append([("  ", ""), *((text.center(width), "note") for text in heads)])
    else:
        width = max(len(text) for row in rows for text in row) + 1
    return [*lines, *([("  ", ""), *((text.center(width), "") for text in row)] for row in rows)]


def _width(term: Term) -> int:
    return max(len(term.text), len(term.note)) + 1


def style_of(role: str) -> str:
    """Return the rich style of a role.

    A role describes a text, a text on a fill, or a part of a pattern.
    """
    if role.startswith(_HIGHLIGHT):
        return "bold reverse" if role.endswith("given") else "reverse"
    behind, _, what = role.partition(" ")
    if behind == "part":
        return _PARTS[what]
    if behind in _PARTS and what:  # a cell of the pattern
        weight = {"candidate": "", "goes": "bold strike "}.get(what, "bold ")
        ink = "color(232)" if "color(232)" in _PARTS[behind] else "color(255)"
        return f"{weight}on {_PARTS[behind].rpartition(' on ')[2]} {ink}"
    if behind in _BEHIND and what in ("goes", "gone"):
        return f"{_BEHIND[behind]} {_STYLES[what].replace('red', 'color(210)')}"
    if behind in _BEHIND and what:
        return f"{_STYLES.get(what, '')} {_BEHIND[behind]}".strip()
    return _STYLES.get(role, _STYLES["extra"] if role.startswith("extra ") else "")
