"""Format `letters`: a grid of cage letters, then a clue for each letter (Mathdoku's paper).

    aabb        the grid: one character a cell; equal characters are one cage
    cdee
    cfeg
    ffhg
    a 3 -       letter, target, operation; or `a: 3-`, or `A 3-`
    ...

Letters are told apart by case, and any character may serve as one. A digit in the grid without
a clue of its own is a given. `x` and `×` mean *, `÷` means /, `–` means -, `?` any operation, and a
target alone (or `=`) the digit itself. A first line with the order is accepted. Digits may repeat in
a cage; there are no boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_letters

from pandoku.formats._text import Item, Line, Lines, fail, guarded, rule_losses
from pandoku.model import MAX_ORDER, Cage, Geometry, Puzzle

NAME = "letters"
SUMMARY = "a grid of cage letters, then `letter target operation` lines (Mathdoku, KenKen)"
CARRIES = "cages of every operation, single-digit givens; no boxes; orders 1 to 36"
KEEPS = ()
SUFFIXES = (".kenken", ".mathdoku", ".letters")
EXAMPLE = """aabb
cdee
cfeg
ffhg
a 3 -
b 1 -
c 2 /
d 2 =
e 5 +
f 9 *
g 2 /
h 4 =
"""
SNIFF_ORDER = 30
SEPARATOR = "\n"

_OPERATIONS = {"x": "*", "X": "*", "×": "*", "·": "*", "÷": "/", ":": "/", "–": "-", "−": "-", "": "="}
_CLUE = re.compile(r"\s*(\S)\s*(?::\s*|\s+)(-?\d+)\s*(\S?)\s*$")
_SYMBOLS = ascii_letters + "$#?|;[]<>!\"%&'()*+,-./:=@\\^_`{}~" + "".join(map(chr, range(0xC0, 0x250)))


def sniff(head: list[str]) -> bool:
    """Whether a square of characters is followed by a clue."""
    lines = [text.strip() for text in head if text.strip()]
    if len(lines) > 1 and lines[0].isdecimal() and lines[0] == str(len(lines[1])):
        lines.pop(0)
    grid = [text for text in lines if len(text.split()) == 1 and not _CLUE.match(text)]
    n = len(lines[0]) if lines else 0
    # Where the grid ends a clue begins; a ragged grid is still one of this format.
    after = next((i for i, text in enumerate(lines) if len(text.split()) > 1), None)
    return bool(
        grid
        and after
        and n <= MAX_ORDER
        and all(text in grid for text in lines[:after])
        and re.match(r"\S\s*:?\s*\S+(\s+\S)?$", lines[after])
        and not lines[0].startswith("#")
        and any(c.isalpha() for text in lines[:after] for c in text)
    )


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each grid and its clues."""
    grid: list[Line] = []
    clues: list[Line] = []
    for line in lines:
        if not line.text.strip():
            continue
        is_row = len(line.text.split()) == 1 and not _CLUE.match(line.text)
        if is_row and clues:
            yield _item(grid, clues)
            grid, clues = [], []
        (grid if is_row else clues).append(line)
    if grid or clues:
        yield _item(grid, clues)


def why_not(puzzle: Puzzle) -> str | None:
    """What the text would lose: boxes, candidates, overlaps, givens above 9, cages without target."""
    lost = rule_losses(puzzle, orders=range(1, MAX_ORDER + 1), cages=True, boxes="none")
    if lost:
        return lost
    if not puzzle.cages:
        return "it holds puzzles with cages only"
    if any(cage.target is None for cage in puzzle.cages):
        return "it holds no cages without a target"
    if any(not cage.repeats and len(cage.cells) > 1 for cage in puzzle.cages):
        return "it cannot say that the digits of a cage differ"
    if any(cage.operation == "=" and len(cage.cells) > 1 for cage in puzzle.cages):
        return "'=' takes one cell"
    if any(given > 9 for given in puzzle.givens):
        return "it holds givens to 9 only"
    cells = [cell for cage in puzzle.cages for cell in cage.cells]
    cells += [cell for cell, given in enumerate(puzzle.givens) if given]
    if sorted(cells) != list(range(puzzle.geometry.n_cells)):
        return "every cell is a given or lies in one cage"
    return "it has too few letters" if len(puzzle.cages) > len(_SYMBOLS) else None


def write(puzzle: Puzzle) -> str:
    """The paper's form; letters in the order of the cages."""
    n = puzzle.order
    grid = [str(given) for given in puzzle.givens]
    clues = []
    for symbol, cage in zip(_SYMBOLS, puzzle.cages, strict=False):
        for cell in cage.cells:
            grid[cell] = symbol
        clues.append(f"{symbol} {cage.target} {cage.operation}")
    rows = ["".join(grid[r * n : r * n + n]) for r in range(n)]
    return "\n".join([*rows, *clues]) + "\n"


def _item(grid: list[Line], clues: list[Line]) -> Item:
    return guarded((grid or clues)[0].number, lambda: _puzzle(grid, clues))


def _puzzle(grid: list[Line], clues: list[Line]) -> Puzzle:
    if not grid:
        fail(NAME, "expected a grid of letters before the clues", clues[0], 1)
    rows = [Line(line.number, line.text.strip()) for line in grid]
    if len(rows) > 1 and rows[0].text == str(len(rows) - 1) and len(rows[0].text) != len(rows):
        rows.pop(0)
    n = len(rows)
    if n > MAX_ORDER:
        fail(NAME, f"expected at most {MAX_ORDER} rows, found {n}", rows[0])
    for row in rows:
        if len(row.text) != n:
            fail(NAME, f"expected a row of {n} characters, found {len(row.text)}", row, 1)
    cells: dict[str, list[int]] = {}
    for cell, symbol in enumerate("".join(row.text for row in rows)):
        cells.setdefault(symbol, []).append(cell)
    cages = _cages(cells, clues)
    givens = [0] * (n * n)
    for symbol, where in cells.items():
        if symbol in cages:
            continue
        row = rows[where[0] // n]
        if not (symbol.isascii() and symbol.isdecimal() and 1 <= int(symbol) <= n):
            reason = f"expected a clue for {symbol!r}, found none"
            fail(NAME, reason, row, where[0] % n + 1)
        for cell in where:
            givens[cell] = int(symbol)
    return Puzzle(Geometry(n), tuple(givens), tuple(cages.values()))


def _cages(cells: dict[str, list[int]], clues: list[Line]) -> dict[str, Cage]:
    cages: dict[str, Cage] = {}
    first_at: dict[str, int] = {}
    for line in clues:
        match = _CLUE.match(line.text)
        if match is None:
            fail(NAME, "expected a clue such as 'a 3 -'", line, 1)
        symbol, target, sign = match.groups()
        operation = _OPERATIONS.get(sign, sign)
        if operation not in tuple("+-*/=?"):
            reason = f"expected an operation out of + - * / = ?, found {sign!r}"
            fail(NAME, reason, line, match.start(3) + 1)
        if symbol not in cells:
            fail(NAME, f"{symbol!r} has a clue but no cell", line, match.start(1) + 1)
        if symbol in cages:
            reason = f"{symbol!r} has a clue already, on line {first_at[symbol]}"
            fail(NAME, reason, line, match.start(1) + 1)
        if len(target) > 60:
            fail(NAME, "expected a target of at most 60 digits", line, match.start(2) + 1)
        first_at[symbol] = line.number
        cages[symbol] = Cage(operation, int(target), tuple(cells[symbol]))
    # Cages in reading order of their first cells, whatever the order of the clues.
    return {symbol: cages[symbol] for symbol in cells if symbol in cages}
