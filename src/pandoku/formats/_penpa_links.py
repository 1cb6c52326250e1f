"""Links to Penpa+, and the packed texts that stand in them.

A link has the puzzle after `p=` and its solution, if it has one, after `a=`. Both are base64 of a
text that is compressed by raw deflate. The program runs on several sites, in a folder such as
`penpa-edit`.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from typing import NamedTuple

from pandoku.formats._addresses import BEFORE
from pandoku.formats._json_values import BadValueError

__all__ = ["PenpaLink", "inflated", "penpa_in"]

_LINK = re.compile(
    rf"{BEFORE}(?:https?://)?(?:[\w-]+\.)+[a-z]+/(?:[\w.~-]+/)*penpa[\w-]*/[\w.]*[#?]",
    re.IGNORECASE,
)
# Of another site, where only a text that starts as every puzzle does counts.
_ELSEWHERE = re.compile(rf"{BEFORE}https?://[^\s#?<>\"]+[#?](?=(?:m=\w+&)?p=)", re.IGNORECASE)
_ALONE = re.compile(r"(?=(?:m=\w+&)?p=)")
_QUERY = re.compile(r"[^\s<>\"]*(?: +[\w+/%=-]+)*")
_LONGEST_START = 1_000  # characters of a line before the parts of a link
_BARE = re.compile(r"[A-Za-z0-9+/%]+")
_ESCAPED = re.compile(r"[A-Za-z0-9+/ ]+(?:%2[BbFf][A-Za-z0-9+/ ]*)*")
_ESCAPE = re.compile(r" |%2.")
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
    own = _ALONE.match(text) or _LINK.match(text[:_LONGEST_START])
    if start := own or _ELSEWHERE.match(text[:_LONGEST_START]):
        query = _QUERY.match(text, start.end())
        parts = _parts(query[0] if query else "")
        puzzle = _packed(parts.get("p", ""))
        is_packed = len(puzzle) >= _SHORTEST and (own is not None or _starts_puzzle(puzzle))
        return PenpaLink(puzzle, _packed(parts.get("a", ""))) if is_packed else None
    bare = text.rstrip("=")
    is_packed = len(bare) >= _SHORTEST and _starts_puzzle(_packed(bare[:_PEEKED]))
    return PenpaLink(_packed(bare)) if is_packed and _BARE.fullmatch(bare) else None


def _parts(query: str) -> dict[str, str]:
    """Return the parts of a link by their names; in HTML, & stands there as &amp;."""
    pairs = (part.partition("=") for part in query.replace("&amp;", "&").split("&"))
    return {name: value for name, _, value in pairs}


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
    found = _ESCAPED.match(part)
    return _ESCAPE.sub(_unescaped, found[0]) if found else ""


def _unescaped(escape: re.Match[str]) -> str:
    return "/" if escape[0].upper() == "%2F" else "+"


def _starts_puzzle(packed: str) -> bool:
    """Return whether a packed text starts as every puzzle does."""
    try:
        raw = b64decode(packed[: _PEEKED - _PEEKED % 4])
        return _START.match(zlib.decompressobj(-15).decompress(raw, _PEEKED)) is not None
    except (ValueError, zlib.error):
        return False
