"""The lines of the format `setter`: about the puzzle, a row of the grid, or a constraint."""

from __future__ import annotations

import re
from itertools import islice

from pandoku.constraints import begins_constraint
from pandoku.formats._text import BLANKS, digit_of, looks_like_cells
from pandoku.model.grids import NAMED_CELLS

__all__ = ["ABOUT", "SHAPE", "first_word", "is_about_setting", "is_row"]

# Words that begin a puzzle, and those that may follow its grid.
ABOUT = ("title", "id", "kind", "author", "source", "words", "size")
SHAPE = ("boxes", "regions", "diagonals", "house", "houses", "candidates", "solution")

_MOST_SNIFFED = 60  # lines with something on them
_SIZE = re.compile(r"\s*size\s+\d+(?:\s*[xX]\s*\d+)?\s*", re.IGNORECASE)
_PLAIN_WORD = re.compile(r"[a-z0-9-]+", re.IGNORECASE)
_LOOKED_AT = 400  # characters of a line
_WORD_FIRST = re.compile(r"\s*[a-z][a-z-]+(?:\s|$)", re.IGNORECASE)
_CAPITALS = re.compile(rf"[0-9A-Z{re.escape(BLANKS)}]+")
_CELL_OF_ROW = re.compile(rf"\d\d?|[{re.escape(BLANKS)}]")


def first_word(text: str) -> str:
    """Return the first word of a line in lower case, or ""."""
    words = text.split(None, 1)
    return words[0].lower().removesuffix(":") if words else ""


def is_row(text: str, order: int = 0) -> bool:
    """Return whether a line is a row of cells: characters without spaces, or numbers with some.

    If the *order* is known, the row may also have letters only.
    """
    bare = text.strip()
    if " " in bare or not bare:
        words = bare.split()
        return len(words) > 1 and all(map(_CELL_OF_ROW.fullmatch, words))
    if len(bare) == order and all(digit_of(char, order) is not None for char in bare):
        return True
    if len(bare) == order > 9 and _CAPITALS.fullmatch(bare):  # such as A-P
        return True
    return looks_like_cells(bare, len(bare))


def is_about_setting(head: list[str]) -> bool:
    """Return whether a text that starts with these lines has a size or a constraint in words.

    Its first line has to be one of those that the format knows, too.
    """
    lines = (text for text in head if text.strip() and not text.lstrip().startswith("#"))
    content = list(islice(lines, _MOST_SNIFFED))
    if not content or not (_is_known(content[0]) or is_row(content[0])):
        return False
    return any(_SIZE.fullmatch(text) or _is_constraint(text) for text in content)


def _is_known(text: str) -> bool:
    return first_word(text) in (*ABOUT, *SHAPE) or _is_constraint(text)


def _is_constraint(text: str) -> bool:
    if _WORD_FIRST.match(text) is None:
        return False
    words = text[:_LOOKED_AT].replace(",", " ").split()
    at = next((at for at, word in enumerate(words) if NAMED_CELLS.fullmatch(word)), 0)
    return (at > 0 and all(map(_PLAIN_WORD.fullmatch, words[:at]))) or begins_constraint(text)
