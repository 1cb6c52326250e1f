"""Paths: the easiest available step, repeated until the grid is full or no step is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from pandoku import _hooks
from pandoku.logic._debug import check_against, solution_of
from pandoku.logic._missing import what_is_missing
from pandoku.logic._order import ordered_techniques, usable
from pandoku.logic._proof import is_known_proper
from pandoku.logic._walk import end_of, follow, take_steps
from pandoku.logic.ledger import ledger_of
from pandoku.model import (
    Board,
    PuzzleLike,
    Step,
    as_whole,
    board_of,
    find_conflicts,
    whole_number,
)
from pandoku.rating import DEFAULT_SCALE, Rating, get_scale, in_order, program_scale, replay
from pandoku.techniques import Explanation, Technique, get_technique, registry
from pandoku.words import Ledger, conflict_words

if TYPE_CHECKING:
    from pandoku.draw import Drawing

__all__ = ["Path", "PathStep", "explain", "next_step"]


class PathStep(NamedTuple):
    """A step and its place in a path.

    Attributes:
        number: The position in the path, from 1.
        board: The board before the step.
        step: The step.
        technique: The technique that found it.
        ledger: Why candidates are gone (see `Path.ledger`), or None: then the words do not say it.
    """

    number: int
    board: Board
    step: Step
    technique: Technique
    ledger: Ledger | None = None

    @property
    def explanation(self) -> Explanation:
        """The step in words."""
        return self.technique.explain(self.step, self.board, self.ledger)

    def drawing(self) -> Drawing:
        """Return the step on the board before it, with its pattern and a legend."""
        from pandoku.draw import draw_step

        return draw_step(self.board, self.step, self.explanation)

    def __str__(self) -> str:
        return "\n".join((self.explanation.short, *self.explanation.full))

    def __rich__(self) -> Any:
        return _hooks.rich_of(self)

    def _repr_svg_(self) -> str:
        picture: str = _hooks.picture_of(self)
        return picture


@dataclass(frozen=True, slots=True, repr=False)
class Path:
    """The steps from one board to another.

    Attributes:
        start: The board before the first step.
        steps: The steps, in order.
        end: The board after the last step.
        techniques: The names of the techniques that were tried, in order.
        left_out: The names of techniques that were not used, each with the reason.
        scale: The name of the scale that rates the path in the summary.
        unregistered: The techniques of the path that are not in the registry.
        is_cut: Whether the path ends because of a limit, before the techniques do.
    """

    start: Board
    steps: tuple[Step, ...]
    end: Board
    techniques: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    scale: str = DEFAULT_SCALE
    unregistered: tuple[Technique, ...] = ()
    is_cut: bool = False

    @property
    def stopped(self) -> str:
        """Why the path ends: "full" (the grid is solved), "broken", or "stuck".

        It is broken if a cell has no candidate, or if the full grid breaks a rule.
        """
        return end_of(self.end)

    def boards(self) -> Iterator[Board]:
        """Yield the board before each step, in order."""
        board = self.start
        for step in self.steps:
            yield board
            board = board.after(step)

    def explanations(self) -> Iterator[Explanation]:
        """Yield every step in words, in order."""
        return (each.explanation for each in self)

    def ledger(self) -> Ledger:
        """Return why each candidate is gone that is no longer on the board at the end.

        By (cell, digit): the digit in sight, or the step that removed it. It is computed when it is
        first looked into, in linear time.
        """
        return ledger_of(self.start, self.steps)

    def technique(self, name: str) -> Technique:
        """Return a technique of the path by its name, whether it is registered or not.

        Raises:
            TechniqueError: There is no technique of this name.
        """
        own = (each for each in self.unregistered if each.name == name)
        return next(own, None) or get_technique(name)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[PathStep]:
        """Yield each step with the board before it; each board is computed once."""
        return self._taken(self.ledger())

    def _taken(self, ledger: Ledger) -> Iterator[PathStep]:
        for number, (board, step) in enumerate(zip(self.boards(), self.steps, strict=True), 1):
            yield PathStep(number, board, step, self.technique(step.technique), ledger)

    @overload
    def __getitem__(self, index: int) -> PathStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PathStep, ...]: ...
    def __getitem__(self, index: int | slice) -> PathStep | tuple[PathStep, ...]:
        """Return a step with the board before it, or a tuple of them for a slice.

        The earlier steps are replayed on every call, so iterate to visit many steps.

        Raises:
            IndexError: There is no such step.
        """
        if isinstance(index, slice):
            return tuple(self)[index]
        if as_whole(index) is None:
            raise TypeError(f"expected a step's position or a slice, found {index!r}")
        if not -len(self) <= index < len(self):
            raise IndexError(f"expected a step 0..{len(self) - 1}, found {index}")
        at = range(len(self.steps))[index]
        return next(islice(self, at, None))

    def page(
        self,
        *,
        title: str | None = None,
        theme: str = "auto",
        all_steps: bool = False,
        solution: bool = False,
    ) -> str:
        """Return the path as a self-contained HTML page (see `pandoku.draw.page`).

        Args:
            title: The page's title; None means the puzzle's.
            theme: "light", "dark", or "auto" (the reader's preference; light in print).
            all_steps: Give every step its own picture; otherwise routine steps are a list.
            solution: End with the solution, on a page of its own in print.

        Raises:
            ValueError: The theme is unknown.
        """
        from pandoku.draw.page import page

        parts = page(
            self.start,
            self.steps,
            explanations=self.explanations(),
            title=title,
            difficulty=self._difficulty() if self.steps else "",
            summary=self.summary(),
            theme=theme,
            all_steps=all_steps,
            with_solution=solution,
            solution=self._solved() if solution else None,
        )
        return "".join(parts)

    def _difficulty(self) -> str:
        """Return the rating with its word first: "medium (2.6)"."""
        rating = self.rating()
        return f"{rating.level} ({str(rating).partition(' ')[0]})"

    def _solved(self) -> Board | None:
        """Return the solved board, or None if no single solution is known."""
        if self.stopped == "full":
            return self.end
        digits = solution_of(self.start)
        return None if digits is None else Board.start(self.start.puzzle, digits)

    def summary(self) -> str:
        """Return the result in a line: "solved in 4 steps: 4 naked-single; rated 2.3 (easy)"."""
        counts = Counter(step.technique for step in self.steps)
        used = ", ".join(f"{counts[name]} {name}" for name in self.techniques if counts[name])
        steps = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        if self.stopped == "full":
            return f"solved in {steps}: {used}; {self._rating_in_words()}"
        if self.stopped == "broken":
            return f"stuck after {steps}: {self._why_broken()}"
        left = self.end.digits.count(0)
        empty = f"{left} cell{'s are' if left != 1 else ' is'} empty"
        if self.is_cut:
            return f"ended after {steps}, as asked: {empty}"
        missing = what_is_missing(self.end, self.techniques, self.left_out)
        return f"stuck after {steps}: {empty}; {missing}"

    def _why_broken(self) -> str:
        puzzle, end = self.start.puzzle, self.end
        if not end.is_full:
            return f"no candidate is left at {puzzle.geometry.name(end.masks.index(0))}"
        conflicts = find_conflicts(puzzle, end.digits)
        if not conflicts:
            return "the grid is full, but has a digit that the puzzle rules out"
        return f"the grid is full, but {conflict_words(puzzle, conflicts[0])}"

    def __str__(self) -> str:
        lines = (f"{n}. {words.short}" for n, words in enumerate(self.explanations(), 1))
        return "\n".join((*lines, self.summary()))

    def __rich__(self) -> Any:
        return _hooks.rich_of(str(self))

    def _repr_html_(self) -> str:
        from pandoku.draw.page import frame

        return frame(self.page())

    def rating(self, scale: str | None = None) -> Rating:
        """Return the difficulty of the path in a scale, from the ratings of its steps.

        Steps that the scale does not rate add nothing. If all techniques of the scale were tried
        and do not solve the puzzle, the rating is that of a puzzle beyond them, a lower bound. A
        path that ends early for another reason is rated by the steps that it has.

        Args:
            scale: The name of the scale; None means the path's scale.

        Raises:
            TechniqueError: There is no such scale.
        """
        name = scale or self.scale
        module = get_scale(name)
        rated = [rating for step in self.steps if (rating := module.rate(step))]
        return module.of_path(rated, is_solved=not self._is_beyond(name))

    def _is_beyond(self, scale: str) -> bool:
        """Return whether the path is stuck although all techniques of the scale were tried."""
        if self.stopped != "stuck" or self.is_cut:
            return False
        tried = {*self.techniques, *(name for name, _ in self.left_out)}
        if not self.start.puzzle.cages:
            tried |= {each.name for each in in_order(scale) if each.needs_cages}
        return tried.issuperset(get_scale(scale).ORDER)

    def _rating_in_words(self) -> str:
        rate = get_scale(self.scale).rate
        unrated = Counter(step.technique for step in self.steps if rate(step) is None)
        rated = f"rated {self.rating()}"
        if not unrated:
            return rated
        names = ", ".join(f"{count} {name}" for name, count in unrated.items())
        return f'{rated}, without {names}, which the scale "{self.scale}" does not rate'

    def __repr__(self) -> str:
        return f"Path({len(self.steps)} steps, {self.stopped})"


def explain(
    start: PuzzleLike,
    *,
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_SCALE,
    is_proper: bool | None = None,
    limit: int | None = None,
    debug: bool = False,
) -> Path:
    """Return the path of a puzzle or a board.

    After every step the techniques are tried again from the first, and the first step of the first
    technique that has one is taken. A scale that stands for another program takes that program's
    steps instead, if *is_proper* and no *techniques* are named; the scale "se", Sudoku Explainer,
    has no others. The candidates of a board are assumed correct.

    Args:
        start: A puzzle in any form that `pandoku.solve` takes, which starts with the candidates
            that its givens leave (a text with its progress), or a board.
        techniques: The only techniques to use, in this order, as names or as values, which need not
            be registered; None means all registered techniques, in the scale's order. The scale
            "se" has its own, and takes no others.
        scale: The name of the scale that sets the order and rates the path.
        is_proper: Whether the puzzle is known to have exactly one solution. None means find out,
            within five seconds. If it is not, or is not known to be, techniques that assume it are
            left out, even if they are named. The scale "se" finds out itself.
        limit: End the path after this many steps, at least 1; None means walk to the end.
        debug: Check every step against the only solution, if there is one, it is found in time, and
            the board still allows it.

    Raises:
        TechniqueError: There is no technique of a given name, there is no such scale, it does not
            apply to puzzles of this kind, a technique written in Python fails, or, with *debug*, a
            step contradicts the solution.
        EngineError: A technique needs the compiled core, which is not built.
        FormatError, PuzzleError: *start* is no puzzle, or a digit is out of range for the order; in
            the scale "se" also: the puzzle is not proper, or the board excludes its solution.
        ValueError, TypeError: *limit* is below 1, or no number.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> explain("123..4..........")
    Path(2 steps, stuck)
    """
    if limit is not None:
        limit = whole_number("limit", limit)
    board = board_of(start)
    used, left_out, taken = _tried(board, techniques, scale, is_proper, limit)
    solution = solution_of(board) if debug else None
    steps, known = [], registry()
    end = board
    for step, after in taken:
        if solution is not None:
            check_against(solution, step, used, board.puzzle)
        steps.append(step)
        end = after
    return Path(
        board,
        tuple(steps),
        end,
        tuple(each.name for each in used),
        left_out,
        scale,
        tuple(each for each in used if known.get(each.name) is not each),
        is_cut=len(steps) == limit and end_of(end) == "stuck",
    )


def _tried(
    board: Board,
    techniques: Sequence[str | Technique] | None,
    scale: str,
    is_proper: bool | None,
    limit: int | None,
) -> tuple[list[Technique], tuple[tuple[str, str], ...], Iterator[tuple[Step, Board]]]:
    """Return the techniques of a path, those left out, and its steps with the boards after them."""
    order, program = ordered_techniques(techniques, scale), program_scale(scale)
    if program is not None:
        return order, (), follow(board, program.replay(board, limit))
    if is_proper is None:
        is_proper = is_known_proper(board.puzzle)
    used, left_out = usable(order, board.puzzle, is_proper)
    if is_proper and _replays(scale, order, board):
        steps = take_steps(board, _beyond(scale, used), limit, partial(replay, scale))
    else:
        steps = take_steps(board, used, limit)
    return used, left_out, steps


def _replays(scale: str, order: Sequence[Technique], board: Board) -> bool:
    """Return whether a scale takes the steps of a program: not if other techniques are named."""
    own = get_scale(scale).ORDER
    return (
        tuple(each.name for each in order[: len(own)]) == own and replay(scale, board) is not None
    )


def _beyond(scale: str, techniques: Sequence[Technique]) -> list[Technique]:
    """Return the techniques that a scale does not know."""
    own = get_scale(scale).ORDER
    return [each for each in techniques if each.name not in own]


def next_step(
    board: PuzzleLike,
    *,
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_SCALE,
    is_proper: bool | None = None,
) -> Step | None:
    """Return the first step of the path that `explain` finds, or None if there is none."""
    path = explain(board, techniques=techniques, scale=scale, is_proper=is_proper, limit=1)
    return path.steps[0] if path.steps else None
