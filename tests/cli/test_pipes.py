"""Records: every command reads the JSON objects that every other command prints."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import pandoku
from pandoku.cli.command import COMMANDS, find_command
from pandoku.formats.json.record import puzzle_of_record, record_schema
from pandoku.model import Puzzle
from tests.cli.command import pandoku as run

FOUR, NONE = "1.....2..3.....4", "123....4........"
# a player's board: r1c4 = 4 is placed, and r1c2 cannot be 2
HALF = ":0000:x:1..+4..2..3.....4:212::\n"
VARIANT = Puzzle(4, FOUR, title="Four", id="v").with_("thermometer r1c1 r1c2")
PUZZLES = {"sudoku": FOUR, "variant": pandoku.dumps(VARIANT, "json")}
# Commands that play, or wait for a player.
WITHOUT_JSON = {"play", "serve"}
# Commands whose objects describe something else than a puzzle.
LISTS = {
    *("engines", "formats", "kinds", "constraints", "techniques", "help"),
    *("batch", "bench", "course"),
}
# Commands that make their puzzles, and what they are asked for.
MADE = {
    "generate": ("sudoku", "4", "--difficulty", "easy", "--seed", "1"),
    "book": ("recipe.toml", "-o", "b.pdf"),
    "drill": ("full-house",),
}
# What a command needs besides the puzzle.
MORE = {
    "minimize": ("--seed", "1"),
    "complete": ("--seed", "1"),
    "race": ("--engine", "cages"),
    "watch": ("--without", "thermometer"),  # no engine with events knows this rule
    "print": ("-o", "p.pdf"),
    "export": ("-o", "p.html"),
}
# The puzzles to read are lines and variants, which must not be written as lines.
READING = {each: (*MORE.get(each, ()), "--to", "json") for each in ("minimize", "complete")}
READING["canonical"] = ("--to", "json")
# Records with the keys that only some options or puzzles give.
SPECIAL = [
    ("check", "half.txt"),
    ("check", FOUR, "--grid", "1111" + "." * 12),
    ("check", FOUR, "--unneeded"),
    ("check", NONE, "--why"),
    ("check", FOUR, "--without", "unchecked", "--with", "rules-in-words Odd."),
    ("count", FOUR, "--candidates"),
    ("complete", FOUR, "--difficulty", "extreme", "--seed", "1", "--budget", "3"),
    ("draw", FOUR, "-o", "d.svg"),
    ("explain", FOUR, "--ledger", "--lean"),
    ("explain", FOUR, "--reader", "beginner"),
    ("generate", "4", "--givens", "3", "--seed", "1", "--budget", "3"),
    ("hint", FOUR, "--level", "5"),
    ("print", FOUR, "-o", "p.pdf", "--answers", "a.pdf"),
    ("race", FOUR, "--engine", "lanes", "--with", "thermometer r1c1 r1c2"),
    ("rate", FOUR, "--effort"),
    ("solve", "0.....1..2.....3", "--digits", "0-3"),
    ("solve", FOUR[:1] + "9" + FOUR[2:-1]),
]
RECIPE = 'title = "Two"\nseed = 21\n[[chapters]]\ntitle = "A"\norder = 4\ncount = 2\n'
SCHEMA: dict[str, Any] = record_schema()


def options_of(name: str) -> set[str]:
    command = find_command(name)
    assert command is not None
    return {flag for each in command.params for flag in each.opts}


MAKERS = [name for name in COMMANDS if name not in LISTS | WITHOUT_JSON]
READERS = [name for name in COMMANDS if "--with" in options_of(name) and name != "play"]


@cache
def errors_of(line: str) -> tuple[str, ...]:
    """Return what the schema says about a record."""
    found = jsonschema.Draft202012Validator(SCHEMA).iter_errors(json.loads(line))
    return tuple(error.message[:300] for error in found)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PANDOKU_DATA", str(tmp_path))
    Path("recipe.toml").write_text(RECIPE)
    Path("half.txt").write_text(HALF)


def test_every_command_has_json() -> None:
    without = {name for name in COMMANDS if "--json" not in options_of(name)}
    assert without - {"batch"} == WITHOUT_JSON  # all commands of `batch` have it


@pytest.mark.parametrize("kind", PUZZLES)
def test_every_command_reads_the_records_of_every_command(kind: str) -> None:
    wrong: list[tuple[str, object]] = []
    made = []
    for maker in MAKERS:
        asked = MADE.get(maker) or (PUZZLES[kind], *MORE.get(maker, ()))
        done = run(maker, "--json", *asked)
        assert done.returncode == 0, (maker, done.err)
        for line in done.out.splitlines():
            each = json.loads(line)
            wrong += [(maker, error) for error in errors_of(line)]
            assert list(each)[: 2 + ("id" in each)][-2:] == ["source", "line"]
            assert pandoku.loads(each["puzzle"]) == pandoku.loads(line)
        made.append(done.out.splitlines()[0] + "\n")
    for reader in READERS:
        # With --nth, a command that takes one puzzle also has to read all records before it.
        nth = ("--nth", str(len(made))) if reader in ("race", "watch", "hint") else ()
        done = run(
            reader, "-", *nth, *READING.get(reader, MORE.get(reader, ())), stdin="".join(made)
        )
        if done.returncode:
            wrong.append((reader, done.err))
    assert wrong == []


def test_the_schema_has_the_keys_that_commands_print_and_no_others() -> None:
    calls = [(name, *(MADE.get(name) or (FOUR, *MORE.get(name, ())))) for name in MAKERS]
    calls += [("solve", PUZZLES["variant"]), *SPECIAL]
    keys, wrong = set[str](), list[tuple[object, object]]()
    for name, *asked in calls:
        for line in run(name, "--json", *asked).out.splitlines():
            wrong += [((name, *asked), error) for error in errors_of(line)]
            keys |= json.loads(line).keys()
    assert wrong == []
    assert keys == SCHEMA["properties"].keys()


def test_what_is_written_is_named() -> None:
    for name, file, more in (
        ("draw", "k.svg", ()),
        ("draw", "k.html", ()),
        ("draw", "k.txt", ()),
        ("convert", "k.sdm", ()),
        ("print", "k.pdf", ("--answers", "a.pdf")),
        ("export", "e.html", ()),
    ):
        done = run(name, "--json", FOUR, "-o", file, *more)
        assert json.loads(done.out)["written"] == file
        assert Path(file).stat().st_size
    two = run("draw", "--json", FOUR, FOUR, "-o", "k.svg").out.splitlines()
    assert [json.loads(line)["written"] for line in two] == ["k-1.svg", "k-2.svg"]
    for name in ("print", "export", "draw"):
        done = run(name, "--json", FOUR, *(("--to", "png") if name == "draw" else ()))
        assert (done.returncode, done.out) == (2, "")
        assert "needs a file" in done.err


def test_puzzles_that_are_not_printed_have_records() -> None:
    refused = run("print", "--json", FOUR, NONE, "-o", "p.pdf")
    (told,) = map(json.loads, refused.out.splitlines())
    assert (told["puzzle"], told["error"]) == (NONE, "no solution")
    skipped = run("print", "--json", NONE, FOUR, "-o", "p.pdf", "--improper", "skip")
    told = [json.loads(line) for line in skipped.out.splitlines()]
    assert [each.get("page") for each in told] == [1, None]
    assert [each["puzzle"] for each in told] == [FOUR, NONE]


def test_a_converted_text_is_the_file() -> None:
    told = json.loads(run("convert", "--json", PUZZLES["variant"], "--to", "json").out)
    assert told["format"] == "json"
    assert pandoku.loads(told["converted"]).in_full() == VARIANT.in_full()
    named = json.loads(run("convert", "--json", f"{FOUR}", "--to", "sdm").out)
    assert named["converted"] == run("convert", FOUR, "--to", "sdm").out
    titled = pandoku.dumps(pandoku.loads(FOUR).replace(title="Four"), "json")
    assert json.loads(run("convert", "--json", titled, "--to", "sdm").out)["dropped"] == ["title"]


def test_a_stopped_watch_leaves_a_complete_record(monkeypatch: pytest.MonkeyPatch) -> None:
    from pandoku.cli.commands import watch

    def stop(*args: object, on_event: Any, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "solve", stop)
    done = run("watch", "--json", FOUR)
    assert done.returncode == 130
    told = json.loads(done.out)
    assert (told["events"], told["stopped"]) == ([], "interrupted")


def test_a_record_keeps_what_a_line_cannot_hold() -> None:
    told = puzzle_of_record(VARIANT)
    assert told["kind"] == "variant"
    assert pandoku.loads(str(told["puzzle"])).in_full() == VARIANT.in_full()
    assert puzzle_of_record(pandoku.loads(FOUR)) == {"puzzle": FOUR, "kind": "sudoku"}


def test_a_record_keeps_the_progress_of_a_player() -> None:
    def without_place(line: str) -> dict[str, Any]:
        return {
            key: each for key, each in json.loads(line).items() if key not in ("source", "line")
        }

    for maker in ("rate", "solve", "hint", "convert"):
        record = run(maker, "--json", "half.txt").out
        assert json.loads(record)["board"]["digits"][:4] == [1, 0, 0, 4]
        for reader, *options in (("hint", "--level", "5", "--json"), ("explain", "--json")):
            told = without_place(run(reader, *options, "-", stdin=record).out)
            assert told == without_place(run(reader, *options, "half.txt").out)
            assert "2 at r1c2" not in json.dumps(told.get("step"))
    assert run("convert", "-", "--to", "hodoku", stdin=record).out == HALF
    torn = json.loads(record) | {"board": {"digits": [1], "candidates": []}}
    done = run("hint", "-", stdin=json.dumps(torn))
    assert done.returncode == 2
    assert "board: expected 16 digits and 16 lists of candidates, found 1 and 0" in done.err


def test_an_unreadable_puzzle_has_the_line_of_its_error() -> None:
    grid = "1 . . .\n. . 2 .\n. 3 . .\n. . . 4\n\n"
    Path("bad.txt").write_text(grid + grid.replace("3 .", "3 9"))
    Path("none.txt").write_text("# nothing\n53..7\n")
    done = run("solve", "--json", "bad.txt", f"11..{FOUR[4:]}", "none.txt", "missing.txt")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [("error" in each, "puzzle" in each, each["line"]) for each in told] == [
        *((False, True, 1), (True, False, 8), (True, True, 1)),
        *((True, False, None), (True, False, None)),
    ]
    assert not [error for line in done.out.splitlines() for error in errors_of(line)]


def test_a_record_without_a_puzzle_says_why() -> None:
    bad = run("rate", "--json", FOUR[:1] + "9" + FOUR[2:-1]).out
    done = run("solve", "-", stdin=bad)
    assert done.returncode == 2
    assert "expected a record with a puzzle, found one with an error: " in done.err
