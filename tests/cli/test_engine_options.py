"""Every option of the commands that search with an engine, one at a time, with every engine."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from pandoku.cli import cli
from pandoku.engines import ENGINES
from pandoku.model import Puzzle
from tests.cli.command import pandoku

PUZZLE = "1.....2..3.....4"
# A good value of each option. A flag has none.
VALUES: dict[str, tuple[str, ...]] = {
    "--digits": ("1-4",),
    "--from": ("line",),
    "--with": ("anti-knight",),
    "--without": ("thermometer",),
    "--nth": ("1",),
    "--id": ("a",),
    "--limit": ("1",),
    "--budget": ("10s",),
    "--nodes": ("1M",),
    "--to": ("grid",),
    "--output": ("out.txt",),
    "--threads": ("1",),
    "--speed": ("1e9",),
    "--isa": ("baseline",),
    "--runs": ("1",),
    "--seconds": ("5",),
    "--cp-sat": ("0",),
}
ALWAYS = {"bench": ("--runs", "1", "--cp-sat", "0")}
LEFT_OUT = {"--engine", "--set", "--peer"}  # the last two take other data and programs
# Messages about an engine that a command cannot use, and about options that exclude each other.
REFUSALS = (
    "no events; try",
    " rule 'anti-knight'",
    " id 'a'",
    ": leave out --engine",
)


def _commands() -> Iterator[click.Command]:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        if any("--engine" in parameter.opts for parameter in command.params):
            yield command


def _ways(command: click.Command) -> Iterator[tuple[str, ...]]:
    always = ALWAYS.get(command.name or "", ())
    yield always
    for parameter in command.params:
        if not isinstance(parameter, click.Option) or parameter.is_eager:
            continue
        option = next(name for name in parameter.opts if name.startswith("--"))
        if option not in LEFT_OUT:
            yield (*always, option, *(() if parameter.is_flag else VALUES[option]))


def _installed(engine: str) -> bool:
    return "pip install" not in (ENGINES[engine].supports(Puzzle.sudoku(4)) or "")


@pytest.mark.turns(4)
@pytest.mark.parametrize("engine", ["auto", *ENGINES])
@pytest.mark.parametrize("command", [each.name for each in _commands()])
def test_every_option_works_with_every_engine(
    command: str, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        import_module("pandoku.bench.circumstances"), "_LEAST_S", 0.001
    )  # any rate will do
    if engine != "auto" and not _installed(engine):
        pytest.skip("an optional dependency is not installed")
    (tmp_path / "in.txt").write_text(PUZZLE + "\n")
    found = next(each for each in _commands() if each.name == command)
    for words in _ways(found):
        done = pandoku(command, "in.txt", "--engine", engine, *words, cwd=tmp_path)
        refusal = next((each for each in REFUSALS if each in done.err), None)
        told = (words, done.returncode, done.err)
        assert refusal or (done.returncode in (0, 1) and "pandoku: " not in done.err), told


def test_counters_that_are_no_numbers_are_shown(tmp_path: Path) -> None:
    pytest.importorskip("ortools")
    (tmp_path / "in.txt").write_text(f"{PUZZLE}\n{PUZZLE}\n")
    done = pandoku("solve", "in.txt", "--engine", "portfolio", "--stats", cwd=tmp_path)
    assert done.returncode == 0
    assert len(done.out.splitlines()) == 2
    lines = [line for line in done.err.splitlines() if "portfolio" in line]
    assert len(lines) == 2
    assert all("settled_by cages" in line for line in lines)
