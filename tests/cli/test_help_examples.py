"""The examples in the help of the commands: all of them parse, and those of quick commands run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pandoku.cli import cli
from pandoku.cli.command import COMMANDS
from tests.data import ROOT
from tests.together import together

# The others wait for a user, measure times or write large files: their examples only parse here.
QUICK = {"solve", "count", "check", "rate", "hint", "minimize", "kinds", "constraints", "draw"}
QUICK |= {"convert", "canonical", "formats", "engines", "help"}
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def examples(command: click.Command) -> list[str]:
    shown = (command.help or "").partition("Examples:\n")[2]
    return [line.strip() for line in shown.splitlines() if line.strip().startswith("pandoku ")]


ALL = {name: examples(command.run) for name, command in COMMANDS.items()}
RUN = [line for name in sorted(QUICK & ALL.keys()) for line in ALL[name]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder that has the files of the examples."""
    (tmp_path / "puzzle.txt").write_text(PUZZLE)
    (tmp_path / "puzzles.txt").write_text(f"{PUZZLE}\n{PUZZLE[::-1]}\n")
    (tmp_path / "half.txt").write_text("1.....2..3......")
    (tmp_path / "killer.txt").write_text((ROOT / "examples/killer6.json").read_text())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_command_has_two_examples_or_more() -> None:
    assert {name: len(found) for name, found in ALL.items() if len(found) < 2} == {}


def test_every_example_parses() -> None:
    for line in [line for found in ALL.values() for line in found]:
        words = shlex.split(line)[1:]
        command: click.Command = cli
        context = click.Context(cli, info_name="pandoku")
        while isinstance(command, click.Group):
            _, found, words = command.resolve_command(context, words)
            assert found is not None, line
            command, context = found, click.Context(found, parent=context)
        command.make_context(line, words, parent=context.parent)


@together("line", RUN)
def test_an_example_runs(line: str, folder: Path) -> None:
    done = CliRunner().invoke(cli, shlex.split(line.replace("1M", "8"))[1:], prog_name="pandoku")
    assert done.exit_code == 0, done.stderr
    if written := re.search(r"-o (\S+)", line):
        assert (folder / written[1]).stat().st_size
