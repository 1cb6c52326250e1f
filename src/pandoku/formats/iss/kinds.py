"""The types of Interactive Sudoku Solver: how their constraints are read and written.

To support another constraint, add a row to `_ROWS`, or a reader with the decorator `_reads`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeAlias
from urllib.parse import unquote

from pandoku import constraints as kinds
from pandoku.constraints import NoDifference
from pandoku.formats.iss.text import (
    Clause,
    ClauseReader,
    automaton_in,
    code_in,
    code_of,
    loop_automaton,
    masks_in,
    masks_key,
    packed_text,
    place_name,
    unpacked_text,
)
from pandoku.formats.json.values import BadValueError
from pandoku.model import Cage, Constraint, Geometry, table_of
from pandoku.model.constraint import are_touching

_MOST_IN_LOOP = 30  # maximum sum of a line, the same limit as in Interactive Sudoku Solver
_SWAPPED = str.maketrans("-_", "_-")
_SIDES = {"R": ("R", "L"), "C": ("D", "U")}  # directions of the two clues of a row or column


_Read: TypeAlias = Callable[[ClauseReader, Clause], Iterator[Constraint]]
_Write: TypeAlias = Callable[[Any, int], str | None]


@dataclass(frozen=True, slots=True)
class _Type:
    """A type of clauses. Reading reverses writing.

    Attributes:
        name: The name of the type.
        read: Yields the constraints of a clause.
        writers: For each class of constraints, a function that returns the arguments of a clause,
            or None if the constraint needs another type.
    """

    name: str
    read: _Read
    writers: Mapping[type[Constraint], _Write] = field(default_factory=dict)


def cell_args(cells: Iterable[int], n: int) -> str:
    """Return cells as arguments of a clause."""
    return "~".join(place_name(cell, n) for cell in cells)


def _write_cells(each: Any, n: int) -> str:
    return cell_args(each.cells, n)


def _after(value: Callable[[Any, int], object]) -> _Write:
    """Return a writer of a value and the cells."""
    return lambda each, n: f"{value(each, n)}~{cell_args(each.cells, n)}"


_ROWS: list[_Type] = []


def _reads(
    name: str, writers: Mapping[type[Constraint], _Write] | None = None
) -> Callable[[_Read], _Read]:
    """Return a decorator that adds the type that a function reads, with its writers."""

    def add(read: _Read) -> _Read:
        _ROWS.append(_Type(name, read, writers or {}))
        return read

    return add


_WRITE_SUM = _after(lambda cage, _: cage.target or 0)
_WRITE_COUNTS = _after(lambda each, _: "".join(map(str, each.counts)))
_WRITE_DIFFERENCE = _after(lambda line, n: line.difference(n))
_WRITE_VALUE = _after(lambda each, _: each.value)
_INDEXERS: dict[type[Constraint], _Write] = {
    kinds.RowIndexer: _after(lambda *_: "R"),
    kinds.ColumnIndexer: _after(lambda *_: "C"),
}


def _cells(name: str, kind: Any) -> _Type:
    """Return a type of clauses with cells only."""
    return _Type(
        name, lambda reader, clause: iter([kind(reader.cells(clause))]), {kind: _write_cells}
    )


def _everywhere(name: str, *constraints: Constraint) -> _Type:
    """Return a type of clauses without arguments.

    Reading a clause yields all *constraints*. A puzzle is written with the clause if it has the
    last of these constraints.
    """

    def read(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
        reader.no_more(clause)
        yield from constraints

    return _Type(name, read, {type(constraints[-1]): lambda *_: ""})


def _pairs(name: str, kind: Any, value: int | None = None) -> _Type:
    """Return a type of clauses whose rule applies to all pairs of cells that share a side."""
    more = () if value is None else (value,)

    def read(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
        yield from (kind(pair, *more) for pair in reader.neighbors(clause))

    def write(each: Any, n: int) -> str | None:
        return _write_cells(each, n) if value is None or each.value == value else None

    return _Type(name, read, {kind: write})


def _beside(name: str, kind: Any) -> _Type:
    """Return a type of clues at both ends of a row or a column: `C2~10~`, `R1~~7`."""

    def read(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
        reader.no_more(clause, 3)
        for at, text in enumerate(clause.args[1:], 1):
            if text:
                yield kind(*_line_end(reader, clause, 0, at - 1), reader.number(clause, at))

    def write(clue: Any, n: int) -> str:
        value = f"~{clue.number}" if clue.direction in ("L", "U") else f"{clue.number}~"
        return f"{_line(clue, n)}~{value}"

    return _Type(name, read, {kind: write})


def _line_end(reader: ClauseReader, clause: Clause, at: int, end: int) -> tuple[tuple[int], str]:
    """Return the first or last cell of the row or column in an argument, and the direction."""
    name, n = clause.args[at] if at < len(clause.args) else "", reader.order
    match = re.fullmatch(r"([RC])(\d{1,2})", name)
    if match is None or not 1 <= int(match[2]) <= n:
        raise BadValueError(
            f"{clause.shown}: expected a row or a column R1..C{n}, found {name[:20]!r}"
        )
    line, last = int(match[2]) - 1, end * (n - 1)
    cell = line * n + last if match[1] == "R" else last * n + line
    return (cell,), _SIDES[match[1]][end]


def _line(clue: kinds.OutsideClue, n: int) -> str:
    """Return the name of a clue's row or column."""
    row, column = divmod(clue.start[0], n)
    return f"R{row + 1}" if clue.direction in ("L", "R") else f"C{column + 1}"


