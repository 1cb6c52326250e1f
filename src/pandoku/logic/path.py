"""Paths: the sequence of steps from a board to the full grid, or until no step is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, repeat
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from pandoku import _hooks, _instead
from pandoku.logic._hardest import find_hardest
from pandoku.logic._lean import lean_steps
from pandoku.logic._levels import rate_step
from pandoku.logic._lines import LineStep, path_lines
from pandoku.logic._onward import step_searches
from pandoku.logic._order import applicable, ordered_techniques, usable
from pandoku.logic._replayed import replayed_rating
from pandoku.logic._time import UNBOUNDED, OutOfTimeError, Time
from pandoku.logic._usual import with_usual_order
from pandoku.logic._walk import choose_steps, end_of, take_steps
from pandoku.logic.ledger import ledger_of
from pandoku.logic.ratings import SE, scale_for
from pandoku.logic.uniqueness import is_known_proper, only_solution_of, uniqueness_of
from pandoku.model import (
    Board,
    BudgetLike,
    Notes,
    Puzzle,
    Step,
    as_whole,
    find_conflicts,
    note_step,
)
from pandoku.rating import (
    DEFAULT_ORDER,
    DEFAULT_SCALE,
    LEVELS,
    LowerBound,
    PuzzleEffort,
    Rating,
    effort_weights,
    get_scale,
    in_order,
    word_is_by_effort,
)
from pandoku.techniques import Explanation, Technique, get_technique, rules_used
from pandoku.words import (
    ANYONE,
    Derived,
    Ledger,
    Sentence,
    StepReader,
    cell_words,
    conflict_words,
    marks_words,
    new_terms,
    several_solutions,
    term_words,
    with_article,
)

if TYPE_CHECKING:
    from pandoku.draw import Drawing

__all__ = ["Path", "PathStep", "what_is_missing"]


@_instead.suggests
class PathStep(NamedTuple):
    """A step and its place in a path.

    Attributes:
        number: The position in the path, from 1.
        board: The board before the step.
        step: The step.
        technique: The technique that found the step.
        ledger: The reasons for missing candidates (see `Path.ledger`). If the ledger is None, the
            explanation does not give these reasons.
        before: Sentences for a beginner before the step: how to write the pencil marks, and the
            meaning of words that are new.
        new_rules: The rules of constraints that this step is the first of the path to use.
        reader: The person who reads the path, with the notes for this step.
        derived: The first step of the path that derived the total that this step uses, if that is
            an earlier step.
        words: The explanation without *before* and *new_rules*, or None if it was not needed yet.
    """

    number: int
    board: Board
    step: Step
    technique: Technique
    ledger: Ledger | None = None
    before: tuple[str, ...] = ()
    reader: StepReader = ANYONE
    new_rules: tuple[str, ...] = ()
    derived: Derived | None = None
    words: Explanation | None = None

    @property
    def placements(self) -> tuple[tuple[int, int], ...]:
        """The digits that the step places, as pairs (cell, digit)."""
        return self.step.placements

    @property
    def eliminations(self) -> tuple[tuple[int, int], ...]:
        """The candidates that the step removes, as pairs (cell, digit)."""
        return self.step.eliminations

    @property
    def title(self) -> str:
        """The title of the step, which is usually the title of its technique."""
        return self.technique.step_title(self.step, self.board)

    @property
    def explanation(self) -> Explanation:
        """The step in words, after instructions that precede it and rules that are new."""
        words = self.words or self.technique.explain(
            self.step,
            self.board,
            self.ledger,
            reader=self.reader,
            derived=self.derived,
        )
        first = [Sentence(text) for text in (*self.before, *self.new_rules)]
        return words._replace(full=(*first, *words.full)) if first else words

    def drawing(self) -> Drawing:
        """Return a drawing of the board before the step, with the step's pattern and a legend.

        If the reader has not written all pencil marks, the drawing shows only the reader's notes.
        """
        from pandoku.draw import draw_step

        return draw_step(self.board, self.step, self.explanation, reader=self.reader)

    def __str__(self) -> str:
        return str(self.explanation)

    def __rich__(self) -> Any:
        return _hooks.rich_of(self)

    def _repr_svg_(self) -> str:
        picture: str = _hooks.picture_of(self)
        return picture


@_instead.suggests
@dataclass(frozen=True, slots=True, repr=False)
class Path:
    """The steps from one board to another, in order.

    Attributes:
        start: The board before the first step.
        steps: The steps, in order.
        end: The board after the last step.
        techniques: Names of the techniques that were tried, in order.
        left_out: The techniques that were not used, as pairs of a name and a reason.
        scale: The name of the scale that determined the order of the steps. The summary has the
            rating of the path in this scale.
        unregistered: The techniques of the path that are not in the registry.
        cut_by: The reason why the path was ended early: "limit" (it has the requested number of
            steps) or "seconds" (the budget ran out). None if the path was not ended early.
        marks_at: In a path for beginners that needs pencil marks, the number of the step before
            which the reader writes the marks. The explanation of that step begins with
            `marks_words`. None for all other paths.
        n_unmarked: Number of steps before the reader writes all pencil marks, or 0 if this is not
            known. The explanations of these steps name digits to note, because there are few
            candidates to remove.
        reader: The reader of the path, one of `READERS`, or None.
        complete: The path that a lean path was made from, which has the rating. None for all other
            paths.
        is_lean_cut: Whether `lean` ran out of time, so that the path has all of its steps.
    """

    start: Board
    steps: tuple[Step, ...]
    end: Board
    techniques: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    scale: str = DEFAULT_SCALE
    unregistered: tuple[Technique, ...] = ()
    cut_by: str | None = None
    marks_at: int | None = None
    n_unmarked: int = 0
    reader: str | None = None
    complete: Path | None = None
    is_lean_cut: bool = False
    # Ratings, by the name of their scale, and the effort, by "effort". Texts and JSON ask for them
    # several times.
    _known: dict[str, Any] = field(default_factory=dict, init=False, compare=False)

    @property
    def marks_words(self) -> str:
        """The sentences that ask the reader to write marks before the step `marks_at`, or ""."""
        if self.marks_at is None:
            return ""
        notes, board = Notes.none(self.start.puzzle.order), self.start
        for step in self.steps[: self.marks_at - 1]:
            noted = self.technique(step.technique).noted
            notes, board = note_step(notes, step, board, noted).after, board.after(step)
        return marks_words(board, notes)

    def readers(self) -> Iterator[StepReader]:
        """Yield the reader of each step, in order, with the notes that the reader has by then."""
        yield from (reader for _, reader in islice(self._read(), self.n_unmarked))
        # These need no boards.
        anyone = ANYONE._replace(names_places=self.reader is not None)
        yield from repeat(anyone, len(self.steps) - self.n_unmarked)

    def _read(self) -> Iterator[tuple[Board, StepReader]]:
        """Yield the board before each step, and the reader with the notes for it."""
        anyone = ANYONE._replace(names_places=self.reader is not None)
        notes = Notes.none(self.start.puzzle.order)
        for number, (board, step) in enumerate(zip(self.boards(), self.steps, strict=True)):
            if number >= self.n_unmarked:
                yield board, anyone
                continue
            noting = note_step(notes, step, board, self.technique(step.technique).noted)
            notes = noting.after
            yield board, anyone._replace(noting=noting)

    @property
    def stopped(self) -> str:
        """The end of the path: "full" (the grid is solved), "broken", "stuck", or "cut".

        A path ends as "broken" if a cell has no candidate, or if the full grid breaks a rule. It
        ends as "cut" if a limit or the budget ended it early (see `cut_by`), so that it is not
        known whether there is another step.
        """
        return "cut" if self.is_cut else end_of(self.end)

    @property
    def is_solved(self) -> bool:
        """True if the path reaches the solution."""
        return self.stopped == "full"

    @property
    def solution(self) -> tuple[int, ...] | None:
        """The digits of the solution, row by row, or None if no unique solution is known.

        A path that does not reach the solution also has a solution if the puzzle is proper.
        """
        solved = self.solved()
        return None if solved is None else solved.digits

    @property
    def hardest(self) -> str:
        """The name of the technique of the first step with the highest rating, or "" without steps.

        The ratings are those of `step_ratings`. A step without a rating counts as the easiest.

        >>> from pandoku.logic import explain
        >>> explain("1.....2..3.....4").hardest
        'hidden-single'
        """
        scores = [-1.0 if each is None else each.score for each in self.step_ratings()]
        return self.steps[scores.index(max(scores))].technique if scores else ""

    @property
    def is_cut(self) -> bool:
        """True if a limit or a budget ended the path early."""
        return self.cut_by is not None

    def boards(self) -> Iterator[Board]:
        """Yield the board before each step, in order."""
        board = self.start
        for step in self.steps:
            yield board
            board = board.after(step)

    def explanations(self) -> Iterator[Explanation]:
        """Yield every step in words, in order."""
        return (each.explanation for each in self)

    def lines(self) -> Iterator[str]:
        """Yield the path in lines, such as "3. naked pair: 37 at r1c12 in row 1; no 3 at r1c57".

        Each step has a line. Up to four singles share one: "4-5. r1c1 = 5 (row 1), r9c5 = 2 (only
        digit)".
        """
        yield from path_lines(
            LineStep(
                each.number,
                each.step,
                each.board,
                each.technique,
                each.before,
                each.reader,
            )
            for each in self
        )

    def lean(self, *, budget: BudgetLike = None) -> Path:
        """Return the path without eliminations that no later step needs.

        The order of the steps and the solution remain. Every step is one that its technique finds
        on the board of the lean path. The rating does not change. If the path does not reach the
        solution, or needs all of its steps, it is returned unchanged.

        Args:
            budget: The time limit of the search for steps to leave out: a number of seconds, or a
                Budget of seconds. None means no limit. If the time runs out, all steps remain, and
                the summary of the path reports this.

        Raises:
            ValueError, TypeError: *budget* is not above 0, counts nodes, or is not a number.
        """
        time = Time(budget)
        if self.stopped != "full" or self.complete is not None:
            return self
        try:
            kept = lean_steps(self.start, self.steps, self.technique, time)
        except OutOfTimeError:
            return replace(self, is_lean_cut=True)
        if len(kept) == len(self.steps):
            return self
        n_before = sum(at < self.marks_at - 1 for at, _ in kept) if self.marks_at else 0
        return replace(
            self,
            steps=tuple(step for _, step in kept),
            marks_at=n_before + 1 if self.marks_at and n_before < len(kept) else None,
            n_unmarked=sum(at < self.n_unmarked for at, _ in kept),
            complete=self,
        )

    def ledger(self) -> Ledger:
        """Return the causes of all candidates that are missing at the end.

        The ledger maps each missing (cell, digit) to the digit in sight that excludes it, or to the
        step that removed it. The ledger is computed on first access, in linear time.
        """
        return ledger_of(self.start, self.steps)

    def technique(self, name: str) -> Technique:
        """Return a technique of the path by its name, whether or not the technique is registered.

        Raises:
            TechniqueError: There is no technique of this name.
        """
        own = (each for each in self.unregistered if each.name == name)
        return next(own, None) or get_technique(name)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[PathStep]:
        """Yield each step with the board before it. Each board is computed once."""
        return self._taken(self.ledger())

    def _taken(self, ledger: Ledger) -> Iterator[PathStep]:
        stated, totals, terms = set[str](), dict[Hashable, Derived](), dict[str, None]()
        for number, (step, (board, reader)) in enumerate(
            zip(self.steps, self._read(), strict=True), 1
        ):
            rules = rules_used(step, board.puzzle)
            new_rules = tuple(rule for rule in rules if rule not in stated)
            stated.update(new_rules)
            technique = self.technique(step.technique)
            before = (self.marks_words,) if number == self.marks_at else ()
            derived = None
            if technique.total_of is not None:
                first = totals.setdefault(technique.total_of(step), Derived(number, step))
                derived = first if first.number < number else None
            taken = PathStep(
                number, board, step, technique, ledger, before, reader, new_rules, derived
            )
            if self.reader is not None:
                words = taken._replace(before=(), new_rules=()).explanation
                told = taken._replace(words=words).explanation
                new = new_terms(" ".join((told.heading, *told.full)), terms)
                terms.update(dict.fromkeys(new))
                names = [cell_words(step, board)] if number == 1 else []
                meanings = map(term_words, new)
                taken = taken._replace(before=(*before, *names, *meanings), words=words)
            yield taken

    @overload
    def __getitem__(self, index: int) -> PathStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PathStep, ...]: ...
    def __getitem__(self, index: int | slice) -> PathStep | tuple[PathStep, ...]:
        """Return a step with the board before it, or a tuple of steps for a slice.

        Every call replays the earlier steps. To visit many steps, iterate over the path.

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
            title: The page's title. None means the title of the puzzle.
            theme: "light", "dark", or "auto". With "auto", the page has the theme that the reader
                prefers on a screen, and is light in print.
            all_steps: Whether every step gets a picture. Otherwise routine steps are only listed.
            solution: Whether the page ends with the solution. In print, the solution is on a
                separate sheet.

        Raises:
            ValueError: The theme is unknown.
        """
        from pandoku.draw.page import page

        if not isinstance(title, str | None):
            raise TypeError(f"expected a title as a text, found {title!r:.60}")

        parts = page(
            self.start,
            self.steps,
            explanations=self.explanations(),
            title=title,
            difficulty=self.difficulty(),
            summary=self.summary(),
            theme=theme,
            all_steps=all_steps,
            with_solution=solution,
            solution=self.solved() if solution else None,
            readers=self.readers(),
        )
        return "".join(parts)

    def to_dict(self, *, ledger: bool = False) -> dict[str, Any]:
        """Return the path as a JSON value (see `pandoku.logic.path_as_json`).

        Args:
            ledger: Whether to add the reasons for all candidates that are missing at the end.
        """
        value: dict[str, Any] = _hooks.path_as_json(self, ledger=ledger)
        return value

    def save(self, path: str | PathLike[str]) -> None:
        """Write the path to a file, with a reason for each step.

        An existing file is replaced when the new one is complete. A page and a PDF are the same as
        those of `pandoku explain`, without the eliminations that no later step needs.

        Args:
            path: Path of the file. Its ending chooses the form: .txt for `str(path)`, .json for
                `to_dict`, .html or .htm for `page`, and .pdf for a booklet on A4 paper.

        Raises:
            ValueError: The path has another ending.
            MissingExtraError: The extra "print" is not installed.
            OSError: The file cannot be written.
        """
        _hooks.save_path(self, path)

    def difficulty(self) -> str:
        """Return the rating as a word and a number: "medium (2.6)", or "extreme (>=12.0)".

        The result is "" for a path without steps.
        """
        if not self.steps:
            return ""
        scale, rating = self.usual_rating()
        number = str(rating).partition(" ")[0]
        is_usual = scale == scale_for(self.start.puzzle, None)
        return f"{rating.level} ({number}{'' if is_usual else f' on the scale {scale}'})"

    def solved(self) -> Board | None:
        """Return the solved board, or None if no unique solution is known."""
        if self.stopped == "full":
            return self.end
        digits = only_solution_of(self.start)
        return None if digits is None else Board.start(self.start.puzzle, digits)

    @property
    def missing(self) -> str:
        """A clause that names the technique that a stuck path needs, or "" for any other path."""
        if self.stopped != "stuck":
            return ""
        return what_is_missing(self.end, self.techniques, self.left_out)

    def summary(self, *, rated: bool = True) -> str:
        """Return the result in a line: "solved in 4 steps: 4 naked single; rated 2.3 (easy)".

        Args:
            rated: Whether to include the rating. With the rating, the call takes twice as long.
        """
        counts = Counter(step.technique for step in self.steps)
        used = ", ".join(
            f"{counts[name]} {self.technique(name).title}"
            for name in self.techniques
            if counts[name]
        )
        steps = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        if self.stopped == "full":
            if self.complete is not None:
                n_fewer = len(self.complete) - len(self)
                steps += f", without {n_fewer} that no later step needs"
            elif self.is_lean_cut:
                steps += ", with all steps, because the time ran out"
            rating = f"; {self._rating_in_words()}" if rated else ""
            return f"solved in {steps}: {used}{rating}"
        if self.stopped == "broken":
            return f"stuck after {steps}: {self._why_broken()}"
        left = self.end.digits.count(0)
        empty = f"{left} cell{'s are' if left != 1 else ' is'} empty"
        if self.is_cut:
            why = "out of time" if self.cut_by == "seconds" else "as requested"
            return f"ended after {steps}, {why}: {empty}"
        is_rated = (
            rated
            and self._is_beyond(get_scale(self.scale).base)
            and uniqueness_of(self.start.puzzle).count < 2
        )
        rating = f"; {self._rating_in_words()}" if is_rated else ""
        return f"stuck after {steps}: {empty}; {self.missing}{rating}"

    def _why_broken(self) -> str:
        puzzle, end = self.start.puzzle, self.end
        if not end.is_full:
            return f"no candidate is left at {puzzle.geometry.name(end.masks.index(0))}"
        conflicts = find_conflicts(puzzle, end.digits)
        if not conflicts:
            return "the grid is full, but has a digit that the puzzle rules out"
        return f"the grid is full, but {conflict_words(puzzle, conflicts[0])}"

    def __str__(self) -> str:
        return "\n".join((*self.lines(), self.summary()))

    def __rich__(self) -> Any:
        return _hooks.rich_of(str(self))

    def _repr_html_(self) -> str:
        from pandoku.draw.page import frame

        return frame(self.page())

    def rating(self, scale: str | None = None) -> Rating:
        """Return the difficulty of the path in a scale, from the ratings of its steps.

        A path in the scale "human" is rated in the scale "pandoku". To do so, the puzzle is solved
        again from the same board, with the same techniques but in the order of the scale "pandoku",
        and this second path is rated. The number is therefore the same as in `pandoku.rate` with
        this scale, and does not depend on the order of the explained steps, or of the cages and
        constraints.

        In the scale "pandoku", the word for a puzzle with cages or other constraints comes from the
        effort of the path (see `effort`), and the number from its hardest step.

        Steps that the scale does not rate are ignored. The rating of a path that does not reach the
        solution is a lower bound. If all techniques of the scale were tried, this bound is
        `Scale.beyond`, which is greater than the rating of any technique. Otherwise, the bound is
        the rating of the steps.

        Args:
            scale: The name of the scale. None means the path's scale.

        Raises:
            TechniqueError: There is no such scale.
        """
        rating = self._number(scale)
        name = get_scale(self.scale if scale is None else scale).base
        if name != DEFAULT_SCALE or not word_is_by_effort(self.start.puzzle):
            return rating
        return rating._replace(level=self.effort().level)

    def usual_rating(self) -> tuple[str, Rating]:
        """Return the rating that readers see, and the name of its scale.

        This is the rating of `pandoku.rate`, in the scale "se", if the path solves a classic 9x9
        Sudoku from its givens with all techniques, in the order of the scale "human". For all other
        paths it is `rating`.

        >>> from pandoku.logic import explain
        >>> explain("1.....2..3.....4").usual_rating()
        ('pandoku', Rating(level='easy', score=1.5))
        """
        if (
            self.scale == DEFAULT_ORDER
            and self.stopped == "full"
            and self._has_all(DEFAULT_SCALE)
            and self.start == Board.start(self.start.puzzle)
            and (rating := replayed_rating(self.start.puzzle)) is not None
        ):
            return SE, rating
        return get_scale(self.scale).base, self.rating()

    def _number(self, scale: str | None) -> Rating:
        """Return the rating in a scale, with the word that the scale gives to the number."""
        if self.complete is not None:
            return self.complete._number(scale)
        name = get_scale(self.scale if scale is None else scale).base
        rating: Rating = self._known.get(name) or self._computed_number(name)
        self._known[name] = rating
        return rating

    def _computed_number(self, name: str) -> Rating:
        start = with_usual_order(self.start)
        is_other = name != self.scale or start is not self.start
        if is_other and name == get_scale(self.scale).base and not self.is_cut:
            if (quick := self._quick_number(name)) is not None:
                return quick
            return _walked(
                start,
                self.techniques,
                self.left_out,
                self.unregistered,
                name,
                start.puzzle.in_full(),
            )._number(name)
        module = get_scale(name)
        rated = [rating for step in self.steps if (rating := module.rate(step))]
        if self._is_beyond(name):
            return module.of_stuck_path(rated)
        rating = module.of_path(rated)
        return rating if self.stopped == "full" else LowerBound(*rating)

    def _quick_number(self, name: str) -> Rating | None:
        """Return the rating of a full path without walking its puzzle again, if that is possible.

        The result is None if the scale does not know the span of a technique, or if the core walks
        the path alone, which is quicker.
        """
        module = get_scale(name)
        order = _in_order(self.techniques, self.unregistered, name, self.start.puzzle)
        if (
            self.stopped != "full"
            or module.span is None
            or all(each.is_native for each in order)
            or not all(module.span(each.name) for each in order)
        ):
            return None
        found = find_hardest(with_usual_order(self.start), order, module, known=self.steps)
        return found.rating if found.end == "full" else None

    def effort(self) -> PuzzleEffort:
        """Return the effort of solving the puzzle, and the minutes that an average player needs.

        The effort adds up the steps in a person's order. For a path in another scale or for a
        beginner, the puzzle is therefore solved again from the same board, with the same techniques
        in the order of the scale "human". The puzzle is also solved again if its cages or
        constraints are not in the usual order, because the steps can depend on it. So all paths of
        a puzzle have the same effort, unless only some techniques are used. The effort of a path
        that does not reach the solution is a lower bound.

        >>> from pandoku.logic import explain
        >>> print(explain("1.....2..3.....4").effort())
        effort 13, about 1 minute, easy
        """
        effort: PuzzleEffort = self._known.get("effort") or self._computed_effort()
        self._known["effort"] = effort
        return effort

    def _computed_effort(self) -> PuzzleEffort:
        path = own = self.complete or self
        start = with_usual_order(path.start)
        is_other = path.scale != DEFAULT_ORDER or path.reader or start is not path.start
        if is_other and not path.is_cut:
            path = _chosen(
                start, path.techniques, path.unregistered, path.scale, start.puzzle.in_full()
            )
        weights = effort_weights()
        return weights.total(
            (
                weights.step(step, path.technique(step.technique), n_empty, n_ways)
                for step, n_empty, n_ways in step_searches(path.start, path.steps)
            ),
            path.start.digits.count(0),
            path.start.puzzle.geometry.n_cells,
            is_bound=path.stopped != "full",
            # A path that was walked again does not know which techniques were left out.
            is_stuck=path.stopped == "stuck"
            and (own._has_all(DEFAULT_SCALE) or path._has_all(DEFAULT_SCALE)),
        )

    def scores(self, scale: str | None = None) -> Iterator[float | None]:
        """Yield the rating of each step in a scale, or None if the scale does not rate the step.

        Args:
            scale: As in `rating`.

        Raises:
            TechniqueError: There is no such scale.
        """
        module = get_scale(get_scale(self.scale if scale is None else scale).base)
        for step in self.steps:
            rating = module.rate(step)
            yield rating.score if rating else None

    def step_ratings(self, scale: str | None = None) -> Iterator[Rating | None]:
        """Yield the rating of each step in a scale, or None if the scale does not rate the step.

        In the scale "pandoku", the word of a step comes from its effort if the word of the puzzle
        does. No word is above the word of the path in that scale, or of `usual_rating`: steps of
        another order, or for another reader, can be harder, but the puzzle does not need them.

        Args:
            scale: As in `rating`.

        Raises:
            TechniqueError: There is no such scale.
        """
        name = get_scale(self.scale if scale is None else scale).base
        highest = None
        if name == DEFAULT_SCALE:
            words = self.rating(name).level, self.usual_rating()[1].level
            highest = min(LEVELS.index(word) for word in words if word in LEVELS)
        for board, step in zip(self.boards(), self.steps, strict=True):
            rating = rate_step(step, self.technique(step.technique), board, name)
            if rating is not None and highest is not None:
                level = LEVELS[min(highest, LEVELS.index(rating.level))]
                rating = rating._replace(level=level)
            yield rating

    def _is_beyond(self, scale: str) -> bool:
        """Return whether the path is stuck, and all techniques of the scale were tried."""
        return self.stopped == "stuck" and self._has_all(scale)

    def _has_all(self, scale: str) -> bool:
        """Return whether all techniques of the scale were tried, if they apply to the puzzle."""
        tried = {*self.techniques, *(name for name, _ in self.left_out)}
        known = applicable(in_order(scale, self.start.puzzle), self.start.puzzle)
        return tried.issuperset({each.name for each in known} & {*get_scale(scale).order})

    def rating_text(self) -> str:
        """Return the rating, and the name of its scale unless it is the puzzle's default scale.

        If the word comes from the effort, the effort and the minutes follow.

        >>> from pandoku.logic import explain
        >>> explain("1.....2..3.....4").rating_text()
        '1.5 (easy)'
        """
        scale, rating = self.usual_rating()
        is_usual = scale == scale_for(self.start.puzzle, None)
        is_by_effort = scale == DEFAULT_SCALE and word_is_by_effort(self.start.puzzle)
        effort = f", {self.effort().amount}" if is_by_effort and self.stopped == "full" else ""
        return f"{rating}{'' if is_usual else f' in the scale {scale}'}{effort}"

    def _rating_in_words(self) -> str:
        base = get_scale(self.scale).base
        rate = get_scale(base).rate
        complete = self.complete or self
        unrated = Counter(step.technique for step in complete.steps if rate(step) is None)
        rated = f"rated {self.rating_text()}"
        if complete is not self:
            rated += f" with all {len(complete)} steps"
        if not unrated:
            return rated
        names = ", ".join(f"{count} {name}" for name, count in unrated.items())
        return f'{rated}, without {names}, which the scale "{base}" does not rate'

    def __repr__(self) -> str:
        return f"Path({len(self.steps)} steps, {self.stopped})"


@lru_cache(maxsize=16)
def _walked(
    start: Board,
    names: tuple[str, ...],
    left_out: tuple[tuple[str, str], ...],
    unregistered: tuple[Technique, ...],
    scale: str,
    _in_full: tuple[object, ...],
) -> Path:
    """Return the path from *start* with the techniques in *names*, in the order of *scale*.

    `_in_full` contains the puzzle's constraints in their order, and is only needed as a part of the
    cache key. Two puzzles are equal even if their cages are in different orders. Steps refer to
    cages by position, so each order needs a separate cache entry.
    """
    taken = [*take_steps(start, _in_order(names, unregistered, scale, start.puzzle))]
    return Path(
        start,
        tuple(step for step, _ in taken),
        taken[-1][1] if taken else start,
        names,
        left_out,
        scale,
        unregistered,
    )


def _in_order(
    names: Sequence[str], unregistered: Sequence[Technique], scale: str, puzzle: Puzzle
) -> list[Technique]:
    """Return the techniques in *names*, in the order of *scale*. Unregistered ones may be last.

    Techniques that need cages or constraints which the puzzle lacks are left out.
    """
    own = {each.name: each for each in unregistered}
    order = [own.pop(each.name, each) for each in in_order(scale, puzzle) if each.name in names]
    return [*order, *own.values()]


@lru_cache(maxsize=16)
def _chosen(
    start: Board,
    names: tuple[str, ...],
    unregistered: tuple[Technique, ...],
    scale: str,
    _in_full: tuple[object, ...],
) -> Path:
    """Return the path from *start* in the order of the scale "human".

    Args:
        start: The board before the first step.
        names: The techniques of a path in *scale*.
        unregistered: The techniques in *names* that are not registered.
        scale: The name of a scale. The techniques of a program are replaced by all techniques.
    """
    order = ordered_techniques(None, DEFAULT_ORDER, start.puzzle)
    if get_scale(scale).program:
        order, _ = usable(order, start.puzzle, is_proper=True)
    else:
        order = [*(each for each in order if each.name in names), *unregistered]
    choosing = get_scale(DEFAULT_ORDER).choosing
    assert choosing is not None
    taken = [*choose_steps(start, order, choosing)]
    end = taken[-1][1] if taken else start
    used = tuple(each.name for each in order)
    return Path(start, tuple(step for step, _ in taken), end, used, (), DEFAULT_ORDER, unregistered)


# ---- the missing technique of a stuck path


def what_is_missing(
    end: Board,
    tried: Sequence[str],
    left_out: Sequence[tuple[str, str]] = (),
    time: Time = UNBOUNDED,
) -> str:
    """Return a clause that names the missing technique, or gives the reason why a path got stuck.

    Args:
        end: The board where the path got stuck.
        tried: The names of the techniques that found no step on this board.
        left_out: The techniques that were not used, as pairs of a name and a reason.
        time: The time limit of the search for other techniques.

    Raises:
        OutOfTimeError: The time is over.

    >>> from pandoku.model import Board, Puzzle
    >>> what_is_missing(Board.start(Puzzle(4, (1, 2, 3) + (0,) * 13)), ["x-wing"])
    'what is missing is a full house'
    """
    known = [each for each in in_order(DEFAULT_ORDER, end.puzzle) if each.name not in tried]
    others, _ = usable(known, end.puzzle, is_known_proper(end.puzzle, time))
    found = next(take_steps(end, others, 1, time=time), None)
    if found is not None:
        (technique,) = (each for each in others if each.name == found[0].technique)
        missing = f"what is missing is {with_article(technique.title)}"
    elif uniqueness_of(end.puzzle).count > 1:
        missing = several_solutions(end.puzzle)
    elif others:
        missing = "no other technique goes on from here"
    else:
        missing = f"it is beyond all {len(tried)} techniques, which leaves trial and error"
    reasons = Counter(reason for _, reason in left_out)
    untried = (
        f"{n} {'technique was' if n == 1 else 'techniques were'} not tried, as {reason}"
        for reason, n in reasons.items()
    )
    return "; ".join((missing, *untried))
