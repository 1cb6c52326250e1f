"""Rule trials: assume a candidate, and follow singles and rules to a contradiction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pandoku.model import (
    Board,
    CageFact,
    Differ,
    Facts,
    Pair,
    Puzzle,
    Relation,
    Step,
    digits_of,
)
from pandoku.model.narrowing import constraint_parts, narrowed_masks
from pandoku.techniques._branches import trial_lines, trial_premise
from pandoku.techniques._kept import per_puzzle
from pandoku.techniques._technique import Technique

__all__ = ["TECHNIQUES"]


# A contradiction: candidates that are all false although one of them must be true. The second item
# is the number of the house if the candidates are the places of a digit in a house.
_Clash: TypeAlias = tuple[tuple[Pair, ...], int | None]

_MOST_NODES = 200  # maximum number of implications in one trial
_MOST_KNOWN = 20_000  # maximum number of results in the cache of each part


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of a constraint: relations that are evaluated together.

    Attributes:
        number: Position of the constraint in `Puzzle.constraints`.
        relations: The relations.
        cells: The cells of the relations, without duplicates.
        sight: For each cell of the grid, the cells that it sees.
    """

    number: int
    relations: tuple[Relation, ...]
    cells: tuple[int, ...]
    sight: Sequence[Sequence[int]]
    _known: dict[tuple[int, ...], Sequence[int] | None] = field(default_factory=dict)

    def left(self, masks: Sequence[int]) -> Sequence[int] | None:
        """Return the masks that the relations leave for *cells*, or None if they change nothing."""
        own = tuple([masks[cell] for cell in self.cells])
        if own not in self._known:  # trials often need the result for the same masks again
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            if isinstance(self.relations[0], Differ):
                left = own
                for at, mask in enumerate(own):
                    if mask.bit_count() == 1:
                        others = enumerate(left)
                        left = tuple([each if i == at else each & ~mask for i, each in others])
            else:
                narrowed = narrowed_masks(self.relations, masks, self.sight)
                left = tuple(narrowed[cell] for cell in self.cells)
            self._known[own] = None if left == own else left
        return self._known[own]


@per_puzzle
def trial_parts(puzzle: Puzzle) -> tuple[tuple[Part, ...], ...]:
    """Return for each cell the parts that contain it, even if they only make cells differ."""
    found: list[list[Part]] = [[] for _ in range(puzzle.geometry.n_cells)]
    for number, constraint in enumerate(puzzle.constraints):
        groups = [*constraint_parts(constraint, puzzle)]
        groups += [(each,) for each in constraint.relations(puzzle) if isinstance(each, Differ)]
        for group in groups:
            cells = dict.fromkeys(cell for relation in group for cell in relation.cells)
            part = Part(number, group, tuple(cells), puzzle.sight)
            for cell in cells:
                found[cell].append(part)
    return tuple(map(tuple, found))


@dataclass(frozen=True, slots=True)
class _Node:
    """An implication of a trial.

    Attributes:
        step: The conclusion. Its facts are the premises.
        rests_on: The candidates that are the premises. Earlier implications have made them true or
            false.
        part: The relations that prove the implication, or None if it is a single.
    """

    step: Step
    rests_on: tuple[Pair, ...]
    part: Part | None = None


