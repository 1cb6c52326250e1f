"""Slips with chains and loops: a link is too weak, an end is not seen, or a loop is not closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

from pandoku.kernel.logic import finder
from pandoku.model import Board, Node, Pair, Step, digits_of
from pandoku.techniques._link_slips import any_kinds, one_end, weak_link
from pandoku.techniques._slips import (
    places_by_house,
    seen_from,
    slipped,
    with_digit,
    words_on,
)
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import Words
from pandoku.words.claims import Claim, Linked, Needs, Not, Only, Open, Sees

__all__ = ["chain_slips", "strong_links"]

_MOST_STEPS = 20  # maximum number of steps of the technique that are looked at


def _ends_of_links(step: Step) -> Iterable[int]:
    nodes = (step.facts.links[0].start, step.facts.links[-1].end)
    return [cell for node in nodes for cell, digit in node if digit == step.eliminations[0][1]]


def _with_size(board: Board, size: int) -> list[int]:
    """Return the empty cells with *size* candidates."""
    masks, digits = board.masks, board.digits
    return [c for c, mask in enumerate(masks) if not digits[c] and mask.bit_count() == size]


@slip("Ends with different digits are taken to share a digit.")
def _other_end(board: Board) -> Iterator[Slipped]:
    """Find three pairs xy, yz and zw in a chain, which would remove x only if w were x."""
    w, masks = words_on(board), board.masks
    pairs = _with_size(board, 2)
    for middle in pairs:
        near = [cell for cell in pairs if w.sees(cell, middle)]
        for one, two in permutations(near, 2):
            y, z = masks[one] & masks[middle], masks[middle] & masks[two]
            if y.bit_count() != 1 or z.bit_count() != 1 or y == z:
                continue
            x, last = masks[one] & ~y, masks[two] & ~z
            if x in (last, z) or last == y:
                continue
            digit, end = x.bit_length(), last.bit_length()
            why = (
                f"The chain begins with {w.digit(digit)} at {w.cell(one)}, but ends with "
                f"{w.digit(end)} at {w.cell(two)}: neither cell needs to be {w.digit(digit)}."
            )
            gone = with_digit(
                (cell for cell in seen_from(board, (one, two), digit) if cell != middle), digit
            )
            claims = Only((two,), digits_of(masks[two])), Open((one,), (digit,))
            yield slipped(w, why, *claims, gone=gone, cells=(one, middle, two))


# ---- groups and loops

_Nodes = Callable[[Step], Iterable[tuple[Node, Node]]]


def _open_ends(step: Step) -> Iterable[tuple[Node, Node]]:
    links = step.facts.links
    return [(links[0].start, links[-1].end)]


def _weak_links(step: Step) -> Iterable[tuple[Node, Node]]:
    """Return the ends of the weak links in houses."""
    links = (link for link in step.facts.links if not link.strong and link.house is not None)
    return [(link.start, link.end) for link in links]


def _cells_of(node: Node) -> tuple[int, ...]:
    return tuple(cell for cell, _ in node)


def _all_cells(step: Step) -> tuple[int, ...]:
    nodes = (node for link in step.facts.links for node in (link.start, link.end))
    return tuple(dict.fromkeys(cell for node in nodes for cell in _cells_of(node)))


def _half_seen(name: str, nodes_of: _Nodes, *, of_groups: bool) -> Slip:
    """Return the slip that a cell sees one end, but not all of the other end.

    Args:
        name: The technique.
        nodes_of: A function that returns the pairs of ends of one of its steps.
        of_groups: Whether the cell sees a part of the other end, which is a group.
    """

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for step in finder(name)(board, _MOST_STEPS):
            for pair in nodes_of(step):
                for node, group in (pair, pair[::-1]):
                    digit, ends, all_ends = node[0][1], _cells_of(node), _cells_of(group)
                    if digit != group[0][1]:
                        continue
                    for cell in seen_from(board, ends, digit):
                        unseen = [end for end in all_ends if not w.sees(cell, end)]
                        if (
                            cell in all_ends
                            or not unseen
                            or (0 < len(unseen) < len(all_ends)) != (of_groups)
                        ):
                            continue
                        both = dict.fromkeys((*ends, *all_ends))
                        seen = tuple(end for end in both if end not in unseen)
                        why = (
                            f"{w.cell(cell)} sees {w.cells(seen)}, but not "
                            f"{w.cells(unseen, 'or')}, which can have the {w.digit(digit)} of the "
                            f"{'group' if of_groups else 'link'}."
                        )
                        claims = Sees(cell, seen), Open(tuple(unseen), (digit,))
                        denied = (Not(Sees(cell, (end,))) for end in unseen)
                        gone, cells = ((cell, digit),), _all_cells(step)
                        yield slipped(w, why, *claims, *denied, gone=gone, cells=cells)

    if of_groups:
        return Slip("A cell that sees only a part of a group is taken to lose the digit.", find)
    return Slip("A cell that sees one end of a weak link is taken to lose the digit.", find)


def _not_closed(name: str) -> Slip:
    """Return the slip that a chain of a kind is taken for a loop, though its ends are apart."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for step in finder(name)(board, _MOST_STEPS):
            start, end = step.facts.links[0].start, step.facts.links[-1].end
            cells, digit = _cells_of((*start, *end)), start[0][1]
            if len(cells) != 2 or end[0][1] != digit or len({*cells}) < 2 or w.sees(*cells):
                continue
            for node, other in _weak_links(step):
                if node[0][1] != other[0][1]:
                    continue
                inner = (*_cells_of(node), *_cells_of(other))
                gone = [c for c in seen_from(board, inner, node[0][1]) if c not in inner]
                why = (
                    f"The ends of the chain, {w.cells(cells)}, do not see each other, so "
                    f"both can be {w.digit(digit)}: this is not a loop, and "
                    f"neither {w.cells(inner, 'nor')} needs to be {w.digit(node[0][1])}."
                )
                claims = Open(cells, (digit,)), Not(Sees(cells[0], cells[1:]))
                out = with_digit(gone, node[0][1])
                yield slipped(w, why, *claims, gone=out, cells=_all_cells(step))

    return Slip("A chain whose ends do not see each other is taken for a loop.", find)


