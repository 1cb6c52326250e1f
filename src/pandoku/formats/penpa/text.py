"""The links and texts of Penpa+.

A link has the puzzle after `p=`, and may have the solution after `a=`. Both parts are texts,
compressed by raw deflate and encoded in base64. The program runs on several sites, in a folder such
as `penpa-edit`.

The first line of the text has the kind of the grid, its size and words about the puzzle. Other
lines have the margins, the layer of the puzzle, the layer of the entered digits, and the existing
cells. Each frequent word is abbreviated to the letter z and another character.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any, NamedTuple

from pandoku.errors import FormatError
from pandoku.formats._links.addresses import BEFORE, LABEL
from pandoku.formats._text import Lines
from pandoku.formats.json.stream import json_values
from pandoku.formats.json.values import BadValueError

_NAME = "penpa"
_SQUARE = ("square", "sudoku")
_OTHER_GRIDS = {
    "hex": "hexagons",
    "tri": "triangles",
    "pyramid": "a pyramid",
    "iso": "a cube",
    "cube": "a cube",
    "kakuro": "a Kakuro",
    "tetrakis_square": "triangles",
    "truncated_square": "octagons",
    "snub_square": "squares and triangles",
    "cairo_pentagonal": "pentagons",
    "rhombitrihexagonal": "hexagons, squares and triangles",
    "deltoidal_trihexagonal": "kites",
    "penrose_P3": "rhombs",
}
_LARGEST = 100  # maximum number of cells in a row or column, the limit of Penpa+
_MOST_WORDS = 20_000  # maximum number of characters of the rules in words
_LONGEST_TEXT = 40  # maximum number of characters of a tag, or of an entry of a solution
_ABBREVIATED = (
    "qa9 pu_qQ pu_aA gridG edit_modeM surfaceS lineL lineEE wallW cageC numberN symbolY specialP "
    "boardB command_redoR command_undoU command_replay8 numberS1 freelineF freelineE2 thermoT "
    "arrows3 directionD squareframe0 polygon5 deletelineE4 killercages6 nobulbthermo7 __a_"
)
_LONG = {f"z{word[-1]}": f'"{word[:-1]}"' for word in _ABBREVIATED.split()}
_LONG |= {"zO": "null", "zZ": "z"}
_SHORT = re.compile("z.")
# Positions of the values in the first line, and numbers of the other lines.
_COLUMNS, _ROWS, _TURN, _FLIPS, _FALLING, _RISING = 1, 2, 4, (5, 6), 11, 14
_TITLE, _AUTHOR, _SOURCE, _RULES, _PICTURE = 15, 16, 17, 18, 21
_QUESTION, _ENTERED, _CENTERS, _HAS_COLORS, _COLORS, _TAGS = 3, 4, 5, 13, 14, 17
_BREAK = re.compile(r"<br ?/?>|</?(?:p|div|li|h[1-6])>", re.IGNORECASE)
_MARKUP = re.compile(
    r"</?(?:a|b|em|font|i|p|s|small|span|strong|sub|sup|u|ul|ol)(?: [^<>]{0,300})?>"
)


@dataclass(slots=True)
class PenpaText:
    """The settings, layers and words in the text of a puzzle.

    Attributes:
        kind: The kind of the grid, "square" or "sudoku".
        n_columns, n_rows: Size of the grid with its margins.
        diagonals: Whether a grid of the kind "sudoku" has the falling diagonal, and whether it has
            the rising diagonal.
        title, author, source, rules: The words about the puzzle, or "".
        tags: The genres that the setter chose.
        question: The drawings of the puzzle, by kind.
        entered: The drawings and digits of the player, by kind.
        centers: The points of the existing cells.
        colors: Colors that the setter chose instead of the color of a style, by kind of drawing.
        is_turned: Whether Penpa+ shows the grid turned or reflected.
        has_picture: Whether Penpa+ shows a picture behind the grid.
    """

    kind: str
    n_columns: int
    n_rows: int
    diagonals: tuple[bool, bool] = (False, False)
    title: str = ""
    author: str = ""
    source: str = ""
    rules: str = ""
    tags: tuple[str, ...] = ()
    question: Mapping[str, Any] = field(default_factory=dict)
    entered: Mapping[str, Any] = field(default_factory=dict)
    centers: tuple[int, ...] = ()
    colors: Mapping[str, Any] = field(default_factory=dict)
    is_turned: bool = False
    has_picture: bool = False

    @property
    def words(self) -> str:
        """All words about the puzzle. They may contain the names of its rules."""
        return "\n".join(filter(None, (self.rules, self.title, ", ".join(self.tags))))


def read_penpa_text(text: str) -> PenpaText:
    """Return the content of an unpacked text.

    Raises:
        BadValueError: The text is not a puzzle, or its grid is not made of squares.
    """
    long = _SHORT.sub(lambda short: _LONG.get(short[0], short[0]), text)
    lines = long.split("\n")
    head = lines[0].split(",")
    _require_squares(head[0])
    if len(lines) <= _CENTERS or len(head) <= _ROWS:
        raise BadValueError("expected the lines of a Penpa+ puzzle in the link, found other text")
    layers = [_parsed(lines, at) for at in (_QUESTION, _ENTERED, _COLORS)]
    question, entered, colors = (each if isinstance(each, dict) else {} for each in layers)
    has_colors = len(lines) > _HAS_COLORS and lines[_HAS_COLORS].strip('" ') in ("1", "true")
    tags = _parsed(lines, _TAGS)
    falling, rising = (head[0] == "sudoku" and _at(head, at) == "1" for at in (_FALLING, _RISING))
    return PenpaText(
        kind=head[0],
        n_columns=_size(head[_COLUMNS], "columns"),
        n_rows=_size(head[_ROWS], "rows"),
        diagonals=(falling, rising),
        title=_words(_at(head, _TITLE).removeprefix("Title: ")),
        author=_words(_at(head, _AUTHOR).removeprefix("Author: ")),
        source=_words(_at(head, _SOURCE)),
        rules=_words(_at(head, _RULES)),
        tags=tuple(each for each in tags or () if _is_text(each)),
        question=question,
        entered=entered,
        centers=_centers(_parsed(lines, _CENTERS)),
        colors=colors if has_colors else {},
        is_turned=_at(head, _TURN) not in ("", "0") or "-1" in [_at(head, at) for at in _FLIPS],
        has_picture=_has_picture(_at(head, _PICTURE)),
    )


def answers_in(text: str) -> list[dict[int, str]]:
    """Return a map from points to texts, for each part of an unpacked solution that has texts.

    >>> answers_in('[[],[],[],[],["28,5","29,1"],[]]')
    [{28: '5', 29: '1'}]
    """
    found = []
    for part in _parsed([text], 0) or []:
        items = part if isinstance(part, list) else []
        texts = [re.fullmatch(r"(\d{1,6})E?,(\w{1,2})", each) for each in items if _is_text(each)]
        by_point = {int(each[1]): each[2] for each in texts if each}
        if by_point:
            found.append(by_point)
    return found


def _is_text(value: object) -> bool:
    """Return True if a value is a short text."""
    return isinstance(value, str) and len(value) < _LONGEST_TEXT


def _require_squares(kind: str) -> None:
    if kind in _SQUARE:
        return
    if re.fullmatch(r"\d+", kind):
        raise BadValueError(
            "this is a link of the first version of Penpa; open it in Penpa+ and copy a new link"
        )
    if kind not in _OTHER_GRIDS:
        raise BadValueError("expected a puzzle of Penpa+ in the link, found something else")
    raise BadValueError(
        f"this is a puzzle of Penpa+ on a grid of {_OTHER_GRIDS[kind]} ({kind}); pandoku reads its "
        "square grids (square and sudoku)"
    )


def _parsed(lines: list[str], at: int) -> Any:
    """Return the JSON object or list in a line, or None if the line contains neither."""
    text = lines[at].strip() if at < len(lines) else ""
    if not text.startswith(("{", "[")):
        return None
    is_list = text.startswith("[")
    try:
        (value,) = (value for _, value in json_values(Lines.of(f"[{text}]"), _NAME))
    except (FormatError, ValueError):
        value = None
    if not isinstance(value, list if is_list else dict):
        raise BadValueError(f"expected JSON in line {at + 1} of the puzzle, found something else")
    return value


def _size(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text) or not 1 <= int(text) <= _LARGEST:
        raise BadValueError(f"expected 1..{_LARGEST} {what} of cells, found {text[:20]!r}")
    return int(text)


def _at(head: list[str], at: int) -> str:
    return head[at].strip() if at < len(head) else ""


def _words(text: str) -> str:
    """Return words as the program shows them, with escapes replaced and without markup."""
    for short, long in (("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "=")):
        text = text.replace(short, long)
    return unescape(_MARKUP.sub("", _BREAK.sub("\n", text))).strip()[:_MOST_WORDS]


def _has_picture(packed: str) -> bool:
    """Return True if the packed data contains the address of a picture behind the grid."""
    try:
        picture = _parsed([inflated(packed)], 0) if packed else None
    except BadValueError:
        return False
    return isinstance(picture, dict) and bool(picture.get("url"))


def _centers(value: object) -> tuple[int, ...]:
    """Return the numbers of the cells' centers. The text stores the steps between these numbers."""
    steps = value if isinstance(value, list) else []
    are_numbers = all(type(each) is int and abs(each) < 10**6 for each in steps)
    if len(steps) > _LARGEST**2 or not are_numbers:
        raise BadValueError("expected a list of cells in the puzzle, found something else")
    points, point = [], 0
    for step in steps:
        point += step
        points.append(point)
    return tuple(points)


