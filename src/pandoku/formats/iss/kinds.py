"""Readers for the constraint types of Interactive Sudoku Solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, pairwise
from urllib.parse import unquote

from pandoku import constraints as kinds
from pandoku.constraints import (
    XV,
    Arrow,
    AutomatonLine,
    ColumnIndexer,
    DistinctCircle,
    Entropic,
    EqualSum,
    GlobalEntropy,
    LittleKiller,
    Lockout,
    LookAndSay,
    Modular,
    NoDifference,
    PairRule,
    Quadruple,
    Regex,
    RellikCage,
    RowIndexer,
    SameValues,
    Sandwich,
    SumLine,
    WeightedTotal,
    Whisper,
)
from pandoku.formats.iss.text import (
    LETTERS,
    Clause,
    automaton_in,
    code_in,
    loop_automaton,
    masks_in,
    place_in,
    unpacked_text,
)
from pandoku.formats.json.values import BadValueError
from pandoku.model import Cage, Constraint, table_of
from pandoku.model.constraint import are_neighbors, are_touching
from pandoku.words import visible

_MOST_IN_LOOP = 30  # maximum sum of a line, the same limit as in Interactive Sudoku Solver
_SWAPPED = str.maketrans("-_", "_-")
_SIDES = {"R": ("R", "L"), "C": ("D", "U")}  # directions of the two clues of a row or column


class ClauseReader:
    """A reader of the arguments of clauses.

    Attributes:
        order: The order of the grid.
        clauses: All clauses of the puzzle, because the meaning of a clause may depend on other
            clauses.
    """

    def __init__(self, order: int, clauses: Sequence[Clause]) -> None:
        self.order = order
        self.clauses = clauses

    def cell(self, name: str, clause: Clause) -> int:
        """Return the number of a cell."""
        if (cell := place_in(name, self.order)) is None:
            last = LETTERS[self.order - 1]
            raise BadValueError(
                f"{clause.shown}: expected a cell R1C1..R{last}C{last}, found {visible(name[:20])}"
            )
        return cell

    def cells(self, clause: Clause, after: int = 0) -> tuple[int, ...]:
        """Return the cells among the arguments, without the first *after* arguments."""
        if len(clause.args) <= after:
            raise BadValueError(f"{clause.shown}: expected cells, found none")
        return tuple(self.cell(name, clause) for name in clause.args[after:])

    def number(self, clause: Clause, at: int = 0) -> int:
        """Return an argument as a whole number."""
        text = clause.args[at] if at < len(clause.args) else ""
        if not re.fullmatch(r"-?\d{1,9}", text):
            raise BadValueError(f"{clause.shown}: expected a whole number, found {text[:20]!r}")
        return int(text)

    def digit(self, text: str, clause: Clause) -> int:
        """Return a digit of the grid."""
        if not re.fullmatch(r"\d{1,2}", text) or not 1 <= int(text) <= self.order:
            raise BadValueError(
                f"{clause.shown}: expected digits 1..{self.order}, found {text[:20]!r}"
            )
        return int(text)

    def no_more(self, clause: Clause, most: int = 0) -> None:
        """Raise BadValueError if a clause has more than *most* arguments."""
        if len(clause.args) > most:
            raise BadValueError(f"{clause.shown}: expected {most or 'no'} arguments, found more")

    def groups(self, clause: Clause, after: int = 0) -> list[list[tuple[int, ...]]]:
        """Return the groups of cells in a clause, each as a list of segments.

        An empty argument or a name begins a new group, and the argument "-" begins a new segment.
        Groups without cells are omitted.
        """
        found: list[list[list[int]]] = [[[]]]
        for arg in clause.args[after:]:
            if not arg or arg.startswith("_"):
                found.append([[]])
            elif arg == "-":
                found[-1].append([])
            else:
                found[-1][-1].append(self.cell(arg, clause))
        groups = [[tuple(part) for part in group] for group in found if any(group)]
        if not groups:
            raise BadValueError(f"{clause.shown}: expected cells, found none")
        return groups

    def lines(self, clause: Clause, after: int = 0) -> list[tuple[int, ...]]:
        """Return groups of cells, and raise BadValueError if a group has several segments."""
        groups = self.groups(clause, after)
        if any(len(group) > 1 for group in groups):
            raise BadValueError(f"{clause.shown}: expected cells, found '-'")
        return [line for (line,) in groups]

    def neighbors(self, clause: Clause) -> list[tuple[int, int]]:
        """Return all pairs of cells that share a side, in the order of the cells in the clause."""
        cells = dict.fromkeys(self.cells(clause))
        pairs = [pair for pair in combinations(cells, 2) if are_neighbors(*pair, self.order)]
        if not pairs:
            raise BadValueError(f"{clause.shown}: expected cells that share a side, found none")
        return pairs


_Read = Callable[[ClauseReader, Clause], Iterator[Constraint]]
CLAUSES: dict[str, _Read] = {}


def _reads(*keys: str) -> Callable[[_Read], _Read]:
    """Return a decorator that registers the reader of some types."""

    def register(read: _Read) -> _Read:
        CLAUSES.update(dict.fromkeys(keys, read))
        return read

    return register


def _cells(kind: Callable[[tuple[int, ...]], Constraint]) -> _Read:
    """Return a reader of clauses with cells only."""
    return lambda reader, clause: iter([kind(reader.cells(clause))])


def _everywhere(*constraints: Constraint) -> _Read:
    def read(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
        reader.no_more(clause)
        yield from constraints

    return read


def _pairs(kind: Callable[[tuple[int, int]], Constraint]) -> _Read:
    """Return a reader of clauses whose rule is for all pairs of their cells that share a side."""
    return lambda reader, clause: map(kind, reader.neighbors(clause))


def _beside(kind: Callable[[tuple[int], str, int], Constraint]) -> _Read:
    """Return a reader of the clues at both ends of a row or a column: `C2~10~`, `R1~~7`."""

    def read(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
        reader.no_more(clause, 3)
        for at, text in enumerate(clause.args[1:], 1):
            if text:
                yield kind(*_line_end(reader, clause, 0, at - 1), reader.number(clause, at))

    return read


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


@_reads("Sandwich")
def _sandwich(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    reader.no_more(clause, 2)
    yield Sandwich(*_line_end(reader, clause, 1, 0), reader.number(clause))


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


@_reads("LittleKiller")
def _little_killer(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    reader.no_more(clause, 2)
    (cell,) = reader.cells(clause, 1)
    if (way := little_killer_way(cell, reader.order)) is None:
        raise BadValueError(f"{clause.shown}: expected a cell where a diagonal begins")
    yield LittleKiller((cell,), way, reader.number(clause))


@_reads("Whisper")
def _whisper(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    has_value = bool(clause.args) and re.fullmatch(r"\d+", clause.args[0]) is not None
    least = reader.number(clause) if has_value else 5
    line = Whisper(reader.cells(clause, int(has_value)))
    yield line if line.difference(reader.order) == least else Whisper(line.cells, least)


@_reads("Lockout")
def _lockout(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    least, line = reader.number(clause), Lockout(reader.cells(clause, 1))
    yield line if line.difference(reader.order) == least else Lockout(line.cells, least)


@_reads("PillArrow")
def _pill(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    """Yield an arrow. The digits of its bulb are read from left to right or from top to bottom."""
    n_digits = reader.number(clause)
    if n_digits not in (2, 3):
        raise BadValueError(f"{clause.shown}: expected a pill of 2 or 3 digits")
    if reader.order > 9:
        raise BadValueError(f"{clause.shown}: expected digits up to 9, found {reader.order}")
    cells = reader.cells(clause, 1)
    yield Arrow(tuple(sorted(cells[:n_digits])), cells[n_digits:])


@_reads("Arrow")
def _arrow(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    bulb, *shaft = reader.cells(clause)
    if not shaft:
        raise BadValueError(f"{clause.shown}: expected a shaft in addition to the bulb, found none")
    line = (bulb, *shaft)
    if len({*line}) == len(line) and all(
        are_touching(a, b, reader.order) for a, b in pairwise(line)
    ):
        yield Arrow((bulb,), tuple(shaft))
    else:  # cells that repeat or do not touch cannot form an arrow
        yield _weighted([(bulb, 1), *((cell, -1) for cell in shaft)], 0)


def _weighted(terms: Iterable[tuple[int, int]], total: int) -> WeightedTotal:
    """Return a weighted total. If a cell is named twice, its weights are added."""
    weights: dict[int, int] = {}
    for cell, weight in terms:
        weights[cell] = weights.get(cell, 0) + weight
    left = {cell: weight for cell, weight in weights.items() if weight}
    return WeightedTotal(tuple(left), tuple(left.values()), (total,))


@_reads("Cage")
def _cage(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    """Yield a cage. If a cell is named twice, a separate total counts it twice."""
    cells = reader.cells(clause, 1)
    # A sum of 0 means no sum.
    total = reader.number(clause) if clause.args[0] else 0
    once = tuple(dict.fromkeys(cells))
    is_plain = len(once) == len(cells)
    yield Cage("+", (total or None) if is_plain else None, once, repeats=False)
    if total and not is_plain:
        yield _weighted(((cell, 1) for cell in cells), total)


@_reads("Sum")
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


@_reads("EqualSum")
def _equal_sums(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    for parts in reader.groups(clause):
        fewest, *others = sorted(filter(None, parts), key=len)
        yield from (EqualSum(fewest, other) for other in others)


@_reads("Quad")
def _quad(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    cell, n = reader.cell(clause.args[0] if clause.args else "", clause), reader.order
    if cell % n == n - 1 or cell // n == n - 1:
        raise BadValueError(f"{clause.shown}: expected the upper left of four cells")
    digits = tuple(reader.digit(text, clause) for text in clause.args[1:])
    yield Quadruple((cell, cell + 1, cell + n, cell + n + 1), digits)


@_reads("LookAndSay")
def _look_and_say(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    text = clause.args[0] if clause.args else ""
    if not re.fullmatch(r"(?:\d\d)+", text):
        raise BadValueError(f"{clause.shown}: expected counts and digits in turn, such as 1223")
    yield LookAndSay(reader.cells(clause, 1), tuple(map(int, text)))


@_reads("ContainExact")
def _contain_exact(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    texts = clause.args[0].split("_") if clause.args else []
    digits = [reader.digit(text, clause) for text in texts]
    counts = {digit: digits.count(digit) for digit in digits}
    pairs = tuple(number for digit, count in counts.items() for number in (count, digit))
    yield LookAndSay(reader.cells(clause, 1), pairs)


@_reads("SameValues")
def _same_values(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    n_sets, cells = reader.number(clause), reader.cells(clause, 1)
    if n_sets < 1 or len(cells) % n_sets:
        raise BadValueError(f"{clause.shown}: expected sets of equally many cells")
    size = len(cells) // n_sets
    sets = [cells[at : at + size] for at in range(0, len(cells), size)]
    yield from (SameValues(a, b) for a, b in pairwise(sets))


@_reads("Modular")
def _modular(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    cells, divisor = reader.cells(clause, 1), reader.number(clause)
    if divisor != 1:  # a divisor of 1 has no effect
        yield Modular(cells, divisor)


@_reads("Entropic")
def _entropic(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    if reader.order != 9:
        raise BadValueError(f"{clause.shown}: expected a 9x9 grid")
    yield Entropic(reader.cells(clause))


@_reads("SumLine")
def _sum_line(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    value = reader.number(clause)
    if clause.args[-1] != "LOOP":
        yield SumLine(reader.cells(clause, 1), value)
        return
    cells = reader.cells(Clause(clause.kind, clause.args[:-1]), 1)
    if not 1 <= value <= _MOST_IN_LOOP:
        raise BadValueError(f"{clause.shown}: expected a sum of 1..{_MOST_IN_LOOP} on a loop")
    with _named(clause):
        found = loop_automaton(reader.order, len(cells), value)
    yield AutomatonLine(cells, found.steps, found.accepting)  # type: ignore[arg-type]


@_reads("Indexing")
def _indexing(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    indexers = {"R": RowIndexer, "C": ColumnIndexer}
    if not clause.args or clause.args[0] not in indexers:
        raise BadValueError(f"{clause.shown}: expected R or C")
    yield indexers[clause.args[0]](reader.cells(clause, 1))


@_reads("CountDistinct")
def _count_distinct(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    circle, *cells = reader.cells(clause)
    yield DistinctCircle((circle,), tuple(cells))


@_reads("RellikCage")
def _rellik_cage(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    yield RellikCage(reader.cells(clause, 1), reader.number(clause))


@_reads("AntiConsecutive")
def _anti_consecutive(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    """Yield rules that no neighbors are consecutive, not even neighbors with a dot."""
    reader.no_more(clause)
    yield NoDifference()
    table = table_of(reader.order, lambda a, b: abs(a - b) != 1)
    for each in reader.clauses:
        if each.kind in ("WhiteDot", "BlackDot"):
            yield from (PairRule.of_masks(pair, table) for pair in reader.neighbors(each))


@_reads("ContainAtLeast")
def _contain_at_least(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    """Yield a quadruple. Raise BadValueError unless its cells are around one corner."""
    texts = clause.args[0].split("_") if clause.args else []
    cells, n = reader.cells(clause, 1), reader.order
    rows, columns = {cell // n for cell in cells}, {cell % n for cell in cells}
    if max(rows) - min(rows) > 1 or max(columns) - min(columns) > 1:
        raise BadValueError(f"{clause.shown}: expected cells around a corner")
    yield Quadruple(cells, tuple(reader.digit(text, clause) for text in texts))


def _pair_rules(is_mutual: bool, is_old: bool) -> _Read:
    """Return a reader of relations between neighbors on a line, or all pairs of cells in a group.

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
            yield PairRule.of_masks(line, masks, is_mutual)

    return read


