"""Links to f-puzzles, and the packed text inside them.

The packed text is JSON compressed by lz-string. It always begins with N4Ig, which is `{"`.
SudokuPad puts "fpuz" before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote, unquote

from pandoku.errors import FormatError
from pandoku.formats._links.addresses import BEFORE, LABEL
from pandoku.formats._links.lz_string import LzError, pack, unpack
from pandoku.formats._links.payloads import payload_in
from pandoku.formats._text import Lines
from pandoku.formats.json.stream import json_values

# A space in the text may have been a plus sign.
_TEXT = r"N4Ig[\w+/%=-]*(?: [\w+/%=-]+)*"
_ALONE = re.compile(rf"(?:fpuz(?:zles)?/?)?({_TEXT})")
_HOSTS = r"f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com"
_LINK = re.compile(
    rf"{BEFORE}(?:(?:https?|sudokupad)://{LABEL}{{0,8}}(?:{_HOSTS}|puzzle)|(?:www\.)?(?:{_HOSTS}))/"
    rf"[^\s#]*?(?:[?&]load=|fpuz(?:zles)?/?)({_TEXT})",
    re.IGNORECASE,
)
_ONE_LINE = {ord("\n"): " ", ord("\r"): " "}
_SHORTEST = 20  # minimum number of characters, since a shorter text is a name and not a puzzle
_MOST_REPAIRED = 10_000  # maximum number of characters of a text that is repaired
_MOST_SLASHES, _MOST_REPAIRS = 100, 3


def packed_in(line: str) -> str | None:
    """Return the packed puzzle of f-puzzles in a line of text, or None.

    >>> packed_in("https://www.f-puzzles.com/?load=N4IgzglgXgpiBcB%2BNCALhNAbO8")
    'N4IgzglgXgpiBcB+NCALhNAbO8'
    """
    found = _ALONE.match(line.strip()) or _LINK.match(line.strip())
    if found is None:
        other = payload_in(line)
        return other.text if other and other.form == "fpuz" else None
    packed = unquote(found[1]).replace(" ", "+")
    return packed if len(packed) >= _SHORTEST else None


def f_puzzles_link(text: str) -> str:
    """Return the link that contains a document, which is given as JSON.

    >>> packed_in(f_puzzles_link('{"grid": [[{}]]}')) == pack('{"grid": [[{}]]}')
    True
    """
    return f"https://www.f-puzzles.com/?load={quote(pack(text), safe='')}"


def document_of(packed: str, read: Callable[[str], object] | None = None) -> object:
    """Return the value in a packed text.

    Programs may turn two slashes in a link into one. The text is repaired in that case.

    Args:
        packed: The text.
        read: Function that returns the value in a packed text without repair, or raises LzError.
            The default is `document_in`.

    Raises:
        LzError: The text is cut off or damaged, or does not contain JSON.
    """
    read = read or document_in
    try:
        return read(packed)
    except LzError as error:
        is_short = len(packed) <= _MOST_REPAIRED
        found = _repaired(packed, error.at, read) if is_short and "/" in packed else None
        if found is None:
            raise
        return found


def document_in(packed: str) -> object:
    """Return the JSON object in a packed text, without repair.

    Raises:
        LzError: As `document_of`.
    """
    text = unpack(packed).translate(_ONE_LINE)
    try:
        values = [value for _, value in json_values(Lines.of(text), "f-puzzles")]
    except FormatError:
        values = []
    if len(values) != 1 or not isinstance(values[0], dict):
        raise LzError("expected an object in JSON in the packed text, found something else", 0)
    return values[0]


def _repaired(packed: str, reach: int, read: Callable[[str], object]) -> object | None:
    """Return the value of a text after doubling some slashes, or None if no repair works.

    The text after a missing slash cannot be unpacked. So the function doubles each slash in turn,
    keeps the text whose readable part is longest, and repeats the search for the next slash.
    """
    for _ in range(_MOST_REPAIRS):
        best = (reach, packed)
        slashes = [at for at, each in enumerate(packed) if each == "/"]
        for at in slashes[:_MOST_SLASHES]:
            tried = f"{packed[:at]}/{packed[at:]}"
            try:
                return read(tried)
            except LzError as error:
                best = max(best, (error.at, tried))
        if best[0] == reach:
            return None
        reach, packed = best
    return None
