"""`pandoku rate`: a line for each puzzle, in several forms, and the comparison with a file."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import pandoku as library
from pandoku.generation import wishes_of
from pandoku.generation.hardness import off_difficulty
from pandoku.logic import path_as_json
from tests.cli.command import invoke, run
from tests.data import EXAMPLES, IS_FULL, SHARED, needs

EASY = "6....12.4.1.7..9...48.9.7.3.....94....4.5...7........1..963217.1.347...98..9....."
PAIRS = "4..........3......8.7....9.7...4.....258...3.....52..7.6..259....8..45.2...98...3"
HARD = "...6...38...2.....3.7..5.4.9......6.8.6...7.5.1......9.7.4..9.2.....3...25...1..."
CLASH, SEVERAL, FOUR = "11" + "." * 79, "." * 81, "1.....2..3.....4"
RATINGS = {EASY: "1.2/1.2/1.2", PAIRS: "3.0/3.0/2.6", HARD: "8.5/1.2/1.2"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Proper puzzles, improper puzzles and a broken line, mixed."""
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join((EASY, CLASH, PAIRS, EASY[:-1], SEVERAL, HARD)) + "\n")
    return path


def columns(out: str) -> list[list[str]]:
    return [line.split("\t") for line in out.splitlines()]


# ------------------------------------------------------------------ the output


def test_every_puzzle_has_a_line_of_columns_in_order(file: Path) -> None:
    done = invoke("rate", str(file), status=2)
    lines = columns(done.out)
    assert [line[0] for line in lines] == [EASY, CLASH, PAIRS, SEVERAL, HARD]
    assert [line[1] for line in lines] == ["1.2/1.2/1.2", "-", "3.0/3.0/2.6", "-", "8.5/1.2/1.2"]
    assert [line[3] for line in lines] == ["easy", "-", "medium", "-", "extreme"]
    assert lines[1][2] == "no solution"
    assert lines[0][2] == library.rate(EASY).hardest


def test_what_is_not_rated_is_reported_with_its_place_and_the_reason(file: Path) -> None:
    errors = invoke("rate", str(file), status=2).err
    assert f"{file}, line 2: not rated: no solution: " in errors
    assert f"{file}: line 4, column 81: " in errors
    assert f"{file}, line 5: not rated: " in errors
    assert invoke("rate", SEVERAL, status=1).err.strip() == (
        "command line, line 1: not rated: several solutions"
    )


def test_a_puzzle_may_come_from_standard_input() -> None:
    assert run("rate", "-", stdin=f"{EASY}\n").out.startswith(f"{EASY}\t1.2/1.2/1.2\t")


def test_a_broken_line_keeps_the_lines_around_it(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 3000 + "broken\n" + f"{PAIRS}\n" * 1000)
    done = invoke("rate", str(path), status=2)
    expected = [RATINGS[EASY]] * 3000 + [RATINGS[PAIRS]] * 1000
    assert [line[1] for line in columns(done.out)] == expected
    assert done.err.startswith(f"{path}: line 3001, column 5: ")


def test_json_has_an_object_for_each_puzzle(file: Path) -> None:
    told = [
        json.loads(line) for line in invoke("rate", "--json", str(file), status=2).out.splitlines()
    ]
    assert [each["line"] for each in told] == [1, 2, 3, 4, 5, 6]
    assert ["error" in each for each in told] == [False, True, False, True, True, False]
    rating = library.rate(HARD)
    assert told[5] == {
        "source": str(file), "line": 6, "puzzle": HARD, "kind": "sudoku", "scale": "se",
        "score": 8.5, "er": 8.5, "ep": 1.2, "ed": 1.2, "hardest": "cell-forcing-chains",
        "hardest_title": rating.hardest, "level": "extreme", "stopped": "rated",
        "is_bound": False,
    }  # fmt: skip


def test_effort_adds_columns_to_every_form(file: Path) -> None:
    efforts = {text: library.explain(text).effort() for text in (EASY, PAIRS, HARD)}
    lines = columns(invoke("rate", "--effort", str(file), status=2).out)
    for line in lines:
        if found := efforts.get(line[0]):
            assert line[5:] == [f"{found.effort:.0f}", found.time, found.level]
        else:
            assert line[1] == "-"
    rows = [
        *csv.DictReader(invoke("rate", "--effort", "--csv", str(file), status=2).out.splitlines())
    ]
    for row in rows:
        if found := efforts.get(row["puzzle"]):
            names = ("effort", "minutes", "minutes_low", "minutes_high", "effort_level")
            values = (found.effort, found.minutes, found.low, found.high, found.level)
            assert tuple(row[name] for name in names) == tuple(map(str, values))
    told = json.loads(run("rate", "--effort", "--json", EASY).out)
    assert told["effort"] == efforts[EASY].to_dict()
    assert "effort" not in json.loads(run("rate", "--json", EASY).out)


