"""Hints for a player. Their levels range from "all is right so far" to the complete next step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pandoku import _hooks, _instead
from pandoku.errors import PuzzleError
from pandoku.logic._mistakes import WHY, Repair, mistake_on
from pandoku.logic._rungs import cells_rung, digit_rung, name_rung, step_place
from pandoku.logic._sentences import HintSentence, RungSentence, SearchSentence
from pandoku.logic._time import OutOfTimeError, Time
from pandoku.logic.document import step_as_json
from pandoku.logic.explaining import PathOptions, found_path, rating_anyway, require_reader
from pandoku.logic.path import Path, PathStep, what_is_missing
from pandoku.logic.uniqueness import Judge, is_known_proper, judge_of
from pandoku.logic.veil import is_fogged, veil_of
from pandoku.model import (
    Board,
    BudgetLike,
    Facts,
    Marks,
    Noting,
    PuzzleLike,
    Step,
    board_of,
    refusal,
    whole_number,
)
from pandoku.rating import DEFAULT_ORDER
from pandoku.techniques import TECHNIQUES, Explanation, Technique, current_name
from pandoku.words import (
    ANYONE,
    Sentence,
    StepReader,
    Words,
    new_terms,
    paragraphs,
    run_together,
    term_words,
    with_capital,
)

if TYPE_CHECKING:
    from pandoku.draw import Drawing

__all__ = ["HINT_LEVELS", "Hint", "Repair", "hint", "hint_ladder"]

_FEW_STEPS = 30  # steps to search at first for one that a beginner has not noted yet

# The information that each level adds to the previous level.
HINT_LEVELS = (
    "is all right so far?",
    "where to look",
    "the technique's name",
    "the digit",
    "the cells that decide",
    "the complete step",
)
_NAMED, _DIGIT, _CELLS, _WHOLE = range(2, len(HINT_LEVELS))


@_instead.suggests
@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for a player.

    Attributes:
        level: The level of the hint, an index into `HINT_LEVELS`. For a mistake it is at most 3,
            because higher levels add nothing.
        text: The text for the player. From level 3 on it is a `Sentence`, whose spans identify the
            cells and houses that it names.
        cells: The cells to point at, ascending. Empty if the cells would reveal too much.
        step: The next step, which the hint leads to. None below level 3, or if no step was found.
        is_problem: True if there is a mistake, or if no hint is possible. The text then gives the
            reason.
        technique: The name of the step's technique. "" below level 2, or if no step was found.
        is_whole: True if the hint is complete: no higher level adds anything.
        board: The player's board, which the picture shows.
        is_cut: True if the budget ran out before a hint was found.
        repair: The edit that corrects the mistake. None below level 3, or if no edit is known.
        reader: The person who reads the hint. Without all pencil marks, the picture shows notes.
        shown_step: The part of the step that the picture shows. Below level 5, it has only the
            facts that the text names, and no conclusion. None below level 3.
    """

    level: int
    text: str
    cells: tuple[int, ...] = ()
    step: Step | None = None
    is_problem: bool = False
    technique: str = ""
    is_whole: bool = False
    board: Board | None = field(default=None, compare=False, repr=False)
    is_cut: bool = False
    repair: Repair | None = None
    reader: StepReader = field(default=ANYONE, compare=False, repr=False)
    shown_step: Step | None = field(default=None, compare=False, repr=False)

    @property
    def last_level(self) -> int:
        """The highest level that adds anything: 5, or 3 for a mistake."""
        return WHY if self.is_problem else _WHOLE

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as a JSON value, as in `pandoku hint --json`.

        The keys are "hint_level", "text", "cells" (names), "problem", "whole", "technique" (null
        below level 2), and "step". The step has the form of `step_as_json`. It is null if the hint
        is not complete, or if the technique is not registered. The command `pandoku hint` also adds
        keys for the place of the puzzle, before these keys.

        Raises:
            PuzzleError: The hint has no board.
        """
        board = self._board()
        is_told = (
            self.step is not None and self.is_whole and current_name(self.technique) in TECHNIQUES
        )
        return {
            "hint_level": self.level,
            "text": self.text,
            "cells": [board.puzzle.geometry.name(cell) for cell in self.cells],
            "problem": self.is_problem,
            "whole": self.is_whole,
            "technique": self.technique or None,
            "step": step_as_json(1, self.step, board) if self.step and is_told else None,
        }

    def _board(self) -> Board:
        if self.board is None:
            raise PuzzleError("expected a hint with its board, found one without")
        return self.board

    def drawing(self) -> Drawing:
        """Return the picture of the hint. It does not show more than the text of the hint.

        Raises:
            PuzzleError: The hint has no board.
        """
        from pandoku.draw import draw, draw_step

        board = self._board()
        if self.shown_step is not None:
            text = Sentence(self.text)
            words = Explanation(text, (), heading=text)
            drawn = draw_step(board, self.shown_step, words, reader=self._shown_reader())
            return replace(drawn, description=self.text)
        shows_candidates = self.step is not None and self.reader.noting is None
        drawn = draw(board, candidates=shows_candidates, highlights=self.cells)
        return replace(drawn, title=f"hint: {self.text}", caption=self.text)

    def _shown_reader(self) -> StepReader:
        """Return the reader. Below level 5, the picture does not show what the reader writes."""
        noting = self.reader.noting
        if noting is None or self.is_whole:
            return self.reader
        return self.reader._replace(noting=Noting(noting.before, noting.before))

    def __str__(self) -> str:
        return self.text

    def __rich__(self) -> Any:
        words = _hooks.rich_of(self.text)
        return words if self.board is None else _hooks.rich_of(self).append_text(words)

    def _repr_svg_(self) -> str | None:
        """Return the hint as an SVG picture with its text as the caption, for notebooks."""
        return None if self.board is None else _hooks.picture_of(self)


@_instead.suggests_options
def hint(
    board: PuzzleLike,
    level: int = 1,
    *,
    marks: Marks | None = None,
    entered: Sequence[int] = (),
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_ORDER,
    reader: str | None = None,
    judge: Judge | None = None,
    budget: BudgetLike = None,
) -> Hint:
    """Return a hint for the player of a board.

    Mistakes come first: a wrong digit, then pencil marks that omit the correct digit. Digits are
    compared with the only solution, or with the solution in the puzzle's source if some rules are
    not checked (see `pandoku.logic.judge_of`). At level 0 the hint reports that there is a mistake.
    Level 1 also names the house, and level 2 also names the cell. Level 3 also gives the reason:
    the digits that clash, the contradiction that follows from the wrong digit, or the missing
    candidate. Higher levels add nothing.

    Without a mistake, the hint leads to the first step in the scale's order that is not shown in
    the marks. A candidate counts as eliminated if the marks omit it, or if a peer already has the
    digit. In fog, only the visible part of the puzzle is used. Marks cannot be checked there, so
    they only serve to skip eliminations that they already show.

    Args:
        board: The puzzle with the digits entered so far. Its candidates are ignored. A puzzle, in
            any form that `pandoku.solve` accepts, means the board before the first move.
        level: The level of the hint, 0 to 5 (see `HINT_LEVELS`).
        marks: The player's pencil marks. Center marks are the candidates that the player considers
            possible in a cell. In a cell without center marks, all digits are considered possible.
            Corner marks show where in a house a digit may go. Only hints for a "beginner" use them.
            Colors are ignored.
        entered: The cells that the player has filled, from the first to the last. The hint reports
            the first mistake among them, and prefers steps near the last cell.
        techniques: The only techniques to use, as names or values, in this order. None means all
            techniques.
        scale: As in `explain`.
        reader: As in `explain`. For a "beginner", a step that needs few notes comes first, unless
            all empty cells have center marks. If every step needs all pencil marks, the hint asks
            for them.
        judge: The judge of the digits. Pass it if *board* only has the visible part of a puzzle in
            fog. None means that *board* has the complete puzzle. In this case,
            `pandoku.logic.judge_of` provides the judge, and the hint does not use cells in fog.
        budget: Maximum time for the search: a number of seconds, or a Budget of seconds. None means
            no limit. If no hint is found in time, the text of the hint reports this, and
            `Hint.is_cut` is true.

    Raises:
        ValueError, TypeError: *level* is not in 0..5, *budget* is not above 0 or counts nodes,
            *level* or *budget* is not a number, the reader is unknown, or the scale does not
            support readers.
        FormatError: *board* is a text in an unknown format, or malformed.
        PuzzleError: *board* is not a puzzle, the puzzle has defects that can be found without
            searching, or the marks are for a puzzle of another order. In the scale "se" also: the
            puzzle is not proper.
        TechniqueError: As in `explain`.

    >>> from pandoku.model import Puzzle
    >>> board = Board.start(Puzzle(4, (1, 2, 3, 0, 0, 4) + (0,) * 10))
    >>> hint(board).text
    'Look at row 1.'
    >>> hint(board, 3).text
    'Full house: where does 4 go in row 1?'
    """
    level = whole_number("level", level, 0, len(HINT_LEVELS) - 1)
    if reader is not None:
        require_reader(reader, scale)
    board = board_of(board).consistent()
    if marks is not None:
        if not isinstance(marks, Marks):
            raise refusal(marks, "pencil marks as Marks")
        marks.require_order(board.puzzle.order)
    if judge is not None and not isinstance(judge, Judge):
        raise refusal(judge, "a judge, as `judge_of` returns")
    time = Time(budget)
    try:
        with time.limit():
            if judge is None:
                judge = judge_of(board.puzzle, time)
                board = _in_sight(board, time)
            request = _Request(level, marks, entered, techniques, scale, reader)
            return _hint_for(board, request, judge, time)
    except OutOfTimeError:
        text = SearchSentence.TOO_SHORT.value
        return Hint(level, text, is_problem=True, board=board, is_cut=True)


class _Request(NamedTuple):
    """The options of a hint, as in the function `hint`."""

    level: int
    marks: Marks | None
    entered: Sequence[int]
    techniques: Sequence[str | Technique] | None
    scale: str
    reader: str | None


def _hint_for(board: Board, request: _Request, judge: Judge, time: Time) -> Hint:
    if judge.uniqueness.reason:
        board.puzzle.require_sound()
    level, marks, entered = request.level, request.marks, request.entered
    in_fog = is_fogged(board.puzzle)
    if mistake := mistake_on(board, marks, entered, judge, time, is_fogged=in_fog):
        level = min(level, WHY)
        text, cells = mistake.told(level)
        return Hint(
            level,
            text,
            cells,
            is_problem=True,
            is_whole=level == WHY or mistake.where is None,
            board=board,
            repair=mistake.repair if level == WHY else None,
        )
    if level == 0:
        return Hint(0, _progress(board, judge), board=board)
    path = _path_of_a_step(board, request, judge, time)
    if not path.steps and in_fog:
        text = HintSentence.NOTHING_IN_SIGHT.value
        return Hint(level, text, is_problem=True, is_whole=True, board=board)
    if not path.steps:
        return _nothing(level, board, path, time)
    taken = _first_unknown(path, marks) or path[-1]
    reader = taken.reader
    has_marks = _has_all_marks(board, marks)
    if has_marks:
        reader = reader._replace(noting=None)
    found = _rung(level, taken.step, taken.technique, taken.board, reader=reader)
    if path.marks_at != taken.number or has_marks:
        return found
    return replace(found, text=run_together((path.marks_words, found.text)))


def _has_all_marks(board: Board, marks: Marks | None) -> bool:
    """Return whether the player has marks in every empty cell."""
    return marks is not None and all(
        digit or mask for digit, mask in zip(board.digits, marks.center, strict=True)
    )


def _first_unknown(path: Path, marks: Marks | None) -> PathStep | None:
    """Return the first step of a path that the player's notes do not show yet, or None."""
    for taken in path:
        noting = taken.reader.noting
        if marks is None or taken.step.placements:
            return taken
        # Notes next to a cage cannot be entered, but center marks in its cells say the same.
        if not _is_noted(taken.step, marks) and (noting is None or not _shows(marks, noting)):
            return taken
    return None


