"""`pandoku play` and `pandoku drill`: play in the terminal or the browser."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from pandoku.cli._groups import GroupedCommand, in_group
from pandoku.cli._options import (
    added_constraints,
    from_option,
    left_out_kinds,
    named_digits,
    selection_options,
)
from pandoku.cli._wishes import TECHNIQUE_TYPE, WORD_TYPE

if TYPE_CHECKING:
    from pandoku.terminal import Opening


_WHAT, _GAMES = "What to play", "Saved games"
_MODES = {
    "is_new": "--new",
    "is_daily": "--daily",
    "is_resumed": "--resume",
    "is_list": "--list",
    "drill": "--drill",
    "replayed": "--replay",
    "exported": "--export",
    "imported": "--import",
}
_LINES_ONLY = ("dumb", "unknown")  # what TERM is then
_TAKES_WORDS = ("is_new", "is_daily", "is_resumed")
# What each option belongs to; "" is a puzzle.
_BELONGS = {
    "difficulty": ("--difficulty", "--new"),
    "speed": ("--speed", "--replay"),
    "output": ("-o", "--export"),
    "nth": ("--nth", ""),
    "name": ("--id", ""),
    "from_format": ("--from", ""),
}


@click.command(cls=GroupedCommand, short_help="Play, in the terminal or browser.")
@click.argument("what", nargs=-1, metavar="[FILE]")
@in_group(
    _WHAT,
    "--new",
    "is_new",
    is_flag=True,
    help="Make a puzzle: play --new [KIND] [ORDER], as in `pandoku generate`.",
)
@in_group(
    _WHAT,
    "--difficulty",
    type=WORD_TYPE,
    metavar="WORD",
    help="Of a new puzzle: easy, medium, hard, expert or extreme.",
)
@in_group(
    _WHAT,
    "--daily",
    "is_daily",
    is_flag=True,
    help="The puzzle of the day, the same for everybody: play --daily [KIND] [DATE]; sudoku, "
    "killer or calcudoku.",
)
@in_group(
    _WHAT,
    "--drill",
    type=TECHNIQUE_TYPE,
    metavar="TECHNIQUE",
    help="A board that needs this technique: find it.",
)
@in_group(
    _GAMES,
    "--resume",
    "is_resumed",
    is_flag=True,
    help="Go on with the game that was played last, or with game ID: play --resume [ID].",
)
@in_group(_GAMES, "--list", "is_list", is_flag=True, help="List the saved games.")
@in_group(
    _GAMES,
    "--export",
    "exported",
    type=click.IntRange(min=1),
    metavar="ID",
    help="Write a game with all its moves as text.",
)
@in_group(
    _GAMES,
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Where to write it.  [default: standard output]",
)
@in_group(
    _GAMES,
    "--import",
    "imported",
    type=click.Path(),
    metavar="FILE",
    help="Save a game that was exported.",
)
@in_group(
    _GAMES,
    "--replay",
    "replayed",
    metavar="FILE|ID",
    help="Show a game move by move.",
)
@in_group(
    _GAMES,
    "--speed",
    type=click.FloatRange(min=0.001, max=1_000_000),
    metavar="N",
    help="N times as fast as it was played.  [default: 10]",
)
@click.option(
    "--plain",
    is_flag=True,
    help="Play line by line: words in, sentences out. For pipes and screen readers.",
)
@click.option(
    "--web",
    "is_web",
    is_flag=True,
    help="Play in the browser: serves the page on a free port and opens it.",
)
@selection_options
@from_option
def play(what: tuple[str, ...], plain: bool, is_web: bool, **asked: Any) -> None:
    """Play a puzzle in the terminal, or in the browser.

    FILE has a puzzle in any format, or a game that was exported; a puzzle itself may stand in its
    place. Without it, the home screen shows the saved games and what else there is. Every move is
    saved as it is made, in the user's data folder ($PANDOKU_DATA is another).

    \b
    Examples:
      pandoku play puzzle.txt
      pandoku play --new killer --difficulty hard
      pandoku play --daily
      pandoku play --resume --plain
      pandoku play --web puzzle.txt
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    mode = _mode(what, asked)
    if mode in ("is_list", "exported", "imported"):
        _keep_house(mode, asked)
        return
    if plain and is_web:
        raise click.UsageError("expected one of --plain and --web, found both")
    if not plain and not is_web:
        require_terminal(what)
    opening = _opening(mode, what, asked)
    if is_web:
        from pandoku.cli._games import play_in_browser

        play_in_browser(opening)
        return
    if what == ("-",):
        _take_the_terminal()
    if plain:
        from pandoku.cli._plain import play_plainly

        play_plainly(opening)
        return
    from pandoku.terminal import run_terminal

    raise click.exceptions.Exit(run_terminal(opening))


