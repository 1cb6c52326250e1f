"""The values that shells complete."""

from __future__ import annotations

import click
import pytest
from click.shell_completion import ShellComplete

from pandoku.cli import cli
from tests.together import together


def completed(words: str, incomplete: str) -> list[tuple[str, str]]:
    """The type and the value of each completion of a line."""
    shell = ShellComplete(cli, {}, "pandoku", "_PANDOKU_COMPLETE")
    found = shell.get_completions(words.split(), incomplete)
    return [(each.type, each.value) for each in found]


@together(
    "words, incomplete, expected",
    [
        ("", "gen", "generate"),
        ("help", "so", "solve"),
        ("help batch", "ra", "rate"),
        ("batch", "ra", "rate"),
        ("batch rate --scale", "s", "se"),
        ("generate", "win", "windoku"),
        ("generate --symmetry", "anti", "antidiagonal"),
        ("generate --needs", "xy-w", "xy-wing"),
        ("generate --difficulty", "exp", "expert"),
        ("generate --at-most", "naked-p", "naked-pair"),
        ("generate --constraints", "therm", "thermometer"),
        ("generate --constraints", "arrow,skysc", "arrow,skyscraper"),
        ("generate --constraints", "arrow, skysc", "arrow, skyscraper"),
        ("constraints", "sky", "skyscraper"),
        ("techniques", "x-w", "x-wing"),
        ("explain --techniques", "x-w", "x-wing"),
        ("explain --techniques", "x-wing,naked-p", "x-wing,naked-pair"),
        ("draw --techniques", "x-wing,naked-p", "x-wing,naked-pair"),
        ("solve --with", "therm", "thermometer"),
        ("solve --without", "therm", "thermometer"),
        ("solve --without", "cag", "cage"),
        ("solve --without", "unch", "unchecked"),
        ("solve --engine", "dan", "dancing-links"),
        ("solve --from", "sudokup", "sudokupad"),
        ("convert --to", "sudokup", "sudokupad"),
        ("rate --scale", "hod", "hodoku"),
        ("print --paper", "lett", "letter"),
        ("draw --theme", "da", "dark"),
        ("drill", "x-w", "x-wing"),
        ("play --new", "kil", "killer"),
        ("play --daily", "kil", "killer"),
    ],
)
def test_shells_complete_names(words: str, incomplete: str, expected: str) -> None:
    assert ("plain", expected) in completed(words, incomplete)


def test_a_list_is_not_completed_with_what_it_has() -> None:
    found = [value for _, value in completed("explain --techniques", "x-wing, naked-pair,")]
    assert "x-wing, naked-pair,swordfish" in found
    assert not {"x-wing, naked-pair,x-wing", "x-wing, naked-pair,naked-pair"} & set(found)


def test_shells_complete_only_the_kinds_that_are_made_daily() -> None:
    assert [value for _, value in completed("play --daily", "")] == [
        *("sudoku", "killer", "calcudoku", "variant")
    ]


@pytest.mark.parametrize(
    "words",
    ["solve", "play", "draw -o", "generate --pattern", "print --font", "book", "batch rate"],
)
def test_shells_complete_files(words: str) -> None:
    assert completed(words, "x") == [("file", "x")]


def test_every_option_for_a_file_completes_files() -> None:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        for option in command.params:
            if "FILE" in str(option.metavar):
                found = option.shell_complete(click.Context(command), "x")
                assert [each.type for each in found] == ["file"], (name, option.name)
