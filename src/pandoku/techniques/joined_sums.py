"""The rule of 45 with lines and clues, and sums that share cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from pandoku.model import Board, CageFact, Facts, Pair, Step
from pandoku.techniques._cage_fillings import each_way
from pandoku.techniques._cage_totals import why_gone
from pandoku.techniques._joined_sums import JoinedSum, LinearSum, joined_sums
from pandoku.techniques._known_totals import MOST_CELLS, Known, come_to
from pandoku.techniques._sum_slips import JOINED_SUM_SLIPS, RULE_OF_45_SLIPS
from pandoku.techniques._sums import (
    Share,
    Team,
    add,
    bound_claims,
    fallen_words,
    fits_cells,
    knowledge,
    natural_sets,
    share_words,
    shares_of,
    teams_of,
    total_of,
)
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Claim, Open, Placed, Total

__all__ = ["TECHNIQUES"]

_MOST_CELLS = 9  # maximum number of cells that are left
_MOST_THOUGHTS = 3  # maximum number of bounds with different arithmetic in a step
_MOST_SETS = 3  # maximum number of sets of digits to list
_MOST_NAMED = 4  # maximum number of clues, or of filled cells, to name one by one


class _Limit(NamedTuple):
    """A cell whose greatest or least digits do not fit.

    Attributes:
        cell: The cell.
        most: Whether the limit is a greatest digit.
        digit: The greatest or least digit that fits.
        plus: The shares of the other cells that are added, in their extreme total.
        minus: The same for the cells that are subtracted.
        gone: The digits beyond the limit.
    """

    cell: int
    most: bool
    digit: int
    plus: tuple[Share, ...]
    minus: tuple[Share, ...]
    gone: tuple[int, ...]

    @property
    def thought(self) -> object:
        """The arithmetic. Limits with the same arithmetic are one sentence."""
        digits = ([share.digits for share in side] for side in (self.plus, self.minus))
        return self.most, self.digit, *map(repr, digits)


def _find(board: Board, limit: int, *, name: str, with_houses: bool) -> Iterator[Step]:
    found: list[tuple[tuple[int, ...], int, JoinedSum, tuple[Pair, ...]]] = []
    for each in joined_sums(board, _MOST_CELLS, with_houses=with_houses):
        if gone := _gone(board, each):
            found.append((each.length, len(found), each, gone))
    n_cages = len(board.puzzle.cages)
    for _, _, each, gone in sorted(found):
        numbers = list(dict.fromkeys(own.number for own, _ in each.sums))
        if max(numbers) < n_cages or (not each.houses and len(numbers) == 1):
            continue  # other techniques find sums of cages alone, and of one constraint
        facts = Facts(
            cells=tuple((c, "innie" if own > 0 else "outie") for c, own in each.terms),
            candidates=tuple((c, board.digits[c], "counted") for c, _ in each.placed),
            houses=tuple(board.puzzle.geometry.houses[at] for at in each.houses),
            cages=tuple(CageFact(number) for number in numbers if number < n_cages),
            constraints=tuple(number for number in numbers if number >= n_cages),
        )
        yield Step(name, eliminations=gone, facts=facts)


def _known(each: JoinedSum) -> Known | None:
    """Return the total of a few cells that are left, or None if only bounds are considered."""
    terms, total = each.terms, each.total
    if len(terms) == 1:
        ((cell, own),) = terms
        return Known((cell,), (), total // own) if total % own == 0 else None
    if len(terms) > MOST_CELLS or any(abs(own) != 1 for _, own in terms):
        return None
    plus, minus = (tuple(c for c, own in terms if own == sign) for sign in (1, -1))
    return Known(plus, minus, total) if plus else Known(minus, (), -total)


def _gone(board: Board, each: JoinedSum) -> tuple[Pair, ...]:
    """Return the candidates that the total excludes."""
    known = _known(each)
    if known is None:
        limits = (limit for alike in _limits(board, each) for limit in alike)
        return tuple(sorted((limit.cell, digit) for limit in limits for digit in limit.gone))
    cells, sight = (*known.plus, *known.minus), board.puzzle.sight
    clashes = [
        tuple(i for i, other in enumerate(cells[:at]) if other in sight[cell])
        for at, cell in enumerate(cells)
    ]
    left: list[set[int]] = [set() for _ in cells]
    for way in each_way([*map(board.candidates, cells)], clashes):
        if known.of(way) == known.total:
            for own, digit in zip(left, way, strict=True):
                own.add(digit)
    if not all(left):
        return ()  # the board has no solution
    return tuple(
        (cell, digit)
        for cell, own in sorted(zip(cells, left, strict=True))
        for digit in board.candidates(cell)
        if digit not in own
    )


def _without(teams: Iterable[Team], cell: int) -> Iterator[Team]:
    """Yield teams without a cell."""
    for team in teams:
        if cells := tuple(each for each in team.cells if each != cell):
            yield Team(cells, team.factor)


def _limits(board: Board, each: JoinedSum) -> list[list[_Limit]]:
    """Return the limits of cells, grouped by their arithmetic, at most `_MOST_THOUGHTS` groups."""
    teams = {sign: _teams(board, each, sign) for sign in (1, -1)}
    groups: dict[object, list[_Limit]] = {}
    for cell, factor in each.terms:
        for most in (True, False):
            # The other cells are extreme in the opposite direction.
            is_least = most == (factor > 0)
            plus = shares_of(_without(teams[1], cell), board.masks, most=not is_least)
            minus = shares_of(_without(teams[-1], cell), board.masks, most=is_least)
            if plus is None or minus is None:
                return []
            room = (each.total - total_of(plus) + total_of(minus)) * (1 if factor > 0 else -1)
            digit = room // abs(factor) if most else -(-room // abs(factor))
            own = board.candidates(cell)
            if gone := tuple(d for d in own if (d > digit if most else d < digit)):
                if len(gone) == len(own):
                    return []  # the board has no solution
                limit = _Limit(cell, most, digit, plus, minus, gone)
                groups.setdefault(limit.thought, []).append(limit)
    by_size = sorted(groups.values(), key=lambda alike: -sum(len(one.gone) for one in alike))
    return by_size[:_MOST_THOUGHTS]


def _teams(board: Board, each: JoinedSum, sign: int) -> list[Team]:
    """Return the teams of the cells that are added or subtracted."""
    puzzle, found = board.puzzle, list[Team]()
    for factor in sorted({abs(own) for _, own in each.terms}):
        cells = [cell for cell, own in each.terms if own == sign * factor]
        found += (
            Team(team.cells, factor) for team in teams_of(cells, puzzle.geometry, puzzle.sight)
        )
    return found


# ---- words


def _joined(w: Words) -> JoinedSum:
    """Return the joined sum of a step."""
    facts, houses = w.step.facts, tuple(map(w.index, w.houses))
    numbers = {*facts.constraints, *(fact.cage for fact in facts.cages)}
    cells = [cell for cell, _ in facts.cells]
    return next(
        each
        for each in joined_sums(w.board, _MOST_CELLS, with_houses=bool(houses), within=houses)
        if [cell for cell, _ in each.terms] == cells and {s.number for s, _ in each.sums} == numbers
    )


def _what(w: Words) -> str:
    inside, beyond = (w.with_role(role) for role in ("innie", "outie"))
    facts = w.step.facts
    names = w.constraints([*(fact.cage for fact in facts.cages), *facts.constraints])
    cells = w.cells((*inside, *beyond))
    if not w.houses:
        return f"{cells}, by {names}"
    return f"{cells}, by {w.house_names(w.houses)} with {names}"


def _reason(w: Words) -> Iterator[str]:
    each = _joined(w)
    if each.houses:
        yield _houses_words(w, each)
    yield from _sums_words(w, each)
    yield from _placed_words(w, each)
    yield _left_words(w, each)
    known = _known(each)
    if known is None:
        for alike in _limits(w.board, each):
            yield _limit_words(w, each, alike)
    elif len(each.terms) > 1:
        yield from _sets_words(w, known) or why_gone(w, known, w.step.eliminations)


def _sets_words(w: Words, known: Known) -> list[str]:
    """Return "Of the digits 1, 2, 4, 5 and 6, only 1 + 4 + 5 make 10.", or [] if that is long."""
    cells, board = known.plus, w.board
    if known.minus or not w.common_houses(cells):
        return []
    digits = sorted({digit for cell in cells for digit in board.candidates(cell)})
    sets = natural_sets(digits, len(cells), known.total) or []
    fit = [each for each in sets if fits_cells(each, [board.masks[cell] for cell in cells])]
    fallen = [each for each in sets if each not in fit]
    left = {digit for each in fit for digit in each}
    if len(fit) > _MOST_SETS or len(fallen) > _MOST_SETS:
        return []
    if any(digit in left for _, digit in w.step.eliminations):
        return []
    claims = [*knowledge(w, cells), *(known.claim(*pair) for pair in w.step.eliminations)]
    named = joined(map(add, sets), "or")
    only = w.said(f"Of the digits {w.digits(digits)}, only {named} make {known.total}.", *claims)
    return [only, *map(sentence, fallen_words(w, fallen, cells))]


def _limit_words(w: Words, each: JoinedSum, alike: Sequence[_Limit]) -> str:
    """Return "The other five make at most 9 + 8 + 7 + 6 + 5 = 35, so r1c1 is at least 2."."""
    limit, parts, claims = alike[0], list[str](), list[Claim]()
    is_added = dict(each.terms)[limit.cell] > 0
    for shares, is_plus in ((limit.plus, True), (limit.minus, False)):
        cells = [cell for share in shares for cell in share.team.cells]
        if not cells:
            continue
        most = (limit.most != is_added) == is_plus
        name = w.cells(cells)
        if is_plus and len(cells) > 1 and (len(alike) > 1 or len(cells) > _MOST_NAMED):
            name = f"the {'other ' if is_added else ''}{w.number(len(cells))}"
        verb = f"{'is' if len(cells) == 1 else 'make'} at {'most' if most else 'least'}"
        parts.append(f"{name} {verb} {_share_words(w, shares)}")
        for one in alike:
            claims += bound_claims(w, one.plus if is_plus else one.minus, most=most)
    end = f"at {'most' if limit.most else 'least'} {w.digit(limit.digit)}"
    claims += (Open((one.cell,), one.gone) for one in alike)
    are = "is" if len(alike) == 1 else "are each"
    text = f"{clauses(parts)}, so {w.cells(one.cell for one in alike)} {are} {end}"
    return w.said(sentence(text), *dict.fromkeys(claims))


def _share_words(w: Words, shares: Sequence[Share]) -> str:
    """Return the arithmetic of shares: "9 + 8 + 2 × 7 = 31"."""
    if all(share.team.factor == 1 for share in shares):
        return share_words(w, shares)
    terms = [
        str(digit) if share.team.factor == 1 else f"{share.team.factor} × {digit}"
        for share in shares
        for digit in share.digits
    ]
    total = total_of(shares)
    return f"{' + '.join(terms)} = {total}"


def _houses_words(w: Words, each: JoinedSum) -> str:
    n = w.puzzle.order
    cells = tuple(cell for house in w.houses for cell in house.cells)
    total = len(w.houses) * n * (n + 1) // 2
    verb = "adds up" if len(w.houses) == 1 else "together add up"
    text = f"{w.house_names(w.houses)} {verb} to {total}"
    return w.said(sentence(text), Total(cells, (), total, each.houses, (), ()))


def _sums_words(w: Words, each: JoinedSum) -> Iterator[str]:
    """Yield the sentences that state the sums: clues with a number, then equal sums."""
    sums = [own for own, _ in each.sums]
    clues = [own for own in sums if own.total and not own.side(-1) and not own.because]
    if not each.houses and len(clues) == len(sums) == 2:
        one, other = ({*own.side(1)} for own in clues)
        names = joined(w.constraint(own.number) for own in clues)
        text = f"{names} share {w.cells(sorted(one & other))}"
        yield w.said(sentence(text), *(_claim(w, own) for own in clues))
        return
    if clues:
        yield _clues_words(w, clues)
    for own in sums:
        if own not in clues:
            yield _equal_words(w, own)


def _clues_words(w: Words, clues: Sequence[LinearSum]) -> str:
    """Return "The 20 little killer and the 14-cage lie in it."."""
    inside = {cell for house in w.houses for cell in house.cells}
    cells = {cell for own in clues for cell in own.side(1)}
    one = len(clues) == 1
    if not inside:
        verb = f"{'adds' if one else 'add'} up to {' + '.join(str(own.total) for own in clues)}"
    elif cells <= inside:
        verb = f"{'lies' if one else 'lie'} in {'it' if len(w.houses) == 1 else 'them'}"
    else:
        verb = f"{'reaches' if one else 'reach'} into {'it' if len(w.houses) == 1 else 'them'}"
    names = w.constraints(own.number for own in clues)
    return w.said(sentence(f"{names} {verb}"), *(_claim(w, own) for own in clues))


def _equal_words(w: Words, own: LinearSum) -> str:
    """Return "By the arrow at r1c1, r1c2 and r1c3 add up to as much as r1c1."."""
    plus, minus = _sides(own.terms)
    if not own.total and any(abs(factor) > 1 for _, factor in own.terms):
        # A pill is read as a number, so its first cell counts tens.
        one, other = (_factored(w, own.terms, sign) for sign in (1, -1))
        return w.said(f"By {w.constraint(own.number)}, {one} = {other}.", _claim(w, own))
    known = Known(plus, minus, own.total)
    if len(plus) < len(minus):
        known = Known(minus, plus, -own.total)
    return w.said(f"By {w.constraint(own.number)}, {come_to(w, known)}.", _claim(w, own))


def _factored(w: Words, terms: Iterable[tuple[int, int]], sign: int) -> str:
    """Return the terms with a sign as a sum, the greatest factor first: "10 × r4c3 + r4c4"."""
    factors = sorted(((own * sign, cell) for cell, own in terms), key=lambda each: -each[0])
    return " + ".join(
        w.cell(cell) if factor == 1 else f"{factor} × {w.cell(cell)}"
        for factor, cell in factors
        if factor > 0
    )


def _claim(w: Words, own: LinearSum) -> Claim:
    """Return the claim that a constraint states a sum."""
    is_cage = own.number < len(w.puzzle.cages)
    cages, rules = ((own.number,), ()) if is_cage else ((), (own.number,))
    return Total(*_sides(own.terms), own.total, (), cages, own.because, False, rules)


def _sides(terms: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells to add and to subtract, each as often as its factor says."""
    terms = [*terms]
    plus, minus = (
        tuple(cell for cell, own in terms for _ in range(own * sign)) for sign in (1, -1)
    )
    return plus, minus


