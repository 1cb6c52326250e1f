"""The installed command: arguments in, text and exit status out."""

import gc
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from pandoku.cli import cli
from pandoku.cli._meant import MEANT_BY_COMMAND
from tests.cli.command import COMMAND, Done, pandoku, process
from tests.data import EXAMPLES
from tests.together import together

ESCARGOT = str(EXAMPLES / "escargot.txt")
SOLVED = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
LINE = Path(ESCARGOT).read_text().strip()
SEVERAL = "." * 81
NONE = "12345678." + "." * 8 + "9" + "." * 63


def refused(result: Done, *words: str) -> Done:
    """Check for bad input: exit 2, one clear message, nothing on standard output."""
    assert result.returncode == 2, result.err
    assert result.out == ""
    for word in words:
        assert word in result.err
    return result


# ------------------------------------------------------------------ solve


@pytest.mark.turns(3)
def test_solve_prints_the_solution_of_a_file_and_of_standard_input() -> None:
    assert pandoku("solve", ESCARGOT).out == SOLVED + "\n"
    assert process("solve", stdin=LINE).out == SOLVED + "\n"
    assert pandoku("solve", "-", stdin=LINE).out == SOLVED + "\n"


def test_solve_says_when_the_solution_is_not_the_only_one() -> None:
    result = pandoku("solve", stdin=SEVERAL)
    assert result.returncode == 0
    assert len(result.out.strip()) == 81
    assert result.err == "standard input, line 1: not the only solution\n"


def test_solve_exits_1_when_there_is_no_solution() -> None:
    result = pandoku("solve", stdin=NONE)
    assert (result.returncode, result.out) == (1, "")
    assert result.err == "standard input, line 1: no solution\n"


def test_solve_as_json_holds_the_whole_outcome() -> None:
    told = json.loads(pandoku("solve", "--json", ESCARGOT).out)
    assert told["solutions"] == [[int(c) for c in SOLVED]]
    assert (told["count"], told["complete"], told["stopped"]) == (1, True, None)
    assert told["engine"] == "lanes"
    assert told["stats"]["nodes"] > 0
    assert (told["source"], told["line"]) == (ESCARGOT, 1)


def test_a_bad_puzzle_in_a_stream_is_named_and_the_rest_go_on() -> None:
    result = pandoku("solve", stdin=f"{LINE}\n{LINE[:-1]}\n{LINE}\n")
    assert result.returncode == 2
    assert result.out == f"{SOLVED}\n" * 2
    assert "line 2, column 81: " in result.err
    assert result.err.rstrip().endswith("^")


def test_a_bad_puzzle_in_a_json_stream_is_an_error_object_in_its_place() -> None:
    result = pandoku("solve", "--json", stdin=f"{LINE}\n{'11' + '.' * 79}\n{LINE}\n")
    told = [json.loads(line) for line in result.out.splitlines()]
    assert [("error" in one) for one in told] == [False, True, False]
    assert told[1]["line"] == 2
    assert "row 1 has 1" in told[1]["error"]
    assert result.returncode == 2


def test_thousands_of_lines_stream(tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"{LINE}\n" * 5000)
    assert pandoku("solve", str(path)).out == f"{SOLVED}\n" * 5000


def test_several_files_are_solved_in_order() -> None:
    names = ["four.txt", "mathdoku4.letters"]
    result = pandoku("solve", *(str(EXAMPLES / name) for name in names))
    assert [len(line) for line in result.out.split()] == [16, 16]


@pytest.mark.parametrize(
    "engine", ["backtracking", "brute-force", "dancing-links", "cages", "lanes"]
)
def test_solve_takes_the_engine_named(engine: str) -> None:
    told = json.loads(pandoku("solve", "--json", "--engine", engine, stdin="1.....2..3.....4").out)
    assert (told["engine"], told["count"]) == (engine, 1)


def test_a_budget_that_runs_out_exits_1() -> None:
    result = pandoku("solve", "--engine", "backtracking", "--nodes", "5", ESCARGOT)
    assert (result.returncode, result.out) == (1, "")
    assert "budget" in result.err


def test_output_goes_to_a_file_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    assert pandoku("solve", ESCARGOT, "-o", str(target), "--to", "pretty").out == ""
    assert target.read_text().startswith("+-------+")
    before = target.read_text()
    refused(pandoku("solve", str(tmp_path / "absent"), "-o", str(target)), "absent: ")
    assert target.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_stats_go_to_standard_error() -> None:
    result = pandoku("solve", "--stats", ESCARGOT)
    assert "lanes" in result.err
    assert "nodes" in result.err


