"""The option --with: constraints in words, added to every puzzle that a command reads."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from pandoku import loads
from pandoku.cli import cli
from tests.cli.command import invoke, pandoku

EMPTY = "." * 16
CONTEXT = click.Context(cli)


def test_every_command_that_takes_a_format_takes_constraints() -> None:
    taken = []
    for name in cli.list_commands(CONTEXT):
        command = cli.get_command(CONTEXT, name)
        assert command is not None
        options = {option for each in command.params for option in each.opts}
        assert ("--from" in options) == ("--with" in options), name
        taken += [name] * ("--with" in options)
    assert {"solve", "check", "count", "draw", "explain", "hint", "play", "rate"} < set(taken)


def test_constraints_are_added_to_every_puzzle() -> None:
    done = pandoku("count", "--limit", "1000", "-", stdin=f"{EMPTY}\n1{EMPTY[1:]}\n")
    assert done.out.split() == ["288", "72"]
    with_both = ("--with", "thermometer r1c1-r1c4", "--with", "thermometer r4c4 r3c4")
    done = pandoku(
        "count", "--limit", "1000", "-", *with_both, stdin=f"{EMPTY}\n1{EMPTY[1:]}\n2{EMPTY[1:]}\n"
    )
    assert done.out.split() == ["6", "6", "0"]
    done = pandoku(
        "count", "--limit", "1000", EMPTY, "--with", "thermometer r1c1-r1c4\nthermometer r4c4 r3c4"
    )
    assert done.out.split() == ["6"]


@pytest.mark.parametrize("command", ["solve", "check", "explain", "draw", "rate", "hint"])
def test_a_command_sees_them(command: str, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(EMPTY)
    clues = ("thermometer r1c1-r1c4", "thermometer r2c3 r2c4 r2c1", "cage 3 r3c1 r3c2")
    added = [word for clue in clues for word in ("--with", clue)]
    plain, more = pandoku(command, str(file)), pandoku(command, str(file), *added)
    assert (plain.returncode, plain.out) != (more.returncode, more.out)


def test_the_progress_of_a_file_is_kept() -> None:
    text = ":0000:x:1+2..............:313::"
    found = pandoku("convert", text, "--with", "anti-king", "--to", "json").out
    assert json.loads(found)["constraints"] == [{"type": "anti-king"}]
    assert loads(found).n_givens == 1


def test_a_bad_text_is_an_error_of_usage_with_its_place() -> None:
    done = pandoku("solve", EMPTY, "--with", "thermometer r1c1 r5c1")
    assert done.returncode == 2
    assert "Error: --with: thermometer: " in done.err
    assert done.err.splitlines()[-1].index("^") == done.err.splitlines()[-2].index("r5c1")
    done = pandoku("solve", EMPTY, "--with", "difference 0 r1c1 r1c2")
    assert (done.returncode, "--with: difference: " in done.err) == (2, True)


def test_a_game_that_is_no_file_of_puzzles_takes_none() -> None:
    done = pandoku("play", "--plain", "--new", "--with", "anti-king")
    assert done.returncode == 2
    assert "--with is for " in done.err


def test_the_help_names_it() -> None:
    assert "--with CONSTRAINT" in invoke("solve", "--help").out
