"""Slips with fish, wings and two links: a link is too weak, or an end is not seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations

from pandoku.kernel.logic import finder
from pandoku.model import Board, House, Step, digits_of, open_in
from pandoku.techniques._slips import (
    places_by_house,
    seen_from,
    slipped,
    with_digit,
)
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import words_on
from pandoku.words.claims import Inside, Needs, Not, Open, Sees

__all__ = [
    "EMPTY_RECTANGLE_SLIPS",
    "KITE_SLIPS",
    "SKYSCRAPER_SLIPS",
    "TURBOT_SLIPS",
    "W_WING_SLIPS",
    "XYZ_WING_SLIPS",
    "XY_WING_SLIPS",
    "any_kinds",
    "finned_fish_slips",
    "fish_slips",
    "one_end",
    "weak_link",
    "wxyz_wing_slips",
]

_MOST_STEPS = 20  # maximum number of steps of the technique whose ends are looked at
_MOST_EXTRA = 2  # maximum number of further places of a fish that is not one

# ---- fish


def fish_slips(size: int) -> tuple[Slip, ...]:
    """Return the slips with fish of a size."""

    def find(board: Board) -> Iterator[Slipped]:
        for digit, others, last in _base_lines(board, size):
            yield from _nearly_fish(board, digit, others, last)

    return (Slip("A further place in one of the base lines is overlooked.", find),)


_Line = tuple[House, tuple[int, ...]]  # a line, and the places of a digit in it


def _base_lines(board: Board, size: int) -> Iterator[tuple[int, list[_Line], _Line]]:
    """Yield a digit, parallel lines with a few places for it, and one more such line."""
    for kind in ("row", "column"):
        by_digit: dict[int, list[_Line]] = {}
        for _, house, digit, places in places_by_house(board):
            if house.kind == kind and 2 <= len(places) <= size + _MOST_EXTRA:
                by_digit.setdefault(digit, []).append((house, places))
        for digit, lines in by_digit.items():
            for base in combinations(lines, size):
                for last in base:
                    yield digit, [each for each in base if each is not last], last


def _crossing_lines(
    board: Board, others: Sequence[_Line], last: _Line
) -> tuple[list[House], list[int]]:
    """Return the lines that cross at the places of some lines, and the other places of *last*."""
    kind = "column" if last[0].kind == "row" else "row"
    crossing = [house for house in board.puzzle.geometry.houses if house.kind == kind]
    places = {cell for _, cells in others for cell in cells}
    cover = [house for house in crossing if not places.isdisjoint(house.cells)]
    held = {cell for house in cover for cell in house.cells}
    return cover, [cell for cell in last[1] if cell not in held]


def _nearly_fish(
    board: Board, digit: int, others: Sequence[_Line], last: _Line
) -> Iterator[Slipped]:
    """Yield the fish that some base lines would make with a line that has further places."""
    w, size = words_on(board), len(others) + 1
    cover, further = _crossing_lines(board, others, last)
    if len(cover) != size or not 1 <= len(further) <= _MOST_EXTRA:
        return
    if len(last[1]) - len(further) < 2:
        return
    base_cells = {cell for house, _ in (*others, last) for cell in house.cells}
    in_cover = open_in(board, [cell for house in cover for cell in house.cells], digit)
    gone = [
        cell
        for cell in in_cover
        if cell not in base_cells and not all(w.sees(cell, fin) for fin in further)
    ]
    pattern = [cell for _, places in (*others, last) for cell in places if cell not in further]
    why = (
        f"In {w.house(last[0])}, {w.digit(digit)} can also be at {w.cells(further, 'or')}, so "
        f"{w.house_names(cover)} need not have their {w.digit(digit)}s in these {last[0].kind}s."
    )
    claim = Open(tuple(further), (digit,))
    yield slipped(w, why, claim, gone=with_digit(gone, digit), cells=tuple(pattern))


def finned_fish_slips(name: str) -> tuple[Slip, ...]:
    """Return the slips with fish that have fins."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for step in finder(name)(board, _MOST_STEPS):
            fins = [cell for cell, role in step.facts.cells if role == "fin"]
            digit, houses = step.eliminations[0][1], step.facts.houses
            base, cover = houses[: len(houses) // 2], houses[len(houses) // 2 :]
            inside = {cell for house in base for cell in house.cells}
            for house in cover:
                for cell in open_in(board, house.cells, digit):
                    unseen = [fin for fin in fins if not w.sees(cell, fin)]
                    if cell in inside or not unseen:
                        continue
                    why = (
                        f"{w.cell(cell)} does not see the fin {w.cell(unseen[0])}: if the "
                        f"{w.digit(digit)} is there, {w.house(house)} can have its "
                        f"{w.digit(digit)} at {w.cell(cell)}."
                    )
                    denied, claim = Not(Sees(cell, (unseen[0],))), Open((unseen[0],), (digit,))
                    gone = ((cell, digit),)
                    yield slipped(w, why, denied, claim, gone=gone, cells=_cells(step))

    return (
        Slip("A cell that does not see all fins is taken to lose the digit.", find),
        Slip("A second fin in another box is overlooked.", _second_fin(name)),
    )


def _second_fin(name: str) -> Callable[[Board], Iterator[Slipped]]:
    """Return a finder of fish with two fins, where a cell does not see the second fin."""
    size = {"x-wing": 2, "swordfish": 3, "jellyfish": 4}[name.partition("-")[2]]
    is_sashimi = name.startswith("sashimi")

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for digit, others, last in _base_lines(board, size):
            cover, fins = _crossing_lines(board, others, last)
            if len(cover) != size or len(fins) != 2 or w.common_houses(fins)[1:]:
                continue
            if (len(last[1]) == 3) is not is_sashimi:
                continue
            base_cells = {cell for house, _ in (*others, last) for cell in house.cells}
            in_cover = [c for house in cover for c in house.cells if c not in base_cells]
            pattern = [cell for _, places in (*others, last) for cell in places]
            for fin, second in permutations(fins):
                for cell in open_in(board, in_cover, digit):
                    if w.sees(cell, fin) and not w.sees(cell, second):
                        why = (
                            f"In {w.house(last[0])}, {w.digit(digit)} can also be at "
                            f"{w.cell(second)}, a second fin, which {w.cell(cell)} does not see."
                        )
                        claims = Open((second,), (digit,)), Not(Sees(cell, (second,)))
                        gone, cells = ((cell, digit),), tuple(pattern)
                        yield slipped(w, why, *claims, gone=gone, cells=cells)

    return find


def _cells(step: Step) -> tuple[int, ...]:
    return tuple(dict.fromkeys(cell for cell, _ in step.facts.cells))


# ---- ends that are not seen

_Ends = Callable[[Step], Iterable[int]]


def _z_cells(step: Step) -> Iterable[int]:
    return [cell for cell, _, role in step.facts.candidates if role == "z"]


def _outer_cells(step: Step) -> Iterable[int]:
    free_a, _, _, free_b = (cell for cell, _ in step.facts.cells)
    return free_a, free_b


def one_end(
    name: str,
    ends_of: _Ends,
    text: str = "A cell that sees only one end is taken to lose the digit.",
) -> Slip:
    """Return the slip that a cell sees only one of two ends.

    Args:
        name: The technique.
        ends_of: A function that returns the cells of both ends of one of its steps.
        text: The text of the slip.
    """

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for step in finder(name)(board, _MOST_STEPS):
            digit = step.eliminations[0][1]
            ends = open_in(board, ends_of(step), digit)
            for cell in sorted({c for end in ends for c in seen_from(board, (end,), digit)}):
                seen = [end for end in ends if w.sees(cell, end)]
                unseen = [end for end in ends if not w.sees(cell, end)]
                if cell in _cells(step) or not unseen:
                    continue
                why = (
                    f"{w.cell(cell)} sees {w.cells(seen)}, but not {w.cells(unseen, 'or')}, where "
                    f"the {w.digit(digit)} can be."
                )
                claims = Sees(cell, tuple(seen)), Open(tuple(unseen), (digit,))
                denied = (Not(Sees(cell, (end,))) for end in unseen)
                gone = ((cell, digit),)
                yield slipped(w, why, *claims, *denied, gone=gone, cells=_cells(step))

    return Slip(text, find)


def wxyz_wing_slips() -> tuple[Slip, ...]:
    """Return the slips with WXYZ-wings."""
    return (one_end("wxyz-wing", _z_cells),)


# ---- wings


def _with_size(board: Board, size: int) -> list[int]:
    """Return the empty cells with *size* candidates."""
    masks, digits = board.masks, board.digits
    return [c for c, mask in enumerate(masks) if not digits[c] and mask.bit_count() == size]


def _wings(board: Board, size: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield cells of *size* candidates with two pairs like wings: pivot, two wings, their z.

    The pivot sees the first wing. It need not see the second, and may have other candidates.
    """
    masks, sight = board.masks, board.puzzle.sight
    pairs = _with_size(board, 2)
    for pivot in _with_size(board, size):
        for one, two in permutations(pairs, 2):
            z = masks[one] & masks[two]
            if z.bit_count() != 1 or z & masks[pivot] or one not in sight[pivot] or two == pivot:
                continue
            if (masks[one] | masks[two]) & ~masks[pivot] == z:
                yield pivot, one, two, z.bit_length()


@slip("A third candidate of the pivot is overlooked.")
def _third_candidate(board: Board) -> Iterator[Slipped]:
    w, masks = words_on(board), board.masks
    for pivot, one, two, z in _wings(board, 3):
        if one < two and w.sees(pivot, two):
            (further,) = digits_of(masks[pivot] & ~(masks[one] | masks[two]))
            why = (
                f"The pivot {w.cell(pivot)} can also be {w.digit(further)}, and then neither "
                f"{w.cells((one, two), 'nor')} needs to be {w.digit(z)}."
            )
            gone = with_digit(seen_from(board, (one, two), z), z)
            claim, cells = Open((pivot,), (further,)), (pivot, one, two)
            yield slipped(w, why, claim, gone=gone, cells=cells)


@slip("A cell that does not see the pivot is taken to lose the digit.")
def _pivot_unseen(board: Board) -> Iterator[Slipped]:
    w, masks = words_on(board), board.masks
    for pivot in _with_size(board, 3):
        wings = [
            c for c in _with_size(board, 2) if w.sees(c, pivot) and not masks[c] & ~masks[pivot]
        ]
        for one, two in combinations(wings, 2):
            z = masks[one] & masks[two]
            if z.bit_count() != 1:
                continue
            digit = z.bit_length()
            for cell in seen_from(board, (one, two), digit):
                if cell != pivot and not w.sees(cell, pivot):
                    why = (
                        f"{w.cell(pivot)} can be {w.digit(digit)}, too, and {w.cell(cell)} does "
                        f"not see it."
                    )
                    claims = Open((pivot,), (digit,)), Not(Sees(cell, (pivot,)))
                    gone, cells = ((cell, digit),), (pivot, one, two)
                    yield slipped(w, why, *claims, gone=gone, cells=cells)


@slip("A wing that the pivot does not see is counted.")
def _wing_apart(board: Board) -> Iterator[Slipped]:
    w, masks = words_on(board), board.masks
    for pivot, one, two, z in _wings(board, 2):
        if not w.sees(pivot, two):
            (shared,) = digits_of(masks[pivot] & masks[two])
            why = (
                f"{w.cell(pivot)} does not see {w.cell(two)}, so both can be {w.digit(shared)}, "
                f"and neither wing needs to be {w.digit(z)}."
            )
            gone = with_digit((c for c in seen_from(board, (one, two), z) if c != pivot), z)
            claims = Not(Sees(pivot, (two,))), Open((pivot, two), (shared,))
            yield slipped(w, why, *claims, gone=gone, cells=(pivot, one, two))


@slip("A wing that does not see its end of the link is counted.")
def _link_apart(board: Board) -> Iterator[Slipped]:
    """Find W-wings whose link has a place that its wing does not see."""
    w = words_on(board)
    for one, two, linked, z in _equal_pairs(board):
        for house, places in _houses_with_places(board, linked, 2):
            for link, loose in (places, places[::-1]):
                if not w.sees(one, link) or w.sees(two, loose) or {one, two} & {*places}:
                    continue
                why = (
                    f"{w.cell(two)} does not see {w.cell(loose)}: if {w.house(house)} has its "
                    f"{w.digit(linked)} there, both wings can be {w.digit(linked)}."
                )
                if w.sees(one, loose):  # the wing sees both places, so it is never this digit
                    continue
                gone = with_digit(seen_from(board, (one, two), z), z)
                claims = Not(Sees(two, (loose,))), Open((loose, one, two), (linked,))
                yield slipped(w, why, *claims, gone=gone, cells=(one, two, *places))


@slip("A third place in the house of the link is overlooked.")
def _third_place_of_link(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for one, two, linked, z in _equal_pairs(board):
        for house, places in _houses_with_places(board, linked, 3):
            for link_one, link_two, third in permutations(places, 3):
                unseen = not w.sees(one, third) and not w.sees(two, third)
                if not (w.sees(one, link_one) and w.sees(two, link_two) and unseen):
                    continue
                if {one, two} & {*places}:
                    continue
                why = (
                    f"{w.house(house)} can also have its {w.digit(linked)} at {w.cell(third)}, "
                    f"which neither {w.cells((one, two), 'nor')} sees."
                )
                gone = with_digit(seen_from(board, (one, two), z), z)
                denied = Not(Sees(one, (third,))), Not(Sees(two, (third,)))
                claim, cells = Open((third,), (linked,)), (one, two, link_one, link_two)
                yield slipped(w, why, claim, *denied, gone=gone, cells=cells)


def _equal_pairs(board: Board) -> Iterator[tuple[int, int, int, int]]:
    """Yield cells with the same two candidates that do not see each other, and the candidates."""
    for one, two in permutations(_with_size(board, 2), 2):
        if board.masks[one] == board.masks[two] and two not in board.puzzle.sight[one]:
            for linked, z in permutations(digits_of(board.masks[one])):
                yield one, two, linked, z


def _houses_with_places(
    board: Board, digit: int, count: int
) -> Iterator[tuple[House, tuple[int, ...]]]:
    for _, house, each, places in places_by_house(board):
        if each == digit and len(places) == count:
            yield house, places


XY_WING_SLIPS = (
    one_end("xy-wing", _z_cells),
    _third_candidate,
    _wing_apart,
)
XYZ_WING_SLIPS = (
    _pivot_unseen,
    one_end("xyz-wing", _z_cells),
)
W_WING_SLIPS = (
    one_end("w-wing", _z_cells),
    _link_apart,
    _third_place_of_link,
)

# ---- two strong links

_Kinds = Callable[[House, House, Sequence[House]], bool]


def _parallel(one: House, two: House, joint: Sequence[House]) -> bool:
    return one.kind == two.kind != "box" and any(
        house.kind in ("row", "column") and house.kind != one.kind for house in joint
    )


def any_kinds(one: House, two: House, joint: Sequence[House]) -> bool:
    """Accept all houses with a strong link, for `weak_link`."""
    return True


def weak_link(fits: _Kinds) -> Slip:
    """Return the slip that a house with three places is taken for a strong link.

    Args:
        fits: A function of the houses of both links, and of the houses that join them. It returns
            whether they look like the pattern.
    """

    def find(board: Board) -> Iterator[Slipped]:
        w, sight = words_on(board), board.puzzle.sight
        for digit in range(1, board.puzzle.order + 1):
            pairs = [*_houses_with_places(board, digit, 2)]
            for house, places in _houses_with_places(board, digit, 3):
                for (strong, ends), (near, far, third) in (
                    (pair, each) for pair in pairs for each in permutations(places)
                ):
                    for free, turn in (ends, ends[::-1]):
                        if near not in sight[turn] or len({free, turn, *places}) < 5:
                            continue
                        if third in sight[turn]:
                            continue
                        if not fits(strong, house, w.common_houses((turn, near))):
                            continue
                        seen = seen_from(board, (free, far), digit)
                        gone = [cell for cell in seen if not w.sees(cell, third)]
                        why = (
                            f"{w.house(house)} has a third place for {w.digit(digit)}, "
                            f"{w.cell(third)}, so {w.cell(far)} need not be {w.digit(digit)} if "
                            f"{w.cell(near)} is not."
                        )
                        claims = Needs(w.index(house), digit), Open((third,), (digit,))
                        out = with_digit((c for c in gone if c not in (turn, near, third)), digit)
                        cells = (free, turn, near, far)
                        yield slipped(w, why, *claims, gone=out, cells=cells)

    return Slip("A house with three places is taken for a strong link.", find)


SKYSCRAPER_SLIPS = (one_end("skyscraper", _outer_cells), weak_link(_parallel))
KITE_SLIPS = (
    one_end("two-string-kite", _outer_cells),
    weak_link(
        lambda one, two, joint: (
            {one.kind, two.kind} == {"row", "column"} and any(h.kind == "box" for h in joint)
        )
    ),
)
TURBOT_SLIPS = (one_end("turbot-fish", _outer_cells), weak_link(any_kinds))

# ---- empty rectangles


def _arms(
    board: Board,
) -> Iterator[tuple[House, int, tuple[int, ...], House, House]]:
    """Yield a box, a digit, its places in the box, and a line and another line that cross there."""
    houses = board.puzzle.geometry.houses
    lines = [house for house in houses if house.kind in ("row", "column")]
    for _, box, digit, places in places_by_house(board):
        if box.kind not in ("box", "region") or len(places) < 2:
            continue
        for met, other in permutations(lines, 2):
            if met.kind != other.kind and not {*met.cells}.isdisjoint(places):
                in_other = [cell for cell in places if cell in other.cells]
                if len(in_other) >= 1 and not {*places} <= {*other.cells}:
                    yield box, digit, places, met, other


@slip("A place in the box that is in neither line is overlooked.")
def _place_off_the_arms(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for box, digit, places, met, other in _arms(board):
        outside = [cell for cell in places if cell not in (*met.cells, *other.cells)]
        in_other = [cell for cell in places if cell in other.cells]
        if len(outside) != 1 or len(places) < 4:
            continue
        for _, pair in _houses_with_places(board, digit, 2):
            for near, far in (pair, pair[::-1]):
                if near not in met.cells or near in box.cells or far in (*box.cells, *met.cells):
                    continue
                gone = [
                    cell for cell in seen_from(board, (far, *in_other), digit) if cell not in places
                ]
                why = (
                    f"{w.house(box)} can also have its {w.digit(digit)} at {w.cell(outside[0])}, "
                    f"which is neither in {w.house(met)} nor in {w.house(other)}."
                )
                denied = (Not(Inside((outside[0],), (w.index(line),))) for line in (met, other))
                claim, cells = Open((outside[0],), (digit,)), (*places, near, far)
                yield slipped(w, why, claim, *denied, gone=with_digit(gone, digit), cells=cells)


@slip("A line outside the box with three places is taken for a link.")
def _third_place_beside_box(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for box, digit, places, met, other in _arms(board):
        if any(cell not in (*met.cells, *other.cells) for cell in places):
            continue
        in_other = [cell for cell in places if cell in other.cells]
        for house, three in _houses_with_places(board, digit, 3):
            for near, far, third in permutations(three):
                if near not in met.cells or near in box.cells:
                    continue
                if not {far, third}.isdisjoint((*box.cells, *met.cells)):
                    continue
                gone = [
                    cell
                    for cell in seen_from(board, (far, *in_other), digit)
                    if cell not in (*places, near, third) and not w.sees(cell, third)
                ]
                why = (
                    f"{w.house(house)} has a third place for {w.digit(digit)}, {w.cell(third)}, "
                    f"so {w.cell(far)} need not be {w.digit(digit)} if {w.house(met)} has its "
                    f"{w.digit(digit)} in {w.house(box)}."
                )
                claims = Needs(w.index(house), digit), Open((third,), (digit,))
                cells = (*places, near, far)
                yield slipped(w, why, *claims, gone=with_digit(gone, digit), cells=cells)


EMPTY_RECTANGLE_SLIPS = (
    _place_off_the_arms,
    _third_place_beside_box,
)
