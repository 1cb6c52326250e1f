"""The command line, `pandoku COMMAND`; one file per command or small group of commands."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from pandoku import __version__

__all__ = ["cli", "main"]

# The module of each command, in the order of the help page; imported on first use.
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
Exit status: 0 success; 1 negative answer (such as no solution, not
             proper, out of budget); 2 wrong usage or bad input;
             130 stopped by Ctrl-C
"""


class _Commands(click.Group):
    """Imports the module of a command on first use, and turns errors into messages."""

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
        """Run the command; turn every error into a message and an exit status."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except (click.ClickException, click.exceptions.Exit):
            raise
        except BrokenPipeError:
            # The reader of our output closed the pipe. Python would print an error again at exit.
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
            click.echo(f"pandoku: {_message(error)}", err=True)
            ctx.exit(2)


def _message(error: Exception) -> str:
    """Return the message of an error, written for the user."""
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{(error.strerror or str(error)).lower()}"
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, ValueError | ImportError):
        return str(error)
    return f"{error}\npandoku: unexpected {type(error).__name__}; --debug shows the traceback"


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
    help="Show the Python traceback of an error.",
)
def cli(debug: bool) -> None:
    """Solve, explain and draw number puzzles: Sudoku of every size, Killer, Calcudoku / KenKen.

    Puzzles are read from files or standard input. Their format is detected automatically;
    `pandoku formats` lists those available.
    """
    # A character that the terminal's encoding does not have is shown as "?" instead of failing.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def main() -> None:
    """Run the command line and exit."""
    cli(prog_name="pandoku")