# ------------------------------------------------------------------ the other commands


@pytest.mark.parametrize(
    ("text", "arguments", "expected"),
    [
        (LINE, [], "1\n"),
        (SEVERAL, [], "2 or more\n"),
        (NONE, [], "0\n"),
        ("." * 16, ["--limit", "999"], "288\n"),
        ("." * 16, ["--limit", "288"], "288 or more\n"),
        (LINE, ["--limit", "9" * 23, "--engine", "dancing-links"], "1\n"),
    ],
)
def test_count(text: str, arguments: list[str], expected: str) -> None:
    result = pandoku("count", *arguments, stdin=text)
    assert (result.returncode, result.out, result.err) == (0, expected, "")


def test_check_lists_all_defects() -> None:
    result = pandoku("check", stdin="11" + "." * 77 + "22")
    assert result.returncode == 1
    assert result.out.count("error:") == 4
    assert "r1c1 and r1c2" in result.out


def test_check_shows_two_solutions_and_where_they_differ() -> None:
    result = pandoku("check", stdin="." * 16)
    assert result.returncode == 1
    assert "several solutions" in result.out
    told = json.loads(pandoku("check", "--json", stdin="." * 16).out)
    first, second = told["solutions"]
    assert first != second
    assert told["proper"] is False


def test_check_of_a_proper_puzzle_exits_0() -> None:
    assert pandoku("check", ESCARGOT).returncode == 0
    assert json.loads(pandoku("check", "--json", ESCARGOT).out)["proper"] is True


@together(
    "typed, line",
    [
        ("steps a.txt --grid", "explain a.txt --grid --techniques naked-single"),
        ("unique -o b.txt 'my file'", "canonical -o b.txt 'my file' --unique"),
        ("lesson x-wing -o l.html", "techniques x-wing -o l.html"),
        ("help unique", "canonical --unique"),
    ],
)
def test_an_earlier_command_names_the_line_to_type(typed: str, line: str) -> None:
    done = pandoku(*shlex.split(typed))
    assert (done.returncode, done.out) == (2, "")
    assert done.err.endswith(f"; type pandoku {line}\n")


def test_show_draws_boxes_and_cages() -> None:
    sudoku = pandoku("show", ESCARGOT).out
    assert sudoku.splitlines()[1] == "  ┏━━━━━━━━━┳━━━━━━━━━┳━━━━━━━━━┓"
    cages = pandoku("show", str(EXAMPLES / "mathdoku4.letters")).out
    assert "18×" in cages
    plain = pandoku("show", "--ascii", str(EXAMPLES / "mathdoku4.letters")).out
    assert plain.isascii()
    assert "18*" in plain


def test_show_writes_an_svg(tmp_path: Path) -> None:
    target = tmp_path / "p.svg"
    assert pandoku("show", str(EXAMPLES / "killer.txt"), "-o", str(target)).returncode == 0
    assert target.read_text().startswith("<svg")


def test_convert_writes_other_formats_and_refuses_what_it_would_lose() -> None:
    assert pandoku("convert", ESCARGOT, "--to", "grid").out.splitlines()[0] == "1 . . . . 7 . 9 ."
    result = refused(pandoku("convert", str(EXAMPLES / "killer.txt"), "--to", "line"), " cages")
    assert "killer.txt: line 1" in result.err
    titled = pandoku("convert", str(EXAMPLES / "diagonal.json"), "--to", "solo")
    assert titled.err.endswith(": kind, title\n")


def test_watch_without_a_terminal_prints_the_events() -> None:
    result = pandoku("watch", stdin="1.....2..3.....4")
    assert result.returncode == 0
    kinds = {line.split()[0] for line in result.out.splitlines()}
    assert kinds == {"try", "reject", "place", "remove", "backtrack"}
    assert "solved" in result.err


@pytest.mark.turns(3)
def test_race_compares_all_engines() -> None:
    told = [json.loads(line) for line in pandoku("race", "--json", ESCARGOT).out.splitlines()]
    counts = {one["engine"]: one.get("count") for one in told}
    assert counts["lanes"] == counts["dancing-links"] == counts["cages"] == 1
    table = pandoku("race", str(EXAMPLES / "calcudoku5.in")).out
    assert "brute-force" in table
    assert "backtracks" in table


