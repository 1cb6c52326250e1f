"""Lines whose digits match a regular expression, or are accepted by an automaton."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pandoku.constraints._regex import automaton_of_pattern, matches, parsed_pattern
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import (
    MAX_STATES,
    Automaton,
    Constraint,
    Machine,
    Puzzle,
    Stroke,
    automaton_of,
    center_of,
)
from pandoku.model.constraint import CellsLike, cell_defects
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation

_LONGEST = 1000  # maximum number of characters of a pattern
_SHOWN = 40  # maximum number of characters of a pattern in a heading


class _Read(Constraint):
    """A line whose digits are read in order. Consecutive cells need not touch."""

    __slots__ = ()

    cells: CellsLike

    def automaton(self, order: int) -> Automaton | None:
        """Return the automaton for a grid of an order, or None if the automaton is too large."""
        raise NotImplementedError

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells, and a defect if the automaton accepts no digits."""
        yield from cell_defects(self.cells, geometry, 2)
        k = len(self.cells)
        automaton = self.automaton(geometry.order)
        if automaton is None:
            yield f"expected a rule of at most {MAX_STATES:,} states, found more"
        elif not Machine(tuple(range(k)), automaton).may_hold([geometry.all_mask] * k):
            yield f"expected a rule that {k} digits of 1..{geometry.order} can follow, found none"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation with the automaton of the line."""
        automaton = self.automaton(puzzle.order)
        assert automaton is not None  # `defects` reports a line without an automaton
        return (Machine(self.cells, automaton),)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line."""
        return (Stroke("automaton", tuple(center_of(c, geometry.order) for c in self.cells)),)


@dataclass(frozen=True, slots=True)
class Regex(_Read):
    """A line whose digits, from the first to the last, match a regular expression.

    A pattern has digits (A is 10, B is 11, up to Z for 35), "." for any digit, classes such as
    [12], [1-4] and [^12], and alternatives in parentheses such as (12|3). Each of these parts can
    be followed by a number of repeats: * + ? {2} {2,} {2,4}. Spaces are ignored.

    Attributes:
        cells: The cells in their order, at least two.
        pattern: The pattern.
    """

    NAME: ClassVar[str] = "regex line"
    HAS_SIZE: ClassVar[bool] = True

    cells: CellsLike
    pattern: str

    def __post_init__(self) -> None:
        if not isinstance(self.pattern, str):
            raise PuzzleError(
                f"regex line: expected a pattern such as '1[23]*', found {self.pattern!r:.60}"
            )
        if len(self.pattern) > _LONGEST:
            raise PuzzleError(
                f"regex line: expected a pattern of at most {_LONGEST:,} characters, "
                f"found {len(self.pattern):,}"
            )
        try:
            text = parsed_pattern(self.pattern).text
        except PuzzleError as error:
            raise PuzzleError(f"regex line: {error.reason}") from None
        object.__setattr__(self, "pattern", text)

    def heading(self) -> str:
        """Return the kind and the pattern, shortened if it is long."""
        is_long = len(self.pattern) > _SHOWN
        shown = f"{self.pattern[: _SHOWN - 3]}..." if is_long else self.pattern
        return f"{self.NAME} {shown}"

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its pattern, or "" if the pattern is long."""
        if len(self.pattern) > _SHOWN:
            return ""
        return f"Digits along the line, read in order, match the regular expression {self.pattern}."

    def automaton(self, order: int) -> Automaton | None:
        """Return the automaton of the pattern, or None if it is too large."""
        return automaton_of_pattern(parsed_pattern(self.pattern), order, len(self.cells))

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells and of the pattern."""
        n = geometry.order
        if (greatest := parsed_pattern(self.pattern).greatest) > n:
            yield f"expected digits 1..{n} in the pattern, found {greatest}"
        yield from _Read.defects(self, geometry)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the pattern matches all digits of the line."""
        return matches(parsed_pattern(self.pattern), [digits[cell] for cell in self.cells])

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the line at its new place."""
        if digits is not None:
            return None
        return self.moved(cells)