@pytest.mark.turns(3)
def test_an_effort_that_is_a_lower_bound_is_marked(beyond: Path) -> None:
    (line,) = columns(invoke("rate", "--effort", str(beyond), status=1).out)
    assert line[5].startswith(">=")
    assert line[6].startswith("at least ")


def test_ratings_are_compared_without_efforts(file: Path) -> None:
    assert "leave out --effort" in invoke("rate", "--check", "--effort", str(file), status=2).err


# ------------------------------------------------------------------ beyond all techniques

# It has one solution, but the techniques of the scale pandoku do not solve it.
BEYOND = """
size 6
......
......
......
......
......
......
between line r1c5 r1c6 r2c5 r3c4 r4c4
region sum line r3c2 r4c3 r5c3
lockout line r2c2 r2c3 r3c2 r4c1 r3c1
lockout line r2c5 r2c4 r3c5
lockout line r4c5 r4c6 r5c6 r6c6 r5c5
"""


@pytest.fixture
def beyond(tmp_path: Path) -> Path:
    path = tmp_path / "beyond.setter"
    path.write_text(BEYOND)
    assert library.solve(library.load(path)).is_unique
    return path


@pytest.mark.turns(3)
def test_a_puzzle_beyond_all_techniques_has_a_lower_bound_wherever_it_is_rated(
    beyond: Path,
) -> None:
    puzzle = library.load(beyond)
    rating = library.rate(puzzle)
    assert (rating.score, rating.level, rating.end, rating.hardest) == (
        12.0,
        "extreme",
        "stuck",
        "",
    )
    assert rating.is_bound
    assert rating > library.rate(HARD, scale="pandoku")
    assert str(rating).startswith("at least 12.0, ")
    (many,) = library.rate_many([puzzle])
    assert many == rating
    path = library.explain(puzzle)
    assert path.rating().is_bound
    assert path.rating().score == 12.0
    assert path.summary().endswith("; rated >=12.0 (extreme)")
    assert path_as_json(path)["is_bound"] is True
    assert not path.rating("hodoku") < 10_000
    assert ">=12.0" in path.page() or "&gt;=12.0" in path.page()


@pytest.mark.turns(3)
def test_the_line_of_a_puzzle_beyond_all_techniques_has_the_mark_of_a_bound(
    beyond: Path,
) -> None:
    done = invoke("rate", str(beyond), status=1)
    assert done.err.endswith("line 2: no technique applies, so the rating is a lower bound\n")
    assert done.out.splitlines()[0].split("\t")[1:] == [">=12.0", "-", "extreme", "pandoku"]
    for least in ("9.0", "12.0") if IS_FULL else ("12.0",):
        told = json.loads(invoke("rate", "--json", "--at-least", least, str(beyond), status=1).out)
        assert (told["score"], told["stopped"], told["is_bound"]) == (12.0, "stuck", True)
    told_of = invoke("explain", str(beyond), status=1).err.rstrip()
    assert told_of.endswith("rated >=12.0 (extreme)")


@pytest.mark.turns(3)
def test_no_range_that_ends_holds_a_puzzle_beyond_all_techniques(beyond: Path) -> None:
    puzzle = library.load(beyond)
    for asked, is_met in (("9..", True), ("9..11.9", False)):
        wishes = wishes_of("sudoku", 6, rating=asked)
        lacks = off_difficulty(wishes, puzzle)
        assert (lacks == "") is is_met
    assert lacks.endswith(" rated >=12.0, above 11.9")


def test_csv_is_a_table_for_every_program(file: Path) -> None:
    table = list(csv.DictReader(invoke("rate", "--csv", str(file), status=2).out.splitlines()))
    assert [row["puzzle"] for row in table] == [EASY, CLASH, PAIRS, SEVERAL, HARD]
    assert [row["er"] for row in table] == ["1.2", "", "3.0", "", "8.5"]
    assert (table[4]["hardest"], table[4]["hardest_title"]) == (
        "cell-forcing-chains", library.rate(HARD).hardest
    )  # fmt: skip
    assert [row["stopped"] for row in table] == [
        "rated", "no solution", "rated", "several solutions", "rated"
    ]  # fmt: skip


def test_a_table_without_rows_has_no_heading(tmp_path: Path) -> None:
    assert invoke("rate", "--csv", str(tmp_path / "missing.txt"), status=2).out == ""


