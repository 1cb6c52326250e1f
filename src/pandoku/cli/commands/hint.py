"""`pandoku hint`: give a hint for the next step."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry, Selection, sound_puzzle
from pandoku.cli.output import ExitStatus, ProgressLine, json_line, record_head
from pandoku.cli.paths import require_order_for, start_of
from pandoku.cli.types import Whole
from pandoku.cli.wrapping import in_lines
from pandoku.errors import PandokuError, PuzzleError
from pandoku.model import Board, Budget, Marks, Puzzle

if TYPE_CHECKING:
    from pandoku.logic import Hint


@dataclass(frozen=True, kw_only=True)
class HintOptions(opt.PuzzleOptions):
    """The options of `pandoku hint`."""

    level: int = opt.option(
        "--level",
        type=Whole(0, 5),
        default=1,
        show_default=True,
        metavar="N",
        help="0: whether there is a mistake. 1: where to look. 2: the technique. 3: the digit. "
        "4: the cells that decide. 5: the complete step, with its reason.",
    )
    state: str | None = opt.option(
        "--state",
        type=click.Path(),
        metavar="FILE",
        help="The puzzle as the player has filled it in; its candidates are the player's pencil "
        "marks. Not needed if the puzzle's own file contains progress.",
    )
    scale: str | None = opt.scale()
    reader: str | None = opt.reader(
        "beginner: few notes in place of all pencil marks, as long as possible; the hint says what "
        "to note."
    )
    budget: Budget | None = opt.time("hint")
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, hint_level, text, cells, problem, whole, technique, step "
        "(as in explain --json, null below level 5); or source, line, error",
    )


@opt.command(HintOptions, short_help="Give a hint for the next step.")
def hint(options: HintOptions) -> None:
    """Give a hint for the next step of each puzzle.

    A higher --level reveals more of the step. If the board has a mistake, the command reports the
    mistake instead. --level then decides whether to reveal its house, its cell, or the reason. The
    exit status is 1 if there is a mistake or no hint.

    \b
    Examples:
      pandoku hint puzzle.txt
      pandoku hint puzzle.txt --level 5
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.rating import DEFAULT_ORDER  # imported here, because it loads all techniques

    require_order_for(options.reader, options.scale or DEFAULT_ORDER)
    status, selection = ExitStatus(), Selection(options)
    json_to = sys.stdout if options.as_json else None
    filled = None
    if options.state is not None:
        of_state = replace(options, files=(options.state,), from_format=None, nth=None, name=None)
        filled = Selection(of_state).one()
    is_many, entries = (False, iter([(1, selection.one())])) if filled else selection.several()
    with ProgressLine("looking for hints", options.files) as progress:
        for _, entry in entries:
            try:
                found = _hint(entry, filled, options)
            except PandokuError as error:
                progress.pause()
                status.bad(entry, error, json_to)
                continue
            progress.pause()
            if options.as_json:
                click.echo(json_line(record_head(entry) | found.to_dict()))
            else:
                place = f"{entry.place}: " if is_many else ""
                click.echo(in_lines(f"{place}{found.text}", sys.stdout))
            status.code = max(status.code, int(found.is_problem))
            progress.advance()
    status.exit()


def _hint(entry: Entry, filled: Entry | None, options: HintOptions) -> Hint:
    from pandoku.logic import hint as find_hint

    puzzle, masks = sound_puzzle(entry), None
    from pandoku.rating import DEFAULT_ORDER

    board = Board.start(puzzle)
    if filled is not None:
        state = sound_puzzle(filled)
        if filled.board is not None:
            state = state.replace(givens=filled.board.digits, candidates=filled.board.masks)
        board, masks = _with_state(puzzle, state), state.candidates
    elif entry.board is not None:
        board, _ = start_of(puzzle, entry.board)
        masks = board.masks
    marks = None if masks is None else Marks(puzzle.order, center=masks)
    return find_hint(
        board,
        options.level,
        marks=marks,
        scale=options.scale or DEFAULT_ORDER,
        reader=options.reader,
        budget=options.budget,
    )


def _with_state(puzzle: Puzzle, filled: Puzzle) -> Board:
    if filled.order != puzzle.order:
        raise PuzzleError(f"expected a state of order {puzzle.order}, found order {filled.order}")
    for cell, (given, digit) in enumerate(zip(puzzle.givens, filled.givens, strict=True)):
        if given and digit not in (0, given):
            name = puzzle.geometry.name(cell)
            expected, found = map(puzzle.label_of, (given, digit))
            raise PuzzleError(f"{name}: expected the given {expected} in the state, found {found}")
    return Board.start(puzzle, filled.givens)


COMMAND = opt.Command(run=hint, group="Solve and explain", place=60)
