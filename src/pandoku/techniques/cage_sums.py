"""Compare the sum or product of houses with their cages: innies, outies, the rule of 45."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import factorial, prod

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import (
    Words,
    added,
    cage_of,
    gone_digits,
    sentence,
    target_words,
)

__all__ = ["TECHNIQUES"]


class _Sum:
    """The houses, cages and filled cells that a step adds up, or multiplies if *times* is set.

    *but* leaves out that many of the first cages in the step's facts.
    """

    def __init__(self, w: Words, *, times: bool = False, but: int | None = None) -> None:
        self.w, self.times = w, times
        self.inside = {cell for house in w.houses for cell in house.cells}
        cages = [w.puzzle.cages[fact.cage] for fact in w.step.facts.cages[but or 0 :]]
        self.targets = [cage.target or 0 for cage in cages]
        self.crosses = any(not self.inside.issuperset(cage.cells) for cage in cages)
        placed = [(cell, d) for cell, d, role in w.step.facts.candidates if role == "counted"]
        self.placed_in = [(cell, d) for cell, d in placed if cell in self.inside]
        self.placed_out = [(cell, d) for cell, d in placed if cell not in self.inside]
        n = w.puzzle.order
        each = factorial(n) if times else n * (n + 1) // 2
        self.of_houses = each ** len(w.houses) if times else each * len(w.houses)

    def told(self) -> Iterator[str]:
        """Yield sentences with the totals of the houses, the cages and the filled cells."""
        w, sign, one_house = self.w, "*" if self.times else "+", len(self.w.houses) == 1
        houses = w.house_names(w.houses) + ("" if one_house else " together")
        yield sentence(f"{houses} {self._come(one_house)} {self.of_houses}")
        if self.targets:
            one = len(self.targets) == 1
            where = "in and across" if self.crosses else "inside"
            cages = f"the cage{'' if one else 's'} {where} {'it' if one_house else 'them'}"
            yield sentence(f"{cages} {self._come(one)} {added(self.targets, sign)}")
        for placed, where in ((self.placed_in, "inside"), (self.placed_out, "beyond the border")):
            if placed:
                count = f"count{'s' if len(placed) == 1 else ''}"
                cells = w.cells(cell for cell, _ in placed)
                digits = added((digit for _, digit in placed), sign)
                yield sentence(f"{where} {cells} {count} {digits}")

    def _come(self, one: bool) -> str:
        if self.times:
            return "multiplies to" if one else "multiply to"
        return "adds up to" if one else "add up to"

    def left(self) -> int:
        """Return the sum of the innies minus that of the outies, or the product of the innies."""
        if self.times:
            whole = self.of_houses * prod(d for _, d in self.placed_out)
            return whole // (prod(self.targets) * prod(d for _, d in self.placed_in))
        return (
            self.of_houses
            - sum(self.targets)
            - sum(d for _, d in self.placed_in)
            + sum(d for _, d in self.placed_out)
        )

    def beyond(self) -> int:
        """Return the total of the outies if there are no innies."""
        if not self.times:
            return -self.left()
        counted = prod(self.targets) * prod(d for _, d in self.placed_in)
        return counted // (self.of_houses * prod(d for _, d in self.placed_out))


def _sum_reason(*, times: bool = False) -> Callable[[Words], Iterator[str]]:
    def reason(w: Words) -> Iterator[str]:
        found = _Sum(w, times=times)
        yield from found.told()
        innies, outies = w.with_role("innie"), w.with_role("outie")
        verb = "multiply to" if times else "add up to"
        if innies and outies:
            yield from _difference(w, found.left(), innies, outies)
        elif innies:
            together = f", which {verb} it" if len(innies) > 1 else ""
            yield f"That leaves {found.left()} for {w.cells(innies)}{together}."
        else:
            together = "together" if len(outies) > 1 else "alone"
            yield (f"What lies beyond the border is {found.beyond()}: that is {w.cells(outies)} "
                   f"{together}.")  # fmt: skip
        if w.step.eliminations:
            yield "Of the candidates there, only some can do that."

    return reason


def _difference(w: Words, left: int, innies: list[int], outies: list[int]) -> Iterator[str]:
    a, b = w.cells(innies), w.cells(outies)
    add = "add" if len(innies) > 1 else "is"
    yield f"What is left is {a} inside, less {b} beyond the border."
    if left == 0:
        yield f"So {a} {'comes' if add == 'is' else 'come'} to as much as {b}."
    else:
        more = "more" if left > 0 else "less"
        yield f"So {a} {'comes' if add == 'is' else 'come'} to {abs(left)} {more} than {b}."


def _sum_what(w: Words) -> str:
    cells = w.cells([*w.with_role("innie"), *w.with_role("outie")])
    return f"{cells} against {w.house_names(w.houses)}"


def _splitting(w: Words) -> Iterator[str]:
    name, cage, _ = cage_of(w)
    found = _Sum(w, but=1)
    innies, outies = w.with_role("innie"), w.with_role("outie")
    yield sentence(
        f"{name} {target_words(cage)}, and the border of {w.house_names(w.houses)} cuts it"
    )
    yield from found.told()
    part = innies or outies
    amount = found.left() if innies else found.beyond()
    yield f"So {w.cells(part)} {'adds' if len(part) == 1 else 'add'} up to {amount}."
    gone = w.digits(gone_digits(w), "or")
    yield f"No way to fill the whole cage that keeps to this has {gone} there."


def _overlap(w: Words) -> Iterator[str]:
    first, second = (fact.cage for fact in w.step.facts.cages)
    one, other = w.puzzle.cages[first], w.puzzle.cages[second]
    shared = [cell for cell in sorted(one.cells) if cell in other.cells]
    yield sentence(f"{w.cage(first)} and {w.cage(second)} share "
                   f"{w.cells(shared)}")  # fmt: skip
    alone = [w.cells(sorted(set(a.cells) - set(b.cells))) for a, b in ((one, other), (other, one))]
    more = (one.target or 0) - (other.target or 0)
    if not set(other.cells) - set(one.cells):
        yield f"Without them {one.target} - {other.target} = {more} is left for {alone[0]}."
    elif more:
        yield (f"The rest of the first, {alone[0]}, comes to {one.target} - {other.target} = "
        f"{more} "
               f"more than the rest of the second, {alone[1]}.")  # fmt: skip
    else:
        yield f"What is not shared, {alone[0]} and {alone[1]}, comes to the same."
    if placed := [(c, d) for c, d, role in w.step.facts.candidates if role == "counted"]:
        yield f"Of these {w.cells(c for c, _ in placed)} already {_holds(placed)}."


def _holds(placed: list[tuple[int, int]]) -> str:
    verb = "holds" if len(placed) == 1 else "hold"
    return f"{verb} {', '.join(str(d) for _, d in placed)}"


_WHY = (
    "a house holds every digit once, so its sum is known: n(n+1)/2, which is 45 for nine digits. "
)


def _sums(name: str, summary: str, look_for: str, why: str, *aliases: str) -> Technique:
    times = name.startswith("product")
    return Technique(
        name=name,
        aliases=aliases,
        summary=summary,
        find=finder(name),
        what=_sum_what,
        reason=_sum_reason(times=times),
        look_for=look_for,
        why=why,
    )


TECHNIQUES = (
    _sums(
        "innie",
        "the cages inside some houses leave one cell over: it takes the rest of the sum",
        "one to four neighbouring rows, columns or boxes that + cages fill except for one cell.",
        _WHY + "Subtract the cages inside, and what is left is the digit of the one cell.",
        "rule of 45",
        "45 rule",
    ),
    _sums(
        "outie",
        "the cages that cover some houses reach one cell beyond: it takes the surplus",
        "one to four neighbouring rows, columns or boxes that + cages cover, with one cell beyond.",
        _WHY + "What the cages add up to beyond that sum is the digit of the cell outside.",
    ),
    _sums(
        "innies",
        "the cages inside some houses leave a few cells over: these add up to the rest of the sum",
        "one to four neighbouring rows, columns or boxes that + cages fill except for a few cells.",
        _WHY + "Subtract the cages inside, and the cells that are left add up to the rest.",
        "hidden cage",
        "multiple innies",
    ),
    _sums(
        "outies",
        "the cages that cover some houses reach a few cells beyond: those add up to the surplus",
        "one to four neighbouring rows, columns or boxes that + cages cover, with a few cells "
        "beyond.",
        _WHY + "What the cages add up to beyond that sum is the sum of the cells outside.",
        "multiple outies",
    ),
    _sums(
        "innies-and-outies",
        "cells left over inside some houses and cells beyond them differ by a known amount",
        "one to four neighbouring rows, columns or boxes whose + cages leave a cell or two inside "
        "and reach a cell or two beyond.",
        _WHY + "Compared with the cages, it shows by how much the cells left inside exceed those "
        "beyond.",
        "innie-outie difference",
    ),
    _sums(
        "product-innie",
        "the * cages of a house leave one cell over: it takes the rest of the product",
        "a row or column that * cages fill except for one cell, or cover with one cell beyond.",
        "a house holds every digit once, so its product is known: n factorial. Divided by the "
        "cages it leaves the digit of the one cell.",
        "row product",
        "line product",
    ),
    _sums(
        "product-innies",
        "the * cages of a house leave a few cells over: these multiply to the rest of the product",
        "a row or column that * cages fill except for a few cells, or cover with a few beyond.",
        "a house holds every digit once, so its product is known: n factorial. Divided by the "
        "cages it leaves the product of the few cells.",
    ),
    Technique(
        name="cage-splitting",
        aliases=("split cage",),
        summary="the border of some houses cuts a cage: each part has a sum of its own",
        find=finder("cage-splitting"),
        what=lambda w: f"{cage_of(w)[0]} at the border of {w.house_names(w.houses)}",
        reason=_splitting,
        look_for="rows, columns or boxes that + cages fill, with a single cage across the border.",
        why=_WHY
        + "Subtract the cages inside, and the rest is the sum of the part of the cage inside; its "
        "target then gives the sum of the other part.",
    ),
    Technique(
        name="cage-overlap",
        aliases=("overlapping cages",),
        summary="two + cages share cells: the cells not shared differ by as much as the targets",
        find=finder("cage-overlap"),
        what=lambda w: " and ".join(w.cage(fact.cage) for fact in w.step.facts.cages),
        reason=_overlap,
        look_for="two + cages that have cells in common, and few others.",
        why="the shared cells add the same to both cages. So the difference of the targets is the "
        "difference of the other cells.",
    ),
)
