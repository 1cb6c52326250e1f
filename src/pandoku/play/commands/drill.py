"""`pandoku drill`: show a board that needs one technique."""

from __future__ import annotations

import click

from pandoku.cli.command import Command
from pandoku.cli.types import TECHNIQUE_TYPE
from pandoku.play.commands.play import play_with, require_terminal
from pandoku.play.opening import Opening

_KINDS = ("sudoku", "killer", "calcudoku")  # a copy, because pandoku.play.drills loads slowly


@click.command(short_help="Practice a technique.")
@click.argument("name", type=TECHNIQUE_TYPE)
@click.option("--kind", type=click.Choice(_KINDS), help="Kind of the board.  [default: any]")
@click.option(
    "--plain",
    is_flag=True,
    help="Play line by line: type words and get sentences. For pipes and screen readers.",
)
def drill(name: str, kind: str | None, plain: bool) -> None:
    """Show a board that needs one technique, and judge what you find.

    Each call shows a different board. The first boards are made for practice: no easier technique
    helps on them. `pandoku play --drill NAME` does the same. `pandoku techniques` lists the names.

    \b
    Examples:
      pandoku drill x-wing
      pandoku drill innie --kind killer --plain
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    if not plain:
        require_terminal()
    from pandoku.play.drills import require_drills
    from pandoku.techniques import get_technique

    technique = get_technique(name).name
    require_drills(technique, kind)
    play_with(Opening(drill=technique, drill_kind=kind), "lines" if plain else "screen")


COMMAND = Command(run=drill, group="Play", place=90, extra="play")