def test_steps_are_listed_with_their_ratings() -> None:
    head, *steps = invoke("rate", PAIRS, "--steps").out.splitlines()
    assert head.startswith(f"{PAIRS}\t3.0/3.0/2.6\t")
    numbers = [float(step.split()[0]) for step in steps]
    assert (numbers[0], max(numbers)) == (2.6, 3.0)


def test_steps_of_another_scale_are_those_of_its_path() -> None:
    _, *steps = invoke("rate", PAIRS, "--steps", "--scale", "hodoku").out.splitlines()
    path = library.explain(PAIRS, scale="hodoku", is_proper=True)
    assert [step.split("  ")[-1] for step in steps] == [each.short for each in path.explanations()]
    assert sum(float(step.split()[0]) for step in steps) == path.rating().score


def test_results_go_to_a_file(file: Path, tmp_path: Path) -> None:
    output = tmp_path / "rated.txt"
    invoke("rate", str(file), "-o", str(output), status=2)
    assert output.read_text() == invoke("rate", str(file), status=2).out


def test_threads_change_nothing(file: Path) -> None:
    one, two = (invoke("rate", str(file), "--threads", n, status=2).out for n in ("1", "2"))
    assert one == two


# ------------------------------------------------------------------ scales and bounds


def test_a_table_has_every_puzzle_in_a_form_that_can_be_read(tmp_path: Path) -> None:
    files = [str(EXAMPLES / name) for name in ("idea.setter", "killer.txt", "escargot.txt")]
    path = tmp_path / "rated.csv"
    path.write_text(invoke("rate", "--csv", *files).out)
    assert [*library.read(path)] == [library.load(file) for file in files]
    assert [each.title for each in library.read(path)] == ["An idea", None, None]


@pytest.mark.turns(3)
def test_each_kind_of_puzzle_is_rated_in_its_scale() -> None:
    files = [str(EXAMPLES / name) for name in ("four.txt", "killer.txt", "escargot.txt")]
    table = list(csv.DictReader(invoke("rate", "--csv", *files).out.splitlines()))
    assert [row["scale"] for row in table] == ["pandoku", "pandoku", "se"]
    assert [bool(row["er"]) for row in table] == [False, False, True]


def test_what_the_scale_does_not_take_is_named_with_the_way_out() -> None:
    done = invoke("rate", "--scale", "se", FOUR, str(EXAMPLES / "killer.txt"), EASY, status=2)
    assert "found 4x4, boxes 2x2; the scale 'pandoku' " in done.err
    assert "killer.txt: line 1: " in done.err
    assert done.out.startswith(EASY)
    assert "'sse'; try se" in invoke("rate", EASY, "--scale", "sse", status=2).err


def test_bounds_and_budgets_give_the_least_that_the_rating_can_be() -> None:
    for status, *options in ((0, "--at-least", "4"), (0, "--at-most", "6.5"), (1, "--looks", "1")):
        done = invoke("rate", HARD, *options, status=status)
        ((_, numbers, *_),) = columns(done.out)
        assert numbers.startswith(">=")
        assert ("line 1: the looks ran out" in done.err) == bool(status)
    for budget in ("1000G", "1e12", "1000000000k"):
        assert columns(invoke("rate", EASY, "--looks", budget).out)[0][1] == "1.2/1.2/1.2"


@pytest.mark.parametrize("budget", ["10s", "2m", "0", "1.5", "-1", "k", "0.0001k"])
def test_a_budget_is_a_whole_number_of_looks(budget: str) -> None:
    done = invoke("rate", EASY, "--looks", budget, status=2)
    assert f" 500k or 20M, found '{budget}'" in done.err


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--at-least", "7.25"), "'--at-least': expected a rating with one decimal, found '7.25'"),
        (("--at-most", "0"), "'--at-most': expected a number above 0 and at most 20, found '0'"),
        (("--at-least", "nan"), "number above 0 and at most 20, found 'nan'"),
        (("--at-least", "7", "--at-most", "6"), "--at-least up to --at-most, found 7.0"),
        (("--csv", "--json"), "--csv or --json"),
        (("--check", "--steps"), "--steps or --check"),
        (("--check", "-o", "x.txt"), "--check "),
        (("-o", "x.svg"), "`pandoku draw`"),
    ],
)  # fmt: skip
def test_options_that_make_no_sense_are_refused(options: tuple[str, ...], reason: str) -> None:
    assert reason in invoke("rate", EASY, *options, status=2).err


# ------------------------------------------------------------------ --check


def checked(path: Path, *options: str, status: int) -> tuple[dict[str, list[str]], str, str]:
    """Return the rows of the table by name, the text after the table, and the messages."""
    done = invoke("rate", str(path), "--check", *options, status=status)
    table, _, rest = done.out.partition("\n\n")
    rows = [line.split("  ") for line in table.splitlines()[1:]]
    return {row[0]: " ".join(row[1:]).split() for row in rows}, rest, done.err