@dataclass(slots=True)
class Trial:
    """A trial: the consequences of one candidate, round by round.

    Attributes:
        board: The board. A trial does not change it.
        parts: For each cell, the parts that contain it.
        start: The assumed candidate.
    """

    board: Board
    parts: Sequence[Sequence[Part]]
    start: Pair
    masks: list[int] = field(init=False)
    _nodes: list[_Node] = field(init=False, default_factory=list)
    _said_by: dict[Pair, int] = field(init=False, default_factory=dict)
    _placed: set[int] = field(init=False, default_factory=set)
    _changed: set[int] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self.masks = list(self.board.masks)
        self._place(Step("assumption", placements=(self.start,)), ())

    def rounds(self) -> Iterator[Step | None]:
        """Yield None after each round without a contradiction, and the step after the last round.

        A round places the current singles and evaluates each constraint whose cells have changed.
        The rounds end with the first contradiction, or without a step if nothing more follows.
        """
        while self._changed and len(self._nodes) < _MOST_NODES:
            changed, self._changed = self._changed, set()
            for part in dict.fromkeys(
                each for cell in sorted(changed) for each in self.parts[cell]
            ):
                self._ask(part)
                if clash := self._empty_cell(part.cells):
                    yield self._step(*clash)
                    return
            clash = self._singles() or self._empty_cell(range(len(self.masks)))
            if clash:
                yield self._step(*clash)
                return
            yield None

    # ---- one round

    def _place(self, step: Step, rests_on: tuple[Pair, ...]) -> None:
        ((cell, digit),) = step.placements
        at, bit = len(self._nodes), 1 << (digit - 1)
        self._nodes.append(_Node(step, rests_on))
        self._placed.add(cell)
        for other in digits_of(self.masks[cell] & ~bit):
            self._said_by[cell, other] = at
        self._said_by[cell, digit] = at
        self.masks[cell] = bit
        self._changed.add(cell)
        geometry = self.board.puzzle.geometry
        for house in geometry.houses_of[cell]:
            for peer in geometry.houses[house].cells:
                if peer != cell and self.masks[peer] & bit:
                    self._remove(peer, bit, at)

    def _remove(self, cell: int, mask: int, by: int) -> None:
        for digit in digits_of(self.masks[cell] & mask):
            self._said_by[cell, digit] = by
        self.masks[cell] &= ~mask
        self._changed.add(cell)

    def _ask(self, part: Part) -> None:
        if (left := part.left(self.masks)) is None:
            return
        gone = tuple(
            (cell, digit)
            for cell, mask in zip(part.cells, left, strict=True)
            for digit in digits_of(self.masks[cell] & ~mask)
        )
        off = self._off(part.cells)
        at = len(self._nodes)
        self._nodes.append(_Node(Step("rule", eliminations=gone), off, part))
        for cell, digit in gone:
            self._remove(cell, 1 << (digit - 1), at)

    def _off(self, cells: Iterable[int]) -> tuple[Pair, ...]:
        """Return the candidates of the cells on the board that the trial has made false."""
        return tuple(
            (cell, digit)
            for cell in cells
            for digit in digits_of(self.board.masks[cell] & ~self.masks[cell])
        )

    def _singles(self) -> _Clash | None:
        """Place the singles. If a house has no place left for a digit, return a contradiction."""
        houses, n = self.board.puzzle.geometry.houses, self.board.puzzle.order
        for cell in sorted(self._changed):
            mask = self.masks[cell]
            if mask and not mask & (mask - 1) and cell not in self._placed:
                if self.board.digits[cell]:
                    continue
                off = self._off((cell,))
                facts = Facts(candidates=tuple((*pair, "off") for pair in off))
                pair = (cell, mask.bit_length())
                self._place(Step("naked-single", placements=(pair,), facts=facts), off)
        for number, house in enumerate(houses):
            if self._changed.isdisjoint(house.cells):
                continue
            for digit in range(1, n + 1):
                bit = 1 << (digit - 1)
                places = [cell for cell in house.cells if self.masks[cell] & bit]
                if len(places) > 1 or (places and self._is_known(places[0])):
                    continue
                off = tuple(
                    (cell, digit)
                    for cell in house.cells
                    if self.board.masks[cell] & bit and not self.masks[cell] & bit
                )
                if not places:
                    return off, number
                facts = Facts(candidates=tuple((*pair, "off") for pair in off), houses=(house,))
                pair = (places[0], digit)
                self._place(Step("hidden-single", placements=(pair,), facts=facts), off)
        return None

    def _is_known(self, cell: int) -> bool:
        return cell in self._placed or self.board.digits[cell] > 0

    def _empty_cell(self, cells: Iterable[int]) -> _Clash | None:
        for cell in cells:
            if not self.masks[cell]:
                return self._off((cell,)), None
        return None

    # ---- the step

    def _step(self, clash: tuple[Pair, ...], house: int | None) -> Step:
        """Return the step, with only the implications that lead to the contradiction."""
        needed: dict[int, set[Pair]] = {}
        rests: dict[int, tuple[Pair, ...]] = {}
        for pair in clash:
            needed.setdefault(self._said_by[pair], set()).add(pair)
        for at in range(len(self._nodes) - 1, -1, -1):
            if at not in needed:
                continue
            node = self._nodes[at]
            rests[at] = self._premises(node, needed[at]) if node.part else node.rests_on
            for pair in rests[at]:
                needed.setdefault(self._said_by[pair], set()).add(pair)
        needed.setdefault(0, set())
        branch = tuple(
            self._said(self._nodes[at], needed[at], rests.get(at, ())) for at in sorted(needed)
        )
        houses = () if house is None else (self.board.puzzle.geometry.houses[house],)
        facts = Facts(
            cells=() if houses else ((clash[0][0], "contradiction"),),
            candidates=(
                (*self.start, "source"),
                *((*pair, "contradiction") for pair in clash),
            ),
            houses=houses,
            branches=(branch,),
            constraints=tuple(
                dict.fromkeys(number for each in branch for number in each.facts.constraints)
            ),
        )
        return Step("rule-trial", eliminations=(self.start,), facts=facts)

    def _said(self, node: _Node, said: set[Pair], rests_on: tuple[Pair, ...]) -> Step:
        if node.part is None:
            return node.step
        gone = tuple(pair for pair in node.step.eliminations if pair in said)
        off, number = tuple((*pair, "off") for pair in rests_on), node.part.number
        if number < len(self.board.puzzle.cages):
            return Step("cage", (), gone, Facts(candidates=off, cages=(CageFact(number),)))
        return Step("rule", (), gone, Facts(candidates=off, constraints=(number,)))

    def _premises(self, node: _Node, said: set[Pair]) -> tuple[Pair, ...]:
        """Return the premises that the constraint needs to exclude the candidates in *said*."""
        assert node.part is not None
        kept = list(node.rests_on)
        for cell in dict.fromkeys(cell for cell, _ in node.rests_on):
            without = [pair for pair in kept if pair[0] != cell]
            if self._follows(node.part, without, said):
                kept = without
        for pair in tuple(kept):
            without = [each for each in kept if each != pair]
            if self._follows(node.part, without, said):
                kept = without
        return tuple(kept)

    def _follows(self, part: Part, off: Iterable[Pair], said: set[Pair]) -> bool:
        masks = list(self.board.masks)
        for cell, digit in off:
            masks[cell] &= ~(1 << (digit - 1))
        if not all(masks[cell] for cell in part.cells):
            return False
        of_cells = part.left(masks) or [masks[cell] for cell in part.cells]
        left = dict(zip(part.cells, of_cells, strict=True))
        return not any(left[cell] >> (digit - 1) & 1 for cell, digit in said)