def test_engines_and_formats_are_listed() -> None:
    engines = [json.loads(line)["name"] for line in pandoku("engines", "--json").out.splitlines()]
    assert {"lanes", "cages", "brute-force", "cp-sat"} <= set(engines)
    formats = [json.loads(line)["name"] for line in pandoku("formats", "--json").out.splitlines()]
    assert {"line", "grid", "json", "letters", "cages", "keen", "solo", "killer"} <= set(formats)
    assert "dancing-links" in pandoku("engines").out
    assert "SumoCue" in pandoku("formats").out


def test_help_and_version_need_nothing_heavy() -> None:
    assert "solve" in pandoku("--help").out
    assert pandoku("--version").out.startswith("pandoku, version ")
    code = "import sys, pandoku.cli\nsys.exit(bool({'numpy', 'rich'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ------------------------------------------------------------------ bad input

CAGES = [
    ('{"op":"+","target":3,"cells":[0,16]}', "0..15"),
    ('{"op":"+","target":3,"cells":[0,0]}', "r1c1"),
    ('{"op":"%","target":3,"cells":[0,1]}', "cages[0].op: "),
    ('{"op":"/","target":7,"cells":[0,1]}', " 7 with '/'"),
    ('{"op":"/","target":0,"cells":[0,1]}', " 0 with '/'"),
    ('{"op":"+","target":1.5,"cells":[0,1]}', "cages[0].target: "),
]
FIGURE = "aabb\ncdee\ncfeg\nffhg\na 3 -\nb 1 -\nc 2 /\nd 2 =\ne 5 +\nf 9 *\ng 2 /\n"


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["expected a puzzle, found nothing"]),
        ("\n \n", ["found nothing"]),
        (b"\x7fELF\x00\x01\x02", ["binary"]),
        (b"\xff\xfe\xfa", ["UTF-16"]),
        ("lorem ipsum " * 90_000, ["no format recognizes this text"]),
        ("lorem\n" * 180_000, ["no format"]),
        (LINE[:-1], ["line 1, column 81", "found 80", "^"]),
        (LINE + ".", ["line 1, column 82", "found 82", "^"]),
        (LINE[:5] + "k" + LINE[6:], ["line 1, column 6", "'k'"]),
        ("1 0 0 0\n0 5 0 0\n0 0 0 0\n0 0 0 0\n", ["line 2, column 3", "'5'"]),
        ("11" + "." * 79, ["r1c1 and r1c2"]),
        ("1" + "." * 8 + "1" + "." * 71, ["r1c1 and r2c1"]),
        ("1" + "." * 9 + "1" + "." * 70, ["r1c1 and r2c2"]),
        ('{"size": 1000000000}', ["size", "1 to 36", "1000000000"]),
        ('{"size": -3}', ["size", "1 to 36", "-3"]),
        ('{"size": "9"}', ["size: "]),
        (b"\x89PNG\r\n\x1a\n", ["found a picture; type"]),
        ("%PDF-1.4\n", ["found a PDF; type"]),
        (b"\x1f\x8b\x08\x00", ["found a packed file; unpack it"]),
        ("<!DOCTYPE html>\n<html>", ["found a web page; copy only the puzzle"]),
        ("." * 1296, ["at most 1225 characters (35x35)", "rows of numbers with spaces"]),
        ("[" * 5_000 + "]" * 5_000, ["no format"]),
        ('{"a":' * 5_000, ["nested", "line 1"]),
        ('{"size": 4, "givens": [1', ["not JSON"]),
        ("[[__import__('os').system('echo pwned')]]", ["line 1, column 3"]),
        (FIGURE, ["'h'", "line 4, column 3"]),
        (FIGURE + "h 4 =\nz 4 =\n", ["'z'", "line 13"]),
        (FIGURE + "h 4 =\na 4 +\n", ["'a'", "line 5", "line 13"]),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else None,  # some texts are huge
)
def test_bad_text_gets_one_clear_message(text: str | bytes, words: list[str]) -> None:
    refused(pandoku("solve", stdin=text), *words)


@pytest.mark.parametrize(("cage", "named"), CAGES)
def test_a_bad_cage_is_named(cage: str, named: str) -> None:
    refused(pandoku("solve", stdin='{"size":4,"box":null,"cages":[' + cage + "]}"), named)