@pytest.mark.parametrize(
    "line",
    ["{puzzle} {rating}", "{puzzle}\t{rating}\tNaked Pair\teasy", "{puzzle} ED={rating}"],
)
def test_lines_with_ratings_are_compared(tmp_path: Path, line: str) -> None:
    path = tmp_path / "rated.txt"
    wanted = RATINGS | {HARD: "8.4/1.2/1.2"}
    path.write_text("\n".join(line.format(puzzle=p, rating=r) for p, r in wanted.items()))
    counts, rest, _ = checked(path, status=1)
    assert counts["below 3"] == ["1", "1", "0", "0", "100.0", "%"]
    assert counts["7.5 to 8.4"] == ["1", "0", "1", "0", "0.0", "%"]
    assert counts["all"] == ["3", "2", "1", "0", "66.7", "%"]
    assert rest.startswith("the first 1 of 1 that do not agree:\n")
    assert f"{path}, line 3: " in rest
    assert " 8.4/1.2/1.2, found 8.5/1.2/1.2 " in rest
    assert rest.rstrip().endswith(HARD)


@pytest.mark.parametrize("options", [(), ("--csv",)])
def test_what_rate_prints_can_be_checked(
    tmp_path: Path, file: Path, options: tuple[str, ...]
) -> None:
    path = tmp_path / "rated"
    path.write_text(invoke("rate", str(file), *options, status=2).out)
    counts, rest, _ = checked(path, status=1)  # the puzzles that are not proper
    assert (counts["all"], rest) == (["3", "3", "0", "0", "100.0", "%"], "")


def test_a_table_may_have_er_alone(tmp_path: Path) -> None:
    path = tmp_path / "rated.csv"
    path.write_text(f"puzzle,er\n{PAIRS},3.0\n{HARD},8.5\n")
    assert checked(path, status=0)[0]["all"][:2] == ["2", "2"]


def test_a_rating_that_is_left_open_is_no_agreement(tmp_path: Path) -> None:
    path = tmp_path / "rated.csv"
    path.write_text(f"puzzle,er\n{HARD},8.5\n")
    counts, rest, _ = checked(path, "--looks", "1", status=1)
    assert counts["all"][:4] == ["1", "0", "0", "1"]
    assert "budget reached" in rest


def test_scores_of_another_scale_are_compared_with_its_column(tmp_path: Path) -> None:
    rating = library.rate(EASY, scale="hodoku")
    path = tmp_path / "rated.csv"
    path.write_text(f"puzzle,level,score\n{EASY},Easy,{rating.score}\n{PAIRS},Hard,1\n")
    counts, rest, _ = checked(path, "--scale", "hodoku", status=1)
    assert (counts["easy"][:2], counts["hard"][:3]) == (["1", "1"], ["1", "0", "1"])
    assert " 1, Hard, found " in rest


def test_only_the_first_differences_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "rated.txt"
    path.write_text(f"{EASY} 9.9\n" * 12)
    _, rest, _ = checked(path, status=1)
    assert " 10 of 12 " in rest.partition("\n")[0]
    assert rest.count(EASY) == 10


def test_a_file_without_ratings_has_nothing_to_compare_with(tmp_path: Path) -> None:
    path = tmp_path / "plain.csv"
    path.write_text(f"puzzle,er\n{EASY},\n{EASY},x\n")
    counts, _, errors = checked(path, status=2)
    assert counts == {}
    assert f"{path}: line 2: " in errors
    assert "column er, found 'x'" in errors


@pytest.mark.turns(3)
@pytest.mark.parametrize(("name", "n"), [("se121_dev", 20), ("published_hardest_half", 1)])
@needs(SHARED / "ratings" / "se121_dev.csv")
def test_the_first_puzzles_of_a_published_table_agree(tmp_path: Path, name: str, n: int) -> None:
    lines = (SHARED / "ratings" / f"{name}.csv").read_text().splitlines()
    path = tmp_path / "head.csv"
    path.write_text("\n".join(lines[: n + 1]))
    assert checked(path, status=0)[0]["all"][:2] == [str(n), str(n)]


def test_no_field_of_the_csv_is_a_formula(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("=1+1.setter").write_text("title =1+1\nsize 4\n1...\n....\n....\n....\nanti-king\n")
    done = invoke("rate", "--csv", "=1+1.setter", status=1)
    (row,) = csv.DictReader(done.out.splitlines())
    assert row["title"] == "'=1+1"