def _wrong_sign(name: str) -> Slip:
    """Return the slip that a candidate between two strong links is removed."""

    def find(board: Board) -> Iterator[Slipped]:
        w = words_on(board)
        for step in finder(name)(board, _MOST_STEPS):
            first, last = step.facts.links[0], step.facts.links[-1]
            if not first.strong or len(first.start) != 1:
                continue
            ((cell, digit),) = first.start
            why = (
                f"The loop begins and ends with a strong link. If {w.cell(cell)} were not "
                f"{w.digit(digit)}, the last link would make it {w.digit(digit)}, so "
                f"it is {w.digit(digit)}."
            )
            gone = ((cell, digit),)
            yield slipped(w, why, Linked(first), Linked(last), gone=gone, cells=_all_cells(step))

    return Slip("A candidate between two strong links is removed.", find)


# ---- links that are too weak


class _Loose(NamedTuple):
    """Two candidates that somebody takes for a strong link.

    Attributes:
        one, other: The candidates.
        why: The reason why both can be false, as a sentence.
        claims: The claims of the sentence.
        third: The candidate that is overlooked.
    """

    one: Pair
    other: Pair
    why: str
    claims: tuple[Claim, ...]
    third: Pair


def _loose_cells(w: Words, board: Board) -> Iterator[_Loose]:
    """Yield the pairs of candidates in cells with three."""
    for cell in _with_size(board, 3):
        for one, other, third in permutations(board.candidates(cell)):
            why = (
                f"{w.cell(cell)} can also be {w.digit(third)}, so it need not be {w.digit(other)} "
                f"if it is not {w.digit(one)}."
            )
            claims = (Open((cell,), (third,)),)
            yield _Loose((cell, one), (cell, other), why, claims, (cell, third))


