"""Measurements: the choice of puzzles, the report, and failing peers."""

import importlib.util
import json
import shlex
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pandoku import Batch, Cage, EngineError, FormatError, Geometry, Puzzle, dumps, loads, solve
from pandoku.bench import Peer, choose, known_sets, read_set
from pandoku.cli import cli
from tests.cli.command import COMMAND, invoke, run
from tests.data import EASY, EXAMPLES

FOUR = "1.....2..3.....4"
FOURS = [FOUR, FOUR.translate(str.maketrans("1234", "4321")), "12" + "." * 14]
CAGED = Puzzle(Geometry.latin(2), cages=(Cage("+", 2, (0,)),), solution=(2, 1, 1, 2))


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one known set of each group."""
    (tmp_path / "data" / "sudoku").mkdir(parents=True)
    (tmp_path / "data" / "cages").mkdir()
    text = "# some comment\n" + "".join(f"{line}\n" for line in FOURS)
    (tmp_path / "data" / "sudoku" / "puzzles2_17_clue").write_text(text)
    (tmp_path / "data" / "cages" / "small.jsonl").write_text(dumps(CAGED, "json"))
    monkeypatch.setenv("PANDOKU_SHARED", str(tmp_path))
    return tmp_path


def pandoku(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["bench", "--runs", "1", *map(str, arguments)])


@pytest.fixture
def short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a peer run once for its start, and not with ever more puzzles until it takes long."""
    monkeypatch.setattr("pandoku.bench.peer._LEAST_S", 0.05)
    monkeypatch.setattr("pandoku.bench.peer._MOST_BYTES", 1 << 12)
    monkeypatch.setattr("pandoku.bench.peer._N_STARTS", 1)


