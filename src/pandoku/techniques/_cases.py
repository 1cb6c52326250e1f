"""Refutations by a few cases. A sentence can name the reason against each case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple, TypeAlias

from pandoku.kernel.scopes import Limits, Scope
from pandoku.model import Board, Pair, Pairs, digits_of
from pandoku.techniques._rules import RulePart, Rules
from pandoku.techniques._ways import union_of

__all__ = ["Case", "Clash", "Failure", "NoRoom", "NoWay", "Prover", "Refutation", "TooFew"]

_MOST_CASES = 4  # maximum number of cases
_MOST_WAYS = 3  # maximum number of ways of a rule as cases
_MOST_TOGETHER = 3  # maximum number of cells, or digits, that a reason names
_MOST_NAMED = 2  # maximum number of cells that decide a conflict, besides the assumed cells
_MOST_HELD = 3  # maximum number of candidates to name of a cell that decides
_MOST_NEEDED = 4  # maximum number of digits that a cell would need
_MOST_FORCED = 2  # maximum number of cells that have a single candidate one after the other
_MOST_SHORT = 3  # without any cell that decides, a reader tries the ways of so many empty cells
_ALONE = Limits(300, 3_000)  # bounds of the digits that a rule leaves if a digit is known
_MOST_NODES = 1_500  # bound of the question whether a rule has a way


class NoRoom(NamedTuple):
    """A house without room for its digits.

    Attributes:
        cells: Cells with too few candidates, or the places of `digits`.
        digits: For `cells`, their candidates together. Otherwise digits with too few places.
        house: Index of the house of the cells or digits, or None.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...] = ()
    house: int | None = None


class Clash(NamedTuple):
    """Cells that see each other. The rules leave them too few digits.

    Attributes:
        rules: The rules.
        cells: The cells. If there is one, the first rule leaves it `digits`, and the last `others`.
        digits: The digits that the rules leave, whatever their other cells hold.
        others: Digits without any of `digits`.
    """

    rules: tuple[RulePart, ...]
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    others: tuple[int, ...] = ()


class TooFew(NamedTuple):
    """A rule that needs a digit more often than it has cells for it.

    Attributes:
        rules: The rule.
        digit: The digit.
        cells: The cells that can still hold the digit.
    """

    rules: tuple[RulePart, ...]
    digit: int
    cells: tuple[int, ...]


class NoWay(NamedTuple):
    """Rules that have no way with the candidates of some cells, whatever their other cells hold.

    Attributes:
        rules: The rules.
        cells: The empty cells that decide, without those that the case assumes.
        held: The candidates of these cells in this case.
        needed: The digits that the rules leave to the last cell. They are not candidates there.
    """

    rules: tuple[RulePart, ...]
    cells: tuple[int, ...] = ()
    held: tuple[tuple[int, ...], ...] = ()
    needed: tuple[int, ...] = ()


Failure: TypeAlias = NoRoom | NoWay | Clash | TooFew


class Case(NamedTuple):
    """A case under an assumption.

    Attributes:
        way: The digits of the cells that decide, or () if there is only one case.
        failure: The reason against the case.
        lost: Candidates that a rule excludes first.
        by: The rule that excludes them, or () if `forced` follows from sight.
        forced: Digits that are left to cells first.
        left: The candidates that remain to the cells of `lost`.
    """

    way: tuple[int, ...]
    failure: Failure
    lost: tuple[Pair, ...] = ()
    by: tuple[RulePart, ...] = ()
    forced: tuple[Pair, ...] = ()
    left: tuple[tuple[int, tuple[int, ...]], ...] = ()


class Refutation(NamedTuple):
    """A proof that a candidate is false.

    Attributes:
        cases: The cases.
        cells: The cells that decide, or () if there is only one case.
        by: The rule whose ways the cases are, or () if the cases are the candidates of one cell.
        place: The digit whose places in the house the cases are, or 0. `cells` are the places.
    """

    cases: tuple[Case, ...]
    cells: tuple[int, ...] = ()
    by: tuple[RulePart, ...] = ()
    place: int = 0

    @property
    def length(self) -> int:
        """The number of reasons to read."""
        return sum(2 if case.lost or case.forced else 1 for case in self.cases)

    def supposing(self, at: int) -> tuple[Pair, ...]:
        """Return the candidates that a case assumes."""
        way = self.cases[at].way
        if self.place:
            return ((self.cells[at], self.place),)
        return tuple(zip(self.cells, way, strict=True))