def _find(board: Board, limit: int) -> Iterator[Step]:
    """Yield the steps of trials, beginning with the trials that take the fewest rounds.

    Trials with the same number of rounds are ordered by the number of candidates in their cells.
    """
    parts = trial_parts(board.puzzle)
    cells = [cell for cell, digit in enumerate(board.digits) if not digit]
    cells.sort(key=lambda cell: board.masks[cell].bit_count())
    under_way = [
        Trial(board, parts, (cell, digit)).rounds()
        for cell in cells
        for digit in digits_of(board.masks[cell])
    ]
    while under_way:
        left = []
        for trial in under_way:
            for step in trial:
                if step is None:
                    left.append(trial)
                else:
                    yield step
                break
        under_way = left


TECHNIQUES = (
    Technique(
        name="rule-trial",
        aliases=("constraint trial", "constraint nishio", "rule nishio", "trial by rules"),
        summary="singles and rules lead from a candidate to something impossible",
        find=_find,
        weight=8.5,
        what=lambda w: f"if {trial_premise(w)}",
        reason=trial_lines,
        look_for="a cell with two or three candidates where several rules meet, when all else has "
        "failed: follow one of them, and see whether a rule or a house breaks.",
        why="what follows from a true candidate is true. When something impossible follows, the "
        "candidate is false.",
        needs=frozenset({"constraints"}),
        roles=("source", "off", "contradiction"),
    ),
)
