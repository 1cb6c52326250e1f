"""The command line: `pandoku COMMAND`. One file a command or a small family of them."""

from __future__ import annotations

import importlib
import os
import sys
from typing import NoReturn

import click

from pandoku import __version__

__all__ = ["cli", "main"]

# Commands by the module they live in, in the order of the help page; loaded when they are used.
_COMMANDS = {
    "solve": "solve",
    "count": "judge",
    "check": "judge",
    "steps": "steps",
    "show": "show",
    "convert": "show",
    "watch": "watch",
    "race": "race",
    "engines": "lists",
    "formats": "lists",
}

_EPILOG = """\b
Completion:  eval "$(_PANDOKU_COMPLETE=bash_source pandoku)"   (or zsh_source, fish_source)
Exit status: 0 done, 1 the puzzle says no, 2 bad use or input, 130 stopped by Ctrl-C.
"""


class _LazyGroup(click.Group):
    """Imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"pandoku.cli.{_COMMANDS[cmd_name]}")
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=_LazyGroup, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, "-V", "--version", prog_name="pandoku")
@click.option("--debug", is_flag=True, help="Show Python's traceback when something goes wrong.")
def cli(debug: bool) -> None:
    """Number puzzles on a grid: Sudoku of every size, Killer, Calcudoku / KenKen / Mathdoku.

    Puzzles are read from files or standard input, in any of the formats that `pandoku formats`
    lists; the format is found by looking.
    """


def main() -> NoReturn:
    """Run the command line and exit."""
    debug = "--debug" in sys.argv[1:]
    try:
        status = cli.main(standalone_mode=False) or 0
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except Exception as error:
        if debug:
            raise
        status = _explain(error)
    except KeyboardInterrupt:
        if debug:
            raise
        click.echo("stopped", err=True)
        status = 130
    sys.exit(status)


def _explain(error: Exception) -> int:
    """Say what went wrong on standard error; return the exit status."""
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, click.Abort):
        click.echo("stopped", err=True)
        return 130
    if isinstance(error, click.ClickException):
        error.show()
        return 2
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        click.echo(f"pandoku: {name}{(error.strerror or str(error)).lower()}", err=True)
        return 2
    if isinstance(error, MemoryError):
        click.echo("pandoku: out of memory", err=True)
        return 2
    click.echo(f"pandoku: {error}", err=True)
    if not isinstance(error, ValueError | ImportError):
        click.echo(f"pandoku: ({type(error).__name__}; --debug shows where)", err=True)
    return 2