class Prover:
    """A search for proofs with some rules and a house.

    Attributes:
        groups: The parts of each rule.
        cells: The empty cells of the rules and the house.
        state: The candidates of all cells of the rules and the house. The proofs depend on them.
    """

    def __init__(
        self, board: Board, rules: Rules, used: Sequence[RulePart], house: int | None
    ) -> None:
        self.board, self.rules, self.house = board, rules, house
        self.groups = [
            tuple(parts) for _, parts in groupby(used, key=lambda part: part.number)
        ]  # parts of a rule follow each other
        inside = dict.fromkeys(cell for part in used for cell in part.cells)
        if house is not None:
            inside |= dict.fromkeys(board.puzzle.geometry.houses[house].cells)
        self.cells = [cell for cell in inside if not board.digits[cell]]
        self.state = tuple([board.masks[c] << 1 | (not board.digits[c]) for c in inside])

    def direct(self, pair: Pair) -> Refutation | None:
        """Return a proof by a single case, or None."""
        masks = masks_after(self.rules, self.board.masks, [pair])
        case = self._case((), masks, [pair[0]])
        return Refutation((case,)) if case else None

    def proof(self, pair: Pair) -> Refutation | None:
        """Return the shortest proof that a candidate contradicts the rules and the house."""
        if proof := self.direct(pair):
            return proof
        masks = masks_after(self.rules, self.board.masks, [pair])
        proofs = [*self._by_cell(masks, pair), *self._by_place(masks, pair)]
        proofs += self._by_ways(masks, pair)
        return min(proofs, key=lambda proof: (proof.length, len(proof.cells)), default=None)

    def _by_cell(self, masks: Sequence[int], pair: Pair) -> Iterator[Refutation]:
        """Yield a proof for each cell whose candidates all fail."""
        for cell in self.cells:
            if 1 < masks[cell].bit_count() <= _MOST_CASES:
                ways = [(digit,) for digit in digits_of(masks[cell])]
                if cases := self._cases(masks, pair, (cell,), ways):
                    yield Refutation(cases, (cell,))

    def _by_place(self, masks: Sequence[int], pair: Pair) -> Iterator[Refutation]:
        """Yield a proof for each digit of the house all of whose places fail."""
        if self.house is None:
            return
        inside = self.board.puzzle.geometry.houses[self.house].cells
        for digit in range(1, self.board.puzzle.order + 1):
            bit = 1 << (digit - 1)
            cells = tuple(cell for cell in inside if masks[cell] & bit)
            if not 1 < len(cells) <= _MOST_CASES:
                continue
            cases = list[Case]()
            for cell in cells:
                after = masks_after(self.rules, masks, [(cell, digit)])
                case = self._case((digit,), after, [pair[0], cell])
                if case is None:
                    break
                cases.append(case)
            else:
                yield Refutation(tuple(cases), cells, place=digit)

    def _by_ways(self, masks: Sequence[int], pair: Pair) -> Iterator[Refutation]:
        """Yield a proof for each rule all of whose ways fail in the house or in the other rule."""
        if self.house is None and len(self.groups) < 2:
            return
        for group in self.groups:
            own = {cell for part in group for cell in part.cells}
            others = (part for other in self.groups if other is not group for part in other)
            rest = {cell for part in others for cell in part.cells}
            if self.house is not None:
                rest |= {*self.board.puzzle.geometry.houses[self.house].cells}
            beside = {cell for cell in rest if not self.board.digits[cell]}
            cells = tuple(
                cell
                for cell in self.cells
                if cell in own
                and cell != pair[0]
                and (cell in beside or self.rules.sight[cell] & beside)
            )
            scope = self.rules.scope(group)
            ways = scope.ways(masks, cells, _MOST_WAYS) if scope and len(cells) > 1 else None
            if ways and (cases := self._cases(masks, pair, cells, ways, apart_from=group)):
                yield Refutation(cases, cells, group)

    def _cases(
        self,
        masks: Sequence[int],
        pair: Pair,
        cells: tuple[int, ...],
        ways: Iterable[tuple[int, ...]],
        apart_from: Sequence[RulePart] = (),
    ) -> tuple[Case, ...] | None:
        """Return the cases of cells, or None if one of them does not fail."""
        cases = list[Case]()
        for way in ways:
            after = masks_after(self.rules, masks, zip(cells, way, strict=True))
            case = self._case(way, after, [pair[0], *cells], apart_from)
            if case is None:
                return None
            cases.append(case)
        return tuple(cases)

    def _case(
        self,
        way: tuple[int, ...],
        masks: Sequence[int],
        assumed: Sequence[int],
        apart_from: Sequence[RulePart] = (),
    ) -> Case | None:
        """Return a case that fails at once, or after one rule excludes candidates."""
        groups = [group for group in self.groups if group != apart_from]
        if failure := self._failure(groups, masks, assumed):
            return Case(way, failure)
        for group in groups:
            if case := self._narrowed(way, group, groups, masks, assumed):
                return case
            if case := self._needing(way, group, groups, masks, assumed):
                return case
        return self._forced(way, groups, masks, assumed)

    def _forced(
        self,
        way: tuple[int, ...],
        groups: Sequence[tuple[RulePart, ...]],
        masks: Sequence[int],
        assumed: Sequence[int],
    ) -> Case | None:
        """Return a case that fails after one or two cells have a single candidate."""
        forced, left = list[Pair](), [*masks]
        while len(forced) < _MOST_FORCED:
            known = {*assumed, *(cell for cell, _ in forced)}
            single = next(
                (c for c in self.cells if c not in known and left[c].bit_count() == 1), None
            )
            if single is None:
                return None
            forced.append((single, left[single].bit_length()))
            left = masks_after(self.rules, left, forced[-1:])
            known = {*assumed, *(cell for cell, _ in forced)}
            if failure := self._failure(groups, left, [*known]):
                return Case(way, failure, forced=tuple(forced))
        return None

    def _needing(
        self,
        way: tuple[int, ...],
        group: tuple[RulePart, ...],
        groups: Sequence[tuple[RulePart, ...]],
        masks: Sequence[int],
        assumed: Sequence[int],
    ) -> Case | None:
        """Return a case that fails after a rule needs all cells that are left for a digit."""
        scope = self.rules.scope(group)
        if scope is None or any(isinstance(each, Pairs) for p in group for each in p.relations):
            return None
        for digit, known in self._by_digit(scope, masks):
            answer = scope.ask(known, limits=_ALONE)
            bit = 1 << (digit - 1)
            forced = tuple(
                (cell, digit)
                for cell, mask in zip(scope.cells, answer.left, strict=True)
                if mask == bit and cell not in assumed and masks[cell] != bit
            )
            if 0 < len(forced) <= _MOST_TOGETHER:
                left = masks_after(self.rules, masks, forced)
                others = [each for each in groups if each is not group]
                if failure := self._failure(others, left, assumed):
                    return Case(way, failure, by=group, forced=forced)
        return None

    def _by_digit(self, scope: Scope, masks: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield each digit that a cell of a scope lost, and masks with its places alone."""
        full, lost = self.board.puzzle.geometry.all_mask, 0
        for cell in scope.cells:
            lost |= self.board.masks[cell] & ~masks[cell]
        for digit in digits_of(lost):
            bit, known = 1 << (digit - 1), [*masks]
            for cell in scope.cells:
                if masks[cell].bit_count() > 1:
                    known[cell] = full if masks[cell] & bit else full & ~bit
            yield digit, known

    def _too_few(self, group: tuple[RulePart, ...], masks: Sequence[int]) -> TooFew | None:
        """Return a digit that a rule needs, but that too few of its cells can hold, or None."""
        scope = self.rules.scope(group)
        if scope is None or any(isinstance(each, Pairs) for p in group for each in p.relations):
            return None
        for digit, known in self._by_digit(scope, masks):
            cells = tuple(cell for cell in scope.cells if masks[cell] >> (digit - 1) & 1)
            if len(cells) <= _MOST_TOGETHER and _has_no_way(scope, known):
                return TooFew(group, digit, tuple(sorted(cells)))
        return None

    def _failure(
        self, groups: Sequence[tuple[RulePart, ...]], masks: Sequence[int], assumed: Sequence[int]
    ) -> Failure | None:
        if bare := [cell for cell in self.cells if not masks[cell]]:
            return NoRoom(tuple(bare[:1]))
        if self.house is not None and (no_room := self._no_room(self.house, masks)):
            return no_room
        joined = [*groups]
        if len(groups) > 1:
            joined.append(tuple(part for group in groups for part in group))
        for group in joined:
            if conflict := self._conflict(group, masks, assumed):
                return conflict
        for group in groups:
            if too_few := self._too_few(group, masks):
                return too_few
        return None

    def _conflict(
        self, group: tuple[RulePart, ...], masks: Sequence[int], assumed: Sequence[int]
    ) -> NoWay | Clash | None:
        """Return the few cells that decide that rules have no way, or None if they are too many."""
        scope = self.rules.scope(group)
        if scope is None or not _has_no_way(scope, masks):
            return None
        full = self.board.puzzle.geometry.all_mask
        left, decide = [*masks], list[int]()
        is_open = [c for c in scope.cells if not self.board.digits[c] and c not in assumed]
        for cell in sorted(is_open, key=lambda each: -masks[each].bit_count()):
            left[cell] = full
            if not _has_no_way(scope, left):
                left[cell] = masks[cell]
                decide.append(cell)
                if len(decide) > _MOST_NAMED:
                    return None
        if decide or len(is_open) <= _MOST_SHORT:
            return self._named(group, scope, left, decide)
        return self._clash(group, left, is_open)

    def _clash(
        self, group: tuple[RulePart, ...], masks: Sequence[int], cells: Sequence[int]
    ) -> Clash | None:
        """Return cells whose digits the rules exclude, each rule on its own, or None."""
        parts = [tuple(each) for _, each in groupby(group, key=lambda part: part.number)]
        first = dict[int, tuple[int, tuple[RulePart, ...]]]()
        for own in parts:
            scope = self.rules.scope(own)
            answer = scope.ask(masks, limits=_ALONE) if scope else None
            if scope is None or answer is None or not any(answer.left):
                continue
            for cell, mask in zip(scope.cells, answer.left, strict=True):
                before, by = first.get(cell, (self.board.puzzle.geometry.all_mask, own))
                few = min(before.bit_count(), mask.bit_count()) <= _MOST_NEEDED
                if cell in cells and not before & mask and few:
                    return Clash((*by, *own), (cell,), digits_of(before), digits_of(mask))
                first[cell] = before & mask, by
        for one, two in combinations(cells, 2):
            both = first.get(one, (0,))[0] | first.get(two, (0,))[0]
            if both.bit_count() == 1 and two in self.rules.sight[one]:
                return Clash(group, (one, two), digits_of(both))
        return None

    def _named(
        self, group: tuple[RulePart, ...], scope: Scope, masks: list[int], decide: list[int]
    ) -> NoWay | None:
        """Return a conflict whose cells have few candidates, or would need few digits."""
        found = list[NoWay]()
        for last in decide:
            cells = (*(cell for cell in decide if cell != last), last)
            held = tuple(digits_of(masks[cell]) for cell in cells)
            if any(len(digits) > _MOST_HELD for digits in held[:-1]):
                continue
            free = [*masks]
            free[last] = self.board.puzzle.geometry.all_mask
            answer = scope.ask(free)
            needed = digits_of(answer.left[scope.cells.index(last)]) if answer.is_complete else ()
            if len(needed) > _MOST_NEEDED:
                needed = ()
            if needed or 0 < len(held[-1]) <= _MOST_HELD:
                found.append(NoWay(group, cells, held, needed))
        if not decide:
            return NoWay(group)
        return min(found, key=lambda each: len(each.needed) or _MOST_NEEDED + 1, default=None)

    def _narrowed(
        self,
        way: tuple[int, ...],
        group: tuple[RulePart, ...],
        groups: Sequence[tuple[RulePart, ...]],
        masks: Sequence[int],
        assumed: Sequence[int],
    ) -> Case | None:
        """Return a case that fails after a rule excludes candidates of a few cells."""
        scope = self.rules.scope(group)
        if scope is None:
            return None
        known = masks
        if not all(isinstance(each, Pairs) for part in group for each in part.relations):
            # A reader can repeat what pairs of neighbors exclude. Of other rules, only what the
            # digits exclude.
            full = self.board.puzzle.geometry.all_mask
            known = [mask if mask.bit_count() == 1 else full for mask in masks]
        answer = scope.ask(known)
        if not answer.is_complete or not any(answer.left):
            return None
        left, lost = [*masks], list[int]()
        for cell, mask in zip(scope.cells, answer.left, strict=True):
            left[cell] &= mask
            if left[cell] != masks[cell]:
                lost.append(cell)
        others = [each for each in groups if each is not group]
        if not lost or self._failure(others, left, assumed) is None:
            return None
        for cell in [*lost]:
            kept = left[cell]
            left[cell] = masks[cell]
            if self._failure(others, left, assumed) is None:
                left[cell] = kept
            else:
                lost.remove(cell)
        if len(lost) > _MOST_TOGETHER:
            return None
        gone = list[Pair]()
        for cell in lost:
            for digit in digits_of(masks[cell] & ~left[cell]):
                left[cell] |= 1 << (digit - 1)
                if self._failure(others, left, assumed) is None:
                    left[cell] &= ~(1 << (digit - 1))
                    gone.append((cell, digit))
        failure = self._failure(others, left, assumed)
        if failure is None:
            return None
        remaining = tuple((cell, digits_of(left[cell])) for cell in lost)
        return Case(way, failure, tuple(gone), group, left=remaining)

    def _no_room(self, house: int, masks: Sequence[int]) -> NoRoom | None:
        """Return the shortest reason why a house lacks room for its digits, or None."""
        board, geometry = self.board, self.board.puzzle.geometry
        cells = [cell for cell in geometry.houses[house].cells if not board.digits[cell]]
        if _is_room(masks, cells):
            return None
        held = {board.digits[cell] for cell in geometry.houses[house].cells}
        needed = [digit for digit in digits_of(geometry.all_mask) if digit not in held]
        places = [
            sum(1 << at for at, cell in enumerate(cells) if masks[cell] >> (digit - 1) & 1)
            for digit in needed
        ]
        for n in range(1, _MOST_TOGETHER + 1):
            if (some := _crowded(places, n)) is not None:
                at = union_of(places[number] for number in some)
                own = tuple(cell for number, cell in enumerate(cells) if at >> number & 1)
                return NoRoom(own, tuple(needed[number] for number in some), house)
            if (some := _crowded([masks[cell] for cell in cells], n)) is not None:
                own = tuple(cells[number] for number in some)
                return NoRoom(own, digits_of(union_of(masks[cell] for cell in own)), house)
        return None


def _crowded(masks: Sequence[int], n: int) -> tuple[int, ...] | None:
    """Return the positions of *n* masks that have fewer than *n* bits together, or None."""
    few = [at for at, mask in enumerate(masks) if mask.bit_count() < n]
    for some in combinations(few, n):
        if union_of(masks[at] for at in some).bit_count() < n:
            return some
    return None


def _is_room(masks: Sequence[int], cells: Sequence[int]) -> bool:
    """Return whether cells can hold different digits."""
    holder = dict[int, int]()

    def enters(cell: int, tried: set[int]) -> bool:
        for digit in digits_of(masks[cell]):
            if digit not in tried:
                tried.add(digit)
                if digit not in holder or enters(holder[digit], tried):
                    holder[digit] = cell
                    return True
        return False

    return all(enters(cell, set()) for cell in cells)


def _has_no_way(scope: Scope, masks: Sequence[int]) -> bool:
    return scope.ways(masks, scope.cells[:1], 0, _MOST_NODES) == []


def masks_after(rules: Rules, masks: Sequence[int], pairs: Iterable[Pair]) -> list[int]:
    """Return the masks after placing digits, without what the digits exclude by sight."""
    left = [*masks]
    for cell, digit in pairs:
        bit = 1 << (digit - 1)
        left[cell] &= bit
        for other in rules.sight[cell]:
            left[other] &= ~bit
    return left
