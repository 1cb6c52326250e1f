"""Format `letters`: a grid of cage letters and a clue for each letter, from a paper on Mathdoku.

    aabb        the grid: one character per cell, equal characters for the cells of a cage
    cdee
    cfeg
    ffhg
    a 3 -       letter, target, operation; or `a: 3-`, or `A 3-`
    ...

Letters are case-sensitive, and any character can serve as a letter. A digit in the grid without a
clue is a given. `x` and `×` mean *, `÷` means /, `–` means -, and ? means any operation. If a clue
for a single cell has no operation, the target is the digit of the cell. If a clue for a larger cage
has no operation, any operation is possible. Digits may repeat in a cage, and there are no boxes.
Blank lines are ignored. A line with the order may precede the grid.

The order n is the length of the first row. The grid ends after n rows, or before a line of several
words, which is a clue. After the clues, a line of one word that is not a clue starts the next
puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from string import ascii_letters

from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, SourceLine, fail, guarded, rule_losses, usual_width
from pandoku.model import MAX_NUMBER, MAX_ORDER, OPERATIONS, Cage, Geometry, Puzzle

_NAME = "letters"
_EXAMPLE = """aabb
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

_SIGNS = {"x": "*", "X": "*", "×": "*", "·": "*", "÷": "/", ":": "/", "–": "-", "−": "-"}
_CLUE = re.compile(r"(\S)(?:\s*:\s*|\s+)(-?[0-9]+)\s*(\S*)")
_LONGEST_CLUE = MAX_NUMBER + 40
_PUNCTUATION = "$#?|;[]<>!\"%&'()*+,-./=@\\^_`{}~"
# The letters for up to 483 cages: ASCII letters, punctuation, and accented or rare Latin letters.
_SYMBOLS = ascii_letters + _PUNCTUATION + "".join(map(chr, range(0xC0, 0x250)))


def _sniff(head: list[str]) -> bool:
    """Return whether a square of characters comes before a clue for one of these characters."""
    lines = [SourceLine(0, text.strip()) for text in head if text.strip()]
    lines = lines[_size_lines(lines) :]
    grid = list(takewhile(lambda line: _is_word(line.text), lines))
    grid = grid[: 1 + next((i for i, row in enumerate(grid[1:]) if _clue(row.text)), len(grid))]
    n = usual_width(len(row.text) for row in grid)
    text = "".join(row.text for row in grid)
    clue = _clue(lines[len(grid)].text) if len(grid) < len(lines) else None
    # A grid with one or two missing or extra rows still belongs to this format. The reader reports
    # the mistake.
    is_square = 1 <= n <= MAX_ORDER and abs(len(grid) - n) <= 2
    return is_square and not text.isdecimal() and clue is not None and clue[1] in text


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each grid with clues."""
    grid: list[SourceLine] = []
    clues: list[SourceLine] = []
    for line in lines:
        if not line.text.strip():
            continue
        rows = grid[_size_lines(grid) :]
        is_full = bool(rows) and len(rows) >= len(rows[0].text.strip())
        is_row = _is_word(line.text) and not (_clue(line.text) and is_full)
        if is_row and clues:
            yield guarded((grid or clues)[0].number, _puzzle, grid, clues)
            grid, clues = [], []
        (grid if is_row else clues).append(line)
    if grid or clues:
        yield guarded((grid or clues)[0].number, _puzzle, grid, clues)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the reason that the format cannot store a puzzle, such as boxes, or None."""
    if lost := rule_losses(puzzle, orders=range(1, MAX_ORDER + 1), cages=True, boxes="none"):
        return lost
    if not puzzle.cages:
        return "it stores only puzzles with cages"
    if any(cage.target is None for cage in puzzle.cages):
        return "it cannot store cages without a target"
    if any(abs(cage.target or 0) >= 10**MAX_NUMBER for cage in puzzle.cages):
        return f"it stores only targets of at most {MAX_NUMBER} digits"
    if any(not cage.repeats and len(cage.cells) > 1 for cage in puzzle.cages):
        return "it cannot store cages whose digits must differ"
    if max(puzzle.givens) > 9:
        return "it stores only givens up to 9"
    cells = [cell for cage in puzzle.cages for cell in cage.cells]
    cells += [cell for cell, given in enumerate(puzzle.givens) if given]
    if sorted(cells) != list(range(puzzle.geometry.n_cells)):
        return "every cell must be either a given or in exactly one cage"
    return f"it stores at most {len(_SYMBOLS)} cages" if len(puzzle.cages) > len(_SYMBOLS) else None