_LINK = re.compile(
    rf"{BEFORE}(?:https?://)?{LABEL}{{1,8}}[a-z]{{2,63}}/(?:[\w.~-]{{1,99}}/){{0,9}}penpa[\w-]*/[\w.]*[#?]",
    re.IGNORECASE,
)
# A link to another site is accepted only if its packed text starts like a puzzle.
_ELSEWHERE = re.compile(rf"{BEFORE}https?://[^\s#?<>\"]+[#?](?=(?:m=\w+&)?p=)", re.IGNORECASE)
_ALONE = re.compile(r"(?=(?:m=\w+&)?p=)")
_QUERY = re.compile(r"[^\s<>\"]*(?: +[\w+/%=-]+)*")
_LONGEST_START = 1_000  # maximum number of characters of a line before the parts of a link
_BARE = re.compile(r"[A-Za-z0-9+/%]+")
_ESCAPED = re.compile(r"[A-Za-z0-9+/ ]+(?:%2[BbFf][A-Za-z0-9+/ ]*)*")
_ESCAPE = re.compile(r" |%2.")
_SHORTEST = 40  # minimum number of characters, since every packed puzzle is longer
_PEEKED = 240  # number of characters to inspect in a packed text, and again in the unpacked text
_START = re.compile(rb"[a-zA-Z_0-9]{2,30},\d{1,3},\d{1,3},")
_MOST = 4_000_000  # maximum number of bytes of an unpacked text
_AGAIN = "copy all of the link again"