@pytest.fixture(autouse=True)
def rough_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure for a moment only: no test asks how fast a search is."""
    monkeypatch.setattr(import_module("pandoku.bench.circumstances"), "_LEAST_S", 0.001)


def python(program: str) -> str:
    return shlex.join([sys.executable, "-c", program])


def test_all_known_sets_are_measured_each_in_its_way(shared: Path) -> None:
    result = pandoku("-o", shared / "out.json")
    assert result.exit_code == 0, result.stderr
    told = json.loads((shared / "out.json").read_text())
    assert [(one["set"], one["n"]) for one in told["rates"]] == [("17 clues", 3)]
    assert [(one["set"], one["n"], one["open"]) for one in told["times"]] == [("small", 1, 0)]
    assert len(told["rates"][0]["k_per_s"]) == 1
    assert told["rates"][0]["k_per_s"][0] > 0
    assert {"date", "cpu", "load", "compiler", "commit", "isa", "threads"} <= told.keys()
    assert "17 clues" in result.stdout
    assert "small" in result.stdout


def test_json_is_a_line_for_each_set(shared: Path) -> None:
    result = pandoku("--json")
    assert [json.loads(line)["set"] for line in result.stdout.splitlines()] == ["17 clues", "small"]
    result = pandoku("-o", shared / "out.png")
    assert (result.exit_code, result.stdout) == (2, "")
    assert not (shared / "out.png").exists()


def test_a_set_or_a_group_is_measured_alone(shared: Path) -> None:
    assert "small" not in pandoku("--set", "17 CLUES").stdout
    assert "17 clues" not in pandoku("--set", "cages").stdout
    assert [one.name for one in choose(known_sets(shared), ["small", "sudoku", "small"])] == [
        "small",
        "17 clues",
    ]


@pytest.mark.usefixtures("short_runs")
def test_a_name_is_shown_as_such(tmp_path: Path) -> None:
    name, shown = "[red]a\x1b[31mb", r"[red]a\x1b[31mb"
    (tmp_path / name).write_text(f"{FOUR}\n{FOUR}\n")
    result = pandoku(tmp_path / name, "--peer", python("pass"))
    assert result.exit_code == 0, result.stderr
    said = [line for line in result.stdout.splitlines() if line.startswith(shown)]
    assert len(said) == 2, "the row of the table, and that the peer is not checked"
    assert " 0 of 2 " in said[1]
    assert "\x1b" not in result.stdout


def test_files_of_every_format_are_measured(tmp_path: Path) -> None:
    result = pandoku(*(EXAMPLES / name for name in ("four.txt", "killer6.json", "keen9.keen")))
    assert result.exit_code == 0, result.stderr
    for name in ("four.txt", "killer6.json", "keen9.keen"):
        assert name in result.stdout


def test_a_puzzle_or_a_link_may_stand_in_place_of_a_file() -> None:
    link = dumps(loads(EASY), "sudoku-maker").strip()
    for text in (EASY, link):
        (told,) = invoke("bench", "--json", "--runs", "1", text).out.splitlines()
        assert (json.loads(told)["set"], json.loads(told)["n"]) == ("puzzle", 1)


def test_standard_input_may_stand_in_place_of_a_file() -> None:
    done = run("bench", "--json", "--runs", "1", "-", stdin=f"{EASY}\n{EASY}\n")
    assert (json.loads(done.out)["set"], json.loads(done.out)["n"]) == ("standard input", 2)


def test_another_engine_is_measured_in_times(shared: Path) -> None:
    result = pandoku("--set", "sudoku", "--engine", "backtracking", "-o", shared / "out.json")
    assert result.exit_code == 0, result.stderr
    (told,) = json.loads((shared / "out.json").read_text())["times"]
    assert told["median_ms"] <= told["p95_ms"] <= told["max_ms"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--set", "17 clue"], "'17 clues'"),
        (["absent"], "absent: "),
        (["--isa", "mmx"], "auto, baseline"),
        (["--peer", ""], "peer, found nothing"),
        (["--peer", "'"], "peer"),
        (["--peer", "/absent/solver"], "peer '/absent/solver': "),
        (["--peer", python("import sys; sys.exit('what?')")], " what?"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_line(
    shared: Path, arguments: list[str], named: str
) -> None:
    result = pandoku(*arguments)
    assert result.exit_code == 2
    assert named in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_known_sets_the_error_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PANDOKU_SHARED", raising=False)
    for _ in range(2):
        result = pandoku()
        assert result.exit_code == 2
        assert "FILEs" in result.stderr
        monkeypatch.setenv("PANDOKU_SHARED", str(tmp_path))


def test_a_wrong_answer_stops_the_measurement(tmp_path: Path) -> None:
    wrong = CAGED.replace(solution=(1, 2, 2, 1))
    (tmp_path / "wrong.json").write_text(dumps(wrong, "json"))
    result = pandoku(tmp_path / "wrong.json")
    assert result.exit_code == 2
    assert "wrong.json, puzzle 1: expected the solution " in result.stderr


def test_a_bad_puzzle_is_named_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "bad.sdm").write_text(f"{FOUR}\n{FOUR[1:]}\n")
    with pytest.raises(FormatError, match=r"bad\.sdm: .*line 2, column 16: "):
        read_set(tmp_path / "bad.sdm")


def test_a_file_is_read_as_a_batch_only_when_all_puzzles_have_the_same_houses(
    tmp_path: Path,
) -> None:
    (tmp_path / "alike").write_text("".join(f"{line}\n" for line in [*FOURS, f"{FOUR} # odd"]))
    (tmp_path / "mixed").write_text(f"{FOUR}\n{'.' * 81}\n")
    alike, mixed = read_set(tmp_path / "alike"), read_set(tmp_path / "mixed")
    assert isinstance(alike, Batch)
    assert alike.geometry == Geometry.sudoku(4)
    assert [puzzle.givens[0] for puzzle in alike] == [1, 4, 1, 1]
    assert [puzzle.order for puzzle in mixed] == [4, 9]


@pytest.mark.skipif(importlib.util.find_spec("ortools") is None, reason="needs the extra cp-sat")
@pytest.mark.parametrize(("most", "n"), [(None, 5), (9, 5), (3, 3), (1, 1), (0, None)])
def test_cp_sat_searches_some_of_the_puzzles(
    tmp_path: Path, most: int | None, n: int | None
) -> None:
    (tmp_path / "five.json").write_text(dumps(CAGED, "json") * 5)
    chosen = () if most is None else ("--cp-sat", most)
    result = pandoku(tmp_path / "five.json", *chosen, "-o", tmp_path / "out.json")
    assert result.exit_code == 0, result.stderr
    (times,) = json.loads((tmp_path / "out.json").read_text())["times"]
    assert times["n"] == 5
    assert times.get("cp_sat", {}).get("n") == n


# ------------------------------------------------------------------ peers


@pytest.mark.turns(3)
@pytest.mark.usefixtures("short_runs")
def test_a_peer_gets_the_same_puzzles_and_its_answers_are_checked(shared: Path) -> None:
    keep = shared / "seen"
    solutions = [solve(text).solution or () for text in FOURS]
    answers = "\n".join("".join(map(str, digits)) for digits in solutions)
    program = f"""
