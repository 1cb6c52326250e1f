"""Links that contain a puzzle, in a short form that is safe in a URL: the value of `?p=`.

The first character is the encoding. `s` means a Sudoku of order 1 to 9 with the usual boxes and no
other constraints. The digits follow, with a letter for each run of empty cells (a for one cell, b
for two cells, ...). `z` means any other puzzle. The puzzle's line in the format json follows,
deflated and in base64url. Both encodings end with a checksum, so that a link that was cut off or
altered is refused. With any other first character, the value is a puzzle in one line, such as 81
characters. So people can write links by hand.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from string import ascii_lowercase

from pandoku.constraints import is_foggy
from pandoku.errors import FormatError, PuzzleError
from pandoku.formats import dumps, loads
from pandoku.model import Geometry, Puzzle, thaw

__all__ = ["MAX_LINK", "is_link", "link_of", "puzzle_in", "require_characters", "shareable"]

# maximum number of characters (a killer of order 36 needs a fifth of this number)
MAX_LINK = 60_000
_MAX_TEXT = 1_000_000  # maximum size of the unpacked puzzle in bytes
_CHECK = 4  # number of characters of the checksum
_KINDS = ("s", "z")
_LARGEST = 9  # largest order whose digits are single characters
_BLANKS = re.compile(r"0+")
_RUN = re.compile("[a-z]")
_BODY = re.compile("[a-z1-9]*|[A-Za-z0-9_-]*")
# The preset dictionary for zlib: text that many puzzles contain.
_USUAL = (
    b'"kind":"killer","title":"author":"size":9,"box":[3,3],"size":6,"box":null,"regions":[0,0,0,'
    b'"diagonals":true,"houses":[[10,11,12,19,20,21,28,29,30],"candidates":[511,511,'
    b'"givens":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,'
    b'"cages":[{"op":"=","target":1,"cells":[{"op":"*","target":12,"cells":[{"op":"/","target":2,'
    b'"repeats":true},{"op":"-","target":1,"cells":['
    b'"repeats":false},{"op":"+","target":10,"cells":[{"version":1,"size":9,"box":[3,3],"givens":['
)


def link_of(puzzle: Puzzle) -> str:
    """Return the link of a puzzle, which `puzzle_in` reads: letters, digits, `-` and `_`.

    The link contains the rules (including rules in words), the givens, the title, the author, the
    kind and the id (see `shareable`).

    >>> link_of(Puzzle(4, (1,) + (0,) * 15))
    's1opnRg'
    """
    puzzle = shareable(puzzle)
    plain = Puzzle(Geometry.sudoku(puzzle.order), puzzle.givens)
    if puzzle.order <= _LARGEST and puzzle.in_full() == plain.in_full():
        text = "s" + _BLANKS.sub(_letters, "".join(map(str, puzzle.givens)))
    else:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_USUAL)
        packed = packer.compress(dumps(puzzle, "json").encode()) + packer.flush()
        text = "z" + _in_base64(packed)
    return text + _check(text)


def shareable(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without the parts that links omit: solution, source, and unknown data.

    A puzzle with fog, or with rules that pandoku does not check, keeps its solution, because digits
    cannot be checked without the solution.
    """
    is_needed = puzzle.unchecked or is_foggy(puzzle)
    solution = puzzle.solution if is_needed else None
    return puzzle.replace(solution=solution, source=None, extra={})


def is_link(text: str) -> bool:
    """Return whether a text has the form that `link_of` returns, which no other format has.

    >>> is_link("s1opnRg"), is_link("1..............."), is_link("s1op")
    (True, False, False)
    """
    body, check = text[:-_CHECK], text[-_CHECK:]
    is_whole = len(text) <= MAX_LINK and _BODY.fullmatch(body) is not None
    return is_whole and text[:1] in _KINDS and _check(body) == check


def puzzle_in(link: str) -> Puzzle:
    """Return the puzzle of a link.

    Args:
        link: A result of `link_of`, or a puzzle in any format.

    Raises:
        FormatError: The link was cut off or altered, or its format is unknown.
        PuzzleError: The puzzle is not valid, or one of its texts has a lone surrogate.

    >>> puzzle_in("s1opnRg").n_givens
    1
    """
    if len(link) > MAX_LINK:
        reason = f"expected a link of at most {MAX_LINK:,} characters, found a longer one"
        raise FormatError(reason, format="link")
    if not link.startswith(_KINDS):
        puzzle = loads(link)
    elif not is_link(link):
        reason = "expected a complete link, found one that was cut off or altered; copy it again"
        raise FormatError(reason, format="link")
    elif link[0] == "s":
        runs = link[1:-_CHECK]
        givens = _RUN.sub(lambda run: "0" * (ascii_lowercase.index(run[0]) + 1), runs)
        puzzle = loads(givens, format="line")
    else:
        puzzle = loads(_unpacked(link[1:-_CHECK]), format="json")
    require_characters(puzzle)
    return puzzle


def require_characters(puzzle: Puzzle) -> None:
    """Raise PuzzleError if a text of the puzzle has a lone surrogate, which answers cannot contain.

    JSON can express a lone surrogate as an escape, and the formats preserve it.
    """
    texts = (puzzle.id, puzzle.kind, puzzle.title, puzzle.author, puzzle.source, puzzle.words)
    try:
        json.dumps([texts, thaw(puzzle.extra)], ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise PuzzleError(f"expected characters, found half of one ({half}) in a text") from None


def _letters(blanks: re.Match[str]) -> str:
    many, rest = divmod(len(blanks[0]), 26)
    return "z" * many + (ascii_lowercase[rest - 1] if rest else "")


def _check(text: str) -> str:
    return _in_base64(zlib.crc32(text.encode()).to_bytes(4, "big")[1:])


def _in_base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _unpacked(text: str) -> bytes:
    try:
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj(-15, zdict=_USUAL)
        data = unpacker.decompress(packed, _MAX_TEXT)
    except (ValueError, zlib.error):
        raise FormatError("expected a packed puzzle, found something else", format="link") from None
    if unpacker.unconsumed_tail or not unpacker.eof:
        reason = f"expected a puzzle of at most {_MAX_TEXT:,} bytes, found a larger one"
        raise FormatError(reason, format="link")
    return data
