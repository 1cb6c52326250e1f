"""Infer constraints from the drawings of a document and its rules in words.

A guess is kept only if the solution of the document satisfies it. All kept guesses are added to the
puzzle together. They are accepted only if the puzzle then has exactly one solution.

To support a new kind of drawing, add a function to `lines` or `marks` and list it in `FINDERS`.
For a kind of line with a special color, add an entry to `lines.LINE_KINDS` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pandoku import _hooks
from pandoku.constraints import words_of_rules
from pandoku.formats._drawn import lines, marks
from pandoku.formats._drawn.evidence import Evidence, Guess
from pandoku.formats._drawn.grid import DrawnGrid, DrawnShape
from pandoku.model import Constraint, Puzzle
from pandoku.words import counted_kinds, joined

# The order of the finders matters: each shape gets the first meaning that fits the solution.
FINDERS: tuple[Callable[[Evidence], None], ...] = (
    marks.find_cages,
    marks.find_little_killers,
    lines.find_arrows,
    lines.find_thermometers,
    lines.find_lines_with_ends,
    marks.find_global_rules,
    lines.find_lines,
    marks.find_dots,
    marks.find_bars,
    marks.find_sums_on_borders,
    marks.find_inequalities,
    marks.find_quadruples,
    marks.find_numbers_outside,
    marks.find_counting_circles,
    marks.find_parities,
    marks.find_shaded_parities,
    marks.find_shaded_regions,
    marks.find_clones,
)


@dataclass(frozen=True, slots=True)
class Explained:
    """A puzzle with the meaning of its drawings.

    Attributes:
        puzzle: The puzzle.
        left: The drawings that do not represent a constraint of the puzzle.
        is_accepted: Whether the puzzle with this meaning has exactly one solution. If the document
            contains a solution, the two must be equal.
        note: The inferred constraints, or the reason why nothing was inferred. None if there is
            nothing to report.
    """

    puzzle: Puzzle
    left: tuple[DrawnShape, ...]
    is_accepted: bool
    note: str | None


def read_drawings(
    drawn: DrawnGrid,
    bare: Puzzle,
    with_guesses: Callable[[Sequence[Guess]], Puzzle],
    *,
    is_open: bool = False,
) -> Explained:
    """Add the meaning of drawings to a puzzle if the solution in its file confirms the meaning.

    Args:
        drawn: The drawings and the rules in words.
        bare: The puzzle without the drawings and the rules in words.
        with_guesses: Adds guesses to the puzzle and returns the new puzzle.
        is_open: Whether the caller knows that *bare* has several solutions.
    """
    has_drawings = bool(drawn.shapes)
    solution = bare.solution
    if solution is None:
        note = "the drawings are not checked: the file has no solution to confirm a meaning"
        return Explained(bare, drawn.shapes, False, note if has_drawings else None)
    evidence = Evidence(drawn, bare, solution)
    for find in FINDERS:
        find(evidence)
    found = evidence.found
    puzzle = with_guesses(found)
    known = {type(each) for each in bare.constraints}
    suggested = [
        each for each in marks.negatives(drawn.words, puzzle.constraints) if type(each) not in known
    ]
    more = [each for each in suggested if each.holds(solution, puzzle)]
    if is_open and not (found or more):
        return Explained(bare, drawn.shapes, False, None)
    for negative in (more, []) if more else ([],):
        tried = puzzle.with_(*negative)
        if is_settled(tried):
            inferred = None
            if names := names_of(found, negative):
                source = "the drawings and " * has_drawings + "the rules in words"
                inferred = (
                    f"inferred from {source}, and confirmed by the solution in the file: {names}"
                )
            return Explained(tried, _left(drawn, found), True, inferred)
    return Explained(bare, drawn.shapes, False, _reason(puzzle, solution, names_of(found, [])))


def is_settled(puzzle: Puzzle) -> bool:
    """Return True if a puzzle has one solution, and no other solution is stored in the file."""
    fits = puzzle.solution is None or puzzle.accepts(puzzle.solution)
    return fits and _hooks.is_proper(puzzle)


def with_words(reading: Explained, words: str) -> Puzzle:
    """Return a puzzle with the rules in words.

    If the puzzle has one solution without the words, the words only describe the puzzle. Otherwise
    the words become a constraint that is never checked.
    """
    puzzle = reading.puzzle
    has_one = reading.is_accepted or is_settled(puzzle)
    unchecked = () if has_one else words_of_rules(words, puzzle.order)
    return puzzle.with_(*unchecked) if unchecked else puzzle.replace(words=words or None)


def names_of(found: Sequence[Guess], more: Sequence[Constraint]) -> str:
    """Return the names of the inferred constraints, with the number of constraints of each kind."""
    names = [each.NAME for guess in found for each in guess.constraints]
    names += [guess.name for guess in found if guess.name]
    names += [each.NAME for each in more]
    return joined(counted_kinds(names)) if names else ""


def _reason(puzzle: Puzzle, solution: Sequence[int], names: str) -> str:
    """Return the reason why no meaning of the drawings was accepted."""
    if not puzzle.accepts(solution):
        return "the solution in the file breaks a rule of the puzzle"
    reason = "no meaning was found for them"
    if names:
        reason = f"what they suggest ({names}) leaves more than one solution"
    return f"the drawings and the rules in words are not checked: {reason}"


# For each finder, a pattern for the words that name its shapes.
_NAMED: tuple[tuple[str, Callable[[Evidence], None]], ...] = (
    (r"cage|killer", marks.find_cages),
    (r"thermo", lines.find_thermometers),
    (r"arrow", lines.find_arrows),
)


@dataclass(slots=True)
class _Suggested(Evidence):
    """Evidence without a solution. It accepts every meaning that is possible on the grid."""

    def fits(self, constraint: Constraint) -> bool:
        """Return True if a constraint is sound. No solution can confirm the constraint."""
        return constraint.is_sound(self.puzzle.geometry)

    def add_sets(
        self, name: str, *sets: tuple[int, ...], shapes: Sequence[DrawnShape] = ()
    ) -> None:
        """Add sets of cells that cannot repeat a digit, unless all of them are already houses."""
        houses = {house.cells for house in self.puzzle.geometry.houses}
        if not houses.issuperset(tuple(sorted(each)) for each in sets):
            self.found.append(Guess((), tuple(shapes), sets, name))
            self._explained |= {*shapes}


def read_unconfirmed(
    drawn: DrawnGrid, bare: Puzzle, with_guesses: Callable[[Sequence[Guess]], Puzzle]
) -> Explained:
    """Add the meaning of drawings to a puzzle if the meaning is clear.

    The file has no solution that could confirm a meaning. All meanings are accepted if the puzzle
    then has exactly one solution. A wrong meaning would usually leave no solution or several.
    Otherwise only cages, thermometers and arrows are accepted, and only if the words name them.

    Args:
        drawn: The drawings and the rules in words.
        bare: The puzzle without the drawings and the rules in words. It has no solution in the
            file.
        with_guesses: Adds guesses to the puzzle and returns the new puzzle.
    """
    everything = _Suggested(drawn, bare, ())
    for find in FINDERS:
        find(everything)
    found = everything.found
    puzzle = with_guesses(found)
    for more in (marks.negatives(drawn.words, puzzle.constraints), []):
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
    """Return a puzzle with the cages, thermometers and arrows that the words name."""
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
