"""`pandoku play`: play puzzles in the terminal or the browser."""

from __future__ import annotations

import os
import sys

import click

from pandoku.cli import options as opt
from pandoku.cli.types import looks_like_path
from pandoku.play.commands._options import PlayOptions
from pandoku.play.opening import Opening
from pandoku.play.players import get_player

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
_LINES_ONLY = ("dumb", "unknown")  # values of TERM for terminals that cannot move the cursor
_TAKES_WORDS = ("is_new", "is_daily", "is_resumed")
# Options that require another option. For each field: the flag of its option, and the flag that
# this option requires. "" means that the option requires a file of puzzles.
_BELONGS = {
    "difficulty": ("--difficulty", "--new"),
    "speed": ("--speed", "--replay"),
    "output": ("-o", "--export"),
    "nth": ("--nth", ""),
    "name": ("--id", ""),
    "from_format": ("--from", ""),
}


@opt.command(PlayOptions, cls=opt.GroupedCommand, short_help="Play, in the terminal or browser.")
def play(options: PlayOptions) -> None:
    """Play a puzzle in the terminal, or in the browser.

    FILE contains a puzzle in any format, or an exported game. You can also type a puzzle in place
    of FILE. Without FILE, the home screen opens, where you can make a puzzle or choose a saved
    game. Every move is saved immediately in your data folder. To choose another folder, set
    PANDOKU_DATA.

    \b
    Examples:
      pandoku play puzzle.txt
      pandoku play --new killer --difficulty hard
      pandoku play --daily
      pandoku play --resume --plain
      pandoku play --web puzzle.txt
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    mode = _mode(options)
    if mode in ("is_list", "exported", "imported"):
        from pandoku.play.commands import _games

        if mode == "is_list":
            _games.list_games()
        elif options.exported is not None:
            _games.export_game(options.exported, options.output)
        elif options.imported is not None:
            _games.import_game(options.imported)
        return
    if options.plain and options.is_web:
        raise click.UsageError("expected one of --plain and --web, found both")
    if not options.plain and not options.is_web:
        require_terminal(options.what)
    if mode or options.what:
        from pandoku.play.commands._games import opening_of

        opening = opening_of(mode, options)
    else:  # the home screen
        opening = Opening()
    if options.what == ("-",) and not options.is_web:
        _take_the_terminal()
    play_with(opening, "browser" if options.is_web else "lines" if options.plain else "screen")


def play_with(opening: Opening, way: str) -> None:
    """Play until the player leaves, and exit the command. *way* is a name for `get_player`."""
    raise click.exceptions.Exit(get_player(way).play(opening))


def _mode(options: PlayOptions) -> str:
    """Return the name of the field that decides what to do, or "" for FILE or the home screen.

    Raises:
        click.UsageError: Two options exclude each other.
    """
    what = options.what
    modes = [mode for mode in _MODES if getattr(options, mode) not in (None, False)]
    if len(modes) > 1:
        raise click.UsageError(
            f"expected one of {', '.join(_MODES.values())}, "
            f"found {' and '.join(_MODES[mode] for mode in modes)}"
        )
    mode = modes[0] if modes else ""
    flag = _MODES.get(mode, "")
    for name, (spelled, of) in _BELONGS.items():
        if getattr(options, name) is not None and of != flag:
            raise click.UsageError(f"{spelled} is for {of or 'a file of puzzles'} only")
    for spelled, value in (
        ("--digits", options.digits),
        ("--with", options.added),
        ("--without", options.left_out),
    ):
        if value and (mode or not what):
            raise click.UsageError(f"{spelled} is for a file of puzzles only")
    if mode in ("is_new", "is_daily"):
        _refuse_files(what, flag)
    most = 2 if mode in ("is_new", "is_daily") else 1
    if len(what) > most or (what and mode and mode not in _TAKES_WORDS):
        raise click.UsageError(f"expected nothing more after {flag or what[0]}, found {what[-1]!r}")
    return mode


def _refuse_files(what: tuple[str, ...], flag: str) -> None:
    """Raise a UsageError if a word after *flag* is a file, or looks like one that is missing."""
    for word in what:
        if os.path.isfile(word):
            raise click.UsageError(f"expected either FILE or {flag}, found both")
        if looks_like_path(word):
            raise click.UsageError(
                f"expected either FILE or {flag}, found both ({word}: no such file or directory)"
            )


def require_terminal(what: tuple[str, ...] = ()) -> None:
    """Raise a UsageError unless input and output are a terminal whose cursor can be moved."""
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
    """Make the terminal the standard input, after a puzzle has been read from a pipe."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        raise click.UsageError(
            "expected a terminal for the moves, found none: the puzzle came through standard input"
        ) from None
    os.dup2(terminal, 0)
    os.close(terminal)


COMMAND = opt.Command(run=play, group="Play", place=80, extra="play")
