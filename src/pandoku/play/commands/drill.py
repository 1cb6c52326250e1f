"""`pandoku drill`: show a board that needs one technique."""

from __future__ import annotations

import click

from pandoku.cli.command import Command
from pandoku.cli.input import Entry
from pandoku.cli.options import json_flag
from pandoku.cli.output import json_line, record_head
from pandoku.cli.types import TECHNIQUE_TYPE
from pandoku.play.commands.play import play_with, require_terminal
from pandoku.play.opening import Opening

_KINDS = ("sudoku", "killer", "calcudoku")  # a copy, because pandoku.play.drills loads slowly


@click.command(
    short_help="Practice a technique.",
    params=[
        json_flag(
            "board",
            "source, line, puzzle (the board with its candidates), kind, technique, text (the "
            "task), number",
        )
    ],
)
@click.argument("name", type=TECHNIQUE_TYPE)
@click.option("--kind", type=click.Choice(_KINDS), help="Kind of the board.  [default: any]")
@click.option(
    "--plain",
    is_flag=True,
    help="Play line by line: type words and get sentences. For pipes and screen readers.",
)
def drill(name: str, kind: str | None, plain: bool, as_json: bool) -> None:
    """Show a board that needs one technique, and judge what you find.

    Each call shows a different board. The first boards are made for practice: no easier technique
    helps on them. With --json, the board is printed instead of played, so that another command can
    read it. `pandoku play --drill NAME` does the same. `pandoku techniques` lists the names.

    \b
    Examples:
      pandoku drill x-wing
      pandoku drill innie --kind killer --plain
      pandoku drill x-wing --json
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    if plain and as_json:
        raise click.UsageError("expected either --plain or --json, found both")
    if not plain and not as_json:
        require_terminal()
    from pandoku.play.drills import require_drills
    from pandoku.techniques import get_technique

    technique = get_technique(name).name
    require_drills(technique, kind)
    if as_json:
        _print_next(technique, kind)
        return
    play_with(Opening(drill=technique, drill_kind=kind), "lines" if plain else "screen")


def _print_next(technique: str, kind: str | None) -> None:
    """Print a record of the next board that the player has not tried."""
    from pandoku.model import Board
    from pandoku.play import drill as drill_of
    from pandoku.play.store import Store

    with Store() as store:
        _, number = store.drill_results().get(technique, (0, 0))
    task = drill_of(technique, number, kind)
    board = task.board
    puzzle = board.puzzle.replace(givens=board.digits, solution=None)
    if Board.start(puzzle).masks != board.masks:
        puzzle = puzzle.replace(candidates=board.masks)
    entry = Entry("pandoku drill", 1, puzzle)
    facts = {"technique": task.technique, "text": task.text, "number": task.number}
    click.echo(json_line(record_head(entry) | facts))


COMMAND = Command(run=drill, group="Play", place=90, extra="play")
