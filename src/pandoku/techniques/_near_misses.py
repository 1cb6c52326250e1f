"""Explain why a technique finds no step on a near miss.

The explanation of the example's step makes claims about its board. On the near miss, at least one
of these claims is false. The reason is the first false claim that can be disproved with a
candidate, a filling or a sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from pandoku.kernel.scopes import Scope
from pandoku.model import Pair, Step
from pandoku.model.narrowing import first_way, relation_parts
from pandoku.techniques._cage_fillings import ways_of
from pandoku.techniques._examples import Example
from pandoku.techniques._technique import Technique
from pandoku.words import Sentence, Words, joined
from pandoku.words.claims import (
    Allows,
    CageNeeds,
    CagePlaces,
    Claim,
    Concludes,
    Fillings,
    Follows,
    Gone,
    Impossible,
    Needs,
    Not,
    NoTotal,
    OneOf,
    Only,
    Open,
    Paired,
    Placed,
    Places,
    RuleWays,
    Sets,
    Swaps,
    Total,
)

_MOST_NAMED = 4  # maximum number of cells or digits in a sentence
_MOST_TRIES = 200_000  # maximum number of digits that are tried for one total

Said = tuple[str, tuple[Claim, ...]]  # a clause, and the claims that it makes about the near miss


@dataclass(frozen=True, slots=True)
class _Words(Words):
    """The words of a step on the near miss. Candidates in *back* are missing in the example."""

    back: frozenset[Pair] = frozenset()


_Shows = Callable[[_Words, Any], Iterator[Said]]
_SHOWS: dict[type[Any], _Shows] = {}


def _shows_false(kind: type[Claim]) -> Callable[[_Shows], _Shows]:
    """Return a decorator that registers a function to disprove claims of one kind."""

    def register(shows: _Shows) -> _Shows:
        _SHOWS[kind] = shows
        return shows

    return register


def why_none(technique: Technique, step: Step, example: Example) -> Sentence:
    """Return a sentence that explains why a technique does not find a step on a near miss.

    The sentence contradicts a claim in the explanation of the example's step. The result is "" if
    there is no near miss, or if no claim can be disproved on the near miss.

    Args:
        technique: The technique.
        step: The technique's step on the board of the example.
        example: The example, with its board and its near miss.
    """
    board, near_miss = example.board, example.near_miss
    if near_miss is None:
        return Sentence("")
    back = frozenset(
        (cell, digit)
        for cell, mask in enumerate(board.masks)
        for digit in near_miss.candidates(cell)
        if (board.digits[cell] or not mask >> (digit - 1) & 1) and not near_miss.digits[cell]
    )
    w = _Words(step, near_miss, back=back)
    full = technique.explain(step, board).full
    told = dict.fromkeys(claim for sentence in full for claim in sentence.claims)
    emptied = [c for c, digit in enumerate(board.digits) if digit and not near_miss.digits[c]]
    names = joined(f"{w.digit(board.digits[c])} at {w.cell(c)}" for c in emptied)
    opens = (Open((cell,), (board.digits[cell],)) for cell in emptied)
    start = w.said(f"Without the {names},", *opens) if emptied else "Then"
    if step.facts.branches and near_miss.puzzle.givens != board.puzzle.givens:
        return w.read(f"{start} {_more_solutions(w)}.")
    # Claims about a removed candidate or a placed digit are tried last. Other claims follow from
    # them, and explain more to a reader.
    for claim in sorted(told, key=lambda claim: isinstance(claim, Gone | Placed)):
        shows = _SHOWS.get(type(claim))
        for text, claims in shows(w, claim) if shows else ():
            return w.read(w.said(f"{start} {text}.", Not(claim), *claims))
    return Sentence("")


def _more_solutions(w: Words) -> str:
    """Return a clause: a given is missing, so the eliminated candidate is in some solution."""
    (cell, digit), *_ = w.step.eliminations
    text = (
        f"there are more solutions, and in one of them {w.cell(cell)} is {w.digit(digit)}: "
        f"supposing so "
    )
    claim = Not(Concludes((), ((cell, digit),)))
    return w.said(f"{text}leads to no contradiction", claim, Open((cell,), (digit,)))


# ---- candidates: one too many


def _open(w: _Words, cell: int, digit: int) -> bool:
    return not w.board.digits[cell] and digit in w.board.candidates(cell)


@_shows_false(Only)
def _only(w: _Words, claim: Only) -> Iterator[Said]:
    for cell in claim.cells:
        more = [d for d in w.board.candidates(cell) if d not in claim.digits]
        if more and not w.board.digits[cell]:
            held = [d for d in w.board.candidates(cell) if d in claim.digits]
            if len(held) > _MOST_NAMED:
                held = []
            only = (
                f"can only be {w.digits(held, 'or')}" if held else f"cannot be {w.digit(more[0])}"
            )
            text = f"{w.candidates((cell,), more, w.geometry.name(cell))} could also be "
            text += f"{w.digits(more, 'or')}, and the pattern needs a cell that {only}"
            yield text, (Open((cell,), tuple(more)),)


@_shows_false(Places)
def _places(w: _Words, claim: Places) -> Iterator[Said]:
    house, digit = w.geometry.houses[claim.house], claim.digit
    more = [c for c in house.cells if _open(w, c, digit) and c not in claim.cells]
    if more:
        text = f"{w.digit(digit)} could also be at {w.cells(more, 'or')} in {w.house(house)}"
        if 0 < len(claim.cells) <= _MOST_NAMED:
            only = "its only place" if len(claim.cells) == 1 else "its only places"
            text += f", and {w.cells(claim.cells)} would not be {only} there"
        yield text, (Open(tuple(more), (digit,)), Needs(claim.house, digit))


@_shows_false(Gone)
def _gone(w: _Words, claim: Gone) -> Iterator[Said]:
    for cell in claim.cells:
        more = [digit for digit in claim.digits if _open(w, cell, digit)]
        if more:
            placed = next((digit for at, digit in w.step.placements if at == cell), None)
            instead = f", and need not be {w.digit(placed)}" if placed else ""
            text = f"{w.cell(cell)} could also be {w.digits(more, 'or')}{instead}"
            yield text, (Open((cell,), tuple(more)),)


@_shows_false(Paired)
def _paired(w: _Words, claim: Paired) -> Iterator[Said]:
    known = {cell for cell, _ in claim.candidates}
    for cell, digit in enumerate(w.board.digits):
        if not digit and cell not in known and w.board.masks[cell].bit_count() > 2:
            digits = w.board.candidates(cell)
            text = f"{w.cell(cell)} would be a second cell with {w.number(len(digits))} candidates"
            yield text, (Open((cell,), digits),)


def _needs(w: _Words, claim: Needs) -> Iterator[Said]:
    house = w.geometry.houses[claim.house]
    if any(w.board.digits[cell] == claim.digit for cell in house.cells):
        yield f"{w.house(house)} has its {w.digit(claim.digit)}", ()


# ---- links and branches


@_shows_false(OneOf)
def _one_of(w: _Words, claim: OneOf) -> Iterator[Said]:
    """Find additional candidates in a cell, in a house, or in cells that share digits."""
    cells = list(dict.fromkeys(cell for cell, _ in claim.candidates))
    digits = sorted({digit for _, digit in claim.candidates})
    if len(claim.cells) == 1 and not claim.houses and not claim.cages:
        more = [digit for digit in w.board.candidates(cells[0]) if digit not in digits]
        text = f"{w.cell(cells[0])} could also be {w.digits(more, 'or')}: if it is not "
        text += f"{w.digit(digits[0])}, it need not be {w.digits(digits[1:], 'or')}"
        claims: tuple[Claim, ...] = (Open((cells[0],), tuple(more)),)
    elif len(claim.houses) == len(digits) == 1 and not claim.cells and not claim.cages:
        house, digit = w.geometry.houses[claim.houses[0]], digits[0]
        more = [c for c in house.cells if _open(w, c, digit) and c not in cells]
        text = (
            f"{w.digit(digit)} could also be at {w.cells(more, 'or')} in {w.house(house)}: if it "
            f"is not "
        )
        text += f"at {w.cell(cells[0])}, it need not be at {w.cells(cells[1:], 'or')}"
        claims = (Open(tuple(more), (digit,)),)
    else:
        back = [c for c in claim.cells if len(digits) == 1 and (c, digits[0]) in w.back]
        more = [cell for cell in back if cell not in cells]
        text = f"{w.digit(digits[0])} could also be at {w.cells(more, 'or')}, and "
        text += f"need not be at {w.cells(cells, 'or')}"
        claims = (Open(tuple(more), (digits[0],)),)
    if more:
        yield text, claims


@_shows_false(Follows)
def _follows(w: _Words, claim: Follows) -> Iterator[Said]:
    cell, digit, is_so = claim.conclusion
    false = {(c, d) for c, d, holds in claim.premises if not holds}
    if is_so and all(c == cell for c, _ in false):
        more = [d for d in w.board.candidates(cell) if d != digit and (cell, d) not in false]
        if more and not w.board.digits[cell]:
            text = f"{w.cell(cell)} could also be {w.digits(more, 'or')}, so nothing makes it "
            yield (
                f"{text}{w.digit(digit)}, and the conclusions stop there",
                (Open((cell,), tuple(more)),),
            )
    elif is_so:
        cells = (cell, *(c for c, _ in false))
        for house in w.common_houses(cells):
            more = [c for c in house.cells if _open(w, c, digit) and c not in cells]
            if more:
                text = (
                    f"{w.digit(digit)} could also be at {w.cells(more, 'or')} in "
                    f"{w.house(house)}, so "
                )
                text += f"nothing puts it at {w.cell(cell)}, and the conclusions stop there"
                yield text, (Open(tuple(more), (digit,)), Needs(w.index(house), digit))
    else:
        yield from _cage_follows(w, claim, (cell, digit), false)


def _cage_follows(w: _Words, claim: Follows, pair: Pair, false: set[Pair]) -> Iterator[Said]:
    for index, cage in enumerate(w.puzzle.cages):
        if pair[0] in cage.cells and {c for c, _, _ in claim.premises} <= {*cage.cells}:
            for way in _ways(w, index, (pair,), tuple(false)):
                text, claims = _filled(w, index, way)
                stop = f"so {w.candidate(*pair)} stays possible, and the conclusions stop there"
                yield f"{text}, {stop}", claims


# ---- cages


def _ways(
    w: _Words, index: int, wanted: Sequence[Pair] = (), without: Sequence[Pair] = ()
) -> Iterator[dict[int, int]]:
    """Yield the fillings of a cage as dicts of cells and digits, restricted to some candidates."""
    for way in ways_of(w, index):
        filled = dict(zip(w.puzzle.cages[index].cells, way, strict=True))
        has_all = all(filled.get(cell, digit) == digit for cell, digit in wanted)
        if has_all and not any(filled.get(cell) == digit for cell, digit in without):
            yield filled


def _filled(w: _Words, index: int, way: Mapping[int, int]) -> Said:
    """Return the clause that a cage could also be filled in a certain way, and its claim."""
    cells = [cell for cell in way if not w.board.digits[cell]]
    told = joined(w.candidate(cell, way[cell]) for cell in cells)
    pairs = tuple((cell, way[cell]) for cell in cells)
    possible = Not(Impossible(pairs, cages=(index,)))
    return f"{w.cage(index)} could also have {told}", (possible,)


@_shows_false(Fillings)
def _fillings(w: _Words, claim: Fillings) -> Iterator[Said]:
    for way in _ways(w, claim.cage, claim.assuming):
        if tuple(way[cell] for cell in claim.cells) not in claim.ways:
            yield _filled(w, claim.cage, way)


@_shows_false(Sets)
def _sets(w: _Words, claim: Sets) -> Iterator[Said]:
    for way in _ways(w, claim.cage, claim.assuming):
        if tuple(sorted(way.values())) not in claim.sets:
            yield _filled(w, claim.cage, way)


@_shows_false(CageNeeds)
def _cage_needs(w: _Words, claim: CageNeeds) -> Iterator[Said]:
    for way in _ways(w, claim.cage):
        if claim.digit not in way.values():
            yield _filled(w, claim.cage, way)


@_shows_false(CagePlaces)
def _cage_places(w: _Words, claim: CagePlaces) -> Iterator[Said]:
    for way in _ways(w, claim.cage):
        if any(digit == claim.digit and c not in claim.cells for c, digit in way.items()):
            yield _filled(w, claim.cage, way)


@_shows_false(Impossible)
def _impossible(w: _Words, claim: Impossible) -> Iterator[Said]:
    for index in claim.cages[:1] if not claim.cells else ():
        for way in _ways(w, index, claim.assuming):
            if not w.back.isdisjoint(way.items()):
                yield _filled(w, index, way)


# ---- sums and products


@_shows_false(NoTotal)
def _no_total(w: _Words, claim: NoTotal) -> Iterator[Said]:
    way = next(_totals(w, claim), None)
    if way is not None:
        told = joined(w.candidate(cell, digit) for cell, digit in way)
        possible = Not(claim._replace(assuming=tuple(way)))
        yield f"{told} would make the total", (possible,)


def _totals(w: _Words, claim: NoTotal) -> Iterator[list[Pair]]:
    """Yield the digits of the cells that make the total, in the order of search."""
    cells, wanted, false = [*claim.plus, *claim.minus], dict(claim.assuming), {*claim.without}
    tries = iter(range(_MOST_TRIES))

    def go_on(way: list[Pair]) -> Iterator[list[Pair]]:
        if len(way) == len(cells):
            digits = [digit for _, digit in way]
            plus, minus = digits[: len(claim.plus)], digits[len(claim.plus) :]
            made = prod(plus) if claim.times else sum(plus)
            if made == (claim.total * prod(minus) if claim.times else claim.total + sum(minus)):
                yield way
            return
        cell = cells[len(way)]
        for digit in (wanted[cell],) if cell in wanted else w.board.candidates(cell):
            clash = any(d == digit and w.sees(c, cell) for c, d in way) or (cell, digit) in false
            if not clash and _open(w, cell, digit) and next(tries, None) is not None:
                yield from go_on([*way, (cell, digit)])

    return go_on([])


@_shows_false(Allows)
def _allows(w: _Words, claim: Allows) -> Iterator[Said]:
    """Look for a way to satisfy the constraint with another digit."""
    constraint = w.puzzle.constraints[claim.constraint]
    pattern = {*w.with_role("pattern")}
    relations = [
        part
        for relation in constraint.relations(w.puzzle)
        for part in relation_parts(relation)
        if pattern.issuperset(part.cells)
    ]
    cells = tuple(dict.fromkeys(cell for each in relations for cell in each.cells))
    for cell in claim.cells:
        for digit in w.board.candidates(cell):
            if digit in claim.digits or w.board.digits[cell]:
                continue
            masks = [*w.board.masks]
            masks[cell] = 1 << (digit - 1)
            way = first_way(relations, cells, masks, w.puzzle.sight)
            if way is not None:
                filled = dict(zip(cells, way, strict=True))
                told = joined(w.candidate(c, d) for c, d in filled.items() if not w.board.digits[c])
                every = range(1, w.puzzle.order + 1)
                pairs = (
                    Not(Allows(claim.constraint, (c,), tuple(e for e in every if e != d)))
                    for c, d in filled.items()
                    if not w.board.digits[c]
                )
                opened = (Open((c,), (d,)) for c, d in filled.items() if not w.board.digits[c])
                yield f"{w.constraint(claim.constraint)} could also have {told}", (*pairs, *opened)
                return


@_shows_false(RuleWays)
def _rule_ways(w: _Words, claim: RuleWays) -> Iterator[Said]:
    """Look for a way with a digit that no listed way has."""
    supposed = dict(claim.assuming)
    for at, cell in enumerate(claim.cells):
        listed = {way[at] for way in claim.ways}
        for digit in w.board.candidates(cell):
            if digit in listed or supposed.get(cell, digit) != digit:
                continue
            way = _a_way(w, claim, {**supposed, cell: digit})
            if way is not None:
                yield way


def _a_way(w: _Words, claim: RuleWays, digits: dict[int, int]) -> Said | None:
    """Return a way with some digits, or None if no way has them."""
    masks = [*w.board.masks]
    for cell, digit in digits.items():
        masks[cell] &= 1 << (digit - 1)
        for other in w.puzzle.sight[cell]:
            masks[other] &= ~(1 << (digit - 1))
    of = (w.puzzle.constraints[each].relations(w.puzzle) for each in claim.constraints)
    way = Scope(w.puzzle, (r for relations in of for r in relations), claim.houses).find(masks)
    if way is None:
        return None
    empty = {cell: digit for cell, digit in way.items() if not w.board.digits[cell]}
    shown = digits | {c: d for c, d in empty.items() if (c, d) in w.back}
    names = [*map(w.constraint, claim.constraints)]
    names += (w.house(w.geometry.houses[at]) for at in claim.houses)
    held = joined(w.candidate(*pair) for pair in shown.items())
    none = RuleWays(claim.constraints, claim.cells, (), claim.houses, tuple(shown.items()))
    opened = (Open((cell,), (digit,)) for cell, digit in shown.items())
    return f"{joined(names)} could also have {held}", (Not(none), *opened)


@_shows_false(Total)
def _total(w: _Words, claim: Total) -> Iterator[Said]:
    emptied = [cell for cell in claim.placed if not w.board.digits[cell]]
    if emptied:
        unknown = sorted((*claim.plus, *claim.minus, *emptied))
        text = f"{w.number(len(unknown))} cells are unknown, {w.cells(unknown)}, and "
        text += f"{'a product' if claim.times else 'a sum'} of all of them does not tell "
        yield f"{text}what one is", ()


# ---- digits


@_shows_false(Placed)
def _placed(w: _Words, claim: Placed) -> Iterator[Said]:
    if not w.board.digits[claim.cell]:
        yield (
            f"nothing rules out {w.digit(claim.digit)} in the cells that see {w.cell(claim.cell)}",
            (),
        )


@_shows_false(Swaps)
def _swaps(w: _Words, claim: Swaps) -> Iterator[Said]:
    given = [cell for cell in claim.cells if w.puzzle.givens[cell]]
    if given:
        text = f"{w.cells(given)} is a given: it is the same in every solution, so it never "
        cell = given[0]
        yield f"{text}changes places with another digit", (Placed(cell, w.board.digits[cell]),)