def _shows(marks: Marks, noting: Noting) -> bool:
    """Return whether the player's marks show what a step notes."""
    corner, center = marks.corner, marks.center
    small = all((corner[c] | center[c]) >> (d - 1) & 1 for c, d in noting.confined)
    lists = all(center[c] and not center[c] & ~mask for c, mask in noting.listed)
    struck = not any((corner[c] | center[c]) >> (d - 1) & 1 for c, d in noting.struck)
    return small and lists and struck and not (noting.beside or noting.denied)


def _path_of_a_step(board: Board, request: _Request, judge: Judge, time: Time) -> Path:
    """Return a path with a step that the marks do not show yet, or without steps."""
    marks, in_fog = request.marks, is_fogged(board.puzzle)
    # A beginner who has few marks keeps the rest in mind.
    has_notes = request.reader is not None and not _has_all_marks(board, marks)
    # Marks may be wrong. In fog they cannot be checked, so the search starts without them.
    is_fresh = in_fog or has_notes
    start = Board.start(board.puzzle, board.digits) if is_fresh else _working(board, marks)
    is_proper = is_known_proper(board.puzzle, time) if in_fog else judge.uniqueness.is_proper
    options = PathOptions(request.scale, 1, request.entered[-1:], request.reader, time)
    while True:
        path = found_path(start.consistent(), request.techniques, options, is_proper=is_proper)
        if in_fog and path.steps and _is_noted(path.steps[0], marks):
            start = path.end
        elif has_notes and path.cut_by == "limit" and _first_unknown(path, marks) is None:
            limit = None if options.limit == _FEW_STEPS else _FEW_STEPS
            options = options._replace(limit=limit)
        elif in_fog or has_notes or options.reached or not (reached := rating_anyway(path, time)):
            return path
        else:
            options = options._replace(reached=reached)


