"""Records: every command reads the JSON objects that every other command prints."""

import json
from pathlib import Path

import jsonschema
import pytest

import pandoku
from pandoku.cli.command import COMMANDS, find_command
from pandoku.formats.json.record import puzzle_of_record, record_schema
from pandoku.model import Puzzle
from tests.cli.command import pandoku as run

FOUR = "1.....2..3.....4"
VARIANT = Puzzle(4, FOUR, title="Four", id="v").with_("thermometer r1c1 r1c2")
PUZZLES = {"sudoku": FOUR, "variant": pandoku.dumps(VARIANT, "json")}
# Commands whose objects describe something else than a puzzle.
LISTS = {"engines", "formats", "kinds", "constraints", "techniques", "batch", "bench", "course"}
# Events and times of one puzzle: the objects are not records.
EVENTS = {"watch"}
# What a command needs besides the puzzle.
MORE = {
    "generate": ("sudoku", "4", "--difficulty", "easy", "--seed", "1"),
    "minimize": ("--seed", "1"),
    "complete": ("--seed", "1"),
    "race": ("--engine", "cages"),
    "watch": ("--without", "thermometer"),  # no engine with events knows this rule
    "print": ("-o", "p.pdf"),
    "export": ("-o", "p.html"),
    "canonical": ("--json",),  # not every canonical form is a line
}


def options_of(name: str) -> set[str]:
    command = find_command(name)
    assert command is not None
    return {flag for each in command.params for flag in each.opts}


MAKERS = [name for name in COMMANDS if "--json" in options_of(name) and name not in LISTS | EVENTS]
READERS = [name for name in COMMANDS if "--with" in options_of(name) and name != "play"]


def records(name: str, puzzle: str) -> str:
    """Return the record that a command prints."""
    file = [] if name == "generate" else [puzzle]
    done = run(name, "--json", *file, *MORE.get(name, ()))
    assert done.returncode == 0, (name, done.err)
    return done.out


@pytest.mark.parametrize("kind", PUZZLES)
def test_every_command_reads_the_records_of_every_command(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PANDOKU_DATA", str(tmp_path))
    schema = jsonschema.Draft202012Validator(record_schema())
    wrong: list[tuple[str, str]] = []
    made = []
    for maker in MAKERS:
        text = records(maker, PUZZLES[kind])
        for each in map(json.loads, text.splitlines()):
            wrong += [(maker, error.message) for error in schema.iter_errors(each)]
            assert list(each)[: 2 + ("id" in each)][-2:] == ["source", "line"]
            assert pandoku.loads(each["puzzle"]) == pandoku.loads(json.dumps(each))
        made.append(text.splitlines()[0] + "\n")
    for reader in READERS:
        # With --nth, a command that takes one puzzle also has to read all records before it.
        nth = ("--nth", str(len(made))) if reader in ("race", "watch", "hint") else ()
        done = run(reader, "-", *nth, *MORE.get(reader, ()), stdin="".join(made))
        if done.returncode:
            wrong.append((reader, done.err))
    assert wrong == []


def test_a_record_keeps_what_a_line_cannot_hold() -> None:
    told = puzzle_of_record(VARIANT)
    assert told["kind"] == "variant"
    assert pandoku.loads(str(told["puzzle"])).in_full() == VARIANT.in_full()
    assert puzzle_of_record(pandoku.loads(FOUR)) == {"puzzle": FOUR, "kind": "sudoku"}


def test_a_record_without_a_puzzle_says_why() -> None:
    bad = run("rate", "--json", FOUR[:1] + "9" + FOUR[2:-1]).out
    done = run("solve", "-", stdin=bad)
    assert done.returncode == 2
    assert "expected a record with a puzzle, found one with an error: " in done.err