def _placed_words(w: Words, each: JoinedSum) -> Iterator[str]:
    """Yield the digits that are filled in: "In the rest, r1c2 is 3 and r1c5 is 4."."""
    cells, digits = [cell for cell, _ in each.placed], w.board.digits
    claims = [Placed(cell, digits[cell]) for cell in cells]
    if len(cells) > _MOST_NAMED:
        yield w.said(f"{w.cells(cells)} are filled.", *claims)
    elif cells:
        listed = joined(f"{w.cell(cell)} is {w.digit(digits[cell])}" for cell in cells)
        yield w.said(sentence(listed), *claims)


def _left_words(w: Words, each: JoinedSum) -> str:
    """Return the sentence with the total that is left."""
    plus, minus = _sides(each.terms)
    known = Known(plus, minus, each.total) if plus else Known(minus, (), -each.total)
    facts, placed = w.step.facts, (cell for cell, _ in each.placed)
    because = (cell for own, _ in each.sums for cell in own.because)
    claim = Total(
        plus,
        minus,
        each.total,
        each.houses,
        tuple(fact.cage for fact in facts.cages),
        tuple(dict.fromkeys((*placed, *because))),
        False,
        facts.constraints,
    )
    sum_ = _arithmetic(w, each, 1 if plus else -1)
    factor = abs(each.terms[0][1]) if len(each.terms) == 1 else 1
    if factor > 1:
        times = "twice" if factor == 2 else f"{factor} times"
        text = f"so {times} {w.cell(each.terms[0][0])} is {sum_ or known.total}"
        return w.said(sentence(text), claim)
    return w.said(sentence(f"so {_come_to(w, known)}{f': {sum_}' if sum_ else ''}"), claim)