def _in_sight(board: Board, time: Time) -> Board:
    """Return the visible part of a board."""
    veil = veil_of(board.puzzle, time)
    if veil is None:
        return board
    pairs = zip(board.digits, board.puzzle.givens, strict=True)
    written = tuple(0 if given else digit for digit, given in pairs)
    return Board.start(veil.seen(veil.clear(written)), veil.digits(written))


def _is_noted(step: Step, marks: Marks | None) -> bool:
    """Return whether the marks already show the complete effect of a step."""
    if step.placements or marks is None:
        return False
    center = marks.center
    return all(
        center[cell] and not center[cell] >> (digit - 1) & 1 for cell, digit in step.eliminations
    )


def hint_ladder(
    step: Step, technique: Technique, board: Board, *, reader: StepReader = ANYONE
) -> tuple[Hint, ...]:
    """Return the hints that lead to a step, one for each level from 1 to 5.

    Args:
        step: The step.
        technique: The technique of the step.
        board: The board before the step.
        reader: As in `Technique.explain`.
    """
    return tuple(
        _rung(level, step, technique, board, reader=reader) for level in range(1, len(HINT_LEVELS))
    )


def _rung(
    level: int, step: Step, technique: Technique, board: Board, *, reader: StepReader
) -> Hint:
    """Return the hint of one level, from 1 to 5, that leads to a step."""
    place, title = step_place(step, board.puzzle, reader), technique.step_title(step, board)
    cells, shown = place.cells, None
    if level < _NAMED:
        text = RungSentence.LOOK.format(place=place.name)
    elif level < _DIGIT:
        text = name_rung(place, title, technique)
        if reader.names_places:
            text = run_together((text, *map(term_words, new_terms(text))))
    elif level < _WHOLE:
        words = Words(step, board, reader=reader)
        if level < _CELLS:
            rung = digit_rung(words, title, place)
        else:
            rung = cells_rung(words, technique, title, place)
        text, shown = rung.text, replace(step, placements=(), eliminations=(), facts=rung.facts)
        cells = _cells_in(rung.facts) or place.cells
    else:
        told = technique.explain(step, board, reader=reader).full
        first, *rest = paragraphs(told)
        opening = f"{with_capital(title)}."
        text = run_together((run_together((opening, first)) if first else opening, *rest), "\n")
        cells, shown = _cells_in(step.facts, but="excludes"), step
    return Hint(
        level,
        text,
        cells,
        step if level >= _DIGIT else None,
        technique=step.technique if level >= _NAMED else "",
        is_whole=level >= _WHOLE,
        board=board,
        reader=reader,
        shown_step=shown,
    )