def _write(puzzle: Puzzle) -> str:
    """Return the grid and the clues. Cages get their letters in the order of their first cells."""
    n = puzzle.order
    grid = [str(given) for given in puzzle.givens]
    clues = []
    cages = sorted(puzzle.cages, key=lambda cage: min(cage.cells))
    for symbol, cage in zip(_SYMBOLS, cages, strict=False):
        for cell in cage.cells:
            grid[cell] = symbol
        clues.append(f"{symbol} {cage.target} {cage.operation}")
    rows = ["".join(grid[r * n : r * n + n]) for r in range(n)]
    return "\n".join([*rows, *clues]) + "\n"


def _is_word(text: str) -> bool:
    return len(text.split(maxsplit=1)) == 1


def _clue(text: str) -> re.Match[str] | None:
    text = text.strip()
    return _CLUE.fullmatch(text) if len(text) <= _LONGEST_CLUE else None


def _size_lines(lines: list[SourceLine]) -> int:
    """Return the number of lines before the grid: 1 if the first line is the order, else 0."""
    if len(lines) < 2:
        return 0
    first, second = lines[0].text.strip(), lines[1].text.strip()
    n_words = sum(1 for _ in takewhile(lambda line: _is_word(line.text), lines[1:]))
    is_size = first in (str(len(second)), str(n_words)) and first != str(len(first))
    return int(is_size and _is_word(second))


def _puzzle(grid: list[SourceLine], clues: list[SourceLine]) -> Puzzle:
    if not grid:
        fail(_NAME, "expected a grid of letters before the clues", clues[0], 1)
    rows = [(line, line.text.strip()) for line in grid[_size_lines(grid) :]]
    n = usual_width(len(text) for _, text in rows)
    if n > MAX_ORDER:
        fail(_NAME, f"expected at most {MAX_ORDER} characters a row, found {n}", rows[0][0])
    for line, text in rows:
        if len(text) != n:
            column = line.text.index(text) + min(n, len(text)) + 1
            fail(_NAME, f"expected a row of {n} characters, found {len(text)}", line, column)
    if len(rows) != n:
        reason = f"expected {n} rows of {n} characters, found {len(rows)}"
        fail(_NAME, reason, rows[-1][0])
    cells: dict[str, list[int]] = {}
    for cell, symbol in enumerate("".join(text for _, text in rows)):
        cells.setdefault(symbol, []).append(cell)
    cages = _cages(cells, clues)
    givens = [0] * (n * n)
    for symbol, where in cells.items():
        if symbol not in cages:
            line, text = rows[where[0] // n]
            column = line.text.index(text) + where[0] % n + 1
            if not (symbol.isascii() and symbol.isdecimal()):
                fail(_NAME, f"expected a clue for {symbol!r}, found none", line, column)
            if not 1 <= int(symbol) <= n:
                reason = f"expected a letter or a digit 1-{min(n, 9)}, found {symbol!r}"
                fail(_NAME, reason, line, column)
            for cell in where:
                givens[cell] = int(symbol)
    # Sort the cages by their first cells, because the clues may be in any order.
    in_order = tuple(cages[symbol] for symbol in cells if symbol in cages)
    return Puzzle(Geometry.latin(n), tuple(givens), in_order)


def _cages(cells: dict[str, list[int]], clues: list[SourceLine]) -> dict[str, Cage]:
    cages: dict[str, Cage] = {}
    at_line: dict[str, int] = {}
    for line in clues:
        match = _clue(line.text)
        indent = len(line.text) - len(line.text.lstrip())
        if match is None:
            found = line.text.strip()[:20]
            fail(_NAME, f"expected a clue such as 'a 3 -', found {found!r}", line, indent + 1)
        symbol, target, sign = match.groups()
        if symbol not in cells:
            fail(_NAME, f"expected a letter of the grid, found {symbol!r}", line, indent + 1)
        if symbol in cages:
            reason = f"expected one clue for {symbol!r}, found another on line {at_line[symbol]}"
            fail(_NAME, reason, line, indent + 1)
        if len(target.lstrip("-")) > MAX_NUMBER:
            reason = f"expected a target of at most {MAX_NUMBER} digits"
            fail(_NAME, reason, line, indent + match.start(2) + 1)
        operation = _SIGNS.get(sign, sign) or ("=" if len(cells[symbol]) == 1 else "?")
        if operation not in tuple(OPERATIONS):
            reason = f"expected one of {' '.join(OPERATIONS)}, found {sign[:20]!r}"
            fail(_NAME, reason, line, indent + match.start(3) + 1)
        at_line[symbol] = line.number
        cages[symbol] = Cage(operation, int(target), tuple(cells[symbol]))
    return cages


FORMAT = Format(
    name=_NAME,
    summary="a grid of cage letters, then lines of `letter target operation` (Mathdoku, KenKen)",
    carries="cages of every operation, givens up to 9; no boxes; orders 1 to 36",
    suffixes=(".kenken", ".mathdoku", ".letters"),
    example=_EXAMPLE,
    sniff_order=30,
    separator="\n",
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
)
