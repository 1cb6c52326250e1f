"""The command minimize."""

import json
from pathlib import Path

from pandoku import loads, loads_many, solve_many
from pandoku.generation import is_minimal
from tests.cli.command import invoke, run
from tests.data import EASY, EXAMPLES

SOLVED = "1234341221434321"
MINIMAL = "1.....3....2.4.."


def test_each_puzzle_of_a_stream_becomes_minimal() -> None:
    done = run(
        "minimize", "--seed", "3", "--from", "line", stdin=f"{SOLVED}\n{MINIMAL}\n{SOLVED}\n"
    )
    lines = done.out.split()
    assert len(lines) == 3
    assert lines[1] == MINIMAL
    assert lines[0] != lines[2]  # a different order each time
    assert all(is_minimal(line) for line in lines)
    assert done.err == ""


def test_the_seed_decides_and_a_random_one_is_told(tmp_path: Path) -> None:
    file = tmp_path / "solved.sdm"
    file.write_text(f"{SOLVED}\n" * 20)
    first = invoke("minimize", str(file))
    seed = first.err.removeprefix("seed ").strip()
    assert invoke("minimize", str(file), "--seed", seed).out == first.out
    assert invoke("minimize", str(file), "--seed", seed, "--threads", "1").out == first.out
    assert invoke("minimize", str(file), "--seed", "5").out != first.out


def test_bad_puzzles_are_reported_in_their_place() -> None:
    stdin = f"{SOLVED}\n{'.' * 16}\n{SOLVED[:15]}x5\n{MINIMAL}\n"
    done = run("minimize", "--seed", "1", "--from", "line", stdin=stdin, status=2)
    assert len(done.out.split()) == 2
    several, bad = done.err.split("\n", 1)
    assert several.startswith("standard input, line 2: ")
    assert "not proper" in several
    assert bad.startswith("standard input: line 3")


def test_a_puzzle_that_is_not_proper_is_a_negative_answer() -> None:
    assert run("minimize", "--seed", "1", "." * 16, status=1).out == ""


def test_what_does_not_fit_in_a_line_is_written_as_json() -> None:
    done = invoke("minimize", str(EXAMPLES / "killer.txt"), "--seed", "1")
    assert loads(done.out).cages
    done = invoke("minimize", str(EXAMPLES / "killer.txt"), "--seed", "1", "--to", "line", status=2)
    assert " written as line: " in done.err


def test_a_file_gets_the_format_of_its_suffix(tmp_path: Path) -> None:
    file = tmp_path / "minimal.csv"
    invoke("minimize", SOLVED, "--seed", "1", "-o", str(file))
    assert is_minimal(loads(file.read_text()))


def test_many_puzzles_at_once_are_as_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "many.sdm"
    solutions, _ = solve_many([[0] * 16], limit=1)
    grid = "".join(map(str, solutions[0].tolist()))
    file.write_text(f"{grid}\n{SOLVED}\n" * 100)
    done = invoke("minimize", str(file), "--seed", "9")
    lines = done.out.split()
    assert len(loads_many(lines)) == 200
    one_by_one = run("minimize", "--seed", "9", "--from", "line", stdin=f"{grid}\n{SOLVED}\n" * 2)
    assert one_by_one.out.split() == lines[:4]


def test_clues_go_too_if_they_may() -> None:
    file = str(EXAMPLES / "killer.txt")
    plain = loads(invoke("minimize", file, "--seed", "1").out)
    fewer = loads(invoke("minimize", file, "--seed", "1", "--clues").out)
    assert plain.cages == loads((EXAMPLES / "killer.txt").read_text()).cages
    assert is_minimal(fewer, clues=True)
    assert not is_minimal(plain, clues=True)


def test_json_has_an_object_for_each_puzzle_good_or_bad() -> None:
    stdin = f"{EASY}\n{'.' * 81}\n{EASY[:-1]}\n"
    done = run("minimize", "--seed", "1", "--json", "-", stdin=stdin, status=2)
    good, several, bad = map(json.loads, done.out.splitlines())
    (line,) = run("minimize", "--seed", "1", "-", stdin=f"{EASY}\n").out.splitlines()
    assert good == {
        "source": "standard input", "line": 1, "puzzle": line,
        "kind": "sudoku", "n_givens": sum(char.isdigit() and char != "0" for char in line),
    }  # fmt: skip
    assert (several["line"], "error" in several) == (2, True)
    assert (bad["line"], "error" in bad) == (3, True)
    killer = EXAMPLES / "killer6.json"
    (told,) = invoke("minimize", "--seed", "1", "--json", str(killer)).out.splitlines()
    assert json.loads(json.loads(told)["puzzle"])["cages"]


def test_json_goes_without_a_format() -> None:
    done = invoke("minimize", "--json", "--to", "line", EASY, status=2)
    assert "expected either --json or --to, found both" in done.err
