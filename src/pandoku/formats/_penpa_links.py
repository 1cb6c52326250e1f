"""Links to Penpa+, and the packed texts that stand in them.

A link has the puzzle after `p=` and its solution, if it has one, after `a=`. Both are base64 of a
text that is compressed by raw deflate. The program runs on several sites; the folder is always
`penpa-edit`.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from typing import NamedTuple
from urllib.parse import unquote

from pandoku.formats._addresses import BEFORE
from pandoku.formats._json_values import BadValueError

__all__ = ["PenpaLink", "inflated", "penpa_in"]

_QUERY = r"(?P<query>[^\s<>\"]*(?: +[\w+/%=-]+)*)"
_LINK = re.compile(
    rf"{BEFORE}(?:https?://)?(?:[\w-]+\.)+[a-z]+/(?:[\w.~-]+/)*penpa-edit/[\w.]*[#?]{_QUERY}",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"(?=(?:m=\w+&)?p=){_QUERY}")
_PACKED = re.compile(r"[A-Za-z0-9+/]+")
_SHORTEST = 40  # characters of a packed text: fewer cannot hold a puzzle
_PEEKED = 240  # characters of a packed text that are looked at, and of what is in it
_START = re.compile(rb"[a-zA-Z_0-9]{2,30},\d{1,3},\d{1,3},")
_MOST = 4_000_000  # bytes of an unpacked text: far more than any puzzle
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
    """Return the packed puzzle of Penpa+ in a line of text, or None if it has none.

    >>> penpa_in("see https://opt-pan.github.io/penpa-edit/#m=edit&p=" + 40 * "A" + "&a=B") is None
    False
    """
    text = line.strip()
    if found := _ALONE.match(text) or _LINK.match(text):
        parts = dict(part.partition("=")[::2] for part in found["query"].split("&"))
        puzzle = _packed(parts.get("p", ""))
        return PenpaLink(puzzle, _packed(parts.get("a", ""))) if len(puzzle) >= _SHORTEST else None
    bare = unquote(text).rstrip("=")
    is_packed = len(bare) >= _SHORTEST and _PACKED.fullmatch(bare) and _starts_puzzle(bare)
    return PenpaLink(bare) if is_packed else None


def inflated(packed: str) -> str:
    """Return the text that is packed in a part of a link.

    Raises:
        BadValueError: The part is cut off or damaged, or the text is longer than four million
            bytes.
    """
    unpacker = zlib.decompressobj(-15)
    try:
        raw = unpacker.decompress(_bytes_of(packed), _MOST)
        if unpacker.eof:
            return raw.decode("utf-8")
    except (ValueError, zlib.error):
        reason = "expected a puzzle of Penpa+ in the link, found damaged characters"
        raise BadValueError(f"{reason}; {_AGAIN}") from None
    if len(raw) == _MOST:
        raise BadValueError(f"expected a text of less than {_MOST:,} bytes in the link, found more")
    raise BadValueError(f"the link to Penpa+ is cut off; {_AGAIN}")


def _bytes_of(packed: str) -> bytes:
    """Return the bytes of base64 without its end marks, which may be cut off anywhere."""
    kept = packed[:-1] if len(packed) % 4 == 1 else packed
    return b64decode(kept + "=" * (-len(kept) % 4))


def _packed(part: str) -> str:
    """Return a part without what follows its base64; a plus sign may have become a blank."""
    found = _PACKED.match(unquote(part).replace(" ", "+"))
    return found[0] if found else ""


def _starts_puzzle(packed: str) -> bool:
    """Return whether a packed text starts as every puzzle does."""
    try:
        raw = b64decode(packed[: _PEEKED - _PEEKED % 4])
        return _START.match(zlib.decompressobj(-15).decompress(raw, _PEEKED)) is not None
    except (ValueError, zlib.error):
        return False
