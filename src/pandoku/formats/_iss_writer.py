"""Puzzles as constraint strings of Interactive Sudoku Solver: the reverse of _iss."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pandoku.constraints import (
    XV,
    AllDifferent,
    AntiKing,
    AntiKnight,
    Arrow,
    AutomatonLine,
    Between,
    ColumnIndexer,
    CountingCircles,
    Difference,
    DistinctCircle,
    DoubleArrow,
    DutchFlatmates,
    Entropic,
    EqualityCage,
    EqualSum,
    GlobalEntropy,
    GreaterThan,
    HiddenSkyscraper,
    LittleKiller,
    Lockout,
    LookAndSay,
    Modular,
    NoDifference,
    NoRatio,
    NoXV,
    NumberedRoom,
    OutsideClue,
    PairRule,
    Palindrome,
    Quadruple,
    Ratio,
    Regex,
    RegionSum,
    RellikCage,
    Renban,
    RowIndexer,
    SameValues,
    Sandwich,
    Skyscraper,
    SumLine,
    Thermometer,
    WeightedTotal,
    Whisper,
    XSum,
    Zipper,
)
from pandoku.formats._again import loss_of
from pandoku.formats._iss import puzzle_of_text
from pandoku.formats._iss_codes import code_of, masks_key, packed_text
from pandoku.formats._iss_kinds import little_killer_way
from pandoku.formats._iss_text import LETTERS, place_name
from pandoku.formats._shapes import falling_diagonal, rising_diagonal
from pandoku.model import Cage, Constraint, Geometry, Puzzle, default_box, digits_of

__all__ = ["text_of_puzzle", "why_no_text"]

_REGIONS = "0123456789abcdefg"
_MOST_LINES = len(LETTERS)  # rows

_Write = Callable[[Any, int], str]


def text_of_puzzle(puzzle: Puzzle) -> str:
    """Return the string; `why_no_text` must be None."""
    n = puzzle.order
    parts = [f".Shape~{n}x{n}", *_houses(puzzle), *_digits(puzzle)]
    kinds = {type(each) for each in puzzle.further}
    for each in puzzle.constraints:
        if isinstance(each, NoDifference) and NoRatio not in kinds:
            parts.append(".AntiConsecutive")
        elif not isinstance(each, NoDifference):
            parts.append("." + _WRITERS[type(each)](each, n))
    return "".join(parts)


def why_no_text(puzzle: Puzzle) -> str | None:
    """Return which of a puzzle's rules a string would lose, or None."""
    n, masks = puzzle.order, puzzle.candidates or ()
    if n > _MOST_LINES:
        return f"it stores orders up to {_MOST_LINES}, found {n}"
    for given, mask in zip(puzzle.givens, masks, strict=False):
        if given and not mask >> (given - 1) & 1:
            return "it cannot store a given that is not a candidate"
        if not given and mask.bit_count() < 2 and n > 1:
            return "it stores a cell with one candidate as a given"
    return loss_of(puzzle, _WRITERS, lambda each: puzzle_of_text(text_of_puzzle(each)))


def _houses(puzzle: Puzzle) -> Iterator[str]:
    """Yield boxes or regions, diagonals and extra houses."""
    n, geometry = puzzle.order, puzzle.geometry
    usual = default_box(n)
    if usual is not None and geometry.box != usual:
        yield ".NoBoxes"
    places = [house.cells for house in geometry.houses if house.kind in ("box", "region")]
    if places and (geometry.regions is not None or geometry.box != usual):
        letters = [""] * (n * n)
        for letter, cells in zip(_REGIONS, places, strict=False):
            for cell in cells:
                letters[cell] = letter
        yield f".Jigsaw~{''.join(letters)}"
    names = {falling_diagonal(n): ".Diagonal~-1", rising_diagonal(n): ".Diagonal~1"}
    if geometry.diagonals:
        yield from dict.fromkeys(names.values())
    for house in geometry.extra:
        yield names.get(house) or f".AllDifferent~{_names(house, n)}"


def _digits(puzzle: Puzzle) -> Iterator[str]:
    """Yield given digits and candidates."""
    n, masks = puzzle.order, puzzle.candidates
    said = []
    for cell, given in enumerate(puzzle.givens):
        digits = (given,) if given else digits_of(masks[cell]) if masks is not None else ()
        if given or 0 < len(digits) < n:
            said.append(f"{place_name(cell, n)}_{'_'.join(map(str, digits))}")
    if said:
        yield f".~{'~'.join(said)}"


def _names(cells: Iterable[int], n: int) -> str:
    return "~".join(place_name(cell, n) for cell in cells)


def _cells(kind: str) -> _Write:
    """Return a writer of a type and cells."""
    return lambda each, n: f"{kind}~{_names(each.cells, n)}"


def _valued(kind: str, value: Callable[[Any, int], object]) -> _Write:
    """Return a writer of a type, a value and cells."""
    return lambda each, n: f"{kind}~{value(each, n)}~{_names(each.cells, n)}"


def _beside(kind: str) -> _Write:
    """Return a writer of the clue at one end of a row or a column."""

    def write(clue: OutsideClue, n: int) -> str:
        value = f"~{clue.number}" if clue.direction in ("L", "U") else f"{clue.number}~"
        return f"{kind}~{_line(clue, n)}~{value}"

    return write