class PenpaLink(NamedTuple):
    """The parts of a link.

    Attributes:
        puzzle: The packed puzzle.
        answer: The packed solution, or "".
    """

    puzzle: str
    answer: str = ""


def penpa_in(line: str) -> PenpaLink | None:
    """Return the packed puzzle of Penpa+ in a line of text, or None.

    >>> penpa_in("see https://opt-pan.github.io/penpa-edit/#m=edit&p=" + 40 * "A" + "&a=B") is None
    False
    """
    text = line.strip()
    own = _ALONE.match(text) or _LINK.match(text[:_LONGEST_START])
    if start := own or _ELSEWHERE.match(text[:_LONGEST_START]):
        query = _QUERY.match(text, start.end())
        pairs = (
            part.partition("=")  # in HTML, & is written &amp;
            for part in (query[0] if query else "").replace("&amp;", "&").split("&")
        )
        parts = {name: value for name, _, value in pairs}
        puzzle = _packed(parts.get("p", ""))
        is_packed = len(puzzle) >= _SHORTEST and (own is not None or _starts_puzzle(puzzle))
        return PenpaLink(puzzle, _packed(parts.get("a", ""))) if is_packed else None
    bare = text.rstrip("=")
    is_packed = len(bare) >= _SHORTEST and _starts_puzzle(_packed(bare[:_PEEKED]))
    return PenpaLink(_packed(bare)) if is_packed and _BARE.fullmatch(bare) else None


def inflated(packed: str) -> str:
    """Return the text that is packed in a part of a link.

    Raises:
        BadValueError: The part is cut off or damaged, or the text is longer than four million
            bytes.
    """
    unpacker = zlib.decompressobj(-15)
    try:
        # The base64 has no = signs at its end, and may be cut off anywhere.
        kept = packed[:-1] if len(packed) % 4 == 1 else packed
        raw = unpacker.decompress(b64decode(kept + "=" * (-len(kept) % 4)), _MOST)
        if unpacker.eof:
            return raw.decode("utf-8")
    except (ValueError, zlib.error):
        reason = "expected a puzzle of Penpa+ in the link, found damaged characters"
        raise BadValueError(f"{reason}; {_AGAIN}") from None
    if len(raw) == _MOST:
        raise BadValueError(f"expected a text of less than {_MOST:,} bytes in the link, found more")
    raise BadValueError(f"the link to Penpa+ is cut off; {_AGAIN}")


def _packed(part: str) -> str:
    """Return the base64 at the start of a part. Spaces are turned back into plus signs."""
    found = _ESCAPED.match(part)
    if not found:
        return ""
    return _ESCAPE.sub(lambda escape: "/" if escape[0].upper() == "%2F" else "+", found[0])


def _starts_puzzle(packed: str) -> bool:
    """Return True if the unpacked text starts with the first values of a puzzle."""
    try:
        raw = b64decode(packed[: _PEEKED - _PEEKED % 4])
        return _START.match(zlib.decompressobj(-15).decompress(raw, _PEEKED)) is not None
    except (ValueError, zlib.error):
        return False
