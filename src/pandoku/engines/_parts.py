"""Find superfluous or contradictory parts of a puzzle, by searching without some of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.engines._purse import Purse
from pandoku.errors import PuzzleError
from pandoku.kernel.cages import CageResult, search_with_houses
from pandoku.model import (
    BudgetLike,
    Constraint,
    House,
    OutOfTimeError,
    Puzzle,
    PuzzleLike,
    digits_of,
    puzzle_of,
)
from pandoku.words import several_solutions

if TYPE_CHECKING:
    from pandoku.model import Relation


_LINES = ("row", "column")


@dataclass(frozen=True, slots=True)
class PuzzlePart:
    """A part of a puzzle that a search can leave out.

    Attributes:
        what: "given", "candidates", "constraint" or "house".
        index: The cell, or a position in `Puzzle.constraints` or in `Geometry.houses`.
        text: A description: "the given 5 at r1c1", "thermometer r1c1 r2c2", "box 2".
    """

    what: str
    index: int
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the part as a JSON value, with its attributes as keys."""
        return {"what": self.what, "index": self.index, "text": self.text}

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Parts of a puzzle that, together with its rows and columns, leave no solution.

    Attributes:
        puzzle: The puzzle.
        parts: The contradictory parts: givens, candidates, constraints, then houses other than rows
            and columns.
        stopped: None if every part is needed for the contradiction, so that there is a solution
            without any one of the parts. Otherwise the reason why the search ended early: "nodes"
            or "seconds" (out of budget), or "unfinished". In these cases, some of the contradictory
            parts may not be needed. If *parts* is empty, no contradiction was proved.
    """

    puzzle: Puzzle
    parts: tuple[PuzzlePart, ...]
    stopped: str | None = None

    @property
    def is_minimal(self) -> bool:
        """True if each of the parts is needed for the contradiction."""
        return self.stopped is None

    def to_dict(self) -> dict[str, Any]:
        """Return the contradiction as a JSON value, as in `pandoku check --why --json`."""
        return {
            "minimal": self.is_minimal,
            "stopped": self.stopped,
            "parts": [part.to_dict() for part in self.parts],
        }

    def __str__(self) -> str:
        if self.stopped and not self.parts:
            return "out of budget before a contradiction was proved"
        if not self.parts:
            return "rows and columns alone have no solution"
        heading = "these have no solution together"
        if self.stopped:
            heading += ", but some of them may not be needed"
        else:
            heading += ", and without any one of them there is a solution"
        return "\n".join((f"{heading}:", *(f"  {part}" for part in self.parts)))


@dataclass(frozen=True, slots=True)
class Unneeded:
    """The givens and constraints that a proper puzzle does not need.

    Attributes:
        puzzle: The puzzle.
        each: Parts that are superfluous one at a time: if only one of these parts is removed, the
            solution is still unique.
        together: Parts that can all be removed together. After this, no other part can be removed.
        unknown: Parts that were still undecided when the budget ran out.
        stopped: None if every part was tried, or "nodes", "seconds" or "unfinished".
    """

    puzzle: Puzzle
    each: tuple[PuzzlePart, ...]
    together: tuple[PuzzlePart, ...]
    unknown: tuple[PuzzlePart, ...] = ()
    stopped: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the parts as a JSON value, as in `pandoku check --unneeded --json`."""
        return {
            "stopped": self.stopped,
            "each": [part.to_dict() for part in self.each],
            "together": [part.to_dict() for part in self.together],
            "unknown": [part.to_dict() for part in self.unknown],
        }

    def __str__(self) -> str:
        lines = []
        if self.each:
            lines += ["any one of these could go:", *(f"  {part}" for part in self.each)]
        elif not self.stopped:
            lines.append("every given and every constraint is needed")
        if len(self.together) > 1:
            lines += ["all of these could go at once:", *(f"  {part}" for part in self.together)]
        if self.stopped:
            n = len(self.unknown)
            parts = f", with {n} given{'s' * (n != 1)} or constraints undecided" if n else ""
            lines.append(f"the search ended early{parts}")
        return "\n".join(lines)


