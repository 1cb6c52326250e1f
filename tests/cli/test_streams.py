"""Many puzzles, terminals and files: the behavior besides the answers."""

import contextlib
import importlib.util
import io
import json
import os
import re
import select
import subprocess
from math import inf
from pathlib import Path
from threading import Timer

import pytest

from pandoku import load as pandoku_load
from pandoku.cli import streams
from pandoku.cli.output import is_utf8
from tests.cli.command import COMMAND, invoke, on_a_terminal, pandoku, process
from tests.data import EXAMPLES, by_default
from tests.together import together

ESCARGOT = str(EXAMPLES / "escargot.txt")
FOUR = "1.....2..3.....4"
SOLVED = "1243342143122134"


# ------------------------------------------------------------------ streams


@pytest.mark.skipif(os.name != "posix", reason="`select` takes only sockets")
def test_a_signal_just_before_the_system_call_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    stops_waiting = Timer(10, os.close, [writer])  # ends a reader that waits without pauses
    waits, unpatched = list[float](), select.select

    def wait(read: list[int], write: list[int], error: list[int], seconds: float) -> object:
        waits.append(seconds)
        if len(waits) == 3:
            os.write(writer, b"input")
        return unpatched(read, write, error, min(seconds, 0.01))

    monkeypatch.setattr(select, "select", wait)
    stops_waiting.start()
    try:
        # Python calls the handlers of signals between two waits.
        assert streams.PatientInput(reader, 10).buffer.read(5) == b"input"
        assert len(waits) == 3
        assert 0 < max(waits) <= 0.5
    finally:
        stops_waiting.cancel()
        os.close(reader)
        os.close(writer)


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [(["solve"], SOLVED), (["count"], "1"), (["convert", "--to", "line"], FOUR)],
)
def test_a_line_is_answered_before_the_next_is_read(arguments: list[str], expected: str) -> None:
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--from", "line"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    for _ in range(2):
        process.stdin.write(FOUR + "\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], 60)
        assert ready
        assert process.stdout.readline() == expected + "\n"
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    process.stdout.close()


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    result = pandoku("solve", "absent", str(tmp_path), ESCARGOT)
    assert len(result.out) == 82
    assert result.err == f"absent: no such file or directory\n{tmp_path}: is a directory\n"
    assert result.returncode == 2
    told = [json.loads(line) for line in pandoku("count", "--json", "absent").out.splitlines()]
    assert [(each["source"], each["line"], "error" in each) for each in told] == [
        ("absent", None, True)
    ]


def test_bad_input_outweighs_an_unsolvable_puzzle() -> None:
    no = "12345678." + "." * 8 + "9" + "." * 63
    assert pandoku("solve", stdin=f"{no}\n{'.' * 80}\n{no}\n").returncode == 2
    assert pandoku("solve", stdin=f"{no}\n{no}\n").returncode == 1


def test_puzzles_of_different_orders_and_kinds_come_in_one_stream() -> None:
    lines = [
        FOUR,
        ".................",
        '{"size": 2, "cages": [{"op": "-", "target": 1, "cells": [0, 1]}], "givens": [1, 0, 0, 0]}',
    ]
    result = pandoku("solve", "--from", "json", stdin=lines[2])
    assert result.out == "1221\n"
    result = pandoku("solve", "--from", "line", stdin="\n".join(lines[:2]))
    assert result.out == SOLVED + "\n"
    assert "line 2" in result.err


def test_an_order_too_large_for_a_line_is_written_as_a_grid() -> None:
    rows = [[(6 * (r % 6) + r // 6 + c) % 36 + 1 for c in range(36)] for r in range(36)]
    rows[0][0] = 0
    puzzle = {"size": 36, "givens": [digit for row in rows for digit in row]}
    result = pandoku("solve", stdin=json.dumps(puzzle))
    assert result.returncode == 0, result.err
    assert result.out.split()[:3] == ["1", "2", "3"]


def test_a_line_of_json_holds_the_id_of_its_puzzle() -> None:
    puzzle = {"id": "mine", "size": 4, "givens": [int(c) for c in FOUR.replace(".", "0")]}
    for command in ("solve", "check"):
        told = json.loads(pandoku(command, "--json", stdin=json.dumps(puzzle)).out)
        assert told["id"] == "mine"


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "command", ["solve", "count", "check", "convert", "show"][:: by_default(2, full=1)]
)
def test_every_command_survives_a_reader_that_leaves(command: str, tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"{FOUR}\n" * 20_000)
    process = subprocess.Popen(
        [*COMMAND, command, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stderr
    assert process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 0
    assert errors == ""


def test_a_line_of_200_megabytes_is_refused_on_standard_input() -> None:
    process = subprocess.Popen(
        [*COMMAND, "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    n_written = 0
    with contextlib.suppress(BrokenPipeError):  # it stops reading
        for _ in range(200):
            n_written += os.write(process.stdin.fileno(), b"." * 1_000_000)
    out, err = process.communicate()
    assert n_written < 10_000_000
    assert (process.returncode, out) == (2, b"")
    message = "standard input: line 1: "
    assert err.decode().startswith(message)
    assert b" 4,000,000 " in err


# ------------------------------------------------------------------ files


def test_an_output_file_is_kept_when_the_input_gives_nothing(tmp_path: Path) -> None:
    target = tmp_path / "kept.txt"
    target.write_text("precious")
    for arguments in (
        ["solve", "absent"],
        ["convert", str(EXAMPLES / "killer.txt"), "--to", "line"],
        ["show", "absent"],
    ):
        assert pandoku(*arguments, "-o", str(target)).returncode == 2
        assert target.read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


def test_an_output_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "out.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert pandoku("solve", "-o", str(link), stdin=FOUR).returncode == 0
    assert link.is_symlink()
    assert target.read_text() == SOLVED + "\n"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_device_can_be_written_to() -> None:
    assert pandoku("solve", "-o", "/dev/null", stdin=FOUR).out == ""


def test_a_directory_is_refused_as_an_output_file(tmp_path: Path) -> None:
    result = pandoku("solve", "-o", str(tmp_path), stdin=FOUR)
    assert (result.returncode, result.out) == (2, "")
    assert result.err.startswith(f"pandoku: {tmp_path}: ")


def test_a_solution_that_the_format_cannot_hold_exits_2(tmp_path: Path) -> None:
    result = pandoku("solve", ESCARGOT, "--to", "keen")
    assert (result.returncode, result.out) == (2, "")
    assert re.match(rf"{ESCARGOT}: .* as keen: ", result.err)


# ------------------------------------------------------------------ terminals


@pytest.mark.turns(3)
def test_a_single_puzzle_is_drawn_on_a_terminal() -> None:
    shown, status = on_a_terminal("solve", ESCARGOT, env={"NO_COLOR": "1"})
    assert status == 0
    assert "┃ 8  5  7 ┃ 4  9  3 ┃" in shown.replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert "only solution" in shown


def test_many_puzzles_are_lines_on_a_terminal_too(tmp_path: Path) -> None:
    path = tmp_path / "two.sdm"
    path.write_text(f"{FOUR}\n{FOUR}\n")
    shown, _ = on_a_terminal("solve", str(path))
    assert shown == f"{SOLVED}\n{SOLVED}\n"


@pytest.mark.turns(3)
def test_a_terminal_gets_colors_unless_it_asks_for_none() -> None:
    shown, _ = on_a_terminal("solve", ESCARGOT)
    assert "\x1b[36m" in shown
    shown, _ = on_a_terminal("solve", ESCARGOT, env={"NO_COLOR": "1"})
    assert "\x1b[36m" not in shown


@pytest.mark.turns(3)
def test_an_encoding_without_lines_gets_plain_characters() -> None:
    result = process("show", ESCARGOT, env={"PYTHONIOENCODING": "ascii"})
    assert result.out.splitlines()[1] == "  +---------+---------+---------+"
    assert result.out.isascii()


# A command whose work waits for the bar, even on a busy machine.
SLOW = """
import sys
from threading import Event
from pandoku.cli import cli, output
import pandoku.{module} as module

shown, new_bar = Event(), output._new_bar

def told_bar():
    bar = new_bar()
    start = bar.start
    bar.start = lambda: (start(), shown.set())
    return bar

output._QUIET_S, output._new_bar = 0.05, told_bar
quick = module.{waits}
module.{waits} = lambda *args, **kwargs: (shown.wait(30), quick(*args, **kwargs))[1]
{more}
cli(sys.argv[1:], prog_name="pandoku")
"""
# A high speed, because nobody is watching.
FAST = "pace = module._pace\nmodule._pace = lambda *args: pace(*args) and 1e6"


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("command", "module", "waits", "shown"),
    [
        (["solve"], "cli.commands.solve", "solve_all", "solving"),
        (["count"], "cli.commands.count", "_counted", "counting"),
        (["check"], "cli.commands.check", "solve_all", "checking"),
        (["convert"], "cli.commands.convert", "_written", "converting"),
        (["draw"], "cli.commands.draw", "drawing_of", "drawing"),
        (["explain"], "cli.paths", "sound_puzzle", "explaining"),
        (["hint"], "cli.commands.hint", "_hint", "looking for hints"),
        (["race", "--engine", "cages"], "cli.commands.race", "solve", "cages is running"),
        (["watch"], "cli.commands.watch", "_pace", "counting the events"),
        (["bench", "--runs", "1"], "bench.commands.bench", "_measure", "measuring"),
    ][:: by_default(3, full=1)],
)
def test_long_work_shows_progress_and_takes_it_away(
    command: list[str], module: str, waits: str, shown: str
) -> None:
    program = SLOW.format(module=module, waits=waits, more=FAST if module.endswith("watch") else "")
    # A puzzle with cages is not searched as a Batch.
    text, status = on_a_terminal(*command, str(EXAMPLES / "mathdoku4.letters"), program=program)
    assert status == 0, text
    _, _, rest = text.partition(shown)
    assert rest, text
    assert "\x1b[?25h" in rest  # the cursor is back
    assert "\x1b[2K" in rest  # the bar is gone


@pytest.mark.turns(3)
def test_the_bar_shows_a_name_as_such(tmp_path: Path) -> None:
    file = tmp_path / "[red]b\x1b]0;c\x07"
    file.write_text("1.....2..3.....4\n")
    program = SLOW.format(module="bench.commands.bench", waits="benchmarks.read_set", more="")
    text, status = on_a_terminal("bench", "--runs", "1", str(file), program=program)
    assert status == 0, text
    assert r"[red]b\x1b]0;c\x07: reading" in text
    assert "\x1b]0" not in text


def test_there_is_no_bar_while_somebody_types() -> None:
    shown, status = on_a_terminal("solve", stop_at=b"Ctrl-D", wait_s=1.1)
    assert status == 130
    assert "Ctrl-D" in shown
    assert "solving" not in shown


@pytest.mark.turns(3)
def test_watch_animates_on_a_terminal() -> None:
    shown, status = on_a_terminal("watch", "--speed", "100000", str(EXAMPLES / "four.txt"))
    assert status == 0
    assert "backtracking   Ctrl-C stops" in shown
    assert "solved" in shown
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")


@pytest.mark.turns(3)
def test_a_terminal_of_unknown_size_is_written_to_all_the_same() -> None:
    unknown = {"COLUMNS": "0", "LINES": "0"}
    shown, _ = on_a_terminal("engines", env=unknown)
    assert "dancing-links" in shown
    shown, _ = on_a_terminal("watch", "--speed", "1e6", str(EXAMPLES / "four.txt"), env=unknown)
    assert "┏━━" in shown


@pytest.mark.turns(3)
def test_watch_fits_a_killer_into_80_columns_and_24_lines() -> None:
    killer = str(EXAMPLES / "killer.txt")
    window = {"COLUMNS": "80", "LINES": "24"}
    shown, _ = on_a_terminal("watch", "--speed", "9", killer, env=window, stop_at=b"try 1 at")
    assert "too small" not in shown
    first = shown.partition("\x1b[?25l")[2].partition("\x1b[2K")[0].splitlines()
    assert len(first) <= 24
    assert "14" in first[2]
    shown, _ = on_a_terminal(
        "watch", "--speed", "9", killer, env=window | {"LINES": "20"}, stop_at=b"too small"
    )
    assert "80x20, needs 55x24" in shown


@pytest.mark.turns(3)
def test_watch_shows_100_000_events_within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    from pandoku.cli.commands import watch
    from pandoku.engines import get_engine

    puzzle = pandoku_load(ESCARGOT)
    speed = watch._pace(puzzle, get_engine("backtracking"), None)
    n_events = len(invoke("watch", ESCARGOT).out.splitlines())
    assert n_events > 100_000
    assert n_events / speed < 60
    monkeypatch.setattr(watch, "_COUNTING_S", 0.01)
    assert watch._pace(puzzle, get_engine("backtracking"), None) == inf


def test_watch_keeps_its_speed_when_drawing_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    from pandoku.cli.commands import watch

    now, frames = 0.0, 0

    def wait(seconds: float) -> None:
        nonlocal now
        now += seconds

    def show() -> None:
        nonlocal frames
        frames += 1
        wait(0.02)

    monkeypatch.setattr(watch, "monotonic", lambda: now)
    monkeypatch.setattr(watch, "sleep", wait)
    pacer = watch._Pacer(1e6, show)
    for _ in range(200_000):
        pacer.wait_for_next()
    assert now == pytest.approx(0.2, abs=0.02)
    assert 0 < frames < 10


@pytest.mark.turns(3)
@pytest.mark.parametrize("command", [["watch", "--speed", "1"], ["race", "--budget", "1000s"]])
def test_ctrl_c_on_a_terminal_ends_cleanly(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text("." * 225)
    mark = b"Ctrl-C stops" if command[0] == "watch" else b"running"
    shown, status = on_a_terminal(*command, str(path), stop_at=mark)
    assert status == 130
    assert shown.rstrip().endswith("stopped")
    assert "Traceback" not in shown


# ------------------------------------------------------------------ the rest


def test_watch_writes_json() -> None:
    told = json.loads(pandoku("watch", "--json", stdin=FOUR).out)
    assert told["events"][0] == {"event": "try", "cell": "r1c2", "digit": 1}
    assert (told["count"], told["engine"]) == (1, "backtracking")


def test_an_engine_that_gets_stuck_is_reported() -> None:
    result = pandoku("solve", "--engine", "naked-singles", ESCARGOT)
    assert (result.returncode, result.out) == (1, "")
    assert "stuck" in result.err.removeprefix(f"{ESCARGOT}, line 1: ")


def test_race_says_in_a_line_which_engines_do_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "ortools" else find(name)
    )
    killer = str(EXAMPLES / "killer6.json")
    engines = [part for name in ("cages", "cp-sat", "lanes") for part in ("--engine", name)]
    _, *rows = invoke("race", *engines, killer).out.splitlines()
    assert [row.split()[0] for row in rows] == ["cages", "cp-sat", "lanes"]
    assert rows[1].endswith(': pip install "pandoku[cp-sat]"')
    assert rows[2].endswith(" cages")
    told = invoke("race", "--json", *engines, killer).out.splitlines()
    assert [json.loads(line).get("why_not") is None for line in told] == [True, False, False]


def test_race_gives_every_engine_its_budget() -> None:
    result = pandoku("race", "--nodes", "3", "--json", "--engine", "backtracking", ESCARGOT)
    told = json.loads(result.out)
    assert (told["engine"], told["stopped"], told["complete"]) == ("backtracking", "nodes", False)


def test_a_grid_that_could_be_small_puzzles_is_read_with_a_note() -> None:
    result = pandoku("count", "--limit", "1000", stdin="....\n" * 4)
    assert (result.returncode, result.out) == (0, "288\n")
    assert result.err == (
        "standard input: read as one 4x4 grid (format sdk); "
        "for 4 puzzles of 2x2, name the format line (--from)\n"
    )
    assert "read as" not in pandoku("count", "--from", "line", stdin="....\n" * 4).err


def test_a_shell_completes_engines_and_formats() -> None:
    def complete(*words: str) -> list[str]:
        environment = {
            "_PANDOKU_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(("pandoku", *words)),
            "COMP_CWORD": str(len(words)),
        }
        return pandoku(env=environment).out.split()

    assert complete("solve", "--engine", "da") == ["plain,dancing-links"]
    assert complete("convert", "--to", "js") == ["plain,json"]
    assert complete("wat") == ["plain,watch"]


def test_debug_shows_a_traceback() -> None:
    arguments = [*COMMAND, "--debug", "watch", "--engine", "lanes", ESCARGOT]
    result = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert "Traceback" in result.stderr
    assert "EngineError" in result.stderr


@together(
    "environ, is_utf8_there",
    [
        ({}, True),
        ({"LANG": "C.UTF-8"}, True),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, False),
        ({"LC_ALL": "POSIX"}, False),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),  # as Python sets it for LANG=C
        ({"LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, True),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, True),
    ],
)
def test_a_locale_called_c_gets_ascii(environ: dict[str, str], is_utf8_there: bool) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING", "PYTHONUTF8"):
            patch.delenv(name, raising=False)
        for name, value in environ.items():
            patch.setenv(name, value)
        assert is_utf8(stream) is is_utf8_there
