"""Define options as fields of dataclasses, including those that several commands share.

A command takes one value: a frozen dataclass with a field for each of its options and arguments.

    from pandoku.cli import options as opt


    @dataclass(frozen=True, kw_only=True)
    class RaceOptions(opt.PuzzleOptions):
        limit: int = opt.limit("Stop after this many solutions.")
        fast: bool = opt.option("--fast", is_flag=True, help="Skip slow engines.")


    @opt.command(RaceOptions, short_help="Compare the engines.")
    def race(options: RaceOptions) -> None: ...


    COMMAND = opt.Command(run=race, place=210)

The help lists the options in the order of the fields, beginning with those of base classes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pandoku.cli import types
from pandoku.cli.command import Command as Command  # noqa: PLC0414  # for commands
from pandoku.errors import PandokuError
from pandoku.words import ATTEMPTS, WISHES, Wish

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from pandoku.engines import Budget

    _Options = TypeVar("_Options", bound=DataclassInstance)

MOST_PER_CANDIDATE = 1000  # maximum number of solutions to count for each candidate
# The end of the help of every option that names an output file.
WHEN_REPLACED = ", replaced when all is written; Ctrl-C leaves the lines so far in FILE.part"

PAGE_OPTIONS = "Pages"  # heading of the options about paper
_OTHERS = "Options"  # heading of the options that have no group
# Keys in the metadata of a field: its parameters, and a function that joins their values.
_PARAMETERS, _JOIN = "parameters", "join"
_PICTURES = (".svg", ".png", ".html", ".htm", ".pdf", ".jpg", ".jpeg", ".gif", ".webp")


# ------------------------------------------------------------------ the mechanism


class _Option(click.Option):
    def __init__(self, *names: Any, group: str, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.group = group


def option(*flags: str, group: str = _OTHERS, **settings: Any) -> Any:
    """Return a dataclass field that is an option of a command.

    Args:
        flags: Spellings of the option, such as "-o" and "--output".
        group: Heading of the option in the help of a `GroupedCommand`.
        settings: Arguments of `click.Option`.
    """
    return _field(lambda name: [_Option([name, *flags], group=group, **settings)])


def argument(**settings: Any) -> Any:
    """Return a dataclass field that is an argument, with *settings* for `click.Argument`."""
    return _field(lambda name: [click.Argument([name], **settings)])


def _field(
    make: Callable[[str], list[click.Parameter]], join: Callable[[dict[str, Any]], Any] = dict
) -> Any:
    return field(metadata={_PARAMETERS: make, _JOIN: join})


def command(
    options: type[_Options],
    name: str | None = None,
    cls: type[click.Command] = click.Command,
    **settings: Any,
) -> Callable[[Callable[[_Options], None]], click.Command]:
    """Return a decorator that turns a function with one parameter into a command.

    Args:
        options: Type of the parameter: a frozen dataclass whose fields come from functions of this
            module, such as `option` and `argument`.
        name: Name of the command, or None to use the name of the function.
        cls: Class of the command.
        settings: Arguments of *cls*.
    """
    made: dict[str, list[click.Parameter]] = {
        each.name: each.metadata[_PARAMETERS](each.name) for each in fields(options)
    }
    joins = {each.name: each.metadata[_JOIN] for each in fields(options)}

    def decorate(function: Callable[[_Options], None]) -> click.Command:
        @wraps(function)
        def run(**values: Any) -> None:
            chosen = {key: values[key] for key in made if key in values}
            for field_name in made.keys() - chosen.keys():  # for fields that define several options
                several = {str(each.name): values[str(each.name)] for each in made[field_name]}
                chosen[field_name] = joins[field_name](several)
            function(options(**chosen))

        parameters = [each for several in made.values() for each in several]
        return cls(
            name or function.__name__,
            params=parameters,
            callback=run,
            help=function.__doc__,
            **settings,
        )

    return decorate


class GroupedCommand(click.Command):
    """A command whose help groups its options under headings."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options group by group, ending with the options that have no group."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and record[1]:  # an argument without help is not listed
                groups.setdefault(getattr(parameter, "group", _OTHERS), []).append(record)
        others = groups.pop(_OTHERS, [])
        for name, records in [*groups.items(), (_OTHERS, others)]:
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)