def _loose_houses(w: Words, board: Board) -> Iterator[_Loose]:
    """Yield the pairs of places in houses with three."""
    for index, house, digit, places in places_by_house(board):
        for one, other, third in permutations(places) if len(places) == 3 else ():
            why = (
                f"In {w.house(house)}, {w.digit(digit)} can also be at {w.cell(third)}: it need "
                f"not be at {w.cell(other)} if it is not at {w.cell(one)}."
            )
            claims = Needs(index, digit), Open((third,), (digit,))
            yield _Loose((one, digit), (other, digit), why, claims, (third, digit))


def strong_links(board: Board) -> dict[Pair, list[Pair]]:
    """Map the candidates with strong links to the other ends of these links."""
    found: dict[Pair, list[Pair]] = {}
    for cell in _with_size(board, 2):
        for one, other in permutations(board.candidates(cell)):
            found.setdefault((cell, one), []).append((cell, other))
    for _, _, digit, places in places_by_house(board):
        for here, there in permutations(places) if len(places) == 2 else ():
            found.setdefault((here, digit), []).append((there, digit))
    return found


def _around(
    w: Words, board: Board, loose: Iterable[_Loose]
) -> Iterator[tuple[_Loose, Pair, Pair, Pair, Pair]]:
    """Yield chains of three links, where the second link is too weak.

    Each item has this link, the start of the chain, the end of its first link, the start of its
    last link, and the end of the chain.
    """
    strong = strong_links(board)

    def outward(pair: Pair) -> list[tuple[Pair, Pair]]:
        near = [(pair[0], d) for d in board.candidates(pair[0]) if d != pair[1]]
        near += with_digit(seen_from(board, (pair[0],), pair[1]), pair[1])
        return [(turn, end) for turn in near for end in strong.get(turn, ()) if end != pair]

    for link in loose:
        for turn, start in outward(link.one):
            for last, end in outward(link.other):
                nodes = {start, turn, link.one, link.other, last}
                is_chain = len(nodes) == 5 and end not in (turn, link.one, link.other, last)
                if is_chain and link.third not in (*nodes, end):
                    yield link, start, turn, last, end


@slip("A cell with three candidates is taken for a strong link.")
def _loose_chain(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for link, start, turn, last, end in _around(w, board, _loose_cells(w, board)):
        if start[1] != end[1] or start >= end:
            continue
        cells = (start[0], turn[0], link.one[0], last[0], end[0])
        gone = seen_from(board, (start[0], end[0]), end[1])
        out = with_digit((cell for cell in gone if (cell, end[1]) not in (turn, last)), end[1])
        yield slipped(w, link.why, *link.claims, gone=out, cells=tuple(dict.fromkeys(cells)))


@slip("Three places in a house are taken for a strong link.")
def _loose_loop(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for link, start, turn, last, end in _around(w, board, _loose_houses(w, board)):
        if start == end:
            nodes = (start, turn, link.one, link.other, last)
            cells = tuple(dict.fromkeys(cell for cell, _ in nodes))
            yield slipped(w, link.why, *link.claims, placed=(start,), cells=cells)


def chain_slips(name: str) -> tuple[Slip, ...]:
    """Return the slips with a kind of chains."""
    if name == "x-chain":
        return one_end(name, _ends_of_links), weak_link(any_kinds)
    if name == "xy-chain":
        return one_end(name, _ends_of_links), _other_end
    weak_cell = _loose_chain
    weak_house = _loose_loop
    return {
        "alternating-chain": (one_end(name, _ends_of_links), weak_cell),
        "grouped-alternating-chain": (
            one_end(name, _ends_of_links),
            _half_seen(name, _open_ends, of_groups=True),
        ),
        "continuous-loop": (
            _half_seen(name, _weak_links, of_groups=False),
            _not_closed("alternating-chain"),
        ),
        "grouped-continuous-loop": (
            _half_seen(name, _weak_links, of_groups=True),
            _not_closed("grouped-alternating-chain"),
        ),
        "discontinuous-loop": (_wrong_sign(name), weak_house),
        "grouped-discontinuous-loop": (_wrong_sign(name), weak_house),
    }[name]
