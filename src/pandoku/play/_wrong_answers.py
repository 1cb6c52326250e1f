"""Replies to wrong answers of drills, each with a fact about the board.

A reply never depends on the solution. An entry that is in the solution gets the same reply as one
that is not, as long as the technique does not give it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pandoku.model import Board, Pair, Step, open_in
from pandoku.rating import DEFAULT_SCALE, in_order
from pandoku.techniques import Technique, also_allows, slips_on
from pandoku.words import (
    Words,
    clauses,
    in_sight,
    sentence,
    with_article,
    with_capital,
    words_on,
)

__all__ = ["WrongAnswer", "no_such_step"]

_MOST_STEPS = 200  # maximum number of steps of another technique
# Weights of the hardest other techniques that a reply names: chains, but no cases and no trials.
_HARDEST, _HARDEST_OF_RULES = 7.2, 3.1
# The verb of a title, by whether the technique places a digit, and whether the title is a plural.
_VERBS = (("rules out", "rule out"), ("gives", "give"))
_MOST_NAMED = 4  # maximum number of digits or places that a reply names


@dataclass(frozen=True)
class WrongAnswer:
    """Entries of an answer that a technique does not give.

    Attributes:
        technique: The technique of the drill.
        board: The board of the drill.
        steps: The steps of the technique on the board.
        placed: The digits that the player has written, except for the conclusions of the steps.
        gone: The candidates that the player has removed, except for the conclusions of the steps.
    """

    technique: Technique
    board: Board
    steps: tuple[Step, ...]
    placed: Collection[Pair]
    gone: Collection[Pair]

    @property
    def entries(self) -> list[tuple[Pair, bool]]:
        """The entries, each with whether it is a digit rather than a removed candidate."""
        placed = [(pair, True) for pair in sorted(self.placed)]
        return placed + [(pair, False) for pair in sorted(self.gone)]

    @property
    def text(self) -> str:
        """Sentences for the player: why the first entry is wrong, and the number of others."""
        (first, is_placed), *others = self.entries
        told = self._reply(*first, is_placed)
        if not others:
            return told
        more = "One more entry does" if len(others) == 1 else f"{len(others)} more entries do"
        return f"{told} {more} not follow either."

    def _reply(self, cell: int, digit: int, is_placed: bool) -> str:
        w = words_on(self.board)
        if told := _impossible(w, cell, digit) or self._unasked(is_placed):
            return str(w.read(told))
        no = f"{no_such_step(self.technique, is_placed)} {w.digit(digit)} at {w.cell(cell)}."
        return f"{w.read(no)} {self.reason((cell, digit), is_placed)}"

    def reason(self, pair: Pair, is_placed: bool) -> str:
        """Return the reason why the technique does not give a candidate, and the way out.

        Args:
            pair: A candidate of the board that no step concludes.
            is_placed: Whether the player has written it, rather than removed it.
        """
        w = words_on(self.board)
        return str(w.read(" ".join(filter(None, self._sentences(w, pair, is_placed)))))

    def _sentences(self, w: Words, pair: Pair, is_placed: bool) -> Iterator[str]:
        """Yield the sentences of `reason`. Some of them may be ""."""
        easier = self._by_another(pair, is_placed, is_easier=True)
        slip = "" if easier else self._slips[is_placed].get(pair, "")
        yield slip
        if other := easier or self._by_another(pair, is_placed, is_easier=False):
            yield f"It {'follows' if is_placed else 'goes'} by {with_article(other.title)}."
            yield f"Look for {with_article(self.technique.title)}."
            return
        if not slip:
            yield self._fact(w, pair, is_placed)
        yield "Take it back." if is_placed else "Put it back."

    @cached_property
    def _slips(self) -> tuple[dict[Pair, str], dict[Pair, str]]:
        """Map the eliminations and the placements that errors lead to, to the reasons."""
        found: tuple[dict[Pair, str], dict[Pair, str]] = ({}, {})
        for _, each in slips_on(self.technique, self.board, steps=self.steps):
            for by_pair, pairs in zip(found, (each.eliminations, each.placements), strict=True):
                for pair in pairs:
                    by_pair.setdefault(pair, each.why)
        return found

    def _by_another(self, pair: Pair, is_placed: bool, *, is_easier: bool) -> Technique | None:
        found = _by_others(self.technique, self.board, is_placed)
        return found[not is_easier].get(pair)

    def _fact(self, w: Words, pair: Pair, is_placed: bool) -> str:
        """Return the fact about a candidate that a player may have overlooked, or ""."""
        if is_placed and self.technique.asks_place:
            return _other_places(w, *pair)
        if is_placed:
            return _other_digits(w, *pair)
        if self._is_of_pattern(pair):
            return "It is part of the pattern, which rules out other candidates."
        return self._fact_of_rule(w, pair) or _fewest_places(w, *pair)

    def _fact_of_rule(self, w: Words, pair: Pair) -> str:
        """Return a way to satisfy a rule with a candidate, or "".

        The rule is of a kind that the steps use.
        """
        facts = [step.facts for step in self.steps]
        used = {fact.cage for each in facts for fact in each.cages}
        used |= {index for each in facts for index in each.constraints}
        kinds = {type(w.puzzle.constraints[index]) for index in used}
        for index, rule in enumerate(w.puzzle.constraints):
            is_used = type(rule) in kinds and pair[0] in rule.cells_on(w.geometry)
            if is_used and (told := also_allows(w, index, pair)):
                return with_capital(f"{told}.")
        return ""

    def _unasked(self, is_placed: bool) -> str:
        """Return a sentence if an entry is not of the kind that the task asks for, or ""."""
        places = any(step.placements for step in self.steps)
        if is_placed and not places:
            return "No digit follows at once: remove from the marks what is ruled out."
        if not is_placed and places and not any(step.eliminations for step in self.steps):
            named = with_capital(with_article(self.technique.title))
            return f"{named} gives a digit: write it, and leave the marks."
        return ""

    def _is_of_pattern(self, pair: Pair) -> bool:
        return any(
            pair == (cell, digit) for step in self.steps for cell, digit, _ in step.facts.candidates
        )


def no_such_step(technique: Technique, is_placed: bool) -> str:
    """Return the beginning of a reply: "No X-wing here rules out"."""
    verb = _VERBS[is_placed][technique.title.split(" (")[0].endswith("s")]
    return f"No {technique.title} here {verb}"


def _impossible(w: Words, cell: int, digit: int) -> str:
    """Return the reason why a cell lacks a candidate, or "" if it has the candidate."""
    board = w.board
    if not 1 <= digit <= w.puzzle.order:
        return f"There is no digit {digit} here: the digits are 1 to {w.puzzle.order}."
    if held := board.digits[cell]:
        given = "is a given" if w.puzzle.givens[cell] else "is solved"
        return f"{w.cell(cell)} {given}: it holds {w.digit(held)}."
    if board.masks[cell] >> (digit - 1) & 1:
        return ""
    told = f"{w.digit(digit)} is not a candidate at {w.cell(cell)}"
    cause = in_sight(board, cell, digit)
    if cause is None:
        return f"{told}: an earlier step ruled it out."
    at = f"{w.cell(cause.cell)} is {w.digit(digit)}"
    if cause.house >= 0:
        return f"{told}: {at}, in the same {w.geometry.houses[cause.house].noun}."
    if cause.cage >= 0:
        return f"{told}: {at}, in {w.cage(cause.cage)}."
    return f"{told}: {at}, and {w.constraint(cause.constraint)} makes them differ."


def _other_digits(w: Words, cell: int, digit: int) -> str:
    others = [each for each in w.board.candidates(cell) if each != digit]
    if not others:
        return ""
    named = w.digits(others, "or") if len(others) <= _MOST_NAMED else "many other digits"
    return f"{w.cell(cell)} can also be {named}."


def _other_places(w: Words, cell: int, digit: int) -> str:
    """Return the other places of a digit, in each house of a cell."""
    parts = []
    for index in w.geometry.houses_of[cell]:
        house = w.geometry.houses[index]
        others = [other for other in open_in(w.board, house.cells, digit) if other != cell]
        at = f"at {w.cells(others, 'or')}" if len(others) <= _MOST_NAMED else "elsewhere"
        parts += [f"{at} in {w.house(house)}"] if others else []
    return sentence(f"{w.digit(digit)} can also be {clauses(parts)}") if parts else ""


def _fewest_places(w: Words, cell: int, digit: int) -> str:
    """Return the places of a digit in the house of a cell that has the fewest."""
    houses = [w.geometry.houses[index] for index in w.geometry.houses_of[cell]]
    house = min(houses, key=lambda house: len(open_in(w.board, house.cells, digit)))
    cells = open_in(w.board, house.cells, digit)
    if len(cells) == 1:
        return ""
    if len(cells) > _MOST_NAMED:
        return f"In {w.house(house)}, {w.digit(digit)} has {w.number(len(cells))} places."
    return f"In {w.house(house)}, {w.digit(digit)} can be at {w.cells(cells, 'or')}."


_Found = dict[Pair, Technique]


@lru_cache(maxsize=16)
def _by_others(technique: Technique, board: Board, is_placed: bool) -> tuple[_Found, _Found]:
    """Map the conclusions of other techniques on a board to the easiest of these techniques.

    Args:
        technique: The technique that is left out.
        board: The board.
        is_placed: Whether to return placements, rather than eliminations.

    Returns:
        The conclusions of easier techniques, and those of harder techniques.
    """
    found: tuple[_Found, _Found] = ({}, {})
    order = in_order(DEFAULT_SCALE)
    names = [each.name for each in order]
    own = names.index(technique.name) if technique.name in names else len(names)
    for rank, other in enumerate(order):
        most = _HARDEST_OF_RULES if "constraints" in other.needs else _HARDEST
        if rank == own or other.weight is None or other.weight > most:
            continue
        for step in other.steps(board, _MOST_STEPS):
            for pair in step.placements if is_placed else step.eliminations:
                found[rank > own].setdefault(pair, other)
    return found