def contradiction(
    puzzle: PuzzleLike,
    *,
    budget: BudgetLike = None,
    on_found: Callable[[Contradiction], object] | None = None,
) -> Contradiction | None:
    """Return a minimal set of parts that leave a puzzle without a solution.

    Rows and columns always remain. All other parts are left out one after the other: givens first,
    then constraints, then boxes and other houses. A part stays out if there is still no solution
    without it. The puzzle may have other minimal sets.

    Args:
        puzzle: A puzzle without defects, in any form that `pandoku.solve` accepts.
        budget: As in `pandoku.solve`, for the complete call. Nodes are guesses.
        on_found: Called with the result so far, each time that a part has been tried.

    Returns:
        The contradiction, or None if the puzzle has a solution.

    Raises:
        FormatError, ValueError, TypeError: As in `pandoku.solve`.
        PuzzleError: *puzzle* is not a puzzle, or has defects that can be found without a search.
            The message names them.
        EngineError: The compiled core is not built, or does not support the puzzle.

    >>> puzzle = Puzzle(4).with_("thermometer r1c1-r1c4", "cage 6 r1c1 r1c2", "anti-knight")
    >>> print(contradiction(puzzle))
    these have no solution together, and without any one of them there is a solution:
      cage 6 r1c1 r1c2
      thermometer r1c1 r1c2 r1c3 r1c4
    """
    puzzle, purse = puzzle_of(puzzle), Purse(budget)
    try:
        with purse.limit():
            puzzle.require_sound()
    except OutOfTimeError:
        return Contradiction(puzzle, (), "seconds")
    everything = parts = list(_parts_of(puzzle))
    fixed = puzzle
    if _depend(puzzle):
        kept = [_Kept(each, puzzle) if each.DEPENDS_ON_OTHERS else each for each in puzzle.further]
        fixed = puzzle.replace(further=tuple(kept))
    searched = _search(fixed, everything, parts, purse)
    if searched.count:
        return None
    if searched.stopped:
        return Contradiction(puzzle, (), searched.stopped)
    stopped = None
    for part in everything:
        if reason := purse.empty:
            stopped = reason
            break
        rest = [each for each in parts if each is not part]
        searched = _search(fixed, everything, rest, purse)
        if searched.stopped and not searched.count:
            stopped = searched.stopped
        elif not searched.count:
            parts = rest
        if on_found is not None:
            on_found(Contradiction(puzzle, tuple(parts), "unfinished"))
    return Contradiction(puzzle, tuple(parts), stopped)


def unneeded(
    puzzle: PuzzleLike,
    *,
    budget: BudgetLike = None,
    on_found: Callable[[Unneeded], object] | None = None,
) -> Unneeded:
    """Return the givens and constraints that a proper puzzle does not need.

    Args:
        puzzle: A proper puzzle, in any form that `pandoku.solve` accepts.
        budget: As in `contradiction`.
        on_found: As in `contradiction`.

    Raises:
        FormatError, ValueError, TypeError, EngineError: As in `contradiction`.
        PuzzleError: *puzzle* is not a puzzle, or is not proper.

    >>> puzzle = Puzzle(4, "1.............4.").with_("thermometer r1c1-r1c4", "anti-knight")
    >>> print(unneeded(puzzle))
    any one of these could go:
      the given 1 at r1c1
      the given 4 at r4c3
    all of these could go at once:
      the given 1 at r1c1
      the given 4 at r4c3
    """
    puzzle, purse = puzzle_of(puzzle), Purse(budget)
    parts = [each for each in _parts_of(puzzle) if each.what in ("given", "constraint")]
    try:
        with purse.limit():
            puzzle.require_sound()
    except OutOfTimeError:
        return Unneeded(puzzle, (), (), tuple(parts), "seconds")
    solution = _only_solution(puzzle, purse)
    if solution is None:
        return Unneeded(puzzle, (), (), tuple(parts), purse.reason)
    pass_ = _Omission(puzzle, solution, purse)
    each, unknown = list[PuzzlePart](), list[PuzzlePart]()
    for at, part in enumerate(parts):
        can_go = pass_.can_go((part,))
        if can_go is None:
            unknown.append(part)
        elif can_go:
            each.append(part)
        if on_found is not None:
            found = Unneeded(puzzle, tuple(each), (), (*unknown, *parts[at + 1 :]), "unfinished")
            on_found(found)
    together = pass_.maximal(parts if _depend(puzzle) else [*each, *unknown])
    stopped = purse.reason if unknown or pass_.is_unsure else None
    return Unneeded(puzzle, tuple(each), together, tuple(unknown), stopped)


class _Omission:
    """A test of whether a proper puzzle stays proper without some parts.

    Attributes:
        is_unsure: Whether a search ran out of budget.
    """

    def __init__(self, puzzle: Puzzle, solution: tuple[int, ...], purse: Purse) -> None:
        self._puzzle, self._solution, self._purse = puzzle, solution, purse
        self.is_unsure = False

    def can_go(self, parts: Sequence[PuzzlePart]) -> bool | None:
        """Return whether the puzzle stays proper without *parts*, or None if the budget ran out."""
        if self._purse.empty:
            self.is_unsure = True
            return None
        puzzle = _without(self._puzzle, parts)
        result = self._purse.search(puzzle)
        if result.count == 2:
            return False
        if result.stopped:
            self.is_unsure = True
            return None
        return result.solutions == (self._solution,)

    def maximal(self, parts: Sequence[PuzzlePart]) -> tuple[PuzzlePart, ...]:
        """Return parts that can be removed together, so that no other part can then be removed."""
        gone = list[PuzzlePart]()
        is_first = True
        # For constraints that depend on others, a removal may make needed parts superfluous.
        while is_first or _depend(self._puzzle):
            is_first, before = False, len(gone)
            for part in parts:
                if part not in gone and self.can_go((*gone, part)):
                    gone.append(part)
            if len(gone) == before:
                break
        return tuple(part for part in parts if part in gone)


