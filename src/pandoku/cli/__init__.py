"""The command line, `pandoku COMMAND`: its base, and the commands of the rooms below.

A room above this one has its commands in a folder `commands`.
"""

from __future__ import annotations

import errno
import gc
import os
import shlex
import sys
from typing import Any

import click

from pandoku import __version__
from pandoku._extras import needed_for
from pandoku.cli.command import COMMANDS, GROUPS, find_command, summaries
from pandoku.cli.streams import (
    Stopped,
    discard_output,
    mend_streams,
    output_error,
    stop_at_signals,
)
from pandoku.errors import PandokuError

__all__ = ["cli", "run_command_line"]

_OUTPUT_ERRORS = {errno.EBADF, errno.EIO}  # errors of standard output, without a file name
_OTHER_NAMES = {"show": "draw"}  # aliases that the help does not list

_EPILOG = """\b
Examples:
  pandoku solve puzzles.txt
  pandoku explain puzzle.txt -o steps.html
  pandoku draw puzzle.txt --step 3 -o step.png
  pandoku solve 1.....2..3.....4
  pandoku generate --difficulty hard --symmetry rotate-180
  pandoku play --daily

\b
Exit status:
  0 success; 1 negative answer (such as no solution);
  2 wrong usage or bad input; 130 stopped by Ctrl-C;
  128 and the number of any other signal

\b
Completion in bash (zsh: zsh_source; fish: fish_source):
  eval "$(_PANDOKU_COMPLETE=bash_source pandoku)"
"""


# Options that users try in place of an argument, by the name of the argument in the usage.
_ARGUMENT_OPTIONS = {
    "FILE": ("f", "files", "i", "in", "infile", "input", "p", "puzzles", "puzzle", "s", "string"),
    "ORDER": ("size",),
}


class _Commands(click.Group):
    """The group of all commands. A command is imported on first use. Errors become messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return find_command(_OTHER_NAMES.get(cmd_name, cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, below the headings of their groups."""
        listed = summaries()
        widest = max(len(each.name) for each in listed)
        for group in GROUPS:
            rows = [
                (each.name.ljust(widest), each.text)  # all lists get the same columns
                for each in listed
                if each.group == group and each.text
            ]
            if rows:
                with formatter.section(group):
                    formatter.write_dl(rows)

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Parse the arguments. At Ctrl-C, print a message and exit."""
        try:
            return super().make_context(*arguments, **extra)
        except click.NoSuchOption as error:
            if (command := error.option_name.lstrip("-")) in COMMANDS:
                way_out = f"there is no option {error.option_name!r}; type pandoku {command}"
                raise click.UsageError(way_out, error.ctx) from None
            raise _with_argument(error) from None
        except KeyboardInterrupt as error:
            sys.exit(_say_stopped(error))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names, or fail with a suggestion."""
        if args and args[0][:1] != "-" and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"there is no command {args[0]!r}; {_what_to_try(*args)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. An error becomes a message and an exit status, not a traceback."""
        try:
            try:
                with needed_for(f"pandoku {ctx.invoked_subcommand}"):
                    return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except click.NoSuchOption as error:
            raise _with_argument(error) from None
        except (click.ClickException, click.exceptions.Exit):
            raise
        except BrokenPipeError:  # the program that reads our output has closed the pipe
            discard_output()
            ctx.exit(0)
        except (KeyboardInterrupt, click.Abort) as error:
            if ctx.params["debug"]:
                raise
            ctx.exit(_say_stopped(error))
        except Exception as error:
            if ctx.params["debug"]:
                raise
            click.echo(f"pandoku: {_message(error)}", err=True)
            ctx.exit(2)


def _say_stopped(error: BaseException) -> int:
    """Report that the command was stopped, and name unfinished files. Return the exit status."""
    from pandoku.words import visible  # imported only after Ctrl-C or a signal

    left = "; ".join(getattr(error, "__notes__", ()))
    click.echo(f"stopped: {visible(left)}" if left else "stopped", err=True)
    return error.status if isinstance(error, Stopped) else 130


