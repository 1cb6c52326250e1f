"""--json: an object on a line for each puzzle, with the keys that the help lists."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pandoku.cli import cli
from tests.cli.command import invoke

FOUR, NONE, SEVERAL = "1.....2..3.....4", "123....4........", "1" + "." * 15
ALWAYS = (
    *("solve", "count", "check", "explain", "rate", "hint", "canonical"),
    *("minimize", "complete", "convert", "draw"),
)
# Commands whose objects come after the file is written, and the file.
FILES = {"print": "p.pdf", "export": "e.html"}


def documented(command: str) -> set[str]:
    """Return the keys of the objects as the help lists them."""
    words = " ".join(invoke(command, "--help").out.split())
    keys = re.search(r"Keys: (.*?)\.(?: -|$)", words)
    assert keys, words
    return set(re.findall(r"[a-z_]+", re.sub(r"\([^)]*\)|\bor\b|\band\b", "", keys[1])))


@pytest.mark.parametrize("command", ALWAYS)
def test_every_puzzle_has_one_object_in_its_place(command: str, tmp_path: Path) -> None:
    path = tmp_path / "three.sdm"
    path.write_text(f"{FOUR}\n{FOUR[1:]}\n{FOUR}\n")
    done = invoke(command, "--json", str(path), status=2)
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [(each["source"], each["line"]) for each in told] == [
        (str(path), line) for line in (1, 2, 3)
    ]
    assert [set(each) == {"source", "line", "error"} for each in told] == [False, True, False]
    assert "expected 16 characters" in done.err


LISTS = ("constraints", "engines", "formats", "kinds", "techniques", "help")


@pytest.mark.parametrize("text", [NONE, SEVERAL])
@pytest.mark.parametrize("command", ALWAYS)
def test_a_puzzle_that_is_not_proper_has_an_object_too(command: str, text: str) -> None:
    done = CliRunner().invoke(cli, [command, "--json", text])
    (told,) = map(json.loads, done.stdout.splitlines())
    assert told["line"] == 1


@pytest.mark.turns(3)
@pytest.mark.parametrize("command", [*ALWAYS, *FILES, "race", "watch", "drill", *LISTS])
def test_the_keys_are_those_of_the_help(command: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.json"
    givens = [int(digit) for digit in FOUR.replace(".", "0")]
    path.write_text(json.dumps({"id": "mine", "size": 4, "givens": givens}))
    file = ["full-house"] if command == "drill" else [str(path)] * (command not in LISTS)
    file += ["-o", str(tmp_path / FILES[command])] if command in FILES else []
    for line in invoke(command, "--json", *file).out.splitlines():
        assert set(json.loads(line)) <= documented(command)
    if command in ALWAYS:
        # For a bad puzzle, and with options of these names.
        only_asked = {"error", "closest", "ledger", "unneeded", "why", "candidates", "limit"}
        only_asked |= {"effort"} if command == "rate" else set()
        only_asked |= {"written"} if command in ("convert", "draw") else set()
        assert set(json.loads(line)) == documented(command) - only_asked
        assert json.loads(line)["id"] == "mine"


def test_every_command_with_json_is_tested_here() -> None:
    with_json = set()
    for name in cli.commands if cli.commands else cli.list_commands(None):  # type: ignore[arg-type]
        command = cli.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        for parameter in command.params:
            if "--json" in parameter.opts:
                assert parameter.is_flag  # type: ignore[attr-defined]
                with_json.add(name)
    others = {"race", "watch", "drill", "book", "bench", "generate", "course"}
    assert with_json == {*ALWAYS, *FILES, *LISTS, *others}


def test_count_says_whether_it_is_exact() -> None:
    several = json.loads(invoke("count", "--json", SEVERAL).out)
    assert (several["count"], several["complete"], several["stopped"]) == (2, False, "limit")
    assert invoke("count", SEVERAL).out == "2 or more\n"
    one = json.loads(invoke("count", "--json", FOUR).out)
    assert (one["count"], one["complete"], one["stopped"]) == (1, True, None)
