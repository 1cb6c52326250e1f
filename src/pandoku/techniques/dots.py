"""Kropki dots and XV marks: impossible digits, partners, chains, and pairs without a mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from pandoku.constraints import XV, Difference, NoDifference, NoRatio, NoXV, Ratio
from pandoku.model import Board, Constraint, Facts, House, Pair, Pairs, Puzzle, Step, digits_of
from pandoku.techniques._kept import KeptSteps, per_puzzle
from pandoku.techniques._rule_slips import DOT_SLIPS
from pandoku.techniques._sight import can_be, can_be_at, see, since
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._ways import (
    DotWay,
    Edge,
    pairs_in,
    seen_by_all,
    spots_lines,
    spots_of,
    ways_along,
)
from pandoku.words import Words, as_clause, clauses, joined, sentence, with_capital
from pandoku.words.claims import Allows, Forces, Only, Placed, RuleWays, Sees

__all__ = ["TECHNIQUES"]

_FEW = 3  # maximum number of candidates of a cell to name
_MOST_LOSING = 6  # maximum number of losing cells in a walk with later rounds
_MOST_LISTED = 6  # maximum number of ways in a sentence
_MOST_WAYS = 2 * _MOST_LISTED  # a way and its reverse are listed together
_LONGEST = 5  # maximum number of cells in a chain of dots
_MOST_CHAINS = 600  # chains of a length are only tried if there are not more


class _Dot(NamedTuple):
    """A mark between two cells.

    Attributes:
        number: Index into `Puzzle.constraints`.
        first, second: The cells.
        table: The digits of the second cell for each digit of the first, and vice versa.
    """

    number: int
    first: int
    second: int
    table: tuple[int, ...]


class _Chain(NamedTuple):
    """Cells that dots join, one after the other.

    Attributes:
        cells: The cells.
        dots: The dots between them.
        edges: The dots as tables between positions in *cells*.
        apart: For each cell, a mask of the earlier cells that it sees.
    """

    cells: tuple[int, ...]
    dots: tuple[_Dot, ...]
    edges: tuple[Edge, ...]
    apart: tuple[int, ...]


_Mark: TypeAlias = Difference | Ratio | XV


@per_puzzle
def _dots_of(puzzle: Puzzle) -> tuple[tuple[_Dot, ...], ...]:
    """Return the marks of each kind and value."""
    groups: dict[tuple[str, int], list[_Dot]] = {}
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, Difference | Ratio | XV):
            (relation,) = each.relations(puzzle)
            assert isinstance(relation, Pairs)
            dot = _Dot(number, each.cells[0], each.cells[1], relation.table)
            groups.setdefault((each.NAME, each.value), []).append(dot)
    return tuple(map(tuple, groups.values()))


def _mark(w: Words, number: int) -> _Mark:
    found = w.puzzle.constraints[number]
    assert isinstance(found, Difference | Ratio | XV)
    return found


def _kind(mark: _Mark, n: int = 1) -> str:
    """Return the name of a kind of mark: "white dot", "black dots of 3", "X"."""
    if isinstance(mark, XV):
        name = {5: "V", 10: "X"}.get(mark.value, f"{mark.value} mark")
        return name if n == 1 else f"{name} marks" if len(name) == 1 else f"{name}s"
    name = "white dot" if isinstance(mark, Difference) else "black dot"
    name = name if n == 1 else f"{name}s"
    return name if mark.value == mark.USUAL else f"{name} of {mark.value}"


def _step(
    name: str,
    gone: Iterable[Pair],
    cells: Iterable[int],
    numbers: Iterable[int],
    proves: Iterable[Pair] = (),
) -> Step:
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in dict.fromkeys(cells)),
        candidates=tuple((*pair, "proves") for pair in proves),
        constraints=tuple(dict.fromkeys(numbers)),
    )
    return Step(name, eliminations=tuple(sorted({*gone})), facts=facts)


# ---- digits that no mark of a kind allows


def _banned(table: Sequence[int]) -> int:
    """Return the digits without a partner. Neighbors see each other, so no digit is its own."""
    return sum(1 << at for at, fitting in enumerate(table) if not fitting & ~(1 << at))


def _is_about_digits(w: Words) -> bool:
    """Return whether a step removes digits because they have no partner at all."""
    banned = digits_of(_banned(_table(w, w.step.facts.constraints[0])))
    return all(digit in banned for _, digit in w.step.eliminations)


def _table(w: Words, number: int) -> tuple[int, ...]:
    (relation,) = w.puzzle.constraints[number].relations(w.puzzle)
    assert isinstance(relation, Pairs)
    return relation.table


def _some(w: Words, numbers: Sequence[int]) -> str:
    """Return "a black dot" or "the black dots"."""
    mark = _mark(w, numbers[0])
    if len(numbers) > 1:
        return f"the {_kind(mark, len(numbers))}"
    return _with_article(_kind(mark))


def _with_article(name: str) -> str:
    has_vowel = name == "X" or name[0] == "8" or name[:2] in ("11", "18")
    return f"{'an' if has_vowel else 'a'} {name}"


def _digits_reason(w: Words) -> Iterator[str]:
    numbers = w.step.facts.constraints
    good = digits_of(w.geometry.all_mask & ~_banned(_table(w, numbers[0])))
    digits = sorted({digit for _, digit in w.step.eliminations})
    claims = [
        Allows(number, tuple(sorted(w.puzzle.constraints[number].cells_on(w.geometry))), good)
        for number in numbers
    ]
    yield w.said(sentence("; ".join(_no_partner(w, _mark(w, numbers[0]), digits))), *claims)


def _no_partner(w: Words, mark: _Mark, digits: Sequence[int]) -> Iterator[str]:
    """Yield the reasons why digits have no partner across a mark."""
    n, value = w.puzzle.order, mark.value
    has = "has" if len(digits) == 1 else "have"
    if isinstance(mark, Difference):
        yield f"no digit from 1 to {n} differs from {w.digits(digits, 'or')} by {value}"
    elif isinstance(mark, Ratio):
        times = {2: ("half", "double"), 3: ("third", "triple")}.get(value)
        one, many = times or (f"digit that is 1/{value} of it", f"digit {value} times as large")
        yield f"{w.digits(digits)} {has} no {one} and no {many} among 1 to {n}"
    else:
        for these, why in (
            ([d for d in digits if d >= value], "too large"),
            ([d for d in digits if d < value - n], "too small"),
        ):
            if these:
                is_are = "is" if len(these) == 1 else "are"
                yield f"{w.digits(these)} {is_are} {why} for a sum of {value}"
        if 2 * (half := value // 2) == value and half in digits:
            twice = w.digit(half)
            yield f"{value} as {twice} + {twice} would repeat the {twice} in a row or column"


# ---- partners


class _Loss(NamedTuple):
    """Digits that a cell loses, because they have no partner across a mark.

    Attributes:
        dot: The mark.
        cell: The cell without the partners.
        known: The candidates of *cell*, as a mask.
        other: The cell that loses digits.
        lost, left: The digits that *other* loses and keeps, as masks.
    """

    dot: _Dot
    cell: int
    known: int
    other: int
    lost: int
    left: int

    @property
    def is_from_few(self) -> bool:
        """True if the cell without the partners has only a few candidates."""
        return self.known.bit_count() <= _FEW


@per_puzzle
def _clusters_of(puzzle: Puzzle) -> tuple[tuple[_Dot, ...], ...]:
    """Return the marks in groups. Each mark of a group shares a cell with another one."""
    clusters: list[list[_Dot]] = []
    for dot in (dot for group in _dots_of(puzzle) for dot in group):
        touching = [c for c in clusters if any({*dot[1:3]} & {*each[1:3]} for each in c)]
        clusters = [c for c in clusters if c not in touching]
        clusters.append([dot, *(each for c in touching for each in c)])
    return tuple(tuple(sorted(each)) for each in clusters)


@per_puzzle
def _kept_partners(puzzle: Puzzle) -> tuple[list[KeptSteps], list[KeptSteps]]:
    """Return the finders of steps about all marks of a kind, and about marks that touch."""
    kinds, clusters = _dots_of(puzzle), _clusters_of(puzzle)
    return (
        [KeptSteps(_cells_on(dots), partial(_of_kind, dots)) for dots in kinds],
        [KeptSteps(_cells_on(dots), partial(_of_cluster, dots)) for dots in clusters],
    )


def _cells_on(dots: Iterable[_Dot]) -> tuple[int, ...]:
    return tuple(sorted({cell for dot in dots for cell in dot[1:3]}))


def _find_partners(board: Board, limit: int) -> Iterator[Step]:
    """Yield steps about all marks of a kind. Without such steps, follow the marks that touch."""
    kinds, clusters = _kept_partners(board.puzzle)
    found = [step for kept in kinds for step in kept.steps(board)]
    yield from found or (step for kept in clusters for step in kept.steps(board))


def _of_kind(dots: Sequence[_Dot], board: Board) -> Iterator[Step]:
    """Yield the step of digits that no mark of a kind allows, or of many missing partners."""
    banned = _banned(dots[0].table)
    if banned and (gone := pairs_in(board, _cells_on(dots), banned)):
        losing = {cell for cell, _ in gone}
        numbers = [dot.number for dot in dots if not losing.isdisjoint(dot[1:3])]
        yield _step("dot-partners", gone, sorted(losing), numbers)
    elif len(many := _many_losses(board, dots)) > _FEW:
        yield _losing_step(board, many)


def _losing_step(board: Board, losses: Sequence[_Loss]) -> Step:
    gone = [pair for loss in losses for pair in pairs_in(board, (loss.other,), loss.lost)]
    cells = [*(loss.cell for loss in losses), *(cell for cell, _ in gone)]
    return _step("dot-partners", gone, cells, [loss.dot.number for loss in losses])


def _many_losses(board: Board, dots: Iterable[_Dot]) -> list[_Loss]:
    """Return the losses across from cells with more than a few candidates."""
    return [loss for loss in _losses(board, dots, board.masks) if not loss.is_from_few]


def _losses(board: Board, dots: Iterable[_Dot], masks: Sequence[int]) -> Iterator[_Loss]:
    for dot, cell, other in _ways_across(dots):
        reach = _partners(dot.table, digits_of(masks[cell]))
        if not board.digits[other] and (lost := masks[other] & ~reach):
            yield _Loss(dot, cell, masks[cell], other, lost, masks[other] & reach)


def _ways_across(dots: Iterable[_Dot]) -> Iterator[tuple[_Dot, int, int]]:
    for dot in dots:
        yield dot, dot.first, dot.second
        yield dot, dot.second, dot.first


def _of_cluster(dots: Sequence[_Dot], board: Board) -> Iterator[Step]:
    if walk := _walk(dots, board):
        yield _losing_step(board, [loss for losses in walk for loss in losses])


def _walk(dots: Sequence[_Dot], board: Board) -> list[list[_Loss]]:
    """Follow marks from cell to cell, and return the losses of each round.

    A round starts from the cells that the round before has changed.
    """
    masks, rounds, n_losing = list(board.masks), list[list[_Loss]](), 0
    while found := [*_losses(board, dots, masks)]:
        n_losing += len({loss.other for loss in found})
        if rounds and n_losing > _MOST_LOSING:
            break
        rounds.append([])
        for loss in sorted(found, key=lambda each: each.known.bit_count()):
            if masks[loss.other] & loss.lost:
                masks[loss.other] &= ~loss.lost
                rounds[-1].append(loss)
        if 0 in masks:
            break
    return rounds


def _walk_of(w: Words) -> list[list[_Loss]]:
    number = w.step.facts.constraints[0]
    for dots in _clusters_of(w.puzzle):
        if any(dot.number == number for dot in dots):
            return _walk(dots, w.board)
    return []


def _losses_of_kind(w: Words) -> list[_Loss]:
    """Return the losses of a step about many marks of a kind, or []."""
    number = w.step.facts.constraints[0]
    (dots,) = (d for d in _dots_of(w.puzzle) if any(dot.number == number for dot in d))
    many = _many_losses(w.board, dots)
    if len(many) <= _FEW or _losing_step(w.board, many).eliminations != w.step.eliminations:
        return []
    return many


def _partners_what(w: Words) -> str:
    numbers = w.step.facts.constraints
    if _is_about_digits(w):
        digits = sorted({digit for _, digit in w.step.eliminations})
        return f"no {w.digits(digits, 'or')} on {_some(w, numbers)}"
    if _losses_of_kind(w):
        dots = _some(w, numbers)
        return dots if w.is_brief else f"partners on {dots}"
    first = w.cells(sorted({loss.cell for loss in _walk_of(w)[0]}))
    if len(numbers) == 1:
        return f"{_some(w, numbers)} beside {first}"
    marks = "marks" if any(isinstance(_mark(w, number), XV) for number in numbers) else "dots"
    return f"along the {marks} from {first}"


def _partners_reason(w: Words) -> Iterator[str]:
    if _is_about_digits(w):
        yield from _digits_reason(w)
    elif many := _losses_of_kind(w):
        yield from _missing_partners(w, many)
    else:
        yield from _walk_reason(w, _walk_of(w))


_MOST_LINKS = 3  # maximum number of conclusions in a sentence


class _Because(NamedTuple):
    """Digits of a cell that exclude digits of other cells, in a round of a walk.

    Attributes:
        cell: The cell.
        known: Its candidates at this point, as a mask.
        wanted: The missing partners, as a mask, or 0 if *cell* has only a few candidates.
        losses: The losses of the other cells.
        numbers: The marks that have changed *cell* before.
        earlier: The marks that have changed the other cells before.
    """

    cell: int
    known: int
    wanted: int
    losses: list[_Loss]
    numbers: frozenset[int]
    earlier: set[int]

    @property
    def changed(self) -> set[int]:
        """The cells that lose digits."""
        return {loss.other for loss in self.losses}


def _reasons_in(rounds: Sequence[Sequence[_Loss]]) -> list[list[_Because]]:
    """Return the losses of each round together, if they have the same reason."""
    found: list[list[_Because]] = []
    numbers: dict[int, frozenset[int]] = {}
    for losses in rounds:
        alike: dict[tuple[int, int], _Because] = {}
        for loss in losses:
            lost = digits_of(loss.lost)
            wanted = 0 if loss.is_from_few else _partners(loss.dot.table, lost)
            before = numbers.get(loss.cell, frozenset())
            group = _Because(loss.cell, loss.known, wanted, [], before, set())
            group = alike.setdefault((loss.cell, wanted), group)
            group.losses.append(loss)
            group.earlier.update(numbers.get(loss.other, ()))
        found.append([*alike.values()])
        for each in found[-1]:
            for loss in each.losses:
                used = {*each.numbers, loss.dot.number}
                numbers[loss.other] = numbers.get(loss.other, frozenset()) | used
    return found


def _walk_reason(w: Words, rounds: Sequence[Sequence[_Loss]]) -> Iterator[str]:
    """Yield "r1c1 is 3, so r1c2 is 6, so r1c3 can only be 5 or 7" for each start of a walk."""
    told = _reasons_in(rounds)
    for at, reasons in enumerate(told):
        while reasons:
            last = reasons.pop(0)
            links = [f"{'then ' if at else ''}{_state(w, last)}, so {_left_of(w, last)}"]
            for later in told[at + 1 :]:
                after = [each for each in later if each.cell in last.changed]
                # The reason of another mark for the next cell may follow only later.
                if len(after) != 1 or after[0].earlier or not _is_told(last, after[0]):
                    break
                (last,) = after
                later.remove(last)
                links.append(f"so {_left_of(w, last)}")
            for start in range(0, len(links), _MOST_LINKS):
                yield sentence(", ".join(links[start : start + _MOST_LINKS]))


def _is_told(before: _Because, after: _Because) -> bool:
    """Return whether the last conclusion is all that the next one needs."""
    if len(before.losses) > 1:
        return False
    loss = before.losses[0]
    if after.wanted:
        return not _names_left(loss) and not after.wanted & ~loss.lost
    return _names_left(loss) and loss.left == after.known


def _state(w: Words, because: _Because) -> str:
    """Return "r1c1 is 3", "r1c1 can only be 3 or 6" or "r1c1 is neither 2 nor 8"."""
    cell, known = because.cell, digits_of(because.known)
    if held := w.board.digits[cell]:
        return w.said(f"{w.cell(cell)} is {w.digit(held)}", Placed(cell, held))
    if wanted := digits_of(because.wanted):
        is_long = len(wanted) > 1 and not w.is_brief
        nor = f"neither {w.digits(wanted, 'nor')}" if is_long else f"not {w.digits(wanted)}"
        text = f"{w.cell(cell)} is {nor}{since(w, (cell,), wanted)}"
    elif because.numbers:
        text = f"{w.cell(cell)} {_only(w, known)}"
    else:
        return can_be(w, (cell,), known)
    ways = tuple((digit,) for digit in known)
    numbers = tuple(sorted(because.numbers))
    return w.said(text, RuleWays(numbers, (cell,), ways) if numbers else Only((cell,), known))


def _only(w: Words, digits: Sequence[int]) -> str:
    return f"is {w.digits(digits)}" if len(digits) == 1 else f"can only be {w.digits(digits, 'or')}"


def _names_left(loss: _Loss) -> bool:
    """Return whether the digits that a cell keeps are named, and not those that it loses."""
    return loss.left.bit_count() <= max(_FEW, loss.lost.bit_count())


def _left_of(w: Words, because: _Because) -> str:
    """Return "r1c2 and r2c1 can only be 3 or 5, and r1c4 is not 2"."""
    alike: dict[tuple[int, int], list[_Loss]] = {}
    for loss in because.losses:
        key = (loss.left, 0) if _names_left(loss) else (0, loss.lost)
        alike.setdefault(key, []).append(loss)
    parts = []
    for (left, lost), losses in alike.items():
        cells = w.cells(loss.other for loss in losses)
        are = "is" if len(losses) == 1 else "are"
        if lost:
            text = f"{cells} {are} not {w.digits(digits_of(lost), 'or')}"
        elif not left:
            text = f"no digit is left for {cells}"
        elif len(losses) > 1 and left.bit_count() == 1:
            text = f"{cells} are {w.digits(digits_of(left))}"
        else:
            text = f"{cells} {_only(w, digits_of(left))}"
        parts.append(w.said(text, *(_claim_of(because, loss) for loss in losses)))
    return clauses(parts)


def _claim_of(because: _Because, loss: _Loss) -> Allows | RuleWays:
    left = digits_of(loss.left)
    before = {*because.numbers, *because.earlier}
    if not before:
        return Allows(loss.dot.number, (loss.other,), left)
    numbers = tuple(sorted({*before, loss.dot.number}))
    return RuleWays(numbers, (loss.other,), tuple((digit,) for digit in left))


def _partners_thoughts(w: Words) -> Iterator[str]:
    told = [*_partners_reason(w)]
    yield as_clause(told[0]) if len(told) == 1 else _partners_what(w)


def _missing_partners(w: Words, many: Sequence[_Loss]) -> Iterator[str]:
    """Yield "Across a white dot, 1 needs a 2: not at r1c1, r1c7 or r3c2" for each digit."""
    kind = _kind(_mark(w, many[0].dot.number))
    by_digit: dict[int, list[_Loss]] = {}
    for each in many:
        for digit in digits_of(each.lost):
            by_digit.setdefault(digit, []).append(each)
    for digit, found in sorted(by_digit.items()):
        wanted = digits_of(_partners(found[0].dot.table, (digit,)))
        claims = [Allows(each.dot.number, (each.other,), digits_of(each.left)) for each in found]
        lacking = dict.fromkeys(each.cell for each in found)
        known = [Only((cell,), w.board.candidates(cell)) for cell in lacking]
        cells = w.cells(dict.fromkeys(each.other for each in found))
        has = "has" if len({each.other for each in found}) == 1 else "have"
        yield w.said(
            f"{_with_article(w.digit(digit)).capitalize()} needs "
            f"{joined((_with_article(w.digit(d)) for d in wanted), 'or')} across the {kind}: "
            f"{cells} {has} none.",
            *known,
            *claims,
        )


def _partners(table: Sequence[int], digits: Iterable[int]) -> int:
    """Return the partners of digits, without the digits that are their own partners."""
    found = 0
    for digit in digits:
        found |= table[digit - 1] & ~(1 << (digit - 1))
    return found


# ---- chains of dots as one set


@per_puzzle
def _chains_of(puzzle: Puzzle) -> tuple[_Chain, ...]:
    """Return the chains of marks without a repeated cell, the shortest first."""
    sight, dots = puzzle.sight, [dot for group in _dots_of(puzzle) for dot in group]
    beside: dict[int, list[tuple[int, _Dot]]] = {}
    for dot, cell, other in _ways_across(dots):
        beside.setdefault(cell, []).append((other, dot))
    paths: list[tuple[tuple[int, ...], tuple[_Dot, ...]]] = [((cell,), ()) for cell in beside]
    found: list[_Chain] = []
    for _ in range(1, _LONGEST):
        paths = [
            ((*cells, other), (*used, dot))
            for cells, used in paths
            for other, dot in beside[cells[-1]]
            if other not in cells
        ]
        if len(paths) > 2 * _MOST_CHAINS:
            break
        found += (_chain(sight, *path) for path in paths if path[0][0] < path[0][-1])
    return tuple(found)


def _chain(
    sight: Sequence[Sequence[int]], cells: tuple[int, ...], dots: tuple[_Dot, ...]
) -> _Chain:
    edges = tuple(Edge(at, at + 1, dot.table) for at, dot in enumerate(dots))
    apart = tuple(
        sum(1 << before for before in range(at) if cells[before] in sight[cell])
        for at, cell in enumerate(cells)
    )
    return _Chain(cells, dots, edges, apart)


def _ways_of(board: Board, chain: _Chain) -> tuple[DotWay, ...] | None:
    masks = tuple([board.masks[cell] for cell in chain.cells])
    return ways_along(masks, chain.edges, chain.apart, _MOST_WAYS)


def _find_chains(board: Board, limit: int) -> Iterator[Step]:
    sight = board.puzzle.sight
    for chain in _chains_of(board.puzzle):
        ways = _ways_of(board, chain)
        if not ways or len(_listed(ways)) > _MOST_LISTED:
            continue
        numbers = [dot.number for dot in chain.dots]
        inside = tuple(
            pair
            for at, cell in enumerate(chain.cells)
            for pair in pairs_in(board, (cell,), ~reduce(or_, (1 << (way[at] - 1) for way in ways)))
        )
        outside, proves = set[Pair](), list[Pair]()
        for digit in sorted({*ways[0]}):
            spots = spots_of(chain.cells, ways, digit)
            if spots and (seen := {*seen_by_all(board, sight, spots, digit)} - {*inside}):
                outside |= seen
                proves += ((spot, digit) for spot in spots)
        if inside or outside:
            yield _step("dot-chain", (*inside, *outside), chain.cells, numbers, proves)


def _listed(ways: Sequence[DotWay]) -> list[DotWay]:
    """Return the ways to list: one of each way and its reverse, if all have their reverse."""
    if not _is_either_way(ways):
        return [*ways]
    return [way for way in ways if way <= way[::-1]]


def _is_either_way(ways: Sequence[DotWay]) -> bool:
    return len(ways[0]) > 1 and all(way[::-1] in ways for way in ways)


def _joined_dots(w: Words) -> str:
    """Return "two black dots", "a white dot and a black dot"."""
    kinds: dict[str, list[int]] = {}
    for number in w.step.facts.constraints:
        kinds.setdefault(_kind(_mark(w, number)), []).append(number)
    return joined(
        _some(w, numbers)
        if len(numbers) == 1
        else f"{w.number(len(numbers))} {_kind(_mark(w, numbers[0]), 2)}"
        for numbers in kinds.values()
    )


def _chain_what(w: Words) -> str:
    return f"{w.cells(w.with_role('pattern'))} on {_joined_dots(w)}"


def _chain_reason(w: Words) -> Iterator[str]:
    cells, numbers = tuple(w.with_role("pattern")), w.step.facts.constraints
    ways = _ways_of(w.board, next(c for c in _chains_of(w.puzzle) if c.cells == cells))
    assert ways is not None
    listed = joined((" ".join(map(w.digit, way)) for way in _listed(ways)), "or")
    order = ", either way round" if _is_either_way(ways) else ", in this order"
    only = (Only((cell,), w.board.candidates(cell)) for cell in cells if not w.board.digits[cell])
    yield w.said(
        f"{w.cells(cells)} are on {_joined_dots(w)}: {listed}{order}.",
        RuleWays(numbers, cells, ways),
        *only,
    )
    yield from spots_lines(w, cells)


def _chain_thoughts(w: Words) -> Iterator[str]:
    """Yield the ways in a few words: "r678c7 on two white dots: 345 or 567"."""
    cells = tuple(w.with_role("pattern"))
    ways = _ways_of(w.board, next(c for c in _chains_of(w.puzzle) if c.cells == cells))
    if ways and len(listed := _listed(ways)) <= _FEW:
        told = " or ".join(map(w.digits, listed))
        yield f"{_chain_what(w)}: {told}"
        yield f"{w.cells(cells)}: {told}"


# ---- neighbors without a mark


class _Bare(NamedTuple):
    """A rule that all marks are given.

    Attributes:
        number: Index into `Puzzle.constraints`.
        table: The allowed digits of a neighbor without a mark, for each digit.
        beside: For each cell, its neighbors without a mark.
    """

    number: int
    table: tuple[int, ...]
    beside: tuple[tuple[int, ...], ...]


@per_puzzle
def _bare_of(puzzle: Puzzle) -> tuple[_Bare, ...]:
    found = []
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if not isinstance(each, NoDifference | NoRatio | NoXV):
            continue
        for relation in each.relations(puzzle):
            assert isinstance(relation, Pairs)
            beside: list[list[int]] = [[] for _ in range(puzzle.geometry.n_cells)]
            for a, b in relation.pairs:
                beside[a].append(b)
                beside[b].append(a)
            found.append(_Bare(number, relation.table, tuple(map(tuple, beside))))
    return tuple(found)


def _find_bare(board: Board, limit: int) -> Iterator[Step]:
    for bare in _bare_of(board.puzzle):
        for most in (1, _FEW):  # placed digits come first
            sources, gone = list[int](), list[Pair]()
            for cell, mask in enumerate(board.masks):
                if bool(board.digits[cell]) != (most == 1) or mask.bit_count() > most:
                    continue
                ban = board.puzzle.geometry.all_mask & ~_partners(bare.table, digits_of(mask))
                if ban and (lost := pairs_in(board, bare.beside[cell], ban)):
                    sources.append(cell)
                    gone += lost
            if gone:
                yield _step("no-dot", gone, sources, (bare.number,))


_MOST_SOURCES = 4  # with more placed digits, their neighbors are not named


def _bare_what(w: Words) -> str:
    (number,) = w.step.facts.constraints
    rule = w.puzzle.constraints[number]
    mark = "mark" if isinstance(rule, NoXV) else "dot"
    return f"cells without a {mark} beside {w.cells(w.with_role('pattern'))}"


def _bare_reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    bare = next(each for each in _bare_of(w.puzzle) if each.number == number)
    rule, sources = w.puzzle.constraints[number], w.with_role("pattern")
    gone = {*w.step.eliminations}
    if w.board.digits[sources[0]] and len(sources) > _MOST_SOURCES:
        claims = (Placed(cell, w.board.digits[cell]) for cell in sources)
        yield w.said(
            f"Each of the {len(sources)} placed digits rules out digits beside it, where there is "
            f"no {_bare_mark(rule)}.",
            *claims,
        )
        return
    for cell in sources:
        yield _bare_sentence(w, bare, rule, cell, gone)


def _bare_thoughts(w: Words) -> Iterator[str]:
    (number,), sources = w.step.facts.constraints, w.with_role("pattern")
    mark = _bare_mark(w.puzzle.constraints[number])
    if digit := w.board.digits[sources[0]]:
        placed = f"the {w.digit(digit)} at {w.cell(sources[0])}"
        yield f"no {mark} beside {placed if len(sources) == 1 else f'{len(sources)} placed digits'}"


def _bare_mark(rule: Constraint) -> str:
    return "mark" if isinstance(rule, NoXV) else "dot"


def _bare_verb(rule: Constraint) -> str:
    assert isinstance(rule, NoDifference | NoRatio | NoXV)
    values = rule.joined_values()
    if isinstance(rule, NoXV):
        return f"do not add up to {values}"
    if isinstance(rule, NoRatio):
        return f"do not have the ratio {values}"
    return f"do not differ by {values}"


def _bare_sentence(w: Words, bare: _Bare, rule: Constraint, cell: int, gone: set[Pair]) -> str:
    """Return "r3c3 is 4 and has no dot to r2c3 and r4c3: neither is 3 or 5"."""
    mask = w.board.masks[cell]
    ban = w.geometry.all_mask & ~_partners(bare.table, digits_of(mask))
    beside = [
        other
        for other in bare.beside[cell]
        if not w.board.digits[other] and w.board.masks[other] & ban
    ]
    lost = digits_of(sum({1 << (d - 1) for c, d in gone if c in beside and ban >> (d - 1) & 1}))
    claims = [
        Allows(bare.number, (other,), digits_of(w.board.masks[other] & ~ban)) for other in beside
    ]
    are = "is" if len(beside) == 1 else "are"
    end = f"{w.cells(beside)} {are} not {w.digits(lost, 'or')}"
    mark = _bare_mark(rule)
    if held := w.board.digits[cell]:
        start = w.said(f"{w.cell(cell)} is {w.digit(held)}", Placed(cell, held))
        return w.said(f"{with_capital(start)}: without a {mark} to it, {end}.", *claims)
    start = can_be(w, (cell,), w.board.candidates(cell))
    both = "either way" if mask.bit_count() == 2 else "in any case"
    return w.said(f"{with_capital(start)}: {both}, without a {mark} to it, {end}.", *claims)


# ---- the places of a digit in a house, next to marks


class _Blow(NamedTuple):
    """A candidate that a digit in a cell excludes from other cells.

    Attributes:
        cells: The cells that lose the candidate, as a mask.
        number: The constraint, or -1 if the cells only see the digit.
        partner: The cell whose only partner for the digit is the lost digit, or -1.
    """

    cells: int
    number: int = -1
    partner: int = -1


class _Map(NamedTuple):
    """The surroundings of each cell of a puzzle.

    Attributes:
        sight: The cells that a cell sees, as a mask.
        beside: The marks of a cell, each with the cell on the other side.
        bare: The rules that all marks are given.
    """

    sight: tuple[int, ...]
    beside: tuple[tuple[tuple[_Dot, int], ...], ...]
    bare: tuple[_Bare, ...]


@per_puzzle
def _map_of(puzzle: Puzzle) -> _Map:
    sight = tuple(sum(1 << other for other in seen) for seen in puzzle.sight)
    beside: list[list[tuple[_Dot, int]]] = [[] for _ in sight]
    for group in _dots_of(puzzle):
        for dot, cell, other in _ways_across(group):
            beside[cell].append((dot, other))
    return _Map(sight, tuple(map(tuple, beside)), _bare_of(puzzle))


def _blows(around: _Map, board: Board, cell: int, digit: int) -> dict[int, list[_Blow]]:
    """Return for each digit how it is excluded from other cells by *digit* at *cell*."""
    sight = around.sight
    found: dict[int, list[_Blow]] = {digit: [_Blow(sight[cell])]}
    for dot, other in around.beside[cell]:
        partners = dot.table[digit - 1] & ~(1 << (digit - 1))
        for lost in digits_of(board.masks[other] & ~partners):
            found.setdefault(lost, []).append(_Blow(1 << other, dot.number))
        left = partners & board.masks[other]
        if left and not left & (left - 1):
            seen = sight[other] & ~(1 << cell)
            found.setdefault(left.bit_length(), []).append(_Blow(seen, dot.number, other))
    for bare in around.bare:
        cells = sum(1 << other for other in bare.beside[cell])
        for lost in digits_of(board.puzzle.geometry.all_mask & ~bare.table[digit - 1]):
            found.setdefault(lost, []).append(_Blow(cells, bare.number))
    return found


_MOST_PLACES = 4  # maximum number of places of a digit in a house


def _find_in_house(board: Board, limit: int) -> Iterator[Step]:
    puzzle = board.puzzle
    if not (_dots_of(puzzle) or _bare_of(puzzle)):
        return
    around, blows_at = _map_of(puzzle), dict[Pair, dict[int, int]]()
    for house in puzzle.geometry.houses:
        open_cells = [cell for cell in house.cells if not board.digits[cell]]
        for digit in range(1, puzzle.order + 1):
            places = [cell for cell in open_cells if board.masks[cell] >> (digit - 1) & 1]
            if not 1 < len(places) <= _MOST_PLACES:
                continue
            common: dict[int, int] = {}
            for at, cell in enumerate(places):
                if (cell, digit) not in blows_at:
                    blows_at[cell, digit] = {
                        lost: reduce(or_, (blow.cells for blow in blows))
                        for lost, blows in _blows(around, board, cell, digit).items()
                    }
                own = blows_at[cell, digit]
                common = (
                    own
                    if at == 0
                    else {
                        lost: both
                        for lost, cells in own.items()
                        if (both := cells & common.get(lost, 0))
                    }
                )
            for lost, cells in sorted(common.items()):
                gone = [
                    (cell, lost)
                    for cell in (each - 1 for each in digits_of(cells))
                    if not board.digits[cell]
                    and board.masks[cell] >> (lost - 1) & 1
                    and not (cell in places and lost == digit)
                ]
                if gone:
                    yield _in_house_step(board, house, digit, places, gone)


def _in_house_step(
    board: Board, house: House, digit: int, places: Sequence[int], gone: Sequence[Pair]
) -> Step:
    around, lost, numbers = _map_of(board.puzzle), gone[0][1], set[int]()
    for cell in places:
        for blow in _blows(around, board, cell, digit)[lost]:
            if blow.number >= 0 and any(blow.cells >> other & 1 for other, _ in gone):
                numbers.add(blow.number)
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in places),
        candidates=tuple((cell, digit, "proves") for cell in places),
        houses=(house,),
        constraints=tuple(sorted(numbers)),
    )
    return Step("dot-house", eliminations=tuple(sorted({*gone})), facts=facts)


def _in_house_reason(w: Words) -> Iterator[str]:
    (digit,), (house,), places = w.digits_of("proves"), w.houses, w.with_role("pattern")
    lost = w.step.eliminations[0][1]
    yield sentence(can_be_at(w, house, digit))
    goners = [cell for cell, _ in w.step.eliminations]
    blows = {cell: _blows(_map_of(w.puzzle), w.board, cell, digit)[lost] for cell in places}
    across = {
        cell: blow
        for cell, own in blows.items()
        for blow in own
        if blow.partner >= 0 and all(blow.cells >> other & 1 for other in goners)
    }
    if len(across) == len(places):
        spots = dict.fromkeys(blow.partner for blow in across.values())
        claims = (
            Forces(((cell, digit, True),), (blow.partner, lost, True), blow.number)
            for cell, blow in across.items()
        )
        text = f"across the dot from it is {w.digit(lost)}, at {w.cells(spots, 'or')}"
        text = w.said(text, *claims)
        yield sentence(f"{text}, and {see(w, goners, [*spots])}")
        return
    yield sentence(clauses(dict.fromkeys(_blow_clauses(w, digit, lost, blows, goners))))


def _blow_clauses(
    w: Words, digit: int, lost: int, blows: Mapping[int, Sequence[_Blow]], goners: Sequence[int]
) -> Iterator[str]:
    """Yield for each place of a digit how it excludes the lost digit."""
    for cell, own in blows.items():
        for blow in own:
            hit = [other for other in goners if blow.cells >> other & 1]
            if not hit:
                continue
            at = f"with {w.digit(digit)} at {w.cell(cell)}"
            is_are, sees = ("is", "sees") if len(hit) == 1 else ("are", "see")
            if blow.partner >= 0:
                claim = Forces(((cell, digit, True),), (blow.partner, lost, True), blow.number)
                text = w.said(f"{at}, {w.cell(blow.partner)} is {w.digit(lost)}", claim)
                yield f"{text}, and {see(w, hit, [blow.partner])}"
            elif blow.number >= 0:
                claims = (
                    Forces(((cell, digit, True),), (c, lost, False), blow.number) for c in hit
                )
                mark = w.puzzle.constraints[blow.number]
                by = f"without a {_bare_mark(mark)}"
                if isinstance(mark, Difference | Ratio | XV):
                    by = f"across the {_kind(mark)}"
                text = f"{at}, {w.cells(hit)} {by} {is_are} not {w.digit(lost)}"
                yield w.said(text, *claims)
            else:
                seeing = (Sees(other, (cell,)) for other in hit)
                yield w.said(f"{w.cells(hit)} {sees} {w.cell(cell)}", *seeing)


TECHNIQUES = (
    Technique(
        name="dot-partners",
        title="partners on dots",
        aliases=("kropki pairs", "kropki digits", "xv pairs"),
        summary="a digit beside a dot or mark needs a partner on the other side",
        find=_find_partners,
        slips=DOT_SLIPS,
        weight=2.0,
        what=_partners_what,
        reason=_partners_reason,
        thoughts=_partners_thoughts,
        look_for="black dots, which never have 5, 7 or 9 of nine digits, and a dot, an X or a V "
        "beside a placed digit or a cell with few candidates.",
        why="a digit beside a mark needs a partner on the other side. If no candidate there is its "
        "partner, the digit is false.",
        when="At the start for black dots, Xs and Vs, and again beside each new digit.",
        scan=(
            Glance(
                "Look at the black dots first: their pairs are 1 2, 2 4, 3 6 and 4 8, so 5, 7 and "
                "9 are out. A V has 1 4 or 2 3, and an X has no 5.",
                "rules",
            ),
            Glance(
                "Then take a dot or mark beside a digit, or beside a cell with few candidates.",
                "cells",
            ),
            Glance(
                "Name the partners of each candidate: double and half on a black dot, one more "
                "and one less on a white dot, the rest to 10 on an X or to 5 on a V.",
                "pattern",
            ),
            Glance(
                "On the other side, remove all digits that are not among these partners.", "step"
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="no-dot",
        title="no dot between",
        aliases=("negative constraint", "negative kropki", "anti-kropki", "nonconsecutive"),
        summary="neighbors without a dot or mark cannot hold digits that would need one",
        find=_find_bare,
        weight=2.0,
        what=_bare_what,
        reason=_bare_reason,
        thoughts=_bare_thoughts,
        look_for="a placed digit, and its neighbors without a dot.",
        why="if all dots are given, two neighbors without a dot never hold digits that would have "
        "one.",
        when="After each new digit, if the puzzle says that all dots are given.",
        scan=(
            Glance(
                "Take a digit, or a cell with two or three candidates, and look at its neighbors "
                "without a dot.",
                "cells",
            ),
            Glance(
                "Name the digits that would need a dot beside it: one more and one less for white "
                "dots, double and half for black dots.",
                "pattern",
            ),
            Glance(
                "If the cell has several candidates, keep only the digits that every one of them "
                "excludes.",
                "pattern",
            ),
            Glance("Remove these digits from the neighbors without a dot.", "step"),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="dot-chain",
        title="chain of dots",
        aliases=("kropki chain", "kropki chain candidates", "kropki triple"),
        summary="dots in a row leave few ways, and a digit that all of them have is gone elsewhere",
        find=_find_chains,
        weight=2.8,
        what=_chain_what,
        reason=_chain_reason,
        thoughts=_chain_thoughts,
        look_for="two or more dots in a row: three cells on black dots hold 1 2 4 or 2 4 8.",
        why="one of the ways is true. A digit that all ways have is in one of the cells, so "
        "no cell that sees all of these has it.",
        when="At the start, wherever two or more dots touch in a row: such a chain has very few "
        "ways.",
        scan=(
            Glance(
                "Find dots in a row. Three cells of a line on two black dots hold 1 2 4 or 2 4 8, "
                "in either direction.",
                "rules",
            ),
            Glance(
                "Write down the ways of the chain, and cross out those with a digit that one of "
                "the cells lacks.",
                "cells",
            ),
            Glance("Read off a digit that all ways have, and find its cells.", "pattern"),
            Glance(
                "Remove this digit from every other cell that sees all of them. Remove from the "
                "chain the digits of no way.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
    Technique(
        name="dot-house",
        title="dots in a house",
        aliases=("dot pointing", "kropki pointing"),
        summary="wherever a digit is in a house, the dots beside it exclude another candidate",
        find=_find_in_house,
        weight=3.0,
        what=lambda w: f"the {w.digits(w.digits_of('proves'))} of {w.house(w.houses[0])}",
        reason=_in_house_reason,
        look_for="a digit with two or three places in a house, each beside a dot. See which "
        "partner the digit would have across each dot.",
        why="the digit is at one of these places. Each of them excludes the candidate.",
        when="When the single dots are exhausted, and a digit has two or three places left in a "
        "house, each beside a dot.",
        scan=(
            Glance("Take a house with two or three places for a digit.", "houses"),
            Glance("Look for dots and marks beside these places.", "rules"),
            Glance(
                "For each place, name the partner that the digit would have across the dot, and "
                "the cells that see this partner.",
                "pattern",
            ),
            Glance("Remove a candidate that is excluded from every place.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
)
