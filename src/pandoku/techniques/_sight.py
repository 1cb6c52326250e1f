"""Phrases about the board: cells in sight, candidates, and steps that removed candidates.

Most functions return a phrase with claims, for use at the start or in the middle of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from pandoku.model import House, Pair, open_in
from pandoku.words import Words, clauses, joined
from pandoku.words.claims import (
    Allows,
    Apart,
    Claim,
    Follows,
    Gone,
    Inside,
    OneOf,
    Only,
    Placed,
    Places,
    Sees,
)

_MOST_LOST = 3  # maximum number of candidates that a note names


def can_be_at(w: Words, house: House, digit: int) -> str:
    """Return the places of a digit: "in row 6, 5 can only be at r6c2 or r6c9"."""
    return f"in {w.house(house)}, {w.digit(digit)} can only be {_at(w, house, digit)}"


def can_be_at_each(w: Words, houses: Sequence[House], digit: int) -> str:
    """Return the places of a digit in several houses: "..., in row 7 at r7c2 or r7c9, and ..."."""
    first, *others = houses
    parts = [can_be_at(w, first, digit)]
    parts += (f"in {w.house(house)} {_at(w, house, digit)}" for house in others)
    return clauses(parts)


def _at(w: Words, house: House, digit: int) -> str:
    cells = open_in(w.board, house.cells, digit)
    others = [cell for cell in house.cells if cell not in cells]
    claim = Places(w.index(house), digit, cells)
    named = joined((w.candidates((cell,), (digit,), w.geometry.name(cell)) for cell in cells), "or")
    return w.said(f"at {named}{since(w, others, (digit,))}", claim)


def can_be(w: Words, cells: Sequence[int], digits: Sequence[int]) -> str:
    """Return the candidates of cells: "r1c7 and r6c7 can only be 4 or 9"."""
    gone = [d for d in range(1, w.puzzle.order + 1) if d not in digits]
    named = f"{w.cells(cells)} can only be {w.digits(digits, 'or')}"
    return w.said(
        f"{named}{since(w, cells, gone, are_named=True)}", Only(tuple(cells), tuple(digits))
    )


def each_can_be(w: Words, cells: Iterable[int]) -> str:
    """Return the candidates of each cell: "r1c1 can be 1 or 4, and r1c2 and r1c5 can be 4 or 9"."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        alike.setdefault(w.board.candidates(cell), []).append(cell)
    if len(alike) == 1:
        ((digits, same),) = alike.items()
        return can_be(w, same, digits)
    parts = [
        w.said(f"{w.cells(same)} can be {w.digits(digits, 'or')}", Only(tuple(same), digits))
        for digits, same in alike.items()
    ]
    return clauses(parts)


def since(w: Words, cells: Sequence[int], digits: Sequence[int], *, are_named: bool = False) -> str:
    """Return a note such as " (since r7c8 lost 6 in step 9)" on the last step that counts.

    If the cells have just been named, the note says "it" or "both".

    The note is " (after step 9)" if the step removed many of the candidates. It is "" if no step
    removed any, because digits in sight exclude them or they were missing at the start. Lines have
    no such notes.
    """
    if w.is_brief:
        return ""
    causes = {
        (cell, digit): w.cause(cell, digit)
        for cell in cells
        if not w.board.digits[cell]
        for digit in digits
        if not w.board.masks[cell] >> (digit - 1) & 1
    }
    last = max((cause.step for cause in causes.values() if cause.by == "step"), default=None)
    if last is None:
        return ""
    lost = [pair for pair, cause in causes.items() if cause.by == "step" and cause.step == last]
    at, gone = (tuple(dict.fromkeys(part)) for part in zip(*lost, strict=True))
    if len(lost) > _MOST_LOST or len(at) * len(gone) > len(lost):
        return f" (after {w.steps((last,))})"
    named = w.cells(at)
    if are_named and len(at) == len(cells) <= 2:
        named = "it" if len(at) == 1 else "both"
    text = f"since {named} lost {w.digits(gone)} in {w.steps((last,))}"
    return f" ({w.said(text, Gone(at, gone))})"


def lie_in(w: Words, cells: Sequence[int], houses: Sequence[House]) -> str:
    """Return "both are in column 9 and box 3", for cells that have just been named."""
    claim = Inside(tuple(cells), tuple(map(w.index, houses)))
    return w.said(f"{all_of(w, len(cells))} are in {w.house_names(houses)}", claim)


def see(w: Words, cells: Iterable[int], others: Sequence[int]) -> str:
    """Return "r4c6 sees both" or "r4c4 and r6c1 each see both", after *others* have been named."""
    cells, others = list(dict.fromkeys(cells)), list(dict.fromkeys(others))
    verb = "sees" if len(cells) == 1 else "each see"
    what = "it" if len(others) == 1 else all_of(w, len(others))
    claims = (Sees(cell, tuple(others)) for cell in cells)
    return w.said(f"{w.cells(cells)} {verb} {what}", *claims)


def gone_cells(w: Words, digit: int | None = None) -> list[int]:
    """Return the cells that lose *digit*, or any digit, in the step."""
    pairs = w.step.eliminations
    return list(dict.fromkeys(cell for cell, d in pairs if digit is None or d == digit))


