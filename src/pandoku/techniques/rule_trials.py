"""Rule trials: assume a candidate, and follow singles and rules to a contradiction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from pandoku.errors import PuzzleError
from pandoku.kernel.scopes import Limits, Scope
from pandoku.model import (
    Board,
    CageFact,
    Facts,
    House,
    Pair,
    Pairs,
    Puzzle,
    Relation,
    Step,
    digits_of,
    per_rules,
)
from pandoku.model.narrowing import constraint_parts, narrowed_masks
from pandoku.techniques._branches import trial_lines, trial_premise
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import CASE_SLIPS

__all__ = ["TECHNIQUES"]

_MOST_NODES = 200  # maximum number of implications in one trial
_MOST_ASKED = 30_000  # maximum number of questions to the rules in the trials on one board
_MOST_STATES = 10_000  # of an automaton, counted for each of its cells: it is narrowed in Python
_MOST_KNOWN = 20_000  # maximum number of results in the cache of each part
_MOST_COMPARED = 8  # maximum number of trials to compare
_FEW = Limits(100, 500)  # bounds of a question to a rule
_NONE = Limits(1, 0)  # bounds for pairs of cells, which are narrowed without a search
_MOST_JOINED = 6  # maximum number of trials in one step
_LONG = 4  # if the shortest trial has more implications, further trials are compared with it


# ---- the parts of rules


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of a constraint: relations that are evaluated together.

    Attributes:
        number: Position of the constraint in `Puzzle.constraints`.
        relations: The relations.
        cells: The cells of the relations, without duplicates.
        puzzle: The puzzle.
    """

    number: int
    relations: tuple[Relation, ...]
    cells: tuple[int, ...]
    puzzle: Puzzle
    _scopes: dict[frozenset[int], Scope | None] = field(default_factory=dict)
    _known: dict[tuple[frozenset[int], tuple[int, ...]], tuple[Pair, ...]] = field(
        default_factory=dict
    )

    def gone(self, masks: Sequence[int], blind: frozenset[int] = frozenset()) -> tuple[Pair, ...]:
        """Return the candidates that the relations exclude.

        If there is no way to meet the relations, one of the cells has no other candidates.

        Args:
            masks: The candidates of every cell of the grid.
            blind: Cells whose digits may be repeated in cells that they see.
        """
        own = tuple([masks[cell] for cell in self.cells])
        key = blind, own
        found = self._known.get(key)  # trials often need the result for the same masks again
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            left = self._left(masks, blind)
            found = self._known[key] = tuple(
                (cell, digit)
                for cell, mask in zip(self.cells, own, strict=True)
                for digit in digits_of(mask & ~left[cell])
            )
        return found

    def _left(
        self, masks: Sequence[int], blind: frozenset[int]
    ) -> Mapping[int, int] | Sequence[int]:
        if blind not in self._scopes:
            try:
                self._scopes[blind] = Scope(self.puzzle, self.relations, blind=blind)
            except PuzzleError:
                self._scopes[blind] = None
        scope = self._scopes[blind]
        if scope is None:
            return narrowed_masks(self.relations, masks, self.puzzle.sight)
        has_pairs = all(isinstance(each, Pairs) for each in self.relations)
        left = scope.ask(masks, limits=_NONE if has_pairs else _FEW).left
        return dict(zip(scope.cells, left, strict=True))

    def excludes(
        self, masks: Sequence[int], pairs: Iterable[Pair], blind: frozenset[int] = frozenset()
    ) -> bool:
        """Return whether the relations exclude candidates, and each cell has a candidate."""
        if not all(masks[cell] for cell in self.cells):
            return False
        left = {(c, d) for c, d in pairs if masks[c] >> (d - 1) & 1}
        return left <= {*self.gone(masks, blind)}


@per_rules
def trial_parts(puzzle: Puzzle) -> tuple[tuple[Part, ...], ...]:
    """Return for each cell the parts that contain it."""
    found: list[list[Part]] = [[] for _ in range(puzzle.geometry.n_cells)]
    for number, constraint in enumerate(puzzle.constraints):
        for group in constraint_parts(constraint, puzzle, _MOST_STATES):
            cells = dict.fromkeys(cell for relation in group for cell in relation.cells)
            part = Part(number, group, tuple(cells), puzzle)
            for cell in cells:
                found[cell].append(part)
    return tuple(map(tuple, found))