def _come_to(w: Words, known: Known) -> str:
    """Return the total in words, where some cells count twice: "r1c1 and twice r2c1 ..."."""
    both = (*known.plus, *known.minus)
    if len({*both}) == len(both):
        return come_to(w, known)
    plus, minus = (_times(w, side) for side in (known.plus, known.minus))
    verb = "is" if len({*known.plus}) == 1 else "add up to"
    if not minus:
        return f"{plus} {verb} {known.total}"
    together = " together" if len(known.minus) > 1 else ""
    if not known.total:
        return f"{plus} {verb} as much as {minus}{together}"
    more = f"{abs(known.total)} {'more' if known.total > 0 else 'less'}"
    return f"{plus} {verb} {more} than {minus}{together}"


def _times(w: Words, cells: Sequence[int]) -> str:
    """Return cells with the number of times that they count: "r1c1 and twice r2c1"."""
    words = {1: "", 2: "twice "}
    counts = Counter(cells)
    named = (f"{words.get(n, f'{n} times ')}{w.cell(cell)}" for cell, n in counts.items())
    return joined(named) if counts else ""


def _arithmetic(w: Words, each: JoinedSum, sign: int) -> str:
    """Return the calculation of the total, such as "45 − 20 − 14 = 11", or ""."""
    n, digits = w.puzzle.order, w.board.digits
    numbers = [len(each.houses) * n * (n + 1) // 2]
    numbers += [-factor * own.total for own, factor in each.sums]
    numbers += [-sum(own * digits[c] for c, own in each.placed if own * s > 0) for s in (1, -1)]
    numbers = sorted((sign * number for number in numbers if number), reverse=True)
    if len(numbers) < 2:
        return ""
    first, *rest = numbers
    told = "".join(f" {'+' if number > 0 else '−'} {abs(number)}" for number in rest)
    return f"{first}{told} = {first + sum(rest)}".replace("-", "−")


TECHNIQUES = (
    Technique(
        name="rule-of-45-with-lines",
        title="rule of 45 with lines",
        aliases=("45 with arrows", "45 with little killers", "set with arrows"),
        summary="the arrows, clues and cages of some houses leave a few cells over, whose sum is "
        "known",
        find=partial(_find, name="rule-of-45-with-lines", with_houses=True),
        slips=RULE_OF_45_SLIPS,
        weight=3.5,
        cost=3,
        what=_what,
        reason=_reason,
        look_for="a row, column or box, or two or three neighbors, that arrows, little killers, "
        "sandwiches, X-sums and cages fill except for a few cells. The circle of an arrow stands "
        "for its shaft.",
        why="a house holds every digit once, so its sum is known: n(n+1)/2, which is 45 for nine "
        "digits. Subtract the sums inside, and the cells that are left add up to the rest.",
        when="Early, before you list single sums, where arrows, clues and cages nearly fill a "
        "house.",
        scan=(
            Glance(
                "Take a row, column or box that arrows, clues and cages nearly fill. Then try two "
                "or three houses side by side.",
                "houses",
            ),
            Glance(
                "Replace each shaft by its circle, and each clue or cage by its total.", "rules"
            ),
            Glance(
                "Find the cells that are left over: those of the house without a sum, and those "
                "of a sum outside the house.",
                "cells",
            ),
            Glance(
                "Subtract the sums from the total of the house, which is 45 for nine digits. The "
                "result is the sum of the cells left over.",
                "pattern",
            ),
            Glance("Remove the digits with which these cells cannot make this sum.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("innie", "outie", "counted"),
        fills=True,
    ),
    Technique(
        name="joined-sums",
        aliases=("overlapping sums", "sums that share cells"),
        summary="two sums share cells, so the rest of one and the rest of the other are compared",
        find=partial(_find, name="joined-sums", with_houses=False),
        slips=JOINED_SUM_SLIPS,
        weight=3.6,
        what=_what,
        reason=_reason,
        look_for="two arrows, little killers, cages or lines that share cells.",
        why="subtract one sum from the other. The shared cells cancel out, and the cells that are "
        "left differ by as much as the totals.",
        when="When two arrows, clues or cages share cells, and each of them alone says too little.",
        scan=(
            Glance(
                "Find two sums that share cells, such as two arrows from one circle or two "
                "diagonals that cross.",
                "rules",
            ),
            Glance("Cross out the shared cells in both sums.", "cells"),
            Glance(
                "Compare the rest. Two arrows from one circle have equal rests, and otherwise the "
                "rests differ by as much as the totals.",
                "pattern",
            ),
            Glance("Remove the digits with which the rests cannot differ by this much.", "step"),
        ),
        needs=frozenset({"constraints"}),
        roles=("innie", "outie", "counted"),
        fills=True,
    ),
)