def _opening(mode: str, what: tuple[str, ...], asked: dict[str, Any]) -> Opening:
    """Return what to play; for the home screen nothing is loaded that reads puzzles."""
    from pandoku.terminal import Opening

    if not mode and not what:
        return Opening()
    from pandoku.cli._games import opening_of

    return opening_of(mode, what, asked)


def _keep_house(mode: str, asked: dict[str, Any]) -> None:
    from pandoku.cli import _games

    if mode == "is_list":
        _games.list_games()
    elif mode == "exported":
        _games.export_game(asked["exported"], asked["output"])
    else:
        _games.import_game(asked["imported"])


def _mode(what: tuple[str, ...], asked: dict[str, Any]) -> str:
    """Return the parameter that says what to do; "" for a puzzle or the home screen.

    Raises:
        click.UsageError: Options exclude each other.
    """
    modes = [mode for mode in _MODES if asked[mode] not in (None, False)]
    if len(modes) > 1:
        raise click.UsageError(
            f"expected one of {', '.join(_MODES.values())}, "
            f"found {' and '.join(_MODES[mode] for mode in modes)}"
        )
    mode = modes[0] if modes else ""
    option = _MODES.get(mode, "")
    for name, (spelled, of) in _BELONGS.items():
        if asked[name] is not None and of != option:
            raise click.UsageError(f"{spelled} is for {of or 'a file of puzzles'} only")
    for spelled, values in (
        ("--digits", named_digits()),
        ("--with", added_constraints()),
        ("--without", left_out_kinds()),
    ):
        if values and (mode or not what):
            raise click.UsageError(f"{spelled} is for a file of puzzles only")
    most = 2 if mode in ("is_new", "is_daily") else 1
    if len(what) > most or (what and mode and mode not in _TAKES_WORDS):
        raise click.UsageError(
            f"expected nothing more after {option or what[0]}, found {what[-1]!r}"
        )
    return mode


def require_terminal(what: tuple[str, ...] = ()) -> None:
    """Raise a UsageError if standard input or output is no terminal, and say what to do then.

    A terminal that cannot place its cursor is not enough.
    """
    streams = {"input": None if what == ("-",) else sys.stdin, "output": sys.stdout}
    for name, stream in streams.items():
        if stream is not None and not stream.isatty():
            raise click.UsageError(
                f"expected a terminal, found something else as standard {name}; add --plain to "
                "play line by line"
            )
    if os.environ.get("TERM") in _LINES_ONLY:
        raise click.UsageError(
            f"expected a terminal that can place its cursor, found TERM={os.environ['TERM']}; add "
            "--plain to play line by line"
        )


def _take_the_terminal() -> None:
    """Read what the player types after the puzzle has come through standard input."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        raise click.UsageError(
            "expected a terminal for the moves, found none: the puzzle came through standard input"
        ) from None
    os.dup2(terminal, 0)
    os.close(terminal)


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
        from pandoku.cli._plain import play_plainly

        play_plainly(opening)
        return
    raise click.exceptions.Exit(run_terminal(opening))