@dataclass(frozen=True, slots=True)
class AutomatonLine(_Read):
    """A line whose digits, read in order, lead an automaton from state 0 to an accepting state.

    Attributes:
        cells: The cells in their order, at least two.
        steps: For each state in turn, the next state for each digit 1..n; -1 if the digit is
            refused. A list of rows, as in `pandoku.model.Automaton`, is flattened.
        accepting: The states where the line may end, ascending.
    """

    NAME: ClassVar[str] = "automaton line"
    HAS_SIZE: ClassVar[bool] = True

    cells: CellsLike
    steps: tuple[int, ...]
    accepting: tuple[int, ...]

    def __post_init__(self) -> None:
        rows = parts_of(self.steps) or ()
        joined = [each for row in rows for each in (parts_of(row) or (row,))]
        object.__setattr__(self, "steps", _states("steps", joined, -1))
        accepting = _states("accepting", parts_of(self.accepting) or (), 0)
        object.__setattr__(self, "accepting", tuple(sorted({*accepting})))

    def heading(self) -> str:
        """Return the kind without the states, which mean nothing to people."""
        return self.NAME

    def automaton(self, order: int) -> Automaton | None:
        """Return the smallest automaton that accepts the same lines."""
        return _smallest(order, len(self.cells), self.steps, self.accepting)

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the cells and of the states."""
        n = geometry.order
        n_states, rest = divmod(len(self.steps), n)
        if rest:
            yield f"expected {n} steps for each state, found {len(self.steps)} steps"
        elif n_states > MAX_STATES:
            yield f"expected at most {MAX_STATES:,} states, found {n_states:,}"
        elif (greatest := max(*self.steps, *self.accepting)) >= n_states:
            yield f"expected states 0..{n_states - 1}, found {greatest}"
        else:
            yield from _Read.defects(self, geometry)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits lead to an accepting state."""
        state = 0
        for cell in self.cells:
            state = self.steps[state * puzzle.order + digits[cell] - 1]
            if state < 0:
                return False
        return state in self.accepting

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the line at its new place, with the digits of its steps relabeled."""
        line, steps = tuple(cells[cell] for cell in self.cells), list(self.steps)
        if digits is not None:
            n = len(digits)
            for at, step in enumerate(self.steps):
                steps[at - at % n + digits[at % n] - 1] = step
        return replace(self, cells=line, steps=tuple(steps))


def _states(name: str, given: Sequence[Any], least: int) -> tuple[int, ...]:
    """Return the numbers of states as ints, after checking that each is at least *least*."""
    if not given:
        raise PuzzleError(f"automaton line: expected {name} as numbers of states, found none")
    for each in given:
        if (state := as_whole(each)) is None or state < least:
            raise PuzzleError(
                f"automaton line: expected {name} as numbers of states, at least {least}, "
                f"found {each!r:.60}"
            )
    return tuple(map(int, given))


@lru_cache(maxsize=256)
def _smallest(
    order: int, length: int, steps: tuple[int, ...], accepting: tuple[int, ...]
) -> Automaton | None:
    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, int)
        after = steps[state * order + digit - 1]
        return None if after < 0 else after

    return automaton_of(order, length, 0, step, lambda state: state in accepting)


# The example: the sum of a line is a multiple of 3, and a state is the remainder of the sum.
_STEPS = (1, 2, 0, 1, 2, 0, 2, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 2)

RULES = (
    Rule(
        make=Regex,
        text="Digits along the line, read in order, match a regular expression.",
        example=Puzzle.sudoku(
            "...6.1....4...6..............5......",
            solution="324651561243236514145362613425452136",
        ).with_(
            Regex("r2c5 r2c6 r3c6 r4c6", ".+2"),
            Regex("r6c2 r5c2 r5c1 r4c2 r4c3", "[^12]*1?[^12]*"),
            Regex("r5c4 r6c3 r5c2 r6c2 r5c1", ".*(12|21).*"),
            Regex("r6c4 r6c3 r5c2 r4c1 r4c2", ".*(12|21).*"),
            Regex("r2c1 r2c2 r1c3 r1c2", ".+2"),
        ),
        aliases=("regex", "regular expression"),
        chosen="a pattern",
    ),
    Rule(
        make=AutomatonLine,
        text="Digits along the line, read in order, are accepted by an automaton.",
        example=Puzzle.sudoku(
            ".6.......5............2.1.6........2",
            solution="465213231546542631613425126354354162",
        ).with_(
            AutomatonLine("r2c1 r1c2 r1c1", _STEPS, (0,)),
            AutomatonLine("r1c6 r2c6 r3c6 r4c5 r3c4", _STEPS, (0,)),
            AutomatonLine("r2c3 r3c3 r4c4 r5c4 r5c5", _STEPS, (0,)),
            AutomatonLine("r4c3 r3c3 r2c4 r1c3", _STEPS, (0,)),
            AutomatonLine("r3c5 r4c5 r5c6", _STEPS, (0,)),
        ),
        aliases=("automaton", "nfa"),
        chosen="an automaton",
    ),
)