def test_a_line_of_200_megabytes_is_refused_without_reading_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    with path.open("wb") as stream:
        stream.write(b"." * 5_000_000)
        stream.truncate(200_000_000)
    refused(pandoku("solve", str(path)), " 4,000,000 ")


@together(
    "arguments, words",
    [
        (["solve", "--from", "lines"], ["'lines'", "try line"]),
        (["solve", "--to", "jsn"], ["'jsn'", "json"]),
        (["solve", "--engine", "dancing"], ["'dancing'", "dancing-links"]),
        (["solve", "--budget", "fast"], ["--budget", "10s"]),
        (["solve", "--limit", "0"], ["--limit", "a number of solutions", "found '0'"]),
        (["count", "--limit", "zero"], ["a number of solutions", "found 'zero'"]),
        (["solve", "--nth", "zero"], ["a whole number of at least 1, found 'zero'"]),
        (["hint", "--level", "6"], ["of at least 0 and at most 5, found '6'"]),
        (["watch", "--speed", "nan"], ["a number above 0, found 'nan'"]),
        (["solve", "--without", "cagez"], ["no rule 'cagez'; `pandoku constraints` lists"]),
        (["generate", "--cage-sizes", "2..4"], ["--cage-sizes works only with calcudoku and "]),
        (["generate", "--hide-operations"], ["--hide-operations works only with calcudoku, "]),
        (["generate", "--givens", "30..20"], ["the lower number of givens first"]),
        *(
            (["generate", option, "absent"], ["absent: no such file"])
            for option in ("--pattern", "--solution", "--like", "--regions")
        ),
        (["generate", "--pattern", "absent/../x.txt"], ["x.txt: no such file or directory"]),
        (["generate", "--like", "/"], ["/: is a directory"]),
        (["check", "1.....2..3.....4", "--grid", "1234"], ["16 digits, found 4"]),
        (["check", "1.....2..3.....4", "--grid", "absent.txt"], ["absent.txt: no such file"]),
        (["play", "--new", __file__, "--plain"], ["either FILE or --new, found both"]),
        (["play", "--new", "gone.txt", "--plain"], ["found both (gone.txt: no such file or"]),
        (["play", "--daily", "tomorrow", "--plain"], ["variant, or a date such as "]),
        (["batch", "plan"], ["no command 'plan' in pandoku batch; `pandoku batch --help` lists"]),
        (["--solve", "1"], ["there is no option '--solve'; type pandoku solve"]),
        (["solve", "--input", "1"], ["write FILE without an option"]),
        (["solve", "--jobs", "2"], ["there is no option '--jobs'; try --threads"]),
        (["solve", "--size", "9"], ["'--size'; `pandoku solve --help` lists the options"]),
        (["solve", "--steps"], ["'--steps'; for reasons: pandoku explain FILE"]),
        (["batch", "ratte"], ["in pandoku batch; try rate", "`pandoku batch --help` lists"]),
        (["slove"], ["there is no command 'slove'; try solve"]),
        (["help", "exlain"], ["'exlain'; try explain"]),
        (["zzz"], ["'zzz'; `pandoku --help`"]),
        (["worksheet"], ["'worksheet'; ", ": pandoku print FILE -o"]),
        (["Version"], ["'Version'; ", ": pandoku --version"]),
        (["puzzle.txt"], [": pandoku solve puzzle.txt"]),
        (["1.....2..3.....4"], [": pandoku solve 1.....2..3.....4"]),
        (["solve", "--file", "x"], ["'--file'; write FILE "]),
        (["generate", "--kind", "killer"], ["'--kind'; write KIND "]),
        (["generate", "--size=6"], ["'--size'; write ORDER "]),
        (["solve", "--treads"], ["try --threads"]),
        (["solve", "--engine", "tdoku"], ["'tdoku'; try auto, backtracking"]),
        (["techniques", "naked"], ["'naked'; try naked-single, naked-pair"]),
        (["techniques", "x-wings"], ["'x-wings'; try x-wing"]),
        (["help", "solve", "x"], ["'solve' 'x'; try pandoku help solve"]),
        (["generate", "-n", "3"], ["'-n'; try --count"]),
        (["generate", "--number", "3"], ["'--number'; try --count"]),
        (["generate", "--with", "thermometer"], ["'--with'; try --constraints"]),
        (["generate", "thermometer"], ["a constraint, not a kind: --constraints thermometer"]),
        (["generate", "--clues", "30"], ["'--clues'; try --givens"]),
        (["solve", "--format", "line"], ["'--format'; try --to or --from"]),
        (["solve", "[[1,2],[3,4]]"], ["command line: line 1, column 9: "]),
        *((["solve", "--budget", text], ["10s", text]) for text in ("nan", "0", "-1s", "nans")),
        (["solve", "--budget", "1e6"], ["10s", "; for a number, type --nodes 1e6"]),
        (["hint", "--budget", "500k"], ["found '500k'\n"]),
        (["rate", "--budget", "10s"], ["'--budget'; try --looks"]),
        (["solve", "53..7...."], ["53..7....: ", "; a puzzle "]),
        (["solve", "53..7...." * 2], ["command line: line 1, column", " 16 "]),
        (["solve", "https://sudokupad.app/sclN4Ig"], ["command line: ", "SudokuPad", "cut off"]),
        (["solve", f"https://example.org/x.htm?bd={'0' * 81}"], ["'x', "]),
        (["convert", '{"size": 4, "cage": []}'], ["cage: ", " cages?"]),
        (
            ["convert", "--to", "line", '{"size": 1, "grid": [[{}]], "killercage": [1]}'],
            ["command line: line 1: killercage[0]: "],
        ),
        (["solve", "-o", "k.png"], ["`pandoku draw`"]),
        (["convert", "-o", "k.pdf"], ["`pandoku draw`"]),
        (["solve", "absent.txt"], ["absent.txt: "]),
        (["solve", "."], [".: "]),
        (["watch", "--engine", "lanes"], ["lanes ", "; try"]),
    ],
)
def test_bad_use_is_explained(arguments: list[str], words: list[str], tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(LINE)
    refused(pandoku(*arguments, stdin=LINE, cwd=tmp_path), *words)
    assert [path.name for path in tmp_path.iterdir()] == ["puzzle.txt"]


def test_missing_permission_is_reported(tmp_path: Path) -> None:
    target = tmp_path / "sealed" / "out.txt"
    target.parent.mkdir(mode=0o500)
    if os.geteuid() == 0:  # root may write almost anywhere, but not here
        target = Path("/proc/pandoku/out.txt")
    refused(pandoku("solve", ESCARGOT, "-o", str(target)), f"{target}: ")


@pytest.mark.turns(3)
def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"{LINE}\n" * 20_000)
    command = f"'{sys.executable}' -m pandoku solve '{path}' | head -n 1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert result.stdout == SOLVED + "\n"
    assert result.stderr == ""


