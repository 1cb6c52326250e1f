"""Every command with each of its options, as the command line itself lists them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import click

from pandoku.cli import cli
from tests.hostile.texts import ESCAPE

__all__ = ["NAMES", "Words", "talks", "untried", "ways", "what_it_takes", "with_value"]

Words = tuple[str, ...]

_CONTEXT = click.Context(cli)
NAMES = tuple(cli.list_commands(_CONTEXT))

# Options that a command always gets, so that it ends soon, and answers the same each time.
_BASE: dict[str, Words] = {
    "count": ("--budget", "0.2s"),
    "check": ("--budget", "0.2s"),
    "solve": ("--budget", "0.2s"),
    "explain": ("--budget", "0.2s"),
    "hint": ("--budget", "0.2s"),
    "watch": ("--nodes", "500"),
    "race": ("--budget", "0.2s"),
    "generate": ("--seed", "1", "--attempts", "1", "--threads", "1"),
    "play": ("--plain",),
    "drill": ("--plain",),
    "course": ("--plain",),
    "serve": ("--port", "65536"),
    "print": ("-o", "out.pdf"),
    "book": ("-o", "out.pdf"),
    "batch": ("export", "absent", "-o", "out.csv", "--to", "csv"),
    "bench": ("--runs", "1", "--seconds", "0.05", "--cp-sat", "0"),
}
# What the options get that take a value of their own.
_VALUES: dict[str, Words] = {
    "--answers": ("out-2.pdf", "out.pdf", "/absent/out.pdf"),
    "--at-least": ("2", "nan"),
    "--at-most": ("3", "-1"),
    "--blanks": ("3", "-1"),
    "--box": ("2x3", "0x0"),
    "--attempts": ("2", "0"),
    "--budget": ("0.1s", "1.7", "1e6", "-1"),
    "--author": (ESCAPE,),
    "--cage-sizes": ("2-3", "9-1"),
    "--caption": ("number,level", ESCAPE),
    "--like": ("1.....2..3.....4", "1" * 16, ESCAPE),
    "--constraints": ("thermometer 2, arrow", "thermometer 99", ESCAPE),
    "--copyright": (ESCAPE,),
    "--count": ("2", "0"),
    "--counts": ("3", "0"),
    "--date": ("2026-11-25", "tomorrow", ESCAPE),
    "--difficulty": ("easy", ESCAPE),
    "--digits": ("1-9", "0-8", "8-0", ESCAPE),
    "--drill": ("x-wing", ESCAPE),
    "--engine": ("backtracking", "cages", ESCAPE),
    "--export": ("1",),
    "--first": ("2", "-1"),
    "--first-number": ("0", "-1"),
    "--font": ("in.txt", "absent"),
    "--font-bold": ("in.txt", "absent"),
    "--from": ("line", "json", "solo", ESCAPE),
    "--givens": ("5-9", "9-5"),
    "--grid": ("12" * 8, "123", "0" * 81, ESCAPE),
    "--heading": (ESCAPE, "x" * 1000),
    "--hint-level": ("5", "6"),
    "--hints": ("1", "21", "free", "ask", "none"),
    "--id": ("a", ESCAPE),
    "--import": ("in.txt", "absent"),
    "--isa": ("baseline", "sse9"),
    "--largest-sum": ("9", "-1"),
    "--level": ("5", "6"),
    "--limit": ("1", "1000000", "0"),
    "--nodes": ("3", "0"),
    "--looks": ("9", "-1"),
    "--needs": ("x-wing", "y-wing-of-z"),
    "--nth": ("2", "0"),
    "--operations": ("+", "^"),
    "--paper": ("6x9", "170x240mm", "1x1mm", ESCAPE),
    "--pattern": ("in.txt", "absent"),
    "--per-page": ("2", "31"),
    "--qr": ("{line}", "{number", ESCAPE),
    "--rating": ("2-3", "3-2"),
    "--regions": ("in.txt", "absent"),
    "--replay": ("1", "in.txt"),
    "--runs": ("0",),
    "--scale": ("human", "se", "pandoku"),
    "--seconds": ("-1", "nan"),
    "--seed": ("-1", "x"),
    "--set": ("absent",),
    "--singles": ("0.1", "2"),
    "--solution": ("in.txt", "absent"),
    "--solutions-per-page": ("4", "0"),
    "--speed": ("1e9", "nan"),
    "--state": ("in.txt", "absent"),
    "--step": ("1", "99999999999999999999999"),
    "--subtitle": (ESCAPE,),
    "--symmetry": ("rotate-180", "diagonal-ish"),
    "--techniques": ("x-wing", "all,", ESCAPE),
    "--threads": ("1", "0"),
    "--title": (ESCAPE, "x" * 1000),
    "--to": ("line", "json", "html", "svg", "killer"),
    "--without": ("thermometer", "unchecked", "arow", ESCAPE),
    "--with": ("thermometer r1c1 r1c2", "anti-knight\ncage 3 r1c1", "arow r1c1", ESCAPE),
    "-o": ("out.txt", "out.html", "out.pdf", "", "/absent/out.txt"),
}
# These run other programs, open a browser, listen, or write a folder of a hundred files.
_LEFT_OUT = {
    "--peer", "--cp-sat", "--web", "--host", "--port", "--allow-host", "--allow-fetch",
    "--root-path", "--workers", "--all",
}  # fmt: skip


@cache
def _command(name: str) -> click.Command:
    command = cli.get_command(_CONTEXT, name)
    assert command is not None
    return command


def what_it_takes(name: str) -> str:
    """Return what the arguments of a command are: "puzzles", "words" or "nothing"."""
    for parameter in _command(name).params:
        if isinstance(parameter, click.Argument):
            is_puzzle = isinstance(parameter.type, click.Path) or parameter.name == "what"
            return "puzzles" if is_puzzle else "words"
    return "nothing"


def talks(name: str) -> bool:
    """Return whether a command reads sentences from standard input and answers them."""
    return name in ("play", "drill", "course")


def ways(name: str) -> Iterator[Words]:
    """Yield the command alone, then with each of its options, one at a time."""
    start = (name, *_BASE.get(name, ()))
    yield start
    for option in _options(name):
        yield from ((*start, *words) for words in _tried(option))


def with_value(name: str, value: str) -> Iterator[Words]:
    """Yield the command with each of its options that take a value, but a path, given this one."""
    for option in _options(name):
        if not (option.is_flag or option.opts[0] in _LEFT_OUT or _is_path(option)):
            yield (name, *_BASE.get(name, ()), option.opts[0], value)


def _is_path(option: click.Option) -> bool:
    return isinstance(option.type, click.Path) or "FILE" in (option.metavar or "")


def untried() -> list[str]:
    """Return the options for which there is no value here."""
    every = [(name, option) for name in NAMES for option in _options(name)]
    return [
        f"{name} {option.opts[0]}"
        for name, option in every
        if option.opts[0] not in _LEFT_OUT and not [*_tried(option)]
    ]


def _options(name: str) -> list[click.Option]:
    return [each for each in _command(name).params if isinstance(each, click.Option)]


def _tried(option: click.Option) -> Iterator[Words]:
    shortest = option.opts[0]
    if shortest in _LEFT_OUT:
        return
    if option.is_flag:
        yield (shortest,)
    elif shortest in _VALUES:
        yield from ((shortest, value) for value in _VALUES[shortest])
    elif isinstance(option.type, click.Choice):
        yield from ((shortest, str(value)) for value in (*option.type.choices, ESCAPE))