# ------------------------------------------------------------------ the input


def input_format() -> Any:
    """Return the field of `--from`, the format of the input."""
    return option(
        "--from",
        type=types.FORMAT_TYPE,
        metavar="FORMAT",
        help="Format of the input.  [default: detected]",
    )


def digits() -> Any:
    """Return the field of `--digits`, the digits of the input in order. The default is ""."""

    def checked(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
        from pandoku.model import symbols_from

        try:
            symbols_from(value or "")
        except PandokuError as error:
            raise click.BadParameter(str(error), ctx, param) from None
        if value is not None and not value.strip():
            raise click.BadParameter("expected digits such as 0-8, found none", ctx, param)
        return value or ""

    return option(
        "--digits",
        metavar="0-8",
        callback=checked,
        help="Digits of the puzzles in order, such as 0-8, 0-F, A-P or 1-9.  [default: detected; "
        "0 is a digit if empty cells have another character]",
    )


def added_constraints() -> Any:
    """Return the field of `--with`, constraints to add to each puzzle."""
    return option(
        "--with",
        multiple=True,
        type=types.CONSTRAINT_TYPE,
        metavar="CONSTRAINT",
        help="Add a constraint to each puzzle, such as 'thermometer r1c1 r2c2'; may be repeated.",
    )


def left_out_kinds() -> Any:
    """Return the field of `--without`, kinds of constraints to remove from each puzzle."""

    def checked(
        ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
    ) -> tuple[str, ...]:
        if not value:
            return value
        from pandoku.constraints import constraint_class  # imported here, because it loads slowly

        for kind in (each for each in value if each != "unchecked"):
            try:
                constraint_class(kind)
            except PandokuError as error:
                raise click.BadParameter(str(error), ctx, param) from None
        return value

    return option(
        "--without",
        multiple=True,
        type=types.ALL_CONSTRAINTS_TYPE,
        metavar="KIND",
        callback=checked,
        help="Leave the constraints of a kind out of each puzzle, such as 'rules-in-words', or "
        "'unchecked' for all that are not checked; may be repeated.",
    )


def nth() -> Any:
    """Return the field of `--nth`, the position of the only puzzle to take from the input."""
    return option(
        "--nth",
        type=types.Whole(1),
        metavar="N",
        help="Take only puzzle N of the input, counted from 1.",
    )


def puzzle_id() -> Any:
    """Return the field of `--id`, the id of the only puzzle to take from the input."""
    return option("--id", metavar="NAME", help="Take only the puzzle with this id.")


@dataclass(frozen=True, kw_only=True)
class InputOptions:
    """The input of a command, and how to read it.

    Attributes:
        files: Names of files, puzzles, or "-". An empty tuple means standard input.
        from_format: Name of the format, or None to detect it.
        digits: Digits of the input in order, or "".
        added: Constraints to add to each puzzle.
        left_out: Kinds of constraints to remove from each puzzle.
    """

    files: tuple[str, ...] = argument(nargs=-1, type=click.Path(), metavar="[FILE]...")
    from_format: str | None = input_format()
    digits: str = digits()
    added: tuple[str, ...] = added_constraints()
    left_out: tuple[str, ...] = left_out_kinds()


@dataclass(frozen=True, kw_only=True)
class PuzzleOptions(InputOptions):
    """The input of a command. The options --nth and --id limit it to one puzzle.

    Attributes:
        nth: Number of the only puzzle to take, counted from 1, or None.
        name: Id of the only puzzle to take, or None.
    """

    nth: int | None = nth()
    name: str | None = puzzle_id()


def single_file() -> Any:
    """Return the field `files` of a command that reads one file."""
    return argument(
        default="-",
        type=click.Path(),
        metavar="[FILE]",
        callback=lambda ctx, param, value: (value,),
    )


# ------------------------------------------------------------------ the work


def limit(what: str) -> Any:
    """Return the field of `--limit`. The help text *what* describes the effect of the limit."""
    return option(
        "--limit", type=types.Limit(), default=2, show_default=True, metavar="N", help=what
    )


def budget(whose: str, default: str | None = None) -> Any:
    """Return the field of `--budget` and `--nodes`, the limits of a search: a Budget, or None.

    Args:
        whose: Noun for the limited work, such as "puzzle".
        default: The time limit without --budget, such as "10s", or None.
    """
    time_limit = _Option(
        ["seconds", "--budget"],
        group=_OTHERS,
        type=types.Seconds(),
        default=default,
        show_default=True,
        metavar="10s",
        help=f"Time limit for each {whose}, in seconds, or in ms, m or h.",
    )
    node_limit = _Option(
        ["nodes", "--nodes"],
        group=_OTHERS,
        type=types.Amount("nodes"),
        metavar="N",
        help=f"Maximum number of search nodes for each {whose}, such as 500k. A node is a guess or "
        "a placement.",
    )
    return _field(lambda name: [time_limit, node_limit], join=_budget_of)


def time(whose: str) -> Any:
    """Return the field of `--budget` where only time can be limited: a Budget, or None.

    *whose* names the limited work.
    """
    time_limit = _Option(
        ["seconds", "--budget"],
        group=_OTHERS,
        type=types.Seconds(),
        metavar="10s",
        help=f"Time limit for each {whose}, in seconds, or in ms, m or h. Then the result so far "
        "is shown.",
    )
    return _field(lambda name: [time_limit], join=_budget_of)


def _budget_of(limits: dict[str, Any]) -> Budget | None:
    if all(each is None for each in limits.values()):
        return None
    from pandoku.engines import Budget

    return Budget(**limits)


def engine() -> Any:
    """Return the field of `--engine`."""
    return option(
        "--engine",
        type=types.ENGINE_TYPE,
        default="auto",
        show_default=True,
        help="Engine to search with; see `pandoku engines`.",
    )


def scale() -> Any:
    """Return the field of `--scale`, which decides the order of steps."""
    return option(
        "--scale",
        type=types.SCALE_TYPE,
        help="Scale whose order of steps is used: human, the order in which a person looks; se, "
        "the steps of Sudoku Explainer, for 9x9 Sudokus; hodoku, the steps of HoDoKu; pandoku.  "
        "[default: human]",
    )


def reader(what: str) -> Any:
    """Return the field of `--reader`. The help text *what* describes the effect of "beginner"."""
    return option("--reader", type=types.Word(("beginner",)), help=what)


def threads() -> Any:
    """Return the field of `--threads`."""
    return option(
        "--threads",
        type=types.Whole(1),
        metavar="N",
        help="Maximum number of threads.  [default: all cores]",
    )


# ------------------------------------------------------------------ the output


_WHAT_OUTPUT = f"Write to this file{WHEN_REPLACED}.  [default: standard output]"


def output(what: str = _WHAT_OUTPUT, callback: Callable[..., Any] | None = None) -> Any:
    """Return the field of `-o`, an output file. *what* is its help text."""
    return option(
        "-o", "--output", type=types.OutputPath(), metavar="FILE", callback=callback, help=what
    )


def text_output(what: str = _WHAT_OUTPUT) -> Any:
    """Return the field of `-o`, an output file for text. Suffixes of pictures are refused."""
    return output(what, callback=lambda ctx, param, value: refuse_pictures(value))


def refuse_pictures(output: str | None) -> str | None:
    """Return *output*, or raise a UsageError if it has the suffix of a picture or a page."""
    if output is not None and os.path.splitext(output)[1].lower() in _PICTURES:
        raise click.UsageError(
            f"expected a name for text as the output, found {output!r}; "
            "`pandoku draw` makes pictures"
        )
    return output


def seed(what: str) -> Any:
    """Return the field of `--seed`. *what* is a sentence about equal results."""
    return option(
        "--seed",
        type=types.Seed(),
        metavar="N",
        help=f"{what}  [default: random, and shown]",
    )


def time_to_make(whose: str, made: str) -> Any:
    """Return the field of `--budget` for a search that yields results until its time is over.

    Args:
        whose: The limited work, such as "for each puzzle".
        made: Noun for the results, such as "puzzles".
    """
    return option(
        "--budget",
        type=types.Seconds(),
        metavar="10s",
        help=f"Time limit {whose}, in seconds, or in ms, m or h. It does not change which {made} "
        "are found, only how many.",
    )


def format_of_made() -> Any:
    """Return the field of `--to` for new puzzles, which are drawn on a terminal."""
    return output_format(
        "Format of the output.  [default: by the suffix of -o; a picture of a single puzzle on a "
        "terminal; else line, or json if a line cannot hold it]"
    )


def output_format(what: str) -> Any:
    """Return the field of `--to`, an output format. *what* is its help text."""
    return option("--to", type=types.FORMAT_TYPE, metavar="FORMAT", help=what)


def theme() -> Any:
    """Return the field of `--theme`."""
    from pandoku.draw import THEMES

    return option(
        "--theme",
        type=click.Choice(THEMES),
        default="auto",
        show_default=True,
        help="Theme of pictures; auto follows the reader's system, and is light in print.",
    )


def json_flag(of: str, keys: str) -> click.Option:
    """Return the flag `--json`. The command gets its value as `as_json`.

    Args:
        of: Noun for the thing that each JSON object describes, such as "puzzle".
        keys: Keys of each JSON object, as text for the help.
    """
    return click.Option(
        ["as_json", "--json"],
        is_flag=True,
        help=f"Print a JSON object for each {of}, one per line; messages go to standard error. "
        f"Keys: {keys}.",
    )


def json_lines(of: str, keys: str) -> Any:
    """Return a field for the flag that `json_flag` makes. The field must be named `as_json`."""
    return _field(lambda name: [json_flag(of, keys)])


# ------------------------------------------------------------------ paper


def paper() -> Any:
    """Return the field of `--paper`."""
    return option(
        "--paper",
        group=PAGE_OPTIONS,
        type=types.PAPER_TYPE,
        metavar="NAME|WxH",
        help="a3, a4, a5, a6, letter, legal, 5x8, 5.5x8.5, 6x9, 7x10, 8x10, 8.5x11, common (fits "
        "A4 and Letter), or a size in in, mm or pt, such as 170x240mm.  [default: a4]",
    )


def font() -> Any:
    """Return the field of `--font`."""
    return option(
        "--font",
        group=PAGE_OPTIONS,
        type=click.Path(),
        metavar="FILE",
        help="TrueType font (.ttf), for example for titles in Chinese.  [default: Roboto]",
    )


def bold_font() -> Any:
    """Return the field of `--font-bold`."""
    return option(
        "--font-bold",
        group=PAGE_OPTIONS,
        type=click.Path(),
        metavar="FILE",
        help="The same for bold texts.  [default: as --font]",
    )


# ------------------------------------------------------------------ wishes


def wishes(only: Collection[str] | None = None) -> Any:
    """Return a field with an option for each wish. The field's value maps wishes to values.

    Args:
        only: Names of wishes; None means all.
    """
    return _field(
        lambda name: [_wish(wish) for wish in WISHES if only is None or wish.name in only]
    )


def attempts() -> Any:
    """Return the field of `--attempts`, the number of attempts for each puzzle."""
    return _field(lambda name: [_wish(ATTEMPTS, name)])


def _wish(wish: Wish, name: str = "") -> click.Option:
    default = f"  [default: {wish.default}]" if wish.default else ""
    settings: dict[str, Any] = {"help": wish.help + default, "metavar": wish.metavar or None}
    if wish.form == "flag":
        settings["is_flag"] = True
    else:
        by_name: dict[str, Any] = {
            "file": types.FileOrText(),
            "count": types.Amount("attempts"),
            "symmetry": types.SYMMETRY_TYPE,
            "difficulty": types.LEVEL_TYPE,
            "needs": types.TECHNIQUE_TYPE,
            "at_most": types.TECHNIQUE_TYPE,
            "constraints": types.CONSTRAINTS_TYPE,
            "int": int,
            "float": float,
        }
        settings["type"] = by_name.get(wish.name) or by_name.get(wish.form, str)
        settings["multiple"] = wish.form == "names"
    return _Option([name or wish.name, wish.flag], group=wish.group, **settings)
