"""The command line: `pandoku COMMAND`. One file a command or a small family of them."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from pandoku import __version__

__all__ = ["cli", "main"]

# Commands by the module they live in, in the order of the help page; loaded when they are used.
_COMMANDS = {
    "solve": "solve",
    "count": "judge",
    "check": "judge",
    "explain": "explain",
    "hint": "explain",
    "steps": "steps",
    "show": "show",
    "draw": "draw",
    "convert": "show",
    "watch": "watch",
    "race": "race",
    "bench": "bench",
    "engines": "lists",
    "formats": "lists",
    "techniques": "explain",
}

_EPILOG = """\b
Completion:  eval "$(_PANDOKU_COMPLETE=bash_source pandoku)"
             in ~/.bashrc (zsh: zsh_source; fish: fish_source)
Exit status: 0 done; 1 the puzzle says no (no solution, not proper,
             out of budget); 2 bad use or input; 130 stopped by Ctrl-C
"""


class _Commands(click.Group):
    """Imports a command's module when the command is asked for, and ends every error well."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"pandoku.cli.{_COMMANDS[cmd_name]}")
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; every error becomes one message and an exit status."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except (click.ClickException, click.exceptions.Exit):
            raise
        except BrokenPipeError:
            # Whoever read our output has seen enough. Python would complain again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except (KeyboardInterrupt, click.Abort):
            if ctx.params["debug"]:
                raise
            click.echo("stopped", err=True)
            ctx.exit(130)
        except Exception as error:
            if ctx.params["debug"]:
                raise
            click.echo(f"pandoku: {_told(error)}", err=True)
            ctx.exit(2)


def _told(error: Exception) -> str:
    """Return an error in words."""
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{(error.strerror or str(error)).lower()}"
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, ValueError | ImportError):
        return str(error)
    return f"{error}\npandoku: a {type(error).__name__} that it did not expect; --debug shows where"


@click.group(
    cls=_Commands,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", prog_name="pandoku")
@click.option(
    "--debug",
    is_flag=True,
    envvar="PANDOKU_DEBUG",
    help="Show Python's traceback when something goes wrong; `explain` checks each step against "
    "the solution.",
)
def cli(debug: bool) -> None:
    """Number puzzles on a grid: Sudoku of every size, Killer, Calcudoku / KenKen / Mathdoku.

    Puzzles are read from files or standard input, in any of the formats that `pandoku formats`
    lists; the format is found by looking.
    """
    # What the terminal's encoding cannot write is shown as "?", rather than refused.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def main() -> None:
    """Run the command line and exit."""
    cli(prog_name="pandoku")