def _line(clue: OutsideClue, n: int) -> str:
    """Return the name of a clue's row or column."""
    row, column = divmod(clue.start[0], n)
    return f"R{row + 1}" if clue.direction in ("L", "R") else f"C{column + 1}"


def _little_killer(clue: LittleKiller, n: int) -> str:
    cells = clue.cells_on(Geometry.latin(n))
    is_named = little_killer_way(cells[0], n) == clue.direction
    return f"LittleKiller~{clue.total}~{place_name(cells[0 if is_named else -1], n)}"


def _arrow(arrow: Arrow, n: int) -> str:
    pill = f"PillArrow~{len(arrow.bulb)}" if len(arrow.bulb) > 1 else "Arrow"
    return f"{pill}~{_names((*arrow.bulb, *arrow.shaft), n)}"


def _cage(cage: Cage, n: int) -> str:
    kind = "Sum" if cage.repeats and len(cage.cells) > 1 else "Cage"
    return f"{kind}~{cage.target or 0}~{_names(cage.cells, n)}"


def _weighted(total: WeightedTotal, n: int) -> str:
    weights = "_".join(map(str, total.weights))
    return f"Sum~{total.totals[0]}_=_{weights}~{_names(total.cells, n)}"


def _quadruple(clue: Quadruple, n: int) -> str:
    return "~".join(("Quad", _names(clue.cells[:1], n), *map(str, clue.digits)))


def _pair_rule(rule: PairRule, n: int) -> str:
    kind = "PairX" if rule.mutual else "Pair"
    base, masks = 10 if n < 10 else 100, [0] * n
    for pair in rule.table:
        masks[pair // base - 1] |= 1 << (pair % base - 1)
    return f"{kind}~{masks_key(masks, n)}~_~{_names(rule.cells, n)}"


def _automaton(line: AutomatonLine, n: int) -> str:
    automaton = line.automaton(n)
    assert automaton is not None  # otherwise the line has a defect
    return f"NFA~{code_of(automaton)}~_~{_names(line.cells, n)}"


def _two(kind: str, between: str) -> _Write:
    """Return a writer of two groups of cells."""
    return lambda each, n: f"{kind}~{_names(each.first, n)}{between}{_names(each.second, n)}"


def _by_value(kinds: dict[int, str]) -> _Write:
    """Return a writer of two neighbors, with a type for each value; others cannot be read again."""
    return lambda each, n: f"{kinds.get(each.value)}~{_names(each.cells, n)}"


_WRITERS: dict[type[Constraint], _Write] = {
    AllDifferent: _cells("AllDifferent"),
    AntiKing: lambda *_: "AntiKing",
    AntiKnight: lambda *_: "AntiKnight",
    Arrow: _arrow,
    AutomatonLine: _automaton,
    Between: _cells("Between"),
    Cage: _cage,
    ColumnIndexer: _cells("Indexing~C"),
    CountingCircles: _cells("CountingCircles"),
    Difference: _by_value({1: "WhiteDot"}),
    DistinctCircle: lambda each, n: f"CountDistinct~{_names((*each.circle, *each.cells), n)}",
    DoubleArrow: _cells("DoubleArrow"),
    DutchFlatmates: lambda *_: "DutchFlatmates",
    Entropic: _cells("Entropic"),
    EqualSum: _two("EqualSum", "~-~"),
    EqualityCage: _cells("EqualityCage"),
    GlobalEntropy: lambda each, _: "GlobalMod" if each.groups else "GlobalEntropy",
    GreaterThan: _cells("GreaterThan"),
    HiddenSkyscraper: _beside("HiddenSkyscraper"),
    LittleKiller: _little_killer,
    Lockout: _valued("Lockout", lambda each, n: each.difference(n)),
    LookAndSay: _valued("LookAndSay", lambda each, _: "".join(map(str, each.counts))),
    Modular: _valued("Modular", lambda each, _: each.value),
    NoDifference: lambda *_: "AntiConsecutive",
    NoRatio: lambda *_: "StrictKropki",
    NoXV: lambda *_: "StrictXV",
    NumberedRoom: _beside("NumberedRoom"),
    Palindrome: _cells("Palindrome"),
    PairRule: _pair_rule,
    Quadruple: _quadruple,
    Ratio: _by_value({2: "BlackDot"}),
    Regex: lambda line, n: f"Regex~{packed_text(line.pattern)}~{_names(line.cells, n)}",
    RegionSum: _cells("RegionSumLine"),
    RellikCage: _valued("RellikCage", lambda each, _: each.value),
    Renban: _cells("Renban"),
    RowIndexer: _cells("Indexing~R"),
    SameValues: _two("SameValues~2", "~"),
    Sandwich: lambda each, n: f"Sandwich~{each.total}~{_line(each, n)}",
    Skyscraper: _beside("Skyscraper"),
    SumLine: _valued("SumLine", lambda each, _: each.value),
    Thermometer: _cells("Thermo"),
    WeightedTotal: _weighted,
    Whisper: _valued("Whisper", lambda each, n: each.difference(n)),
    XSum: _beside("XSum"),
    XV: _by_value({5: "V", 10: "X"}),
    Zipper: _cells("Zipper"),
}
