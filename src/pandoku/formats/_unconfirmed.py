"""The meaning of drawings in a file without a solution to confirm it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pandoku import _hooks
from pandoku.formats._drawn_grid import DrawnGrid, DrawnShape
from pandoku.formats._evidence import Evidence, Guess
from pandoku.formats._infer_lines import find_arrows, find_thermometers
from pandoku.formats._infer_marks import find_cages, negatives
from pandoku.formats._inference import FINDERS, Explained, names_of
from pandoku.model import Constraint, Puzzle

__all__ = ["read_unconfirmed"]

# The words for the shapes that a finder reads.
_NAMED: tuple[tuple[str, Callable[[Evidence], None]], ...] = (
    (r"cage|killer", find_cages),
    (r"thermo", find_thermometers),
    (r"arrow", find_arrows),
)


@dataclass(slots=True)
class _Suggested(Evidence):
    """The drawings, with every meaning that is possible on the grid."""

    def fits(self, constraint: Constraint) -> bool:
        """Return True if a constraint is sound."""
        return constraint.is_sound(self.puzzle.geometry)

    def add_sets(
        self, name: str, *sets: tuple[int, ...], shapes: Sequence[DrawnShape] = ()
    ) -> None:
        """Add sets of cells whose digits differ, unless all of them are houses already."""
        houses = {house.cells for house in self.puzzle.geometry.houses}
        if not houses.issuperset(tuple(sorted(each)) for each in sets):
            self.found.append(Guess((), tuple(shapes), sets, name))
            self._explained |= {*shapes}


def read_unconfirmed(
    drawn: DrawnGrid, bare: Puzzle, with_guesses: Callable[[Sequence[Guess]], Puzzle]
) -> Explained:
    """Return a puzzle with the meaning of its drawings, or unchanged if the meaning is unclear.

    Without a solution to confirm them, all meanings are accepted if they leave exactly one
    solution, because a wrong one would leave none or several. Otherwise only cages, thermometers
    and arrows count, if the words name them.

    Args:
        drawn: The drawings and the rules in words.
        bare: The puzzle without them, and without a solution.
        with_guesses: Function that returns the puzzle with some guesses.
    """
    everything = _Suggested(drawn, bare, ())
    for find in FINDERS:
        find(everything)
    found = everything.found
    puzzle = with_guesses(found)
    for more in (negatives(drawn.words, puzzle.constraints), []):
        tried = puzzle.with_(*more)
        if found and _hooks.is_proper(tried):
            note = "inferred from the drawings and the rules in words, and confirmed by the one "
            note += f"solution that this leaves, as the file has none: {names_of(found, more)}"
            return Explained(tried, _left(drawn, found), True, note)
    if not drawn.shapes or _hooks.is_proper(bare):
        note = "the drawings are not checked: the puzzle has one solution without them"
        return Explained(bare, drawn.shapes, False, note if drawn.shapes else None)
    return _named(drawn, bare, with_guesses)


def _named(
    drawn: DrawnGrid, bare: Puzzle, with_guesses: Callable[[Sequence[Guess]], Puzzle]
) -> Explained:
    """Return a puzzle with the shapes that the words name."""
    evidence = _Suggested(drawn, bare, ())
    for pattern, find in _NAMED:
        if evidence.says(pattern):
            find(evidence)
    found = evidence.found
    note = "the file has no solution to confirm what the drawings mean"
    if found:
        note += f"; read as the words name them: {names_of(found, [])}"
    return Explained(with_guesses(found), _left(drawn, found), False, note)


def _left(drawn: DrawnGrid, found: Sequence[Guess]) -> tuple[DrawnShape, ...]:
    explained = {shape for guess in found for shape in guess.shapes}
    return tuple(each for each in drawn.shapes if each not in explained)
