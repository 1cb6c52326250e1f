"""The reader of the format `setter`. It collects all lines of a puzzle, and then parses them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from math import isqrt
from typing import Any, NoReturn

from pandoku.constraints import begins_constraint, read_additions
from pandoku.errors import FormatError, PuzzleError
from pandoku.formats._alphabet import Alphabet, alphabet_of
from pandoku.formats._text import (
    BLANKS,
    Item,
    Lines,
    SourceLine,
    digit_of,
    fail,
    guarded,
    looks_like_cells,
    number_words,
)
from pandoku.model import (
    MAX_NUMBER,
    MAX_ORDER,
    Constraint,
    Geometry,
    Puzzle,
    cell_name,
    cells_of,
    default_box,
    span_of,
)
from pandoku.model.grids import NAMED_CELLS, regions_from
from pandoku.registry import nearest

# Words of lines before the grid, and words of lines that may also follow the grid.
ABOUT = ("title", "id", "kind", "author", "source", "words", "size")
SHAPE = ("boxes", "regions", "diagonals", "house", "houses", "candidates", "solution")

_MOST_SNIFFED = 60  # maximum number of lines that are not blank
_SIZE_LINE = re.compile(r"\s*size\s+\d+(?:\s*[xX]\s*\d+)?\s*", re.IGNORECASE)
_PLAIN_WORD = re.compile(r"[a-z0-9-]+", re.IGNORECASE)
_LOOKED_AT = 400  # maximum number of characters of a line
_WORD_FIRST = re.compile(r"\s*[a-z][a-z-]+(?:\s|$)", re.IGNORECASE)
_CAPITALS = re.compile(rf"[0-9A-Z{re.escape(BLANKS)}]+")
_CELL_OF_ROW = re.compile(rf"\d\d?|[{re.escape(BLANKS)}]")


def first_word(text: str) -> str:
    """Return the first word of a line in lower case, or ""."""
    words = text.split(None, 1)
    return words[0].lower().removesuffix(":") if words else ""


def is_row(text: str, order: int = 0) -> bool:
    """Return True for a row of cells: characters without spaces, or numbers with spaces.

    If the *order* is known, a row of letters is also accepted.
    """
    bare = text.strip()
    if " " in bare or not bare:
        words = bare.split()
        return len(words) > 1 and all(map(_CELL_OF_ROW.fullmatch, words))
    is_full = len(bare) in (order, order**2)
    if is_full and all(digit_of(char, order) is not None for char in bare):
        return True
    if is_full and order > 9 and _CAPITALS.fullmatch(bare):  # letters may be digits such as A-P
        return True
    return looks_like_cells(bare, len(bare))


def is_about_setting(head: list[str]) -> bool:
    """Return True if the first lines of a text include a size or a constraint in words.

    The first line must also be a valid line of the format.
    """
    lines = (text for text in head if text.strip() and not text.lstrip().startswith("#"))
    content = list(islice(lines, _MOST_SNIFFED))
    first = content[0] if content else ""
    is_known = first_word(first) in (*ABOUT, *SHAPE) or _is_constraint(first)
    if not content or not (is_known or is_row(first)):
        return False
    return any(_SIZE_LINE.fullmatch(text) or _is_constraint(text) for text in content)


def _is_constraint(text: str) -> bool:
    if _WORD_FIRST.match(text) is None:
        return False
    words = text[:_LOOKED_AT].replace(",", " ").split()
    at = next((at for at, word in enumerate(words) if NAMED_CELLS.fullmatch(word)), 0)
    return (at > 0 and all(map(_PLAIN_WORD.fullmatch, words[:at]))) or begins_constraint(text)


_NAME = "setter"
_SIZE = re.compile(r"(\d+)(?:\s*[xX]\s*(\d+))?")


def read_setter(lines: Lines) -> Iterator[Item]:
    """Yield every puzzle of a text, with an error in place of each bad puzzle."""
    block: list[SourceLine] = []
    has_body = False
    n_rows = height = order = 0
    for line in lines:
        if not line.text.strip() or line.text.lstrip().startswith("#"):
            continue
        word, row = first_word(line.text), _is_row(line.text, order)
        is_next = 0 < height <= n_rows if row else has_body and word in ABOUT
        if block and is_next:
            is_line = height == 1 and _is_row(block[-1].text, order)
            yield guarded(block[0].number, _alone if row and is_line else _puzzle, block)
            block, has_body = [], False
            n_rows = height = order = 0
        if word == "size" and (size := _SIZE.fullmatch(_rest(line)[0])):
            order = _whole(size[1]) or 0
        if row:
            if height == 0:
                # A line of up to 36 cells is a row of a larger grid, unless the order is known.
                height = width = len(_cells_of(line))
                if width == order**2 if order else width > MAX_ORDER and _root(width):
                    height = 1
            n_rows += 1
        has_body = has_body or word not in ABOUT
        block.append(line)
    if block:
        yield guarded(block[0].number, _puzzle, block)


def _root(n_cells: int) -> int | None:
    """Return the order of a grid with this number of cells, or None."""
    root = isqrt(n_cells)
    return root if root * root == n_cells and root <= MAX_ORDER else None


def _alone(block: list[SourceLine]) -> Item:
    """Raise an error for a grid on one line that is directly followed by another grid.

    The constraints below the grids may apply to one of them or to both.
    """
    reason = "expected the constraints of this grid below it, found another grid"
    fail(_NAME, f"{reason}; repeat the constraints below each grid", block[-1])


def _is_row(text: str, order: int = 0) -> bool:
    is_word = first_word(text) in (*ABOUT, *SHAPE)
    return not is_word and is_row(text, order) and not begins_constraint(text)


def _puzzle(block: list[SourceLine]) -> Item:
    n = _order_of(block)
    rows = [line for line in block if _is_row(line.text, n)]
    cells = [cell for row in rows for _, cell in _cells_of(row)]
    alphabet = alphabet_of(cells, Geometry.latin(n), [*rows, *block][0], _NAME)
    reader = _Reader(alphabet)
    for line in block:
        reader.take(line)
    try:
        made = reader.made(block)
        return Item(block[0].number, made, note=alphabet.note or reader.note)
    except PuzzleError as error:
        fail(_NAME, error.reason, block[0])


def _order_of(block: list[SourceLine]) -> int:
    """Return the order in a size line, or else the order of a grid with this first row.

    If a row of n*n cells is the only row, it is the grid.
    """
    for line in block:
        if first_word(line.text) == "size":
            return _size(line, _rest(line)[0])
    rows = [line for line in block if _is_row(line.text)]
    if not rows:
        reason = "expected the rows of a grid, or a line such as 'size 9', found neither"
        fail(_NAME, reason, block[-1])
    n = len(_cells_of(rows[0]))
    if (len(rows) == 1 or n > MAX_ORDER) and (root := _root(n)):
        return root
    if n > MAX_ORDER:
        reason = f"expected rows of at most {MAX_ORDER} cells, or a grid of n*n cells on one line"
        fail(_NAME, f"{reason}, found {n} cells", rows[0])
    return n


def _size(line: SourceLine, text: str) -> int:
    found = _SIZE.fullmatch(text)
    rows, columns = (found[1], found[2] or found[1]) if found else ("", "")
    if not 0 < len(rows) < 3 or rows != columns or not 1 <= int(rows) <= MAX_ORDER:
        reason = f"expected a size from 1 to {MAX_ORDER}, found {text[:20]!r}"
        fail(_NAME, reason, line, _rest(line)[1])
    return int(rows)


def _rest(line: SourceLine) -> tuple[str, int]:
    """Return the part of a line after the first word, and the column where this part begins."""
    bare = line.text.strip()
    start = line.text.index(bare)
    words = bare.split(None, 1)
    if len(words) < 2:
        return "", start + len(bare) + 1
    return words[1], line.text.index(words[1], start + len(words[0])) + 1


def _cells_of(line: SourceLine) -> list[tuple[int, str]]:
    """Return the cells of a row, each with its column."""
    pattern = r"\S+" if re.search(r"\S\s+\S", line.text) else r"\S"
    return [(match.start() + 1, match.group()) for match in re.finditer(pattern, line.text)]


class _Reader:
    """A reader of the lines of a puzzle, one by one."""

    def __init__(self, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        self._order = order = alphabet.order
        self._givens: list[int] = []
        self._about: dict[str, str] = {}
        self._solution: tuple[int, ...] | None = None
        self._box = default_box(order)
        self._regions: tuple[int, ...] | None = None
        self._diagonals = False
        self._extra: list[Any] = []  # the extra houses, in a form that `Geometry` accepts
        self._masks: dict[int, int] = {}
        self._constraints: list[Constraint] = []
        self._placed: list[tuple[SourceLine, int, int]] = []  # givens that are not in the rows
        self.note = ""
        self._said: set[str] = set()
        self._takers: dict[str, Callable[[SourceLine, str, int], None]] = {
            "size": self._take_size,
            "boxes": self._take_boxes,
            "regions": self._take_regions,
            "diagonals": self._take_diagonals,
            "house": self._take_house,
            "houses": self._take_houses,
            "candidates": self._take_candidates,
            "solution": self._take_solution,
        }

    def take(self, line: SourceLine) -> None:
        """Read the next line of the puzzle."""
        word = first_word(line.text)
        rest, column = _rest(line)
        if word in self._takers:
            if word not in ("house", "houses", "candidates"):
                self._once(line, word)
            try:
                self._takers[word](line, rest, column)
            except PuzzleError as error:
                fail(_NAME, error.reason, line, column)
        elif word in ABOUT:
            self._once(line, word)
            self._about[word] = _text_of(line, rest, column)
        elif _is_row(line.text, self._order):
            self._take_row(line)
        else:
            self._take_constraint(line)

    def made(self, block: list[SourceLine]) -> Puzzle:
        """Return the puzzle of all lines that were read."""
        n = self._order
        if self._givens and len(self._givens) != n * n:
            n_rows = len(self._givens) // n
            last = [line for line in block if _is_row(line.text, n)][-1]
            reason = f"expected {n} rows of {n} cells, found {n_rows}"
            if (root := _root(n)) and "size" not in self._said:
                reason += f"; write 'size {root}' above each grid of {root}x{root} on one line"
            fail(_NAME, reason, last)
        givens = self._givens or [0] * (n * n)
        for line, cell, digit in self._placed:
            if givens[cell] not in (0, digit):
                where = f"{cell_name(n, cell)} is a given already"
                fail(_NAME, f"expected a cell without a given, found another digit: {where}", line)
            givens[cell] = digit
        masks = None
        if self._masks:
            everything = (1 << n) - 1
            masks = tuple(self._masks.get(cell, everything) for cell in range(n * n))
        box = None if self._regions is not None else self._box
        geometry = Geometry(n, box, self._regions, self._diagonals, tuple(self._extra))
        return Puzzle(
            geometry,
            tuple(givens),
            candidates=masks,
            solution=self._solution,
            symbols=self._alphabet.symbols,
            **self._about,  # type: ignore[arg-type]
        ).with_(*self._constraints)

    def _once(self, line: SourceLine, word: str) -> None:
        if word in self._said:
            fail(_NAME, f"expected one line {word!r} for a puzzle, found another", line, 1)
        self._said.add(word)

    def _take_size(self, line: SourceLine, rest: str, column: int) -> None:
        _size(line, rest)

    def _take_boxes(self, line: SourceLine, rest: str, column: int) -> None:
        found = _SIZE.fullmatch(rest)
        if rest.lower() == "none":
            self._box = None
        elif found and found[2] and len(rest) < 10:
            self._box = (int(found[1]), int(found[2]))
        else:
            reason = f"expected boxes such as 2x3 (rows x columns), or none, found {rest[:20]!r}"
            fail(_NAME, reason, line, column)

    def _take_regions(self, line: SourceLine, rest: str, column: int) -> None:
        self._regions = regions_from(self._order, rest)

    def _take_diagonals(self, line: SourceLine, rest: str, column: int) -> None:
        if rest:
            fail(_NAME, f"expected nothing after 'diagonals', found {rest[:20]!r}", line, column)
        self._diagonals = True

    def _take_house(self, line: SourceLine, rest: str, column: int) -> None:
        name, cells = "", rest
        if rest[:1] == '"':
            end = re.match(r'"(?:[^"\\]|\\.)*"', rest)
            quoted = end[0] if end else rest
            name, cells = _text_of(line, quoted, column), rest[len(quoted) :]
        elif first := NAMED_CELLS.search(rest):
            name, cells = rest[: first.start()].strip(), rest[first.start() :]
        numbers = cells_of(self._order, cells)
        self._add_houses({name: numbers} if name else numbers)

    def _take_houses(self, line: SourceLine, rest: str, column: int) -> None:
        if not rest:
            fail(_NAME, "expected the name of extra houses such as windoku", line, column)
        self._add_houses(rest)

    def _add_houses(self, houses: Any) -> None:
        self._extra.append(houses)
        Geometry.latin(self._order, extra=tuple(self._extra))  # report a bad house at its line

    def _take_candidates(self, line: SourceLine, rest: str, column: int) -> None:
        if self._alphabet.symbols:
            found = span_of(self._alphabet.symbols)
            reason = f"expected the digits 1-{self._order} with candidates, found {found}"
            fail(_NAME, reason, line)
        mask, cells = 0, list[int]()
        for match in re.finditer(r"[^\s,;]+", rest):
            word, at = match[0], column + match.start()
            if NAMED_CELLS.fullmatch(word):
                cells += cells_of(self._order, word)
            elif 1 <= (_whole(word) or 0) <= self._order:
                mask |= 1 << (int(word) - 1)
            elif word.lower() != "none":
                reason = f"expected digits 1..{self._order} and cells such as r1c1, found "
                fail(_NAME, f"{reason}{word[:20]!r}", line, at)
        if not cells:
            fail(_NAME, "expected cells such as r1c1, found none", line, column)
        self._masks |= dict.fromkeys(cells, mask)

    def _take_solution(self, line: SourceLine, rest: str, column: int) -> None:
        start = line._replace(text=" " * (column - 1) + rest)
        digits = self._digits(start, self._order**2, line)
        self._solution = tuple(digits)

    def _take_row(self, line: SourceLine) -> None:
        if len(self._givens) == self._order**2:
            fail(_NAME, f"expected {self._order} rows, found another", line)
        n = self._order
        is_grid = not self._givens and len(_cells_of(line)) == n * n
        self._givens += self._digits(line, n * n if is_grid else n, line)

    def _digits(self, cells_in: SourceLine, n: int, line: SourceLine) -> list[int]:
        """Return the digits of *n* cells on a line."""
        order, found = self._order, _cells_of(cells_in)
        is_spaced = any(len(text) > 1 for _, text in found)
        if len(found) != n:
            column = found[n][0] if len(found) > n else len(line.text) + 1
            fail(_NAME, f"expected a row of {n} cells, found {len(found)}", line, column)
        digits = []
        for column, text in found:
            digit = self._alphabet.digit_of(text)
            if digit is None:
                is_usual = not self._alphabet.symbols
                words = number_words(order) if is_spaced and is_usual else self._alphabet.words
                fail(_NAME, f"expected {words}, found {text[:20]!r}", line, column)
            digits.append(digit)
        return digits

    def _take_constraint(self, line: SourceLine) -> None:
        try:
            for each in read_additions(line.text, self._order):
                self._constraints += each.constraints
                self._diagonals = self._diagonals or each.has_diagonals
                for houses in each.houses:
                    self._add_houses(houses)
                self._placed += [(line, *pair) for pair in each.givens]
                self.note = self.note or each.note
        except FormatError as error:
            _refuse_line(line, error)
        except PuzzleError as error:
            fail(_NAME, error.reason, line)


def _refuse_line(line: SourceLine, error: FormatError) -> NoReturn:
    """Raise an error for a line that is not a constraint, with suggestions of similar words."""
    word = first_word(line.text)
    is_unknown = "there is no constraint" in error.reason and "; type" not in error.reason
    near = nearest(word[:20], (*ABOUT, *SHAPE)) if is_unknown else []
    advice = ""
    if near and near[0] not in error.reason:
        advice = f"{', ' if '; try' in error.reason else '; try '}{', '.join(near)}"
    reason = error.reason
    if advice:
        reason = reason.removesuffix("; `pandoku constraints` lists them all")
    fail(_NAME, reason + advice, line, error.column)


def _text_of(line: SourceLine, rest: str, column: int) -> str:
    """Return the rest of a line as a text, which may be in quotation marks."""
    if rest[:1] != '"':
        return rest
    try:
        found = json.loads(rest, strict=False)
    except ValueError:
        fail(_NAME, 'expected a text in quotation marks, with \\" and \\\\ inside', line, column)
    return str(found)


def _whole(text: str) -> int | None:
    is_whole = text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER
    return int(text) if is_whole else None
