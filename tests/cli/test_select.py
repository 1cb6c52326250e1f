"""One puzzle of a file of many, by its number or id."""

import json
from pathlib import Path

import pytest

from tests.cli.command import invoke, pandoku
from tests.data import EXAMPLES

FOURS = ("1.....2..3.....4", "4.....3..2.....1", "2.....1..4.....3")
FOUR = str(EXAMPLES / "four.txt")


@pytest.fixture
def three(tmp_path: Path) -> str:
    """A file of three puzzles."""
    path = tmp_path / "three.sdm"
    path.write_text("".join(f"{each}\n" for each in FOURS))
    return str(path)


@pytest.fixture
def named(tmp_path: Path) -> str:
    """A file of two puzzles with ids."""
    path = tmp_path / "named.json"
    givens = [[int(digit) for digit in each.replace(".", "0")] for each in FOURS[:2]]
    puzzles = zip(("first", "second"), givens, strict=True)
    lines = [json.dumps({"id": name, "size": 4, "givens": digits}) for name, digits in puzzles]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.mark.parametrize("command", ["explain", "hint", "draw"])
def test_every_puzzle_of_a_file_is_shown_with_its_place(command: str, three: str) -> None:
    out = invoke(command, three).out
    for number in (1, 2, 3):
        assert f"{three}, line {number}" in out


@pytest.mark.parametrize("command", ["explain", "hint", "draw", "watch"])
def test_nth_and_id_choose_a_puzzle(command: str, three: str, named: str, tmp_path: Path) -> None:
    alone = tmp_path / "alone.sdm"
    alone.write_text(f"{FOURS[1]}\n")
    chosen = invoke(command, three, "--nth", "2").out
    assert chosen == invoke(command, str(alone)).out
    assert invoke(command, named, "--id", "second").out.removeprefix("second\n") == chosen


@pytest.mark.parametrize("command", ["solve", "count", "check", "rate"])
def test_nth_and_id_choose_a_puzzle_for_an_answer(command: str, three: str, named: str) -> None:
    lines = invoke(command, three).out.splitlines()
    assert invoke(command, three, "--nth", "2").out.splitlines() == lines[1:2]
    second = json.loads(invoke(command, named, "--id", "second", "--json").out)
    assert (second["id"], second["line"]) == ("second", 2)


@pytest.mark.parametrize(
    "words",
    [("convert", "--to", "line"), ("canonical",), ("canonical", "--unique"), ("minimize",)],
    ids=" ".join,
)
def test_nth_and_id_choose_a_puzzle_to_change(
    words: tuple[str, ...], three: str, named: str
) -> None:
    command, *options = words
    if command == "minimize":
        options += ["--seed", "1"]
    if "--unique" in options:
        expected = f"{FOURS[1]}\n"  # not dropped: the first puzzle, which is alike, is not read
    else:
        expected = invoke(command, three, *options).out.splitlines(keepends=True)[1]
    assert invoke(command, three, *options, "--nth", "2").out == expected
    to = () if "--to" in options else ("--to", "line")
    assert invoke(command, named, *options, *to, "--id", "second").out == expected


def test_a_puzzle_is_chosen_among_several_geometries_and_from_a_pipe(three: str) -> None:
    solved = invoke("solve", FOURS[2]).out
    files = (str(EXAMPLES / "killer.txt"), str(EXAMPLES / "escargot.txt"), three)
    assert invoke("solve", *files, "--nth", "5").out == solved
    assert pandoku("solve", "--nth", "3", stdin="\n".join(FOURS)).out == solved


def test_the_puzzle_that_is_chosen_is_answered_as_if_it_were_alone(tmp_path: Path) -> None:
    path = tmp_path / "several.sdm"
    path.write_text(f"{FOURS[0]}\n{FOURS[0][:6]}{'.' * 10}\n")
    done = invoke("check", str(path), "--nth", "2", status=1)
    assert "┃" in done.out  # its two solutions; a check of several puzzles does not draw them
    assert done.err == ""  # no summary


def test_nth_counts_over_all_files_and_bad_puzzles(three: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sdm"
    bad.write_text(f"{FOURS[0]}\n{FOURS[0][1:]}\n{FOURS[1]}\n")
    files = (three, str(bad))
    assert invoke("draw", *files, "--nth", "6").out == invoke("draw", FOURS[1]).out
    assert "line 2, column 16" in invoke("draw", *files, "--nth", "5", status=2).err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--nth", "0"), "of at least 1, found '0'"),
        (("--nth", "99"), "puzzle 99: the input has 3 puzzles"),
        (("--nth", "9" * 30), "the input has 3 puzzles"),
        (("--id", "x"), "id 'x'; "),
        (("--id", "x", "--nth", "1"), "--nth or --id"),
    ],
)
def test_a_selection_of_nothing_is_refused(
    three: str, arguments: tuple[str, ...], named: str
) -> None:
    for command in ("explain", "race", "solve", "count", "check", "rate", "convert", "minimize"):
        done = invoke(command, three, *arguments, status=2)
        assert done.out == ""
        assert named in done.err


def test_ids_that_are_proposed_do_not_reach_a_terminal_raw(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"id": "a\x1b]0;b\x07", "size": 4, "givens": [1] + [0] * 15}))
    done = invoke("solve", str(path), "--id", "c", status=2)
    assert done.err.endswith("try a\\x1b]0;b\\x07\n")


def test_an_unknown_id_gets_the_nearest(named: str) -> None:
    assert invoke("hint", named, "--id", "secnd", status=2).err.endswith("'secnd'; try second\n")


@pytest.mark.parametrize("command", ["watch", "race"])
def test_a_command_for_one_puzzle_says_how_many_there_are(command: str, three: str) -> None:
    done = invoke(command, three, status=2)
    assert done.err == "expected one puzzle, found 3; add --nth N or --id NAME\n"
    done = pandoku(command, "-", stdin=f"{FOURS[0]}\n{FOURS[1]}\n")
    assert (done.returncode, done.out) == (2, "")
    assert "--nth" in done.err


def test_a_file_that_cannot_be_read_is_the_only_message() -> None:
    for choice in ((), ("--nth", "2"), ("--id", "x")):
        error = invoke("explain", "absent", *choice, status=2).err
        assert error.startswith("absent: ")
        assert error.count("\n") == 1


# ------------------------------------------------------------------ a puzzle in place of a file


def test_a_puzzle_is_taken_in_place_of_a_file(tmp_path: Path) -> None:
    assert invoke("solve", FOURS[0]).out == "1243342143122134\n"
    assert invoke("count", "." * 81).out == "2 or more\n"
    assert invoke("solve", "1...\n..2.\n.3..\n...4").out == invoke("solve", FOURS[0]).out
    told = json.loads(invoke("check", "--json", FOURS[0]).out)
    assert (told["source"], told["line"]) == ("command line", 1)


def test_a_file_is_preferred_to_a_puzzle_of_its_name(tmp_path: Path) -> None:
    (tmp_path / ("." * 16)).write_text(FOURS[1])
    done = pandoku("convert", "--to", "line", "." * 16, cwd=tmp_path)
    assert done.out == f"{FOURS[1]}\n"


@pytest.mark.parametrize("name", ["1234567890123456.txt", "20261122000000000.sdm", "no/such/file"])
def test_a_name_that_only_resembles_a_puzzle_is_a_file(name: str) -> None:
    assert invoke("solve", name, status=2).err.startswith(f"{name}: no ")