def has_only_left(w: Words, cell: int, seen: tuple[int, int], digit: int) -> str:
    """Return "r4c2, which sees it, has only 9 left". "It" is *seen*, which was just assumed."""
    by, taken = seen
    return w.said(
        f"{w.cell(cell)}, which sees it, has only {w.digit(digit)} left",
        Sees(cell, (by,)),
        Only((cell,), (taken, digit)),
        Follows(((by, taken, True),), (cell, digit, True)),
    )


def one_of(w: Words, digit: int, places: Sequence[int], why: OneOf, lead: str = "Therefore") -> str:
    """Return a proof of eliminations: "Therefore one of r4c2 and r6c4 is 9, and r4c4 sees both".

    Args:
        w: The words of the step.
        digit: The digit that the step removes from some cells.
        places: The cells that could hold the digit. The sentence names only the cells of
            eliminations that see all these cells.
        why: The claim with its premises, but without candidates. This function adds the candidates.
        lead: The beginning of the sentence.
    """
    one = why._replace(candidates=tuple((cell, digit) for cell in places))
    gone = [cell for cell in gone_cells(w, digit) if all(w.sees(cell, at) for at in places)]
    named = w.cell(places[0]) if len(places) == 1 else f"one of {w.cells(places)}"
    return w.said(f"{lead} {named} is {w.digit(digit)}, and {see(w, gone, places)}", one)


def meet(w: Words, one: int, other: int) -> str:
    """Return "r1c1 and r1c5 are both in row 1", for two cells that see each other."""
    are = "are both" if shares_group(w, one, other) else "differ"
    return f"{w.cells((one, other))} {are} {where_apart(w, one, other)}"


def shares_group(w: Words, one: int, other: int) -> bool:
    """Return whether two cells that see each other share a house or a cage without repeats."""
    at = w.puzzle.apart_by(one, other)
    return bool(w.common_houses((one, other))) or (at is not None and at < len(w.puzzle.cages))


def where_apart(w: Words, one: int, other: int) -> str:
    """Return the reason why two cells see each other: "in row 1", "by the anti-knight rule".

    A house takes precedence over a constraint. If there are several houses or constraints, the
    first is named.
    """
    if houses := w.common_houses((one, other)):
        return w.said(f"in {w.house(houses[0])}", Inside((one, other), (w.index(houses[0]),)))
    at = w.puzzle.apart_by(one, other)
    assert at is not None
    if at < len(w.puzzle.cages):
        return w.said(f"in {w.cage(at)}", Inside((one, other), (), (at,)))
    return w.said(f"by {w.constraint(at)}", Apart(one, (other,), at))


def losing(w: Words, number: int, gone: Iterable[Pair]) -> Iterator[Allows]:
    """Yield the claims that a constraint excludes candidates, one for each of their cells."""
    lost: dict[int, set[int]] = {}
    for cell, digit in gone:
        lost.setdefault(cell, set()).add(digit)
    for cell, digits in lost.items():
        yield Allows(number, (cell,), tuple(d for d in w.board.candidates(cell) if d not in digits))


def kinds_of(w: Words, houses: Sequence[House]) -> str:
    """Return the names of houses, grouped by kind: "rows 1 and 9, columns 4 and 7 and box 3"."""
    kinds = dict.fromkeys(house.kind for house in houses)
    return joined(w.house_names([h for h in houses if h.kind == kind]) for kind in kinds)


def all_of(w: Words, n: int) -> str:
    """Return the word for all of *n* things: "both", "all three"."""
    return "both" if n == 2 else f"all {w.number(n)}"


# ---- causes of missing candidates


_MOST = 6  # maximum number of causes to list (a longer list does not help the reader)


def causes_of(w: Words, cell: int, digits: Iterable[int]) -> str:
    """Return a note such as " (4 went in step 12, and r3c5 is 6)", or "" if no cause is known.

    Args:
        w: The words of the step.
        cell: An empty cell.
        digits: Digits that are not candidates of the cell.
    """
    return causes_in(w, (cell,), digits)


def causes_in(w: Words, cells: Iterable[int], digits: Iterable[int]) -> str:
    """Return a note with the reasons why several empty cells lack one digit."""
    cells, digits = tuple(cells), tuple(digits)
    steps: dict[int, set[int]] = {}
    standing: dict[int, set[int]] = {}
    for cell, digit in product(cells, digits):
        cause = w.cause(cell, digit)
        if cause.by == "digit" and cause.cell != cell:
            standing.setdefault(digit, set()).add(cause.cell)
        elif cause.by == "step":
            steps.setdefault(digit, set()).add(cause.step)
    claims: list[Claim] = [Gone(cells, digits)] if digits else []
    if len(steps) + len(standing) > _MOST:
        return w.said("", *claims)
    claims += (Placed(cell, digit) for digit, those in standing.items() for cell in those)
    parts = [
        f"{w.cells(sorted(those))} {'is' if len(those) == 1 else 'are'} {digit}"
        for digit, those in standing.items()
    ]
    by_steps: dict[tuple[int, ...], list[int]] = {}
    for digit, numbers in steps.items():
        by_steps.setdefault(tuple(sorted(numbers)), []).append(digit)
    went = [
        f"{w.digits(those)} {'in' if number else 'went in'} {w.steps(at)}"
        for number, (at, those) in enumerate(sorted(by_steps.items()))
    ]
    note = f" ({clauses([*went, *parts])})" if went or parts else ""
    return w.said(note, *claims)
