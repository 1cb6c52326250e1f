"""Slips with lines: thermometers, signs, lines with ends, whispers, renbans and equal cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from pandoku.constraints import (
    AllDifferent,
    Between,
    Clone,
    DigitGroups,
    Entropic,
    GreaterThan,
    Lockout,
    Modular,
    Nabner,
    Palindrome,
    Parity,
    Progression,
    Renban,
    SameValues,
    Thermometer,
    Whisper,
)
from pandoku.model import Board, Only, Pairs, digits_of, table_of
from pandoku.techniques._misreadings import Reading, less, misread
from pandoku.techniques._slips import slipped, words_on
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import Words
from pandoku.words.claims import Claim, Not, Open, Placed, Sees
from pandoku.words.claims import Only as OnlyClaim

__all__ = [
    "BETWEEN_SLIPS",
    "DIGIT_GROUP_SLIPS",
    "ENTROPIC_SLIPS",
    "EQUAL_CELL_SLIPS",
    "INEQUALITY_COUNT_SLIPS",
    "INEQUALITY_SLIPS",
    "LOCKOUT_SLIPS",
    "MODULAR_SLIPS",
    "NABNER_SLIPS",
    "PARITY_LINE_SLIPS",
    "PROGRESSION_SLIPS",
    "RENBAN_RANGE_SLIPS",
    "RENBAN_SLIPS",
    "SAME_VALUE_SLIPS",
    "THERMOMETER_SLIPS",
    "WHISPER_CLASS_SLIPS",
    "WHISPER_SLIPS",
]

# ---- lines with an order


THERMOMETER_SLIPS = (
    misread(
        "The thermometer is read from the wrong end.",
        "Digits grow from the bulb, not towards it.",
        Thermometer,
        lambda rule, _: [[Thermometer(rule.cells[::-1], rule.slow)]],
    ),
    misread(
        "The digits of a thermometer are taken to be consecutive.",
        "Digits on a thermometer can skip numbers.",
        Thermometer,
        lambda rule, _: [[rule, Renban(rule.cells)]],
    ),
    misread(
        "A slow thermometer is read as a usual one.",
        "Neighbors on a slow thermometer can be equal.",
        Thermometer,
        lambda rule, _: [[Thermometer(rule.cells)]] if rule.slow else [],
    ),
)
INEQUALITY_SLIPS = (
    misread(
        "The sign is read the wrong way round.",
        "The sign points to the smaller digit.",
        GreaterThan,
        lambda rule, _: [[GreaterThan(rule.cells[::-1])]],
    ),
)


@slip("Cells that do not see each other are counted as different digits.")
def _counted_apart(board: Board) -> Iterator[Slipped]:
    w, n = words_on(board), board.puzzle.order
    beside: dict[tuple[int, bool], list[int]] = {}
    for rule in board.puzzle.further:
        if isinstance(rule, GreaterThan):
            greater, smaller = rule.cells
            beside.setdefault((greater, False), []).append(smaller)
            beside.setdefault((smaller, True), []).append(greater)
    for (cell, is_smaller), others in beside.items():
        lost = [n - at if is_smaller else 1 + at for at in range(1, len(others))]
        gone = tuple((cell, digit) for digit in lost if digit in board.candidates(cell))
        for one, other in combinations(others, 2) if gone else ():
            shared = [d for d in board.candidates(one) if d in board.candidates(other)]
            if w.sees(one, other) or board.digits[one] or board.digits[other] or not shared:
                continue
            digit = max(shared) if is_smaller else min(shared)
            why = (
                f"{w.cells((one, other))} do not see each other, so they can be equal: both can be "
                f"{w.digit(digit)}."
            )
            claims = Not(Sees(one, (other,))), Open((one, other), (digit,))
            yield slipped(w, why, *claims, gone=gone, cells=(cell, *others))


INEQUALITY_COUNT_SLIPS = (_counted_apart,)
BETWEEN_SLIPS = (
    misread(
        "The line is read as a thermometer.",
        "The digits between the ends need no order.",
        Between,
        lambda rule, _: [[Thermometer(rule.cells)], [Thermometer(rule.cells[::-1])]],
    ),
)


def _on_one_side(rule: Lockout, board: Board) -> list[Reading]:
    first, *line, last = rule.cells
    pairs = [(cell, end) for cell in line for end in (first, last)]
    above = less(board, [pair[::-1] for pair in pairs])
    return [[rule, less(board, pairs)], [rule, above]] if len(line) > 1 else []


LOCKOUT_SLIPS = (
    misread(
        "The line is read as a between line.",
        "The digits on a lockout line are outside the range of its ends.",
        Lockout,
        lambda rule, _: [[Between(rule.cells)]],
    ),
    misread(
        "The digits on the line are taken to be all below or all above the ends.",
        "Some digits on the line can be below both ends, and others above both.",
        Lockout,
        _on_one_side,
    ),
)
PROGRESSION_SLIPS = (
    misread(
        "The digits are taken to be consecutive.",
        "The steps of a sequence can be greater than 1.",
        Progression,
        lambda rule, _: [[rule, Renban(rule.cells)]],
    ),
)

# ---- whispers, renbans and nabners


WHISPER_SLIPS = (
    misread(
        "The difference is taken to be more than the number.",
        "A difference that is exactly the least is enough.",
        Whisper,
        lambda rule, board: [[Whisper(rule.cells, rule.difference(board.puzzle.order) + 1)]],
    ),
    misread(
        "The digits of a whisper are taken to be different.",
        "Cells of a whisper that do not see each other can be equal.",
        Whisper,
        lambda rule, board: [[rule, AllDifferent(rule.cells_on(board.puzzle.geometry))]],
    ),
)
RENBAN_SLIPS = (
    misread(
        "The digits are put in order along the line.",
        "The digits of a renban line need no order.",
        Renban,
        lambda rule, _: [[rule, Progression(rule.cells)]],
    ),
)


def _from_an_end(rule: Renban, board: Board) -> Iterator[Reading]:
    cells, n = rule.cells_on(board.puzzle.geometry), board.puzzle.order
    placed = [board.digits[cell] for cell in cells if board.digits[cell]]
    for low in {placed[0], placed[0] - len(cells) + 1} if len(placed) == 1 else ():
        if 1 <= low <= n - len(cells) + 1:
            digits = ((1 << len(cells)) - 1) << (low - 1)
            yield [rule, *(Only(cell, digits) for cell in cells)]


RENBAN_RANGE_SLIPS = (
    misread(
        "A digit on the line is taken to be the least or the greatest of its range.",
        "The range of a renban can go on below and above the digit that is known.",
        Renban,
        _from_an_end,
    ),
)


def _far_apart(rule: Nabner, board: Board) -> list[Reading]:
    table = table_of(board.puzzle.order, lambda one, other: abs(one - other) > 2)
    return [[Pairs(table, tuple(combinations(rule.cells_on(board.puzzle.geometry), 2)))]]


NABNER_SLIPS = (
    misread(
        "The line is read as a renban line.",
        "The digits of a nabner line are never consecutive.",
        Nabner,
        lambda rule, _: [[Renban(rule.cells)]],
    ),
    misread(
        "Digits that differ by 2 are taken to be too close.",
        "Digits of a nabner line can differ by 2.",
        Nabner,
        _far_apart,
    ),
)

# ---- classes that take turns


def _known(w: Words, cell: int) -> Claim:
    digit = w.board.digits[cell]
    return Placed(cell, digit) if digit else OnlyClaim((cell,), w.board.candidates(cell))


def _two_classes(rule: Parity | Whisper, board: Board) -> tuple[dict[str, int], bool]:
    """Return the two classes of a line by name, and whether they alternate."""
    n = board.puzzle.order
    if isinstance(rule, Parity):
        even, odd = rule.classes(n)
        return {"even": even, "odd": odd} if even & 2 else {"even": odd, "odd": even}, True
    size = n - rule.difference(n)
    low = (1 << max(size, 0)) - 1
    return {"low": low, "high": low << (n - size)}, 2 * size <= n


def _passed_over(board: Board, kind: type[Parity] | type[Whisper]) -> Iterator[Slipped]:
    w, masks = words_on(board), board.masks
    for rule in board.puzzle.further:
        if not isinstance(rule, kind) or rule.cells[0] == rule.cells[-1]:
            continue
        classes, is_alternating = _two_classes(rule, board)
        for start, cell in enumerate(rule.cells) if is_alternating else ():
            own = [name for name, mask in classes.items() if not masks[cell] & ~mask]
            for at, other in enumerate(rule.cells) if own else ():
                steps = abs(at - start)
                (name,) = own if steps % 2 == 0 else [each for each in classes if each not in own]
                right = masks[other] & classes[name]
                if steps < 3 or board.digits[other] or right in (0, masks[other]):
                    continue
                gone = tuple((other, digit) for digit in digits_of(right))
                end = f"{name}, too" if steps % 2 == 0 else name
                why = (
                    f"{w.cell(other)} is {w.number(steps)} steps along the line from "
                    f"{w.cell(cell)}, which is {own[0]}, so it is {end}."
                )
                claims = _known(w, cell), Open((other,), digits_of(right))
                yield slipped(w, why, *claims, gone=gone, cells=rule.cells)


PARITY_LINE_SLIPS = (
    Slip(
        "A cell is passed over in counting odd and even.",
        partial(_passed_over, kind=Parity),
    ),
)
WHISPER_CLASS_SLIPS = (
    Slip(
        "A cell is passed over in counting low and high.",
        partial(_passed_over, kind=Whisper),
    ),
)


def _back_too_early(
    board: Board, kind: type[Entropic] | type[Modular] | type[DigitGroups]
) -> Iterator[Slipped]:
    w, masks = words_on(board), board.masks
    for rule in board.puzzle.further:
        if not isinstance(rule, kind) or (k := rule.period()) < 3:
            continue
        classes = rule.classes(board.puzzle.order)
        for start, cell in enumerate(rule.cells):
            own = [mask for mask in classes if not masks[cell] & ~mask]
            for at in (start - k + 1, start + k - 1) if own else ():
                other = rule.cells[at] if 0 <= at < len(rule.cells) else cell
                right = masks[other] & ~own[0]
                if other == cell or board.digits[other] or right == masks[other]:
                    continue
                gone = tuple((other, digit) for digit in digits_of(right))
                why = (
                    f"{w.cell(other)} is only {w.number(k - 1)} steps from {w.cell(cell)}: a group "
                    f"returns after {w.number(k)} steps, and not before."
                )
                claims = _known(w, cell), Open((other,), digits_of(right))
                yield slipped(w, why, *claims, gone=gone, cells=rule.cells)


def _ascending(rule: Entropic, board: Board) -> list[Reading]:
    classes, k = rule.classes(board.puzzle.order), rule.period()
    return [
        [rule, *(Only(cell, classes[(at + first) % k]) for at, cell in enumerate(rule.cells))]
        for first in range(k if len(classes) == k else 0)
    ]


ENTROPIC_SLIPS = (
    misread(
        "The groups are taken to come as low, middle, high.",
        "The three groups can come in any order.",
        Entropic,
        _ascending,
    ),
    Slip("A group is taken to return after two cells.", partial(_back_too_early, kind=Entropic)),
)
MODULAR_SLIPS = (
    Slip("A remainder is taken to return too early.", partial(_back_too_early, kind=Modular)),
)
DIGIT_GROUP_SLIPS = (
    Slip("A group is taken to return too early.", partial(_back_too_early, kind=DigitGroups)),
)

# ---- equal cells


EQUAL_CELL_SLIPS = (
    misread(
        "The second half of a palindrome is read in the order of the first half.",
        "A palindrome reads the same from both ends.",
        Palindrome,
        lambda rule, _: (
            [[Clone(rule.cells[:half], rule.cells[-half:])]]
            if (half := len(rule.cells) // 2) > 1
            else []
        ),
    ),
)
SAME_VALUE_SLIPS = (
    misread(
        "The digits of both sets are taken to be in the same order.",
        "The two sets hold the same digits in any order.",
        SameValues,
        lambda rule, _: [[Clone(rule.first, rule.second)]],
    ),
)