@pytest.mark.turns(3)
def test_ctrl_c_stops_at_once_and_leaves_nothing(tmp_path: Path) -> None:
    puzzle = tmp_path / "empty.txt"
    puzzle.write_text("." * 225 + "\n")
    commands = (
        ["count", "--limit", "1000000000000"],
        ["solve", "--engine", "brute-force", "-o", str(tmp_path / "out")],
        ["count", "--limit", "1000000000000", "--engine", "cages"],
        ["watch"],
    )
    processes = [
        subprocess.Popen(
            [*COMMAND, *arguments, str(puzzle)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for arguments in commands
    ]
    time.sleep(2)  # all are well into the search, which would take years
    for arguments, each in zip(commands, processes, strict=True):
        each.send_signal(signal.SIGINT)
        _, err = each.communicate(timeout=20)
        assert each.returncode == 130, (arguments, err)
        assert err.strip().splitlines()[-1] == "stopped", arguments
    assert [path.name for path in tmp_path.iterdir()] == ["empty.txt"]


@together("word", MEANT_BY_COMMAND)
def test_a_word_that_is_not_a_command_leads_to_one_that_is(word: str) -> None:
    way_out = MEANT_BY_COMMAND[word]
    assert way_out in refused(pandoku(word), f"'{word}'").err
    command, options = re.findall(r"pandoku (--version|--help|\w+)(.*)", way_out)[0]
    told = pandoku(*([command] if command[0] == "-" else [command, "--help"])).out
    assert all(option in told for option in re.findall(r"(?<= )-+\w+", options))


def test_a_command_collects_garbage_again() -> None:
    gc.disable()  # as the entry point does
    try:
        assert CliRunner().invoke(cli, ["help", "play"]).exit_code == 0
        assert gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()