@dataclass(frozen=True, slots=True)
class _Kept(Constraint):
    """A constraint whose relations do not change when other parts of the puzzle are removed.

    Consider the rule "all dots are given". If a dot is removed, the rule would otherwise forbid the
    very values that the dot showed.
    """

    NAME: ClassVar[str] = "kept constraint"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()

    original: Constraint
    puzzle: Puzzle

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relations that the constraint has in the complete puzzle."""
        return self.original.relations(self.puzzle)


def _parts_of(puzzle: Puzzle) -> Iterator[PuzzlePart]:
    """Yield all parts of a puzzle except rows and columns, in the order in which they are tried."""
    from pandoku.constraints import constraint_text  # imported here because it loads all kinds

    geometry = puzzle.geometry
    for cell, given in enumerate(puzzle.givens):
        if given:
            shown = puzzle.label_of(given)
            yield PuzzlePart("given", cell, f"the given {shown} at {geometry.name(cell)}")
    for cell, mask in enumerate(puzzle.candidates or ()):
        if mask != geometry.all_mask and not puzzle.givens[cell]:
            digits = " ".join(map(puzzle.label_of, digits_of(mask)))
            text = f"the candidates {digits} at {geometry.name(cell)}"
            yield PuzzlePart("candidates", cell, text)
    for index, constraint in enumerate(puzzle.constraints):
        try:
            text = constraint_text(constraint, puzzle.order)
        except PuzzleError:  # the constraint cannot be written as a line of text
            text = constraint.label(geometry)
        yield PuzzlePart("constraint", index, text)
    for index, house in enumerate(geometry.houses):
        if house.kind not in _LINES:
            yield PuzzlePart("house", index, house.phrase)


def _search(
    puzzle: Puzzle, everything: Sequence[PuzzlePart], kept: Sequence[PuzzlePart], purse: Purse
) -> CageResult:
    """Search for a solution of a puzzle with only the parts in *kept*."""
    staying = {*kept}
    gone = [part for part in everything if part not in staying]
    less = _without(puzzle, gone)
    gone_houses = {part.index for part in gone if part.what == "house"}
    houses: list[House] = [
        house for index, house in enumerate(puzzle.geometry.houses) if index not in gone_houses
    ]
    return purse.spend(lambda: search_with_houses(less, houses, **purse.share()))


def _depend(puzzle: Puzzle) -> bool:
    """Return whether a constraint may exclude more solutions once other constraints are removed."""
    return any(each.DEPENDS_ON_OTHERS for each in puzzle.further)


def _without(puzzle: Puzzle, parts: Sequence[PuzzlePart]) -> Puzzle:
    """Return a puzzle without some of its givens, candidates and constraints."""
    gone = {(part.what, part.index) for part in parts}
    n_cages, everything = len(puzzle.cages), puzzle.geometry.all_mask
    candidates = puzzle.candidates
    if candidates is not None:
        candidates = tuple(
            everything if ("candidates", cell) in gone else mask
            for cell, mask in enumerate(candidates)
        )
    return puzzle.replace(
        givens=tuple(
            0 if ("given", cell) in gone else given for cell, given in enumerate(puzzle.givens)
        ),
        candidates=candidates,
        cages=tuple(cage for at, cage in enumerate(puzzle.cages) if ("constraint", at) not in gone),
        further=tuple(
            each
            for at, each in enumerate(puzzle.further, n_cages)
            if ("constraint", at) not in gone
        ),
    )


def _only_solution(puzzle: Puzzle, purse: Purse) -> tuple[int, ...] | None:
    """Return the unique solution of a puzzle, or None if the budget runs out before the proof.

    Raises:
        PuzzleError: There are other solutions, or there is no solution.
    """
    result = purse.search(puzzle)
    if result.count == 1 and result.stopped is None:
        return result.solutions[0]
    if result.count < 2 and result.stopped:
        return None
    if result.count and puzzle.unchecked:
        raise PuzzleError(several_solutions(puzzle))
    count = "more than one solution" if result.count else "no solution"
    raise PuzzleError(f"the puzzle is not proper: it has {count}")
