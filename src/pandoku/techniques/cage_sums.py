"""Compare the sum or product of houses with their cages: innies, outies, the rule of 45."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import factorial, prod

from pandoku.kernel.logic import finder
from pandoku.model import Cage, Step
from pandoku.techniques._cage_fillings import at_cells, by_digit, told_ways, ways_of
from pandoku.techniques._cage_totals import why_gone
from pandoku.techniques._known_totals import Known, come_to, fails, known_of_cage
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._total_slips import CAGE_OVERLAP_SLIPS, CAGE_SPLITTING_SLIPS, sum_slips
from pandoku.words import (
    Derived,
    Words,
    added,
    cage_names,
    cage_of,
    factored,
    joined,
    sentence,
    target_words,
)
from pandoku.words.claims import Claim, Impossible, Inside, Placed, Total

__all__ = ["TECHNIQUES"]

_MOST_NAMED = 4  # maximum number of cages to name (if there are more, only their sum is stated)
_LARGEST_PRODUCT = 9999  # a larger product of houses appears as factors
_FEW = 8  # maximum number of fillings to list


class _Sum:
    """The houses, cages and filled cells that a step adds up, or multiplies if *times* is true.

    *but* is the number of cages to skip at the start of the step's facts.
    """

    def __init__(self, w: Words, step: Step, *, times: bool = False, but: int = 0) -> None:
        facts = step.facts
        self.w, self.times, self.facts = w, times, facts
        self.houses = tuple(map(w.index, facts.houses))
        self.cages = tuple(fact.cage for fact in facts.cages[but:])
        self.targets = [w.puzzle.cages[index].target or 0 for index in self.cages]
        self.inside = {cell for house in facts.houses for cell in house.cells}
        self.placed = tuple(c for c, _, role in facts.candidates if role == "counted")
        n, n_houses = w.puzzle.order, len(facts.houses)
        each = factorial(n) if times else n * (n + 1) // 2
        self.of_houses = each**n_houses if times else each * n_houses
        self.has_factors = times and self.of_houses > _LARGEST_PRODUCT

    @property
    def known(self) -> Known:
        """The total that the houses, cages and filled cells leave for the innies and outies."""
        plus, minus = (
            tuple(cell for cell, role in self.facts.cells if role == sign)
            for sign in ("innie", "outie")
        )
        within, beyond = self._digits(within=True), self._digits(within=False)
        if not self.times:
            total = self.of_houses - sum(self.targets) - sum(within) + sum(beyond)
            return Known(plus, minus, total) if plus else Known(minus, (), -total)
        houses, counted = self.of_houses * prod(beyond), prod(self.targets) * prod(within)
        if plus:
            return Known(plus, (), houses // counted, times=True)
        return Known(minus, (), counted // houses, times=True)

    @property
    def claim(self) -> Total:
        """The claim that the cells have this total."""
        known = self.known
        return Total(
            known.plus, known.minus, known.total, self.houses, self.cages, self.placed, self.times
        )

    def _digits(self, *, within: bool) -> list[int]:
        return [self.w.board.digits[c] for c in self.placed if (c in self.inside) == within]

    def told(self) -> Iterator[str]:
        """Yield sentences with the totals of the houses, the cages and the filled cells."""
        w, one = self.w, len(self.houses) == 1
        together = "" if one else " together"
        total = factored(self.of_houses) if self.has_factors else str(self.of_houses)
        text = f"{w.house_names(self.facts.houses)}{together} {self._come(one)} {total}"
        cells = tuple(sorted(self.inside))
        yield w.said(
            sentence(text), Total(cells, (), self.of_houses, self.houses, (), (), self.times)
        )
        if self.cages:
            yield self._cages()
        rest = "in the rest of {}" if self.cages else "in {}"
        for within, where in ((True, rest), (False, "outside {}")):
            cells = tuple(c for c in self.placed if (c in self.inside) == within)
            if cells:
                yield self._filled(cells, where.format("it" if one else "them"))

    def _cages(self) -> str:
        w, one = self.w, len(self.cages) == 1
        crosses = any(not self.inside >= {*w.puzzle.cages[at].cells} for at in self.cages)
        where, it = (
            "that reach into" if crosses else "in",
            "it" if len(self.houses) == 1 else "them",
        )
        claims = (Inside(w.puzzle.cages[at].cells, (), (at,)) for at in self.cages)
        if one:
            lies = f"reaches into {it}" if crosses else f"lies in {it}"
            text = f"{w.cage(self.cages[0])} {lies} and {self._come(one)} "
            text += self._reckoning(self.targets)
            return w.said(sentence(text), *claims)
        named = f": {cage_names(w, self.cages)}" if len(self.cages) <= _MOST_NAMED else ""
        total = self._reckoning(self.targets)
        text = f"the cages {where} {it} {self._come(one)} {total}{named}"
        return w.said(sentence(text), *claims)

    def _filled(self, cells: tuple[int, ...], where: str) -> str:
        w, one = self.w, len(cells) == 1
        total = self._reckoning([w.board.digits[cell] for cell in cells])
        text = f"{where}, {w.cells(cells)} {'holds' if one else 'hold'} {total}"
        return w.said(sentence(text), *(Placed(cell, w.board.digits[cell]) for cell in cells))

    def _reckoning(self, numbers: Sequence[int]) -> str:
        """Return "3 + 7 = 10" for a sum, and "56 × 20 = 2^5 × 5 × 7" for a large product."""
        if not self.has_factors:
            return added(numbers, "*" if self.times else "+")
        told, total = " × ".join(map(str, numbers)), factored(prod(numbers))
        return told if told == total else f"{told} = {total}"

    def _come(self, one: bool) -> str:
        verb = "multiply" if self.times else "add up"
        if one:
            verb = "multiplies" if self.times else "adds up"
        return f"{verb} to"

    def left(self) -> str:
        """Return a sentence with the total for the innies and outies."""
        w, known, claim = self.w, self.known, self.claim
        reckoned = self._reckoned()
        if known.minus:
            how = f": {reckoned}" if reckoned else ""
            return w.said(sentence(f"so {come_to(w, known)}{how}"), claim)
        if len(known.plus) > 1:
            verb = "multiply to" if self.times else "add up to"
            return w.said(f"So {w.cells(known.plus)} {verb} {reckoned}.", claim)
        if w.with_role("innie"):
            return w.said(f"That leaves {reckoned} for {w.cells(known.plus)}.", claim)
        return w.said(f"What is left outside, at {w.cells(known.plus)}, is {reckoned}.", claim)

    def _reckoned(self) -> str:
        """Return the calculation of the total: "90 − 82 − 2 = 6", or the factors of a product.

        If the total is 0, the result has the form "90 = 88 + 2". It is "" for a trivial equation
        such as "45 = 45".
        """
        if self.has_factors:
            told = factored(self.known.total)
            return told if told == str(self.known.total) else f"{told} = {self.known.total}"
        within, beyond = self._digits(within=True), self._digits(within=False)
        total = prod if self.times else sum
        above = [self.of_houses, *([total(beyond)] if beyond else [])]
        below = [
            *([total(self.targets)] if self.targets else []),
            *([total(within)] if within else []),
        ]
        if not self.w.with_role("innie"):
            above, below = below, above
        if not self.known.total:
            sides = _joined_by(" + ", above), _joined_by(" + ", below)
            return "" if sides[0] == sides[1] else " = ".join(sides)
        plus, minus = (" × ", " ÷ ") if self.times else (" + ", " − ")
        told = minus.join((_joined_by(plus, above), *map(str, below)))
        return f"{told} = {self.known.total}".replace("= -", "= −")


def _joined_by(sign: str, numbers: Iterable[int]) -> str:
    """Join numbers with a sign between them."""
    return sign.join(map(str, numbers))


def _sum_reason(*, times: bool = False) -> Callable[[Words], Iterator[str]]:
    def reason(w: Words) -> Iterator[str]:
        found = _Sum(w, w.step, times=times)
        if w.derived is None:
            yield from found.told()
            yield found.left()
        else:
            yield _from_earlier(w, w.derived, found)
        yield from why_gone(w, found.known, w.step.eliminations)

    return reason


def _from_earlier(w: Words, derived: Derived, found: _Sum) -> str:
    """Return "r3c4 and r4c2 add up to 8 (step 19)", with the cells that are filled since then."""
    before, known = _Sum(w, derived.step, times=found.times), found.known
    cells = {*known.plus, *known.minus}
    filled = [cell for cell in (*before.known.plus, *before.known.minus) if cell not in cells]
    text = f"by {w.earlier(derived.number)}, {come_to(w, before.known)}"
    if not filled:
        return w.said(sentence(text), before.claim)
    told = joined(f"{w.cell(cell)} is {w.board.digits[cell]}" for cell in filled)
    placed = (Placed(cell, w.board.digits[cell]) for cell in filled)
    text = f"{text}; {told}, so {come_to(w, known)}"
    return w.said(sentence(text), before.claim, found.claim, *placed)


def _total_of(step: Step) -> Hashable:
    facts = step.facts
    houses = frozenset(house.cells for house in facts.houses)
    return (
        houses,
        frozenset(fact.cage for fact in facts.cages),
        step.technique.startswith("product"),
    )


def _one_in_short(w: Words) -> str:
    which = "innie of" if w.with_role("innie") else "outie beyond"
    return f"{w.outcome()}, {which} {w.house_names(w.houses)}"


def _sum_what(w: Words) -> str:
    inside, beyond = (w.with_role(role) for role in ("innie", "outie"))
    parts = [
        f"{w.cells(cells)} {where}"
        for cells, where in ((inside, "in"), (beyond, "beyond"))
        if cells
    ]
    return f"{' and '.join(parts)} {w.house_names(w.houses)}"


# ---- a cage on both sides of a border


def _splitting(w: Words) -> Iterator[str]:
    name, cage, fact = cage_of(w)
    found = _Sum(w, w.step, but=1)
    text = f"the border of {w.house_names(w.houses)} cuts {name}, which {target_words(cage)}"
    houses = tuple(map(w.index, w.houses))
    claims = (
        Total(tuple(each.cells), (), sum(range(1, w.puzzle.order + 1)), (at,), (), ())
        for at, each in zip(houses, w.houses, strict=True)
    )
    yield w.said(sentence(text), Inside(cage.cells, (), (fact.cage,)), *claims)
    yield from found.told()
    yield found.left()
    known = found.known
    cells = tuple(cell for cell in cage.cells if not w.board.digits[cell])
    places = [cage.cells.index(cell) for cell in known.plus]
    fitting = [way for way in ways_of(w, fact.cage) if sum(way[at] for at in places) == known.total]
    ways = at_cells(w, fact.cage, fitting, cells)
    gone: Sequence[tuple[int, int]] = w.step.eliminations

    def claim_of(pair: tuple[int, int]) -> Claim:
        # The claim includes the houses and cages, because they determine the sum of this part of
        # the cage.
        return Impossible((pair,), (), found.houses, (fact.cage, *found.cages))

    if 0 < len(ways) <= _FEW:
        text = f"{w.cells(cells)} can then only be {told_ways(ways)}"
        yield w.said(sentence(text), Inside(cells, (), (fact.cage,)), *map(claim_of, gone))
        return
    parts = [known]
    if (rest := known_of_cage(w, fact.cage)) is not None and not rest.times:
        others = tuple(cell for cell in rest.plus if cell not in known.plus)
        parts.append(Known(others, (), rest.total - known.total))
    for part in parts:
        by_sum = [pair for pair in gone if pair[0] in part.plus and fails(w, part, *pair)]
        if by_sum and part is not known:
            yield _the_rest(w, cage, part, Inside(part.plus, (), (fact.cage,)))
        yield from why_gone(w, part, by_sum)
        gone = [pair for pair in gone if pair not in by_sum]
    if gone:
        text = f"No filling of the cage with this sum has {by_digit(w, gone, 'or')}."
        yield w.said(text, *map(claim_of, gone))


def _the_rest(w: Words, cage: Cage, part: Known, claim: Claim) -> str:
    """Return "r4c8 is 6, so in the rest of the cage, r4c1 and r5c1 add up to 9."."""
    placed = [cell for cell in cage.cells if w.board.digits[cell]]
    text = f"in the rest of the cage, {come_to(w, part)}"
    if placed:
        text = f"{joined(f'{w.cell(c)} is {w.board.digits[c]}' for c in placed)}, so {text}"
    claims = (Placed(cell, w.board.digits[cell]) for cell in placed)
    return w.said(sentence(text), claim, *claims)


# ---- cages that overlap


def _overlap(w: Words) -> Iterator[str]:
    first, second = (fact.cage for fact in w.step.facts.cages)
    one, other = w.puzzle.cages[first], w.puzzle.cages[second]
    shared = tuple(cell for cell in sorted(one.cells) if cell in other.cells)
    yield w.said(
        sentence(f"{w.cage(first)} and {w.cage(second)} share {w.cells(shared)}"),
        Inside(shared, (), (first, second)),
    )
    a, b = (tuple(sorted({*x.cells} - {*y.cells})) for x, y in ((one, other), (other, one)))
    whole = Known(a, b, (one.target or 0) - (other.target or 0))
    claim = Total(whole.plus, whole.minus, whole.total, (), (first, second), ())
    yield w.said(
        sentence(f"so {come_to(w, whole)}: {one.target} − {other.target} = {whole.total}"), claim
    )
    digits = w.board.digits
    total = whole.total - sum(digits[c] for c in a) + sum(digits[c] for c in b)
    plus, minus = (tuple(c for c in cells if not digits[c]) for cells in (a, b))
    known = Known(plus, minus, total) if plus else Known(minus, (), -total)
    if placed := tuple(cell for cell in (*a, *b) if w.board.digits[cell]):
        told = joined(f"{w.cell(cell)} is {w.board.digits[cell]}" for cell in placed)
        left = Total(known.plus, known.minus, known.total, (), (first, second), placed)
        claims = (Placed(cell, w.board.digits[cell]) for cell in placed)
        leaves = f"so {come_to(w, known)}"
        if len(known.plus + known.minus) == 1:
            leaves = f"which leaves {known.total} for {w.cells(known.plus)}"
        yield w.said(sentence(f"{told}, {leaves}"), *claims, left)
    yield from why_gone(w, known, w.step.eliminations)


_WHY = "a house holds each digit once, so its sum is known: 45 for 1 to 9, 21 for 1 to 6. "
_PICK = Glance(
    "Take a row, column or box that cages nearly fill. Then take two, three and four neighbors "
    "together.",
    "houses",
)
_PICK_LINE = Glance("Take a row or column that × cages nearly fill, or two neighbors.", "houses")
_INSIDE = Glance(
    "Add up the cages that lie completely inside, and the digits that are placed in other cells "
    "inside.",
    "rules",
)
_ACROSS = Glance(
    "Add up all cages that have a cell inside. Subtract the digits that are placed outside.",
    "rules",
)
_FACTORS = Glance(
    "Multiply the targets of the × cages. Count placed digits as cages of one cell.", "rules"
)
_CUT = Glance("Remove the digits with which these cells cannot reach their sum.", "step")
_WHEN_MANY = "After innies and outies of one cell, when combinations stop."
_WHEN = {
    "innie": "At the start of a killer, before you write any candidates.",
    "outie": "At the start of a killer, together with innies.",
    "innies": _WHEN_MANY,
    "outies": _WHEN_MANY,
    "innies-and-outies": "After innies and outies of one cell, in houses with a cell or two "
    "left over inside and outside.",
    "product-innie": "At the start of a puzzle with large × cages.",
    "product-innies": "When × cages fill most of a line, and combinations stop.",
}
_SCANS = {
    "innie": (
        _PICK,
        _INSIDE,
        Glance("Check that only one empty cell inside is left over.", "cells"),
        Glance(
            "Subtract the sum from 45, or 90 for two houses. Write what is left into this cell.",
            "step",
        ),
    ),
    "outie": (
        _PICK,
        _ACROSS,
        Glance("Check that only one empty cell of these cages is outside.", "cells"),
        Glance(
            "Subtract 45, or 90 for two houses, from the sum. Write what is left into this cell.",
            "step",
        ),
    ),
    "innies": (
        _PICK,
        _INSIDE,
        Glance(
            "Mark the few empty cells inside that are left over. Subtract the sum from 45 for "
            "each house: they add up to the rest, like a cage.",
            "cells",
        ),
        _CUT,
    ),
    "outies": (
        _PICK,
        _ACROSS,
        Glance(
            "Mark the few empty cells of these cages outside. Subtract 45 for each house from "
            "the sum: they add up to the rest, like a cage.",
            "cells",
        ),
        _CUT,
    ),
    "innies-and-outies": (
        _PICK,
        Glance("Choose which cages to count: all that are mostly inside. Add them up.", "rules"),
        Glance(
            "Mark the cells inside that you have not counted, and the counted cells outside. "
            "The sum differs from 45 for each house by as much as the two groups differ.",
            "cells",
        ),
        Glance(
            "Remove the digits that have no partner at this distance in the other group.",
            "step",
        ),
    ),
    "product-innie": (
        _PICK_LINE,
        _FACTORS,
        Glance(
            "Check that only one empty cell is left over inside, or only one is outside.",
            "cells",
        ),
        Glance(
            "For a cell inside, divide the product of the line (720 for 1 to 6) by the product "
            "of the cages. For a cell outside, do the reverse. Write the result.",
            "step",
        ),
    ),
    "product-innies": (
        _PICK_LINE,
        _FACTORS,
        Glance(
            "Mark the few empty cells left over inside, or the few outside. Divide to get their "
            "product (all digits of a line make 720 for 1 to 6).",
            "cells",
        ),
        Glance(
            "Remove the digits that do not divide this product, or with which the cells cannot "
            "reach it.",
            "step",
        ),
    ),
}


def _sums(
    name: str, weight: float, summary: str, look_for: str, why: str, *aliases: str
) -> Technique:
    times = name.startswith("product")
    return Technique(
        name=name,
        aliases=aliases,
        summary=summary,
        find=finder(name),
        slips=sum_slips(name),
        weight=weight,
        what=_sum_what,
        reason=_sum_reason(times=times),
        in_short=None if name.endswith("s") else _one_in_short,
        total_of=_total_of,
        when=_WHEN[name],
        scan=_SCANS[name],
        look_for=look_for,
        why=why,
    )


TECHNIQUES = (
    _sums(
        "innie",
        1.9,
        "the cages inside some houses leave one cell over: its digit is the rest of the sum",
        "one to four neighboring rows, columns or boxes that + cages fill except for one cell.",
        _WHY + "Subtract the cages inside, and what is left is the digit of the one cell.",
        "rule of 45",
        "45 rule",
    ),
    _sums(
        "outie",
        1.9,
        "the cages that cover some houses reach one cell beyond: its digit is the surplus",
        "one to four neighboring rows, columns or boxes that + cages cover, with one cell beyond.",
        _WHY + "The cages add up to more than this sum. The difference is the digit of the cell "
        "outside.",
    ),
    _sums(
        "innies",
        3.5,
        "the cages inside some houses leave a few cells over: these add up to the rest of the sum",
        "one to four neighboring rows, columns or boxes that + cages fill except for a few cells.",
        _WHY + "Subtract the cages inside, and the cells that are left add up to the rest.",
        "hidden cage",
        "multiple innies",
    ),
    _sums(
        "outies",
        3.4,
        "the cages that cover some houses reach a few cells beyond: those add up to the surplus",
        "one to four neighboring rows, columns or boxes that + cages cover, with a few cells "
        "beyond.",
        _WHY + "The cages add up to more than this sum. The difference is the sum of the cells "
        "outside.",
        "multiple outies",
    ),
    _sums(
        "innies-and-outies",
        3.6,
        "cells left over inside some houses and cells beyond them differ by a known amount",
        "one to four neighboring rows, columns or boxes whose + cages leave a cell or two inside "
        "and reach a cell or two beyond.",
        _WHY + "The difference between this sum and the sum of the cages is the difference between "
        "the cells left inside and the cells beyond.",
        "innie-outie difference",
    ),
    _sums(
        "product-innie",
        1.9,
        "the × cages of a house leave one cell over: its digit is the rest of the product",
        "a row or column that × cages fill except for one cell, or cover with one cell beyond.",
        "a house holds each digit once, so its product is known: 720 for 1 to 6. Divided by the "
        "cages it leaves the digit of the one cell.",
        "row product",
        "line product",
    ),
    _sums(
        "product-innies",
        3.5,
        "the × cages of a house leave a few cells over: these multiply to the rest of the product",
        "a row or column that × cages fill except for a few cells, or cover with a few beyond.",
        "a house holds each digit once, so its product is known: 720 for 1 to 6. Divided by the "
        "cages it leaves the product of the few cells.",
    ),
    Technique(
        name="cage-splitting",
        aliases=("split cage",),
        summary="the border of some houses cuts a cage: each part has a known sum",
        find=finder("cage-splitting"),
        slips=CAGE_SPLITTING_SLIPS,
        weight=3.0,
        what=lambda w: f"{cage_of(w)[0]} at the border of {w.house_names(w.houses)}",
        reason=_splitting,
        when="With innies, when a single cage crosses the border of the houses.",
        scan=(
            _PICK,
            Glance(
                "Check that only one cage crosses the border. Add up the others inside.",
                "rules",
            ),
            Glance(
                "Look at its two parts, inside and outside. Subtract the sum from 45 for each "
                "house: that is the inside part, and the outside part is the rest of the cage.",
                "cells",
            ),
            Glance(
                "Treat each part as a cage, and remove the digits with which it "
                "cannot reach its sum.",
                "step",
            ),
        ),
        look_for="rows, columns or boxes that + cages fill, with a single cage across the border.",
        why=_WHY
        + "Subtract the cages inside, and the rest is the sum of the part of the cage inside. The "
        "target of the cage then gives the sum of the other part.",
    ),
    Technique(
        name="cage-overlap",
        aliases=("overlapping cages",),
        summary="two + cages share cells: their other cells differ by as much as the targets",
        find=finder("cage-overlap"),
        slips=CAGE_OVERLAP_SLIPS,
        weight=1.9,
        what=lambda w: " and ".join(w.cage(fact.cage) for fact in w.step.facts.cages),
        reason=_overlap,
        when="At the start, wherever two cages share cells.",
        scan=(
            Glance("Find two + cages that share cells.", "rules"),
            Glance(
                "Look only at the cells that they do not share. Their sums differ by as much as "
                "the two targets.",
                "cells",
            ),
            Glance(
                "If one of these cells is empty, write its digit. If two are, remove the digits "
                "without a partner at this distance.",
                "step",
            ),
        ),
        look_for="two + cages that have cells in common, and few others.",
        why="the shared cells add the same to both cages. So the difference of the targets is the "
        "difference of the other cells.",
    ),
)
