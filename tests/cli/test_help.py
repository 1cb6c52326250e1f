"""The help fits narrow terminals, and nothing in it is cut."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pandoku.cli import cli
from pandoku.cli import command as commands
from pandoku.cli.command import GROUPS
from tests.cli.command import invoke, pandoku
from tests.together import together

COMMANDS = cli.list_commands(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("columns", [60, 80])
def test_no_summary_of_a_command_is_cut(columns: int) -> None:
    out = CliRunner().invoke(cli, ["--help"], terminal_width=columns).stdout
    lists = out.partition("this message and exit.\n\n")[2].partition("\n\n  Examples:")[0]
    headings = [line for line in lists.splitlines() if line[:1].strip()]
    assert headings == [f"{group}:" for group in GROUPS]
    listed = [line for line in lists.splitlines() if line.startswith("  ")]
    assert [line.split()[0] for line in listed] == COMMANDS
    for line in listed:
        assert line.endswith((".", "?"))
        assert not line.endswith("...")
    assert max(map(len, out.splitlines())) <= columns


def test_summaries_are_read_from_the_sources_of_all_commands() -> None:
    read = {
        name: commands._summary_in(name, source or "")
        for name, source in commands.COMMANDS.sources()
    }
    assert read == {name: commands._summary_of(name) for name in commands.COMMANDS}


@pytest.mark.parametrize(
    "source",
    [
        "",
        '@opt.command(Options)\nCOMMAND = opt.Command(run=a, group="Make", place=1)\n',
        '@opt.command(Options, short_help="A.")\nCOMMAND = make("a")\n',
        '@opt.command(Options, short_help="A.")\nCOMMAND = made\n',
        '@opt.command(Options, short_help="A.")\nCOMMAND = opt.Command(group=MAKE, place=1)\n',
        '@opt.command(Options, short_help="A.")\nCOMMAND = opt.Command(group="No", place=1)\n',
        '@opt.command(Options, hidden=True, short_help="A.")\n'
        'COMMAND = opt.Command(group="Make", place=1)\n',
    ],
)
def test_a_command_whose_summary_cannot_be_read_is_imported(source: str) -> None:
    assert commands._summary_in("a", source) is None


@together("command", COMMANDS)
def test_the_help_of_a_command_fits_80_columns(command: str) -> None:
    out = invoke(command, "--help").out
    assert max(map(len, out.splitlines())) <= 80
    assert "RANGE" not in out
    assert invoke("help", command).out.partition("\n")[2] == out.partition("\n")[2]


@pytest.mark.parametrize("columns", ["0", "-1", "9" * 20, "9" * 5000], ids=lambda text: text[:3])
def test_an_odd_width_of_the_terminal_hides_nothing(columns: str) -> None:
    for arguments in (("engines",), ("draw", "." * 16), ("--help",)):
        assert pandoku(*arguments, env={"COLUMNS": columns, "LINES": columns}).out.strip()


def test_pandoku_alone_shows_its_help() -> None:
    done = pandoku()
    assert done.returncode == 2
    assert "Examples:" in done.out + done.err