@_reads("Regex")
def _regex(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    letters = clause.args[0] if clause.args else ""
    with _named(clause):
        pattern = unquote(letters) if "%" in letters else unpacked_text(letters)
    pattern = re.sub(r"\s", "", pattern).upper()  # letters for digits may have either case
    yield from (Regex(line, pattern) for line in reader.lines(clause, 1))


@_reads("NFA")
def _automata(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
    with _named(clause):
        code = code_in(clause.args[0] if clause.args else "")
    for segments in reader.groups(clause, 1):
        cells = tuple(cell for segment in segments for cell in segment)
        with _named(clause):
            found = automaton_in(code, reader.order, tuple(map(len, segments)))
        if not found.accepting:
            raise BadValueError(f"{clause.shown}: expected an automaton that accepts a line")
        yield AutomatonLine(cells, found.steps, found.accepting)  # type: ignore[arg-type]


@contextmanager
def _named(clause: Clause) -> Iterator[None]:
    """Put the clause in front of the message of a BadValueError."""
    try:
        yield
    except BadValueError as error:
        raise BadValueError(f"{clause.shown}: {error}") from None


def _global_groups(*groups: int) -> _Read:
    """Return a reader of a rule about all 2x2 squares, which only exists in a 9x9."""

    def read(reader: ClauseReader, clause: Clause) -> Iterator[Constraint]:
        reader.no_more(clause)
        if reader.order != 9:
            raise BadValueError(f"{clause.shown}: expected a 9x9 grid")
        yield GlobalEntropy(groups)

    return read


CLAUSES |= {
    "AntiKing": _everywhere(kinds.AntiKing()),
    "AntiKnight": _everywhere(kinds.AntiKnight()),
    "Binary": _pair_rules(is_mutual=False, is_old=True),
    "BinaryX": _pair_rules(is_mutual=True, is_old=True),
    "Between": _cells(kinds.Between),
    "BlackDot": _pairs(kinds.Ratio),
    "CountingCircles": _cells(kinds.CountingCircles),
    "DoubleArrow": _cells(kinds.DoubleArrow),
    "DutchFlatmates": _everywhere(kinds.DutchFlatmates()),
    "EqualityCage": _cells(kinds.EqualityCage),
    "GlobalEntropy": _global_groups(),
    "GlobalMod": _global_groups(0b001001001, 0b010010010, 0b100100100),
    "GreaterThan": _pairs(kinds.GreaterThan),
    "HiddenSkyscraper": _beside(kinds.HiddenSkyscraper),
    "NumberedRoom": _beside(kinds.NumberedRoom),
    "Palindrome": _cells(kinds.Palindrome),
    "Pair": _pair_rules(is_mutual=False, is_old=False),
    "PairX": _pair_rules(is_mutual=True, is_old=False),
    "RegionSumLine": _cells(kinds.RegionSum),
    "Renban": _cells(kinds.Renban),
    "Skyscraper": _beside(kinds.Skyscraper),
    "StrictKropki": _everywhere(NoDifference(), kinds.NoRatio()),
    "StrictXV": _everywhere(kinds.NoXV()),
    "Thermo": _cells(kinds.Thermometer),
    "V": _pairs(lambda pair: XV(pair, 5)),
    "WhiteDot": _pairs(kinds.Difference),
    "X": _pairs(XV),
    "XSum": _beside(kinds.XSum),
    "Zipper": _cells(kinds.Zipper),
}