@_reads("Sandwich", {kinds.Sandwich: lambda c, n: f"{c.total}~{_line(c, n)}"})
def _sandwich(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    reader.no_more(clause, 2)
    yield kinds.Sandwich(*_line_end(reader, clause, 1, 0), reader.number(clause))


def little_killer_way(cell: int, order: int) -> str | None:
    """Return the direction of the diagonal that begins in a cell, or None.

    A clause names a diagonal by its first cell. From the left column, the diagonal runs down and to
    the right. From the right column, it runs up and to the left. From other cells of the top row,
    it runs down and to the left. From other cells of the bottom row, it runs up and to the right.
    """
    row, column = divmod(cell, order)
    last = order - 1
    ways = {
        "DR": column == 0 and row < last,
        "UL": column == last and 0 < row < last,
        "DL": row == 0 and column > 0,
        "UR": row == last and 0 < column < last,
    }
    return next((way for way, is_named in ways.items() if is_named), None)


def _write_little_killer(clue: kinds.LittleKiller, n: int) -> str:
    cells = clue.cells_on(Geometry.latin(n))
    is_named = little_killer_way(cells[0], n) == clue.direction
    return f"{clue.total}~{place_name(cells[0 if is_named else -1], n)}"


@_reads("LittleKiller", {kinds.LittleKiller: _write_little_killer})
def _little_killer(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    reader.no_more(clause, 2)
    (cell,) = reader.cells(clause, 1)
    if (way := little_killer_way(cell, reader.order)) is None:
        raise BadValueError(f"{clause.shown}: expected a cell where a diagonal begins")
    yield kinds.LittleKiller((cell,), way, reader.number(clause))


@_reads("Whisper", {kinds.Whisper: _WRITE_DIFFERENCE})
def _whisper(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    has_value = bool(clause.args) and re.fullmatch(r"\d+", clause.args[0]) is not None
    least = reader.number(clause) if has_value else 5
    line = kinds.Whisper(reader.cells(clause, int(has_value)))
    yield line if line.difference(reader.order) == least else kinds.Whisper(line.cells, least)


@_reads("Lockout", {kinds.Lockout: _WRITE_DIFFERENCE})
def _lockout(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    least, line = reader.number(clause), kinds.Lockout(reader.cells(clause, 1))
    yield line if line.difference(reader.order) == least else kinds.Lockout(line.cells, least)


@_reads(
    "PillArrow",
    {
        kinds.Arrow: lambda arrow, n: (
            f"{len(arrow.bulb)}~{cell_args((*arrow.bulb, *arrow.shaft), n)}"
            if len(arrow.bulb) > 1
            else None
        )
    },
)
def _pill(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    """Yield an arrow. The digits of its bulb are read from left to right or from top to bottom."""
    n_digits = reader.number(clause)
    if n_digits not in (2, 3):
        raise BadValueError(f"{clause.shown}: expected a pill of 2 or 3 digits")
    if reader.order > 9:
        raise BadValueError(f"{clause.shown}: expected digits up to 9, found {reader.order}")
    cells = reader.cells(clause, 1)
    yield kinds.Arrow(tuple(sorted(cells[:n_digits])), cells[n_digits:])


@_reads(
    "Arrow",
    {
        kinds.Arrow: lambda arrow, n: (
            cell_args((*arrow.bulb, *arrow.shaft), n) if len(arrow.bulb) == 1 else None
        )
    },
)
def _arrow(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    bulb, *shaft = reader.cells(clause)
    if not shaft:
        raise BadValueError(f"{clause.shown}: expected a shaft in addition to the bulb, found none")
    line = (bulb, *shaft)
    if len({*line}) == len(line) and all(
        are_touching(a, b, reader.order) for a, b in pairwise(line)
    ):
        yield kinds.Arrow((bulb,), tuple(shaft))
    else:  # cells that repeat or do not touch cannot form an arrow
        yield _weighted([(bulb, 1), *((cell, -1) for cell in shaft)], 0)


def _weighted(terms: Iterable[tuple[int, int]], total: int) -> kinds.WeightedTotal:
    """Return a weighted total. If a cell is named twice, its weights are added."""
    weights: dict[int, int] = {}
    for cell, weight in terms:
        weights[cell] = weights.get(cell, 0) + weight
    left = {cell: weight for cell, weight in weights.items() if weight}
    return kinds.WeightedTotal(tuple(left), tuple(left.values()), (total,))


@_reads(
    "Cage",
    {Cage: lambda cage, n: None if cage.repeats and len(cage.cells) > 1 else _WRITE_SUM(cage, n)},
)
def _cage(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    """Yield a cage.

    If the clause names a cell twice, the cage has no sum. A separate total counts this cell twice.
    """
    cells = reader.cells(clause, 1)
    # A sum of 0 means no sum.
    total = reader.number(clause) if clause.args[0] else 0
    once = tuple(dict.fromkeys(cells))
    is_plain = len(once) == len(cells)
    yield Cage("+", (total or None) if is_plain else None, once, repeats=False)
    if total and not is_plain:
        yield _weighted(((cell, 1) for cell in cells), total)


def _write_weights(total: kinds.WeightedTotal, n: int) -> str:
    weights = "_".join(map(str, total.weights))
    return f"{total.totals[0]}_=_{weights}~{cell_args(total.cells, n)}"


@_reads("Sum", {Cage: _WRITE_SUM, kinds.WeightedTotal: _write_weights})
def _sum(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    """Yield a cage with repeats, or a weighted total such as `Sum~0_=_1_-1~R1C1~R1C2`."""
    total, mark, *texts = (*(clause.args[0] if clause.args else "").split("_"), "")
    cells = reader.cells(clause, 1)
    numbers = [total, *texts[:-1]] if mark == "=" else [total]
    if not all(re.fullmatch(r"-?\d{1,9}", number) for number in numbers):
        raise BadValueError(f"{clause.shown}: expected a whole number as the sum, and as weights")
    weights = [*map(int, texts[:-1])] if mark == "=" else [1] * len(cells)
    if len(weights) != len(cells):
        raise BadValueError(f"{clause.shown}: expected a weight for each of {len(cells)} cells")
    if {*weights} == {1} and len({*cells}) == len(cells):
        yield Cage("+", int(total), cells)
    else:
        yield _weighted(zip(cells, weights, strict=True), int(total))


@_reads(
    "EqualSum",
    {kinds.EqualSum: lambda sums, n: f"{cell_args(sums.first, n)}~-~{cell_args(sums.second, n)}"},
)
def _equal_sums(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    for parts in reader.groups(clause):
        fewest, *others = sorted(filter(None, parts), key=len)
        yield from (kinds.EqualSum(fewest, other) for other in others)


@_reads(
    "Quad",
    {
        kinds.Quadruple: lambda clue, n: "~".join(
            (cell_args(clue.cells[:1], n), *map(str, clue.digits))
        )
    },
)
def _quad(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    cell, n = reader.cell(clause.args[0] if clause.args else "", clause), reader.order
    if cell % n == n - 1 or cell // n == n - 1:
        raise BadValueError(f"{clause.shown}: expected the upper left of four cells")
    digits = tuple(reader.digit(text, clause) for text in clause.args[1:])
    yield kinds.Quadruple((cell, cell + 1, cell + n, cell + n + 1), digits)


@_reads("LookAndSay", {kinds.LookAndSay: _WRITE_COUNTS})
def _look_and_say(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    text = clause.args[0] if clause.args else ""
    if not re.fullmatch(r"(?:\d\d)+", text):
        raise BadValueError(f"{clause.shown}: expected counts and digits in turn, such as 1223")
    yield kinds.LookAndSay(reader.cells(clause, 1), tuple(map(int, text)))


@_reads("ContainExact")
def _contain_exact(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    texts = clause.args[0].split("_") if clause.args else []
    digits = [reader.digit(text, clause) for text in texts]
    counts = {digit: digits.count(digit) for digit in digits}
    pairs = tuple(number for digit, count in counts.items() for number in (count, digit))
    yield kinds.LookAndSay(reader.cells(clause, 1), pairs)


@_reads(
    "SameValues",
    {kinds.SameValues: lambda sets, n: f"2~{cell_args(sets.first, n)}~{cell_args(sets.second, n)}"},
)
def _same_values(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    n_sets, cells = reader.number(clause), reader.cells(clause, 1)
    if n_sets < 1 or len(cells) % n_sets:
        raise BadValueError(f"{clause.shown}: expected sets of equally many cells")
    size = len(cells) // n_sets
    sets = [cells[at : at + size] for at in range(0, len(cells), size)]
    yield from (kinds.SameValues(a, b) for a, b in pairwise(sets))


@_reads("Modular", {kinds.Modular: _WRITE_VALUE})
def _modular(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    cells, divisor = reader.cells(clause, 1), reader.number(clause)
    if divisor != 1:  # a divisor of 1 has no effect
        yield kinds.Modular(cells, divisor)


@_reads("Entropic", {kinds.Entropic: _write_cells})
def _entropic(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    if reader.order != 9:
        raise BadValueError(f"{clause.shown}: expected a 9x9 grid")
    yield kinds.Entropic(reader.cells(clause))


@_reads("SumLine", {kinds.SumLine: _WRITE_VALUE})
def _sum_line(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    value = reader.number(clause)
    if clause.args[-1] != "LOOP":
        yield kinds.SumLine(reader.cells(clause, 1), value)
        return
    cells = reader.cells(Clause(clause.kind, clause.args[:-1]), 1)
    if not 1 <= value <= _MOST_IN_LOOP:
        raise BadValueError(f"{clause.shown}: expected a sum of 1..{_MOST_IN_LOOP} on a loop")
    with _named(clause):
        found = loop_automaton(reader.order, len(cells), value)
    yield kinds.AutomatonLine(cells, found.steps, found.accepting)  # type: ignore[arg-type]


@_reads("Indexing", _INDEXERS)
def _indexing(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    indexers = {"R": kinds.RowIndexer, "C": kinds.ColumnIndexer}
    if not clause.args or clause.args[0] not in indexers:
        raise BadValueError(f"{clause.shown}: expected R or C")
    yield indexers[clause.args[0]](reader.cells(clause, 1))


@_reads("CountDistinct", {kinds.DistinctCircle: lambda it, n: cell_args(it.circle + it.cells, n)})
def _count_distinct(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    circle, *cells = reader.cells(clause)
    yield kinds.DistinctCircle((circle,), tuple(cells))


@_reads("RellikCage", {kinds.RellikCage: _WRITE_VALUE})
def _rellik_cage(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    yield kinds.RellikCage(reader.cells(clause, 1), reader.number(clause))


@_reads("AntiConsecutive", {NoDifference: lambda *_: ""})
def _anti_consecutive(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    """Yield the rules that forbid consecutive neighbors, including neighbors with a dot."""
    reader.no_more(clause)
    yield NoDifference()
    table = table_of(reader.order, lambda a, b: abs(a - b) != 1)
    for each in reader.clauses:
        if each.kind in ("WhiteDot", "BlackDot"):
            yield from (kinds.PairRule.of_masks(pair, table) for pair in reader.neighbors(each))


@_reads("ContainAtLeast")
def _contain_at_least(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    """Yield a quadruple. Raise BadValueError unless its cells are around one corner."""
    texts = clause.args[0].split("_") if clause.args else []
    cells, n = reader.cells(clause, 1), reader.order
    rows, columns = {cell // n for cell in cells}, {cell % n for cell in cells}
    if max(rows) - min(rows) > 1 or max(columns) - min(columns) > 1:
        raise BadValueError(f"{clause.shown}: expected cells around a corner")
    yield kinds.Quadruple(cells, tuple(reader.digit(text, clause) for text in texts))


def _pair_rules(name: str, *, is_mutual: bool, is_old: bool) -> _Type:
    """Return a type of relations between two digits.

    The relation applies to neighbors on a line, or to all pairs of cells in a group.

    In the old types `Binary` and `BinaryX`, the letters - and _ of the relation are swapped.
    """

    def read(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
        key = clause.args[0] if clause.args else ""
        with _named(clause):
            masks = masks_in(key.translate(_SWAPPED) if is_old else key, reader.order)
        back = table_of(reader.order, lambda a, b: bool(masks[b - 1] >> (a - 1) & 1))
        if not any(masks):
            raise BadValueError(f"{clause.shown}: expected a relation of digits, found none")
        if is_mutual and masks != back:
            raise BadValueError(f"{clause.shown}: expected a relation that is the same both ways")
        for line in reader.lines(clause, 1):
            yield kinds.PairRule.of_masks(line, masks, is_mutual)

    def write(rule: kinds.PairRule, n: int) -> str | None:
        base, masks = 10 if n < 10 else 100, [0] * n
        for pair in rule.table:
            masks[pair // base - 1] |= 1 << (pair % base - 1)
        key = f"{masks_key(masks, n)}~_~{cell_args(rule.cells, n)}"
        return key if rule.mutual == is_mutual else None

    return _Type(name, read, {} if is_old else {kinds.PairRule: write})


@_reads("Regex", {kinds.Regex: _after(lambda line, _: packed_text(line.pattern))})
def _regex(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    letters = clause.args[0] if clause.args else ""
    with _named(clause):
        pattern = unquote(letters) if "%" in letters else unpacked_text(letters)
    pattern = re.sub(r"\s", "", pattern).upper()  # letters for digits may be lower case
    yield from (kinds.Regex(line, pattern) for line in reader.lines(clause, 1))


def _write_automaton(line: kinds.AutomatonLine, n: int) -> str:
    automaton = line.automaton(n)
    assert automaton is not None  # a line without a defect has an automaton
    return f"{code_of(automaton)}~_~{cell_args(line.cells, n)}"


@_reads("NFA", {kinds.AutomatonLine: _write_automaton})
def _automata(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    with _named(clause):
        code = code_in(clause.args[0] if clause.args else "")
    for segments in reader.groups(clause, 1):
        cells = tuple(cell for segment in segments for cell in segment)
        with _named(clause):
            found = automaton_in(code, reader.order, tuple(map(len, segments)))
        if not found.accepting:
            raise BadValueError(f"{clause.shown}: expected an automaton that accepts a line")
        yield kinds.AutomatonLine(cells, found.steps, found.accepting)  # type: ignore[arg-type]


@contextmanager
def _named(clause: Clause) -> Iterator[None]:
    """Put the clause in front of the message of a BadValueError."""
    try:
        yield
    except BadValueError as error:
        raise BadValueError(f"{clause.shown}: {error}") from None


def _global_groups(name: str, *groups: int) -> _Type:
    """Return a type of rules about all 2x2 squares. These rules only exist in a 9x9."""

    def read(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
        reader.no_more(clause)
        if reader.order != 9:
            raise BadValueError(f"{clause.shown}: expected a 9x9 grid")
        yield kinds.GlobalEntropy(groups)

    def write(rule: kinds.GlobalEntropy, _: int) -> str | None:
        return "" if bool(rule.groups) == bool(groups) else None

    return _Type(name, read, {kinds.GlobalEntropy: write})


_ROWS += [
    _everywhere("AntiKing", kinds.AntiKing()),
    _everywhere("AntiKnight", kinds.AntiKnight()),
    _everywhere("DutchFlatmates", kinds.DutchFlatmates()),
    _everywhere("StrictKropki", NoDifference(), kinds.NoRatio()),
    _everywhere("StrictXV", kinds.NoXV()),
    _global_groups("GlobalEntropy"),
    _global_groups("GlobalMod", 0b001001001, 0b010010010, 0b100100100),
    _cells("Between", kinds.Between),
    _cells("CountingCircles", kinds.CountingCircles),
    _cells("DoubleArrow", kinds.DoubleArrow),
    _cells("EqualityCage", kinds.EqualityCage),
    _cells("Palindrome", kinds.Palindrome),
    _cells("RegionSumLine", kinds.RegionSum),
    _cells("Renban", kinds.Renban),
    _cells("Thermo", kinds.Thermometer),
    _cells("Zipper", kinds.Zipper),
    _pairs("BlackDot", kinds.Ratio, 2),
    _pairs("GreaterThan", kinds.GreaterThan),
    _pairs("V", kinds.XV, 5),
    _pairs("WhiteDot", kinds.Difference, 1),
    _pairs("X", kinds.XV, 10),
    _beside("HiddenSkyscraper", kinds.HiddenSkyscraper),
    _beside("NumberedRoom", kinds.NumberedRoom),
    _beside("Skyscraper", kinds.Skyscraper),
    _beside("XSum", kinds.XSum),
    _pair_rules("Binary", is_mutual=False, is_old=True),
    _pair_rules("BinaryX", is_mutual=True, is_old=True),
    _pair_rules("Pair", is_mutual=False, is_old=False),
    _pair_rules("PairX", is_mutual=True, is_old=False),
]
CLAUSES = {row.name: row.read for row in _ROWS}
# An extra region is read as a house, or as a constraint if it is too small for a house.
WRITTEN = frozenset(kind for row in _ROWS for kind in row.writers).union([kinds.AllDifferent])


def clause_text(constraint: Constraint, n: int) -> str:
    """Return the clause of a constraint.

    Raises:
        BadValueError: No type of clauses can represent the constraint.
    """
    kind = type(constraint)
    if kind is kinds.AllDifferent:
        return f"AllDifferent~{_write_cells(constraint, n)}"
    for row in _ROWS:
        if kind in row.writers and (args := row.writers[kind](constraint, n)) is not None:
            return f"{row.name}~{args}" if args else row.name
    raise BadValueError(f"no clause for {constraint.NAME}")