def _cells_in(facts: Facts, but: str = "") -> tuple[int, ...]:
    marked = (*facts.cells, *((cell, role) for cell, _, role in facts.candidates))
    return tuple(sorted({cell for cell, role in marked if role != but}))


def _progress(board: Board, judge: Judge) -> str:
    n_cells, n_empty = len(board.digits), board.digits.count(0)
    if not n_empty:
        return HintSentence.SOLVED.value
    # If the puzzle has several solutions, or perhaps no solution, a digit may be wrong although the
    # grid can still be completed.
    opening = HintSentence.RIGHT_SO_FAR if judge.is_complete else HintSentence.NOTHING_WRONG
    return opening.format(filled=n_cells - n_empty, total=n_cells)


def _working(board: Board, marks: Marks | None) -> Board:
    """Return the board without the candidates that its digits or the marks rule out."""
    fresh = Board.start(board.puzzle, board.digits)
    if marks is None:
        return fresh
    masks = (
        mask if digit or not marked else mask & marked
        for mask, digit, marked in zip(fresh.masks, fresh.digits, marks.center, strict=True)
    )
    return Board(board.puzzle, fresh.digits, tuple(masks))


def _nothing(level: int, board: Board, path: Path, time: Time) -> Hint:
    if board.is_full:
        return Hint(level, HintSentence.SOLVED.value, is_whole=True, board=board)
    if path.stopped == "broken":
        name = board.puzzle.geometry.name(path.end.masks.index(0))
        missing = SearchSentence.NO_CANDIDATE.format(cell=name)
    else:
        time.left()
        missing = what_is_missing(path.end, path.techniques, path.left_out, time)
    text = SearchSentence.NO_HINT.format(reason=missing)
    return Hint(level, text, is_problem=True, is_whole=True, board=board)
