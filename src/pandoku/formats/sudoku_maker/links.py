"""Links to Sudoku Maker, and the packed text inside them.

The packed text is JSON compressed by lz-string, with - and $ instead of / and =. It begins with the
letters of `{"formatVersion`.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from pandoku.formats._links.addresses import BEFORE
from pandoku.formats._links.lz_string import pack
from pandoku.formats._links.payloads import payload_in

_TEXT = r"[\w+%$-]+(?: [\w+%$-]+)*"  # a space in the text may have been a plus sign
_ALONE = re.compile(rf"N4IgZg9gTgtghgF{_TEXT}")
_LINK = re.compile(
    rf"{BEFORE}(?:https?://)?(?:www\.)?sudokumaker\.app/[^\s#]*?[?&]puzzle=(N4Ig{_TEXT})",
    re.IGNORECASE,
)
_SHORTEST = 20  # minimum number of characters, since every packed puzzle is longer


def packed_by_maker(line: str) -> str | None:
    """Return the packed puzzle of Sudoku Maker in a line of text as base64, or None.

    >>> packed_by_maker("https://sudokumaker.app/?puzzle=N4IgZg9gTgtghgFwGoFMoGcCWEB2I%2B-")
    'N4IgZg9gTgtghgFwGoFMoGcCWEB2I+/'
    """
    text = line.strip()
    if alone := _ALONE.match(text):
        packed = alone[0]
    elif link := _LINK.match(text):
        packed = link[1]
    elif (other := payload_in(text)) and other.form == "maker":
        packed = other.text
    else:
        return None
    packed = unquote(packed).replace(" ", "+").replace("-", "/").replace("$", "=")
    return packed if len(packed) >= _SHORTEST else None


def maker_link(text: str) -> str:
    """Return the link that contains a document, which is given as JSON."""
    packed = pack(text).replace("/", "-").replace("=", "")
    return f"https://sudokumaker.app/?puzzle={quote(packed, safe='')}"