@per_rules
def _sight(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    return puzzle.sight


# ---- implications


class _Node(NamedTuple):
    """An implication of a trial.

    Attributes:
        technique: "assumption", "naked-single", "hidden-single" or "rule".
        pair: The candidate that is true, unless a rule makes candidates false.
        house: The house of a hidden single.
        part: The relations that make candidates false, or None.
    """

    technique: str
    pair: Pair | None = None
    house: House | None = None
    part: Part | None = None


class _Clash(NamedTuple):
    """A contradiction: candidates that are all false although one of them must be true.

    Attributes:
        pairs: All candidates of a cell, all places of a digit in a house, or the digit of a cell
            that an implication has placed.
        house: The house, or None for a cell.
        placed_by: The index of the implication that has placed the digit, or None.
    """

    pairs: tuple[Pair, ...]
    house: House | None = None
    placed_by: int | None = None


@dataclass(slots=True)
class Trial:
    """The implications of one candidate, in order.

    Attributes:
        board: The board. A trial does not change it.
        masks: The candidates that are left.
        nodes: The implications.
        clash: The contradiction that the last implication leads to, or None.
    """

    board: Board
    start: Pair
    masks: list[int] = field(init=False)
    nodes: list[_Node] = field(init=False, default_factory=list)
    clash: _Clash | None = field(init=False, default=None)
    changed: set[int] = field(init=False, default_factory=set)
    _false_by: dict[Pair, int] = field(init=False, default_factory=dict)
    _true_by: dict[int, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.masks = list(self.board.masks)
        self._place(_Node("assumption", self.start))

    def rounds(self, parts: Sequence[Sequence[Part]]) -> Iterator[int]:
        """Yield the number of questions to rules in each round, up to a contradiction.

        A round asks each rule whose cells have changed, and places the singles.
        """
        while self.changed and not self.clash and len(self.nodes) < _MOST_NODES:
            changed, self.changed = sorted(self.changed), set()
            asked = dict.fromkeys(part for cell in changed for part in parts[cell])
            for part in asked:
                self.ask(part)
                if self.clash:
                    break
            else:
                self._find_singles()
            yield len(asked)

    def ask(self, part: Part) -> None:
        """Remove the candidates that a part of a rule excludes."""
        if gone := part.gone(self.masks):
            self.nodes.append(_Node("rule", part=part))
            self._remove(gone)
            bare = (cell for cell in part.cells if not self.masks[cell])
            self.clash = next((_Clash(self._off((cell,))) for cell in bare), None)

    def apply(self, node: _Node) -> None:
        """Follow an implication of a longer trial if it still holds, and look for a contradiction.

        The rules may exclude less than before, so this asks them again.
        """
        if node.part is not None:
            self.ask(node.part)
        elif node.pair is not None:
            cell, digit = node.pair
            at = node.house.cells if node.house else ()
            others = [c for c in at if c != cell and self.masks[c] >> (digit - 1) & 1]
            is_single = not others if node.house else self.masks[cell] == 1 << (digit - 1)
            if is_single and self.masks[cell] >> (digit - 1) & 1 and cell not in self._true_by:
                self._place(node)
        self.clash = self.clash or self._contradiction()

    def like(self, node: _Node, digit: int) -> _Node:
        """Return the implication of a trial of *digit* that corresponds in this trial."""
        if node.pair is None:
            return node
        cell, placed = node.pair
        mask = self.masks[cell]
        if node.house is None and mask and not mask & (mask - 1):
            placed = mask.bit_length()
        elif node.house is not None and placed == digit:
            placed = self.start[1]
        return node._replace(pair=(cell, placed))

    # ---- what follows

    def _place(self, node: _Node) -> None:
        assert node.pair is not None
        cell, digit = node.pair
        bit = 1 << (digit - 1)
        self.nodes.append(node)
        self._true_by[cell] = len(self.nodes) - 1
        gone = [(cell, other) for other in digits_of(self.masks[cell] & ~bit)]
        seen = (peer for peer in _sight(self.board.puzzle)[cell] if self.masks[peer] & bit)
        self._remove([*gone, *((peer, digit) for peer in seen)])

    def _remove(self, pairs: Iterable[Pair]) -> None:
        at = len(self.nodes) - 1
        for cell, digit in pairs:
            self._false_by[cell, digit] = at
            self.masks[cell] &= ~(1 << (digit - 1))
            self.changed.add(cell)

    def _find_singles(self) -> None:
        """Place the singles, unless a cell or a digit of a house has no place left."""
        self.clash = self._bare_cell(sorted(self.changed))
        for cell in sorted(self.changed):
            mask = self.masks[cell]
            if self.clash:
                return
            if mask and not mask & (mask - 1) and not self._is_known(cell):
                self._place(_Node("naked-single", (cell, mask.bit_length())))
                self.clash = self._bare_cell(sorted(self.changed))
        all_mask = self.board.puzzle.geometry.all_mask
        for house in self.board.puzzle.geometry.houses:
            if self.clash:
                return
            if self.changed.isdisjoint(house.cells):
                continue
            if not self._may_have_single(house, all_mask):
                continue
            for digit in digits_of(all_mask):
                bit = 1 << (digit - 1)
                places = [cell for cell in house.cells if self.masks[cell] & bit]
                if not places:
                    self.clash = self._bare_house(house, digit)
                    break
                if len(places) == 1 and not self._is_known(places[0]):
                    self._place(_Node("hidden-single", (places[0], digit), house))

    def _may_have_single(self, house: House, all_mask: int) -> bool:
        """Return whether a digit has no place in a house, or has its only place in an open cell."""
        once = twice = within_open = 0
        for cell in house.cells:
            mask = self.masks[cell]
            twice |= once & mask
            once |= mask
            if not self._is_known(cell):
                within_open |= mask
        return once != all_mask or once & ~twice & within_open > 0

    def _is_known(self, cell: int) -> bool:
        return cell in self._true_by or self.board.digits[cell] > 0

    # ---- contradictions

    def _contradiction(self) -> _Clash | None:
        if clash := self._bare_cell(range(len(self.masks))):
            return clash
        all_mask = self.board.puzzle.geometry.all_mask
        for house in self.board.puzzle.geometry.houses:
            together = 0
            for cell in house.cells:
                together |= self.masks[cell]
            if together != all_mask:
                return self._bare_house(house, digits_of(all_mask & ~together)[0])
        return None

    def _bare_cell(self, cells: Iterable[int]) -> _Clash | None:
        cell = next((cell for cell in cells if not self.masks[cell]), None)
        if cell is None:
            return None
        if (by := self._true_by.get(cell)) is not None:
            pair = self.nodes[by].pair
            return _Clash((pair,) if pair else (), None, by)
        return _Clash(self._off((cell,)))

    def _bare_house(self, house: House, digit: int) -> _Clash:
        return _Clash(tuple(pair for pair in self._off(house.cells) if pair[1] == digit), house)

    def _off(self, cells: Iterable[int]) -> tuple[Pair, ...]:
        """Return the candidates of the cells on the board that the trial has made false."""
        masks = self.board.masks
        return tuple((c, d) for c in cells for d in digits_of(masks[c] & ~self.masks[c]))

    # ---- the proof

    def proof(self) -> _Proof:
        """Return only what the contradiction needs."""
        assert self.clash is not None
        needed: dict[int, set[Pair]] = {0: set(), self.clash.placed_by or 0: set()}
        premises: dict[int, tuple[Pair, ...]] = {}
        for pair in self.clash.pairs:
            # If a rule has no way, it excludes all candidates of one of its cells.
            by = len(self.nodes) - 1 if self._ends_at_rule else self._false_by[pair]
            needed.setdefault(by, set()).add(pair)
        for at in range(len(self.nodes) - 1, 0, -1):
            if at in needed:
                premises[at] = self._premises(at, needed[at])
                for pair in premises[at]:
                    needed.setdefault(self._false_by[pair], set()).add(pair)
        return _Proof(self, sorted(needed), premises, needed)

    @property
    def _ends_at_rule(self) -> bool:
        """True if the last implication asks a rule without a way."""
        is_cell = self.clash is not None and self.clash.house is None
        return is_cell and self.nodes[-1].part is not None

    def _premises(self, at: int, needed: set[Pair]) -> tuple[Pair, ...]:
        """Return false candidates that imply a node: for a rule, as few and as early as possible.

        Args:
            at: The index of the node.
            needed: The candidates that it makes false, as far as they are needed.
        """
        node = self.nodes[at]
        before = [pair for pair, by in self._false_by.items() if by < at]
        if node.pair is not None:
            cell, digit = node.pair
            if node.house is None:
                return tuple(pair for pair in before if pair[0] == cell and pair[1] != digit)
            return tuple(
                pair
                for pair in before
                if pair[1] == digit and pair[0] != cell and pair[0] in node.house.cells
            )
        assert node.part is not None
        kept = [pair for pair in before if pair[0] in node.part.cells]
        kept.sort(key=lambda pair: (self._false_by[pair], pair))
        groups = [[pair for pair in kept if pair[0] == cell] for cell in node.part.cells]
        groups.sort(key=lambda group: max((self._false_by[pair] for pair in group), default=-1))
        # The strikes of a placed digit in the cells of the rule are premises like any others.
        placed = frozenset(cell for cell, by in self._true_by.items() if by < at)
        blind = placed.intersection(node.part.cells)
        for group in (*reversed(groups), *([pair] for pair in reversed(kept))):
            without = [pair for pair in kept if pair not in group]
            masks = self._without(without)
            if len(without) < len(kept) and node.part.excludes(masks, needed, blind):
                kept = without
        return tuple(kept)

    def _without(self, pairs: Iterable[Pair]) -> list[int]:
        """Return the candidates of the board without those that are false."""
        masks = list(self.board.masks)
        for cell, digit in pairs:
            masks[cell] &= ~(1 << (digit - 1))
        return masks


class _Proof(NamedTuple):
    """The implications that a contradiction needs.

    Attributes:
        trial: The trial.
        kept: The indices of the implications in `Trial.nodes`, in order.
        premises: For each of them, the candidates that must be false.
        needed: For each of them, the candidates that it makes false, as far as they are needed.
    """

    trial: Trial
    kept: list[int]
    premises: dict[int, tuple[Pair, ...]]
    needed: dict[int, set[Pair]]

    @property
    def length(self) -> tuple[int, int]:
        """The number of implications, and the number of their premises."""
        return len(self.kept), sum(map(len, self.premises.values()))

    def shortened(self) -> _Proof:
        """Return a proof without implications that are not necessary."""
        best, at = self, len(self.kept) - 1
        while at > 0:
            nodes = [best.trial.nodes[each] for each in best.kept]
            shorter = _followed(best.trial, [*nodes[1:at], *nodes[at + 1 :]])
            if shorter is not None and shorter.length < best.length:
                best, at = shorter, min(at, len(shorter.kept))
            at -= 1
        return best

    def branch(self) -> tuple[Step, ...]:
        """Return the implications as steps."""
        return tuple(_folded(self.trial.board, [self._said(at) for at in self.kept]))

    def _said(self, at: int) -> Step:
        node, off = self.trial.nodes[at], self.premises.get(at, ())
        shown = tuple((*pair, "off") for pair in off)
        if node.part is None:
            assert node.pair is not None
            houses = (node.house,) if node.house else ()
            return Step(node.technique, (node.pair,), (), Facts(candidates=shown, houses=houses))
        gone, number = self._gone(at, node.part), node.part.number
        if number < len(self.trial.board.puzzle.cages):
            return Step("cage", (), gone, Facts(candidates=shown, cages=(CageFact(number),)))
        return Step("rule", (), gone, Facts(candidates=shown, constraints=(number,)))

    def _gone(self, at: int, part: Part) -> tuple[Pair, ...]:
        """Return all that the premises exclude in the cells where something is needed."""
        masks = self.trial._without(self.premises[at])
        cells = {cell for cell, _ in self.needed[at]}
        gone = {pair for pair in part.gone(masks) if pair[0] in cells}
        bare = [cell for cell in part.cells if cell in cells and not self._has_left(cell, gone)]
        if self.trial.clash and bare:  # the rule has no way: this cell shows it
            return tuple((bare[0], digit) for digit in digits_of(masks[bare[0]]))
        known = {pair for pair, by in self.trial._false_by.items() if by < at}
        return tuple(sorted((gone - known) | self.needed[at]))

    def _has_left(self, cell: int, gone: set[Pair]) -> bool:
        digits = digits_of(self.trial.board.masks[cell])
        return any((cell, digit) not in gone for digit in digits)

    def alike(self, starts: Iterable[Pair]) -> Iterator[_Proof]:
        """Yield the proofs of other candidates that the same implications lead to the same end."""
        nodes = [self.trial.nodes[at] for at in self.kept[1:]]
        for start in starts:
            trial = Trial(self.trial.board, start)
            for node in nodes:
                trial.apply(trial.like(node, self.trial.start[1]))
                if trial.clash:
                    break
            if not trial.clash or trial.clash != self.trial.clash:
                continue
            proof = trial.proof()
            if len(proof.kept) == len(self.kept) == len(trial.nodes):
                yield proof


def _followed(longer: Trial, nodes: Iterable[_Node]) -> _Proof | None:
    """Return the proof of a trial that follows only some implications, or None."""
    trial = Trial(longer.board, longer.start)
    for node in nodes:
        trial.apply(node)
        if trial.clash:
            return trial.proof()
    return None


def _folded(board: Board, branch: Sequence[Step]) -> Iterator[Step]:
    """Yield the implications of a branch, and join naked singles with their causes.

    If a rule leaves one candidate to a cell, one sentence has both facts.
    """
    told, sight = [*branch], board.puzzle.sight
    for at, single in enumerate(branch):
        if single.technique != "naked-single":
            continue
        off = {(cell, digit) for cell, digit, _ in single.facts.candidates}
        last = max(
            (i for i, each in enumerate(told[:at]) if not off.isdisjoint(each.eliminations)),
            default=None,
        )
        if last is None or told[last].technique != "rule":
            continue
        rule = told[last]
        later = (pair for each in told[last + 1 : at] for pair in each.placements)
        if any((seen, digit) in off for cell, digit in later for seen in sight[cell]):
            continue  # a digit in sight leads to the single
        further = off - {*rule.eliminations} - {p[:2] for p in rule.facts.candidates}
        shown = (*rule.facts.candidates, *((*pair, "off") for pair in sorted(further)))
        facts = Facts(candidates=shown, constraints=rule.facts.constraints)
        placements = (*rule.placements, *single.placements)
        told[last] = Step("rule", placements, rule.eliminations, facts)
        told[at] = Step("folded")
    yield from (each for each in told if each.technique != "folded")


def _step(proofs: Sequence[_Proof]) -> Step:
    """Return the step of proofs that end in the same contradiction."""
    clash = proofs[0].trial.clash
    assert clash is not None
    pairs, house, placed_by = clash
    starts = tuple(proof.trial.start for proof in proofs)
    branches = tuple(proof.branch() for proof in proofs)
    is_bare = house is None and placed_by is None
    named = (number for each in chain(*branches) for number in each.facts.constraints)
    facts = Facts(
        cells=((pairs[0][0], "contradiction"),) if is_bare else (),
        candidates=(
            *((*start, "source") for start in starts),
            *((*pair, "contradiction") for pair in pairs),
        ),
        houses=(house,) if house else (),
        branches=branches,
        constraints=tuple(dict.fromkeys(named)),
    )
    return Step("rule-trial", eliminations=starts, facts=facts)


# ---- the search


def _find(board: Board, limit: int) -> Iterator[Step]:
    """Yield the steps of trials: those that take the fewest rounds first, and the shortest of them.

    A chain of many implications may take few rounds. So if the shortest trial is long, some more
    trials are compared with it.
    """
    held: list[_Proof] = []
    for ended in _ended(board):
        is_second = bool(held)
        held += (trial.proof().shortened() for trial in ended)
        held.sort(key=lambda proof: (not _settles(board, proof.trial.start), *_length(proof)))
        if held and (is_second or _length(held[0])[0] <= _LONG):
            yield from _joined(board, held)
            held = []
    yield from _joined(board, held)


def _joined(board: Board, proofs: Sequence[_Proof]) -> Iterator[Step]:
    """Yield the steps of proofs.

    If the same implications lead several digits of a cell, or a digit in several cells, to the same
    end, that is one step.
    """
    told = set[Pair]()
    for proof in proofs:
        cell, digit = start = proof.trial.start
        if start in told:
            continue
        of_cell = ((cell, other) for other in digits_of(board.masks[cell]))
        of_digit = (each.trial.start for each in proofs if each.trial.start[1] == digit)
        alike = max(
            ([*proof.alike(at for at in starts if at != start)] for starts in (of_cell, of_digit)),
            key=len,
        )
        joined = sorted([proof, *alike[: _MOST_JOINED - 1]], key=lambda each: each.trial.start)
        told.update(each.trial.start for each in joined)
        yield _step(joined)


def _ended(board: Board) -> Iterator[list[Trial]]:
    """Yield the trials that end in each round, at most `_MOST_COMPARED` at once.

    Trials of cells with few candidates come first.
    """
    parts = trial_parts(board.puzzle)
    cells = [cell for cell, digit in enumerate(board.digits) if not digit]
    cells.sort(key=lambda cell: board.masks[cell].bit_count())
    pairs = ((cell, digit) for cell in cells for digit in digits_of(board.masks[cell]))
    trials = [Trial(board, pair) for pair in pairs]
    under_way = [(trial, trial.rounds(parts)) for trial in trials]
    n_asked, ended = 0, list[Trial]()
    while under_way:
        left = []
        for trial, rounds in under_way:
            n = next(rounds, None)
            if n is None:
                continue
            n_asked += n
            if trial.clash:
                ended.append(trial)
            else:
                left.append((trial, rounds))
            if len(ended) == _MOST_COMPARED or n_asked > _MOST_ASKED:
                yield ended
                ended = []
            if n_asked > _MOST_ASKED:
                return
        yield ended
        under_way, ended = left, []


def _length(proof: _Proof) -> tuple[int, int]:
    """Return the number of sentences of a proof, and of the cells that they name."""
    branch = proof.branch()
    pairs = ((*each.placements, *each.eliminations) for each in branch)
    off = (each.facts.candidates for each in branch)
    return len(branch), len({pair[0] for pair in chain(*pairs, *off)})


def _settles(board: Board, pair: Pair) -> bool:
    """Return whether a cell, or a digit in a house, has one place left without a candidate."""
    cell, digit = pair
    geometry, bit = board.puzzle.geometry, 1 << (digit - 1)
    houses = (geometry.houses[index].cells for index in geometry.houses_of[cell])
    return board.masks[cell].bit_count() == 2 or any(
        sum(board.masks[each] & bit > 0 for each in cells) == 2 for cells in houses
    )


TECHNIQUES = (
    Technique(
        name="rule-trial",
        aliases=(
            "constraint trial",
            "rule nishio",
            "constraint nishio",
            "trial and error with rules",
        ),
        summary="singles and rules lead from a candidate to a contradiction",
        find=_find,
        slips=CASE_SLIPS,
        weight=8.5,
        what=lambda w: f"if {trial_premise(w)}",
        reason=trial_lines,
        look_for="a cell with two or three candidates where several rules meet, when all else has "
        "failed: follow one of them, and see whether a rule or a house breaks.",
        why="what follows from a true candidate is true. When something impossible follows, the "
        "candidate is false.",
        when="Last of all, when no other technique makes progress.",
        scan=(
            Glance(
                "Find the part of the grid where several rules meet in cells with two or three "
                "candidates.",
                "rules",
            ),
            Glance(
                "Choose a candidate that would have many consequences, and suppose that it is "
                "true.",
                "pattern",
            ),
            Glance(
                "Follow one rule or house at a time, and write down each consequence with its "
                "reason.",
                "pattern",
            ),
            Glance(
                "When a cell has no digit left, or a house no place for a digit, remove the "
                "candidate that you supposed.",
                "step",
            ),
        ),
        needs=frozenset({"constraints"}),
        roles=("source", "off", "contradiction"),
    ),
)
