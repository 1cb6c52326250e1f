"""`pandoku drill`: a board that needs one technique."""

from __future__ import annotations

import click

from pandoku.cli._wishes import TECHNIQUE_TYPE
from pandoku.cli.play import require_terminal

_KINDS = ("sudoku", "killer", "calcudoku")  # as pandoku.play.drills.DRILL_KINDS, which loads more


@click.command(short_help="Practise a technique.")
@click.argument("name", type=TECHNIQUE_TYPE)
@click.option("--kind", type=click.Choice(_KINDS), help="Of the board.  [default: any]")
@click.option(
    "--plain",
    is_flag=True,
    help="Line by line: words in, sentences out. For pipes and screen readers.",
)
def drill(name: str, kind: str | None, plain: bool) -> None:
    """Show a board that needs one technique, and judge what you find.

    Another board comes each time: first those for practice, on which no easier technique helps,
    then others. `pandoku play --drill NAME` is the same; `pandoku techniques` lists the names.
    """
    if not plain:
        require_terminal()
    from pandoku.play.drills import require_drills
    from pandoku.techniques import get_technique
    from pandoku.terminal import Opening, run_terminal

    technique = get_technique(name).name
    require_drills(technique, kind)
    opening = Opening(drill=technique, drill_kind=kind)
    if plain:
        from pandoku.cli._session import play_plainly

        play_plainly(opening)
        return
    raise click.exceptions.Exit(run_terminal(opening))