def _with_argument(error: click.NoSuchOption) -> click.UsageError:
    """Return an error that names the option, the argument or the command that may be meant."""
    assert error.ctx is not None
    way_out = _way_out(error.ctx, error.option_name.lstrip("-"))
    return click.UsageError(f"there is no option '{error.option_name}'; {way_out}", error.ctx)


def _way_out(ctx: click.Context, typed: str) -> str:
    """Return advice for an option, without its hyphens, that the command does not have."""
    from pandoku.cli._meant import COMMAND_BY_OPTION, MEANT_BY_OPTION  # only after an error
    from pandoku.rating import LEVELS
    from pandoku.registry import nearest

    known = {name for parameter in ctx.command.params for name in parameter.opts}
    if typed in LEVELS and "--difficulty" in known:
        return f"try --difficulty {typed}"
    if meant := [name for name in MEANT_BY_OPTION.get(typed, ()) if name in known]:
        return f"try {' or '.join(meant)}"
    for parameter in ctx.command.params:
        if isinstance(parameter, click.Argument):
            shown = parameter.make_metavar(ctx).strip("[].")
            if typed in (parameter.name, shown.lower(), *_ARGUMENT_OPTIONS.get(shown, ())):
                return f"write {shown} without an option, as the usage shows"
    near = nearest(typed, [name.lstrip("-") for name in known]) if len(typed) > 1 else []
    if near:
        return f"try {', '.join(f'--{name}' for name in near)}"
    return COMMAND_BY_OPTION.get(typed, f"`{ctx.command_path} --help` lists the options")


def _what_to_try(name: str, *others: str) -> str:
    """Return a suggestion for a user who typed *name* as the command, which does not exist.

    If another command does the same, return the line to type, with the *others* of the arguments.
    """
    from pandoku.cli._meant import MEANT_BY_COMMAND, RENAMED  # imported only after an error
    from pandoku.cli.input import is_puzzle_text
    from pandoku.registry import nearest

    if name in RENAMED:
        command, added = RENAMED[name]
        return f"type {shlex.join(('pandoku', command, *others, *added))}"
    shown = shlex.quote(name) if name.isprintable() else "and then the same in quotes"
    command = f"pandoku solve {shown}"
    if os.path.isfile(name):  # `Path.is_file` would raise for a very long name
        return f"to solve the puzzles of this file: {command}"
    if is_puzzle_text(name):
        return f"to solve this puzzle: {command}"
    if meant := MEANT_BY_COMMAND.get(name.lower()):
        return meant
    near = nearest(name, COMMANDS)
    return f"try {', '.join(near)}" if near else "`pandoku --help` lists them"


def _message(error: Exception) -> str:
    """Return the message that the user sees for an error."""
    if isinstance(error, OSError):
        from pandoku._files import IS_FULL
        from pandoku.words import visible

        if error.filename is None and error.errno in _OUTPUT_ERRORS | IS_FULL:
            discard_output()
            return output_error(error)
        name = f"{visible(str(error.filename))}: " if error.filename else ""
        return f"{name}{error.strerror.lower() if error.strerror else error}"
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, PandokuError | ValueError | ImportError):
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
    help="Show the Python traceback of an error; explain also checks its steps.",
)
def cli(debug: bool) -> None:
    """Solve, explain, rate, make, print and play number puzzles.

    The puzzles are Sudokus of every size, Killers, Calcudokus (KenKen) and variants. They are read
    from files or standard input, and their format is detected. `pandoku help COMMAND` has examples.
    """
    if not gc.isenabled():  # The entry point disabled it, and the command is imported now.
        gc.freeze()
        gc.enable()
    # If the encoding of the terminal lacks a character, "?" is printed in its place.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def run_command_line() -> None:
    """Run the command line and exit."""
    mend_streams()
    stop_at_signals()
    try:
        cli(prog_name="pandoku")
    except OSError as error:  # the help or a message could not be printed
        click.echo(f"pandoku: {_message(error)}", err=True)
        sys.exit(2)
