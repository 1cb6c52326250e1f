"""Text for terminals without box-drawing characters: each character has a twin in ASCII.

>>> ascii_text("┏━┓ ✓ 2×3 …")
'+=+ v 2*3 ~'
"""

from __future__ import annotations

from unicodedata import combining, east_asian_width, normalize

__all__ = ["ascii_text"]

# Each group has the same twin. Characters that no group has lose their accents, or become "?".
_TWINS = {
    "-": "─╴╶╌┄−‐‑‒–—―▔⁻",
    "|": "│╵╷╎┆▌▍▎▏▐▕❘",
    "=": "━╸╺═╼╾",
    "#": "┃╹╻║█▉▊▋▓",
    "+": "┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋┍┎┑┒┕┖┙┚┝┞┟┠┡┢┥┦┧┨┩┪┭┮┯┰┱┲┵┶┷┸┹┺┽┾┿╀╁╂╃╄╅╆╇╈╉╊◇✚",
    "*": "╔╗╚╝╠╣╦╩╬●•❶❷❸❹❺❻❼❽❾×∗★◆■",
    ".": "╭╮┈·˙",
    "'": "╰╯‘’′",
    ":": "┊░▒∶",
    "!": "┇❗",
    "~": "┅…≈∿",
    "/": "╱÷⁄↗↙",
    "\\": "╲↘↖",
    "X": "╳",
    ",": "▫",
    '"': "▀“”″",
    "_": "▄▁▂▃▅▆▇‿",
    "v": "✓✔∨↓▼▾",
    "x": "✗✘",
    "^": "∧↑▲▴",
    "<": "‹«←⌫⇐◀◂≤⟨",
    ">": "›»→⏎⇒▶▸≥⟩⟶",
    "o": "○◎◌◯□▢∘",
    "$": "¤",
}
_TABLE = {ord(char): twin for twin, chars in _TWINS.items() for char in chars}
_BLANK_DOTS, _LAST_DOTS = 0x2800, 0x28FF  # characters of Braille: marks as dots


def ascii_text(text: str) -> str:
    """Return a text with ASCII characters only, which is as wide in a terminal."""
    if text.isascii():
        return text
    text = text.translate(_TABLE)
    return text if text.isascii() else "".join(map(_twin, text))


def _twin(char: str) -> str:
    code = ord(char)
    if code < 0x80:
        return char
    if _BLANK_DOTS <= code <= _LAST_DOTS:
        return " " if code == _BLANK_DOTS else ":"
    if combining(char):
        return ""
    if east_asian_width(char) in "WF":
        return "??"
    plain = normalize("NFKD", char)
    return plain[0] if plain[:1].isascii() else "?"