import sys, time
text = sys.stdin.read()
open({str(keep)!r}, "w").write(text)
print({answers!r})
while time.process_time() < 0.05 * text.count("\\n"):
    pass
"""
    result = pandoku("--set", "sudoku", "--peer", python(program), "-o", shared / "out.json")
    assert result.exit_code == 0, result.stderr
    seen = keep.read_text().split()
    assert sorted(seen[:3]) == sorted(FOURS)
    assert seen == seen[:3] * (len(seen) // 3)
    (told,) = json.loads((shared / "out.json").read_text())["rates"]
    assert told["peer_k_per_s"][0] > 0
    assert told["ratio"] > 0
    assert (told["peer_asked"], told["peer_answered"]) == (2, 2)
    assert "not checked" not in result.stdout


@pytest.mark.turns(3)
def test_the_time_of_a_peer_is_its_processor_time_without_its_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = """
import sys, time
end = 0.15 + 0.002 * sum(1 for _ in sys.stdin)
time.sleep(0.2)
while time.process_time() < end:
    pass
"""
    monkeypatch.setattr("pandoku.bench.peer._LEAST_S", 0.05)
    monkeypatch.setattr("pandoku.bench.peer._N_STARTS", 1)
    peer = Peer(python(program))
    peer.prepare(b"....\n" * 100)
    assert 0.15 < peer.run() < 0.25


def test_a_peer_that_hangs_is_stopped_with_all_its_children(tmp_path: Path) -> None:
    keep = tmp_path / "pid"
    peer = Peer(f"sh -c 'sleep 100 & echo $! >{keep}; wait'", patience_s=0.5)
    with pytest.raises(EngineError, match=r"0\.5 s"):
        peer.prepare(b"....\n")
    patient_until = time.monotonic() + 30
    while is_running(keep.read_text().strip()):
        assert time.monotonic() < patient_until
        time.sleep(0.01)


def is_running(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.turns(3)
def test_ctrl_c_shows_what_was_measured_so_far(shared: Path) -> None:
    stall = "import sys, time; time.sleep(100) if sys.stdin.read(17)[16:] else None"
    (shared / "first.json").write_text(dumps(CAGED, "json"))
    (shared / "second.sdm").write_text(f"{FOUR}\n{FOUR}\n")
    ready = shared / "ready"
    program = f"open({str(ready)!r}, 'w'); {stall}"
    command = [*COMMAND, "bench", "--runs", "1", "--peer", python(program)]
    process = subprocess.Popen(
        [*command, str(shared / "first.json"), str(shared / "second.sdm")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not ready.exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "stopped\n")
    assert "first.json" in out
    assert "second.sdm" not in out
