"""Slips with marks on cells, corners and borders, and with clues that count, point or forbid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from pandoku.constraints import (
    AllDifferent,
    ColumnIndexer,
    Difference,
    DutchFlatmates,
    EqualityCage,
    Even,
    GlobalEntropy,
    LookAndSay,
    NoDifference,
    NoRatio,
    NumberedRoom,
    Odd,
    Quadruple,
    Ratio,
    RellikCage,
    RowIndexer,
    Skyscraper,
    thirds,
)
from pandoku.model import Board, Constraint, Machine, Only, Pairs, Total, digits_of, table_of
from pandoku.techniques._dots import Dot, bare_mark, bare_of, dots_of, ways_across
from pandoku.techniques._misreadings import Reading, misread
from pandoku.techniques._slips import slipped, words_on
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import joined
from pandoku.words.claims import Not, Open, Placed, RuleWays

__all__ = [
    "DOT_CHAIN_SLIPS",
    "DOT_SLIPS",
    "ENTROPY_SLIPS",
    "EQUALITY_SLIPS",
    "FLATMATE_SLIPS",
    "INDEXER_SLIPS",
    "LOOK_AND_SAY_SLIPS",
    "NO_DOT_SLIPS",
    "PARITY_CELL_SLIPS",
    "QUADRUPLE_SLIPS",
    "RELLIK_SLIPS",
    "ROOM_SLIPS",
    "SKYSCRAPER_CLUE_SLIPS",
]

# ---- dots


@slip("Neighbors without a dot are taken not to be consecutive.")
def _no_dot(board: Board) -> Iterator[Slipped]:
    puzzle, w = board.puzzle, words_on(board)
    order, rules = puzzle.order, puzzle.further
    if any(isinstance(rule, NoDifference | NoRatio) for rule in rules):
        return
    dots = (rule for rule in rules if isinstance(rule, Difference | Ratio))
    marked = {frozenset(dot.cells_on(puzzle.geometry)) for dot in dots}
    for cell, digit in enumerate(board.digits):
        sides = (cell - 1, cell + 1, cell - order, cell + order) if digit else ()
        for other in sides:
            is_beside = other // order == cell // order or other % order == cell % order
            if not (0 <= other < order * order and is_beside) or board.digits[other]:
                continue
            gone = [(other, d) for d in board.candidates(other) if abs(d - digit) == 1]
            if frozenset((cell, other)) in marked or not gone:
                continue
            digits = tuple(d for _, d in gone)
            why = (
                f"The rules do not say that all dots are given, so {w.cell(other)} can be "
                f"{w.digits(digits, 'or')} beside the {w.digit(digit)}."
            )
            yield slipped(w, why, Open((other,), digits), gone=tuple(gone), cells=(cell, other))


def _but_not(rule: Difference | Ratio, board: Board) -> list[Reading]:
    """Return the reading that a dot excludes pairs that a dot of the other color has."""

    def allows(one: int, other: int) -> bool:
        if isinstance(rule, Difference):
            return max(one, other) != 2 * min(one, other)
        return abs(one - other) != 1

    if rule.value != rule.USUAL:
        return []
    return [[rule, Pairs(table_of(board.puzzle.order, allows), ((rule.cells[0], rule.cells[1]),))]]


DOT_SLIPS = (
    _no_dot,
    misread(
        "A white dot is taken to exclude 1 and 2.",
        "1 and 2 can have a white dot or a black dot, because they meet both rules.",
        Difference,
        _but_not,
    ),
    misread(
        "A black dot is taken to exclude 1 and 2.",
        "1 and 2 can have a black dot, although they are consecutive.",
        Ratio,
        _but_not,
    ),
)


@slip("Dots in a row are taken to go on in the same direction.")
def _in_one_direction(board: Board) -> Iterator[Slipped]:
    w, sight, masks = words_on(board), board.puzzle.sight, board.masks
    beside: dict[int, list[tuple[Dot, int]]] = {}
    for group in dots_of(board.puzzle):
        for dot, cell, other in ways_across(group):
            beside.setdefault(cell, []).append((dot, other))
    for middle, marks in beside.items():
        for (dot, first), (mark, last) in combinations(marks, 2):
            cells, numbers = (first, middle, last), (dot.number, mark.number)
            ways = [
                (one, digit, other)
                for digit in digits_of(masks[middle])
                for one in digits_of(masks[first] & dot.table[digit - 1])
                for other in digits_of(masks[last] & mark.table[digit - 1])
                if not (one == other and last in sight[first]) and digit not in (one, other)
            ]
            steady = [way for way in ways if (way[0] < way[1]) == (way[1] < way[2])]
            for at, cell in enumerate(cells) if steady else ():
                for digit in board.candidates(cell) if not board.digits[cell] else ():
                    way = next((way for way in ways if way[at] == digit), None)
                    if way is None or any(each[at] == digit for each in steady):
                        continue
                    pairs = tuple(zip(cells, way, strict=True))
                    named = joined(w.candidate(*pair) for pair in pairs)
                    why = (
                        f"Along a row of dots, digits can go up and down again: {named} fit both "
                        f"{'marks' if type(dot) is not Dot else 'dots'}."
                    )
                    claim = Not(RuleWays(numbers, cells, (), (), pairs))
                    yield slipped(w, why, claim, gone=((cell, digit),), cells=cells)


DOT_CHAIN_SLIPS = (_in_one_direction,)


@slip("Cells that touch at a corner are taken to be neighbors.")
def _at_a_corner(board: Board) -> Iterator[Slipped]:
    w, order, masks = words_on(board), board.puzzle.order, board.masks
    for bare in bare_of(board.puzzle):
        rule = board.puzzle.constraints[bare.number]
        for cell, digit in enumerate(board.digits):
            for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)) if digit else ():
                row, column = cell // order + down, cell % order + right
                other = row * order + column
                if not (0 <= row < order and 0 <= column < order) or board.digits[other]:
                    continue
                lost = digits_of(masks[other] & ~bare.table[digit - 1])
                if not lost or lost == (digit,):
                    continue
                why = (
                    f"{w.cells((cell, other))} touch only at a corner, where no "
                    f"{bare_mark(rule)} can be. So {w.cell(other)} can be {w.digits(lost, 'or')}."
                )
                gone = tuple((other, each) for each in lost)
                claims = Placed(cell, digit), Open((other,), lost)
                yield slipped(w, why, *claims, gone=gone, cells=(cell, other))


NO_DOT_SLIPS = (_at_a_corner,)

# ---- marks on cells and corners


def _is_mark(kind: type[Odd] | type[Even], other: type[Odd] | type[Even]) -> Slip:
    name, wrong, shape = ("odd", "even", "circle") if kind is Odd else ("even", "odd", "square")
    return misread(
        f"A {shape} is taken to mark an {wrong} digit.",
        f"A {shape} marks an {name} digit.",
        kind,
        lambda rule, _: [[other(rule.cells)]],
    )


PARITY_CELL_SLIPS = (_is_mark(Odd, Even), _is_mark(Even, Odd))


def _only_listed(rule: Quadruple, _: Board) -> list[Reading]:
    digits = sum(1 << (digit - 1) for digit in {*rule.digits})
    return [[rule, *(Only(cell, digits) for cell in rule.cells)]]


QUADRUPLE_SLIPS = (
    misread(
        "Each digit of a quadruple is taken to occur only once.",
        "A digit can occur twice around the corner, in cells that do not see each other.",
        Quadruple,
        lambda rule, _: [[rule, AllDifferent(rule.cells)]],
    ),
    misread(
        "The cells are taken to hold only digits of the quadruple.",
        "With fewer digits than cells, other digits can be there, too.",
        Quadruple,
        _only_listed,
    ),
)

# ---- clues that count


def _swapped(rule: LookAndSay, _: Board) -> list[Reading]:
    pairs = [*zip(rule.counts[1::2], rule.counts[::2], strict=True)]  # as (digit, count)
    is_clue = len({count for _, count in pairs}) == len(pairs) and all(c for _, c in pairs)
    if not is_clue or sum(digit for digit, _ in pairs) > len(rule.cells):
        return []
    return [[LookAndSay(rule.cells, tuple(number for pair in pairs for number in pair))]]


LOOK_AND_SAY_SLIPS = (
    misread(
        "The digit is read before its count.",
        "The count comes first, and then the digit.",
        LookAndSay,
        _swapped,
    ),
)
RELLIK_SLIPS = (
    misread(
        "A rellik cage is read as a killer cage.",
        "The number is what no digits of the cage add up to.",
        RellikCage,
        lambda rule, board: [
            [Total.of(((c, 1) for c in rule.cells), (rule.value,), board.puzzle.order)]
        ],
    ),
)


def _halves_agree(rule: EqualityCage, board: Board) -> Iterator[Reading]:
    n = board.puzzle.order
    for parity in (0, 1):
        digits = sum(1 << (d - 1) for d in range(1, n + 1) if (2 * d < n + 1) == (d % 2 == parity))
        yield [rule, *(Only(cell, digits) for cell in rule.cells)]


EQUALITY_SLIPS = (
    misread(
        "The low digits are taken to be all odd or all even.",
        "The low half of the digits can have odd and even digits.",
        EqualityCage,
        _halves_agree,
    ),
)


def _from_far_end(rule: Constraint, board: Board) -> list[Reading]:
    machines = (each for each in rule.relations(board.puzzle) if isinstance(each, Machine))
    return [[Machine(each.cells[::-1], each.automaton) for each in machines]]


SKYSCRAPER_CLUE_SLIPS = (
    misread(
        "The first building is not counted.",
        "The first building is seen, too.",
        Skyscraper,
        lambda rule, board: (
            [[Skyscraper(rule.start, rule.direction, rule.value + 1)]]
            if rule.value + 1 < board.puzzle.order
            else []
        ),
    ),
    misread(
        "The buildings are counted from the far end.",
        "The line of sight begins at the clue.",
        Skyscraper,
        _from_far_end,
    ),
)

# ---- clues that point


def _room(rule: NumberedRoom, board: Board, *, is_far: bool) -> Iterator[Reading]:
    cells, digit = rule.cells_on(board.puzzle.geometry), 1 << (rule.digit - 1)
    cells = cells[::-1] if is_far else cells
    for first in range(1, len(cells)):
        yield [Only(cells[0], 1 << (first - 1)), Only(cells[first - is_far], digit)]


ROOM_SLIPS = (
    misread(
        "The rooms are counted from the second cell.",
        "The first cell is room 1.",
        NumberedRoom,
        partial(_room, is_far=False),
    ),
    misread(
        "The rooms are counted from the far end.",
        "The rooms are counted from the clue.",
        NumberedRoom,
        partial(_room, is_far=True),
    ),
)
INDEXER_SLIPS = (
    misread(
        "A row indexer is read along its row.",
        "A row indexer points along its column.",
        RowIndexer,
        lambda rule, _: [[ColumnIndexer(rule.cells)]],
    ),
    misread(
        "A column indexer is read along its column.",
        "A column indexer points along its row.",
        ColumnIndexer,
        lambda rule, _: [[RowIndexer(rule.cells)]],
    ),
)

# ---- rules about all neighbors


@slip("A group that a square has is taken to be used up.")
def _class_used(board: Board) -> Iterator[Slipped]:
    w, n, masks = words_on(board), board.puzzle.order, board.masks
    for rule in board.puzzle.further:
        if not isinstance(rule, GlobalEntropy):
            continue
        for corner in (row * n + column for row in range(n - 1) for column in range(n - 1)):
            square = (corner, corner + 1, corner + n, corner + n + 1)
            held = [cell for cell in square if board.digits[cell]]
            for cell, group in ((c, g) for c in held for g in rule.groups or thirds(n)):
                same = [other for other in held if masks[other] & group]
                empty = [other for other in square if other not in held and masks[other] & group]
                if same != [cell] or len(empty) < 1 or len(held) > 2:
                    continue
                for other in empty:
                    lost = digits_of(masks[other] & group)
                    why = (
                        f"A square of four cells has one group twice, so {w.cell(other)} can be "
                        f"{w.digits(lost, 'or')} although {w.cell(cell)} is "
                        f"{w.digit(board.digits[cell])}."
                    )
                    claims = Placed(cell, board.digits[cell]), Open((other,), lost)
                    gone = tuple((other, digit) for digit in lost)
                    yield slipped(w, why, *claims, gone=gone, cells=square)


@slip("The flatmates are looked for on the wrong sides.")
def _flatmates_swapped(board: Board) -> Iterator[Slipped]:
    w, n = words_on(board), board.puzzle.order
    if not any(isinstance(rule, DutchFlatmates) for rule in board.puzzle.further):
        return
    for cell, digit in enumerate(board.digits):
        above, below = cell - n, cell + n
        if digit != (n + 1) // 2 or above < 0 or below >= n * n:
            continue
        for other, wrong, beyond, partner in ((below, 1, above, n), (above, n, below, 1)):
            if board.digits[other] or partner in board.candidates(beyond):
                continue
            if wrong in board.candidates(other):
                why = (
                    f"The {w.digit(1)} belongs directly above the {w.digit(digit)} at "
                    f"{w.cell(cell)}, and the {w.digit(n)} directly below it."
                )
                claim = Placed(cell, digit)
                yield slipped(w, why, claim, placed=((other, wrong),), cells=(above, cell, below))


ENTROPY_SLIPS = (_class_used,)
FLATMATE_SLIPS = (_flatmates_swapped,)
