"""Output is wrapped at the width of the terminal, and never in a pipe or a file."""

import io
from contextlib import suppress
from pathlib import Path

import pytest

from pandoku.cli import cli
from pandoku.cli.output import paint, print_table
from pandoku.cli.wrapping import in_lines
from pandoku.draw import draw
from tests.cli.command import on_a_terminal, pandoku
from tests.data import EXAMPLES

NARROW = {"COLUMNS": "40", "NO_COLOR": "1"}


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("COLUMNS", "60")
    return Terminal()


def test_a_long_line_is_broken_between_words(terminal: Terminal) -> None:
    text = "1. " + "word " * 30 + "end\nshort"
    lines = in_lines(text, terminal, hanging=3).split("\n")
    assert max(map(len, lines)) <= 60
    assert [line[:4] for line in lines] == ["1. w", "   w", "   w", "shor"]
    assert " ".join(" ".join(lines).split()) == " ".join(text.split())
    assert in_lines(text, io.StringIO()) == text


def test_indentation_and_long_words_stay(terminal: Terminal) -> None:
    assert in_lines("  " + "a " * 40, terminal).startswith("  a a")
    assert in_lines("  " + "a " * 40, terminal).split("\n")[1].startswith("  a")
    puzzle = "1" * 81
    assert puzzle in in_lines(f"the closest: {puzzle}", terminal).split("\n")


def test_a_picture_without_room_is_never_torn(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    large, small = draw("16" + "." * 254), draw("12.." + "." * 12)
    paint(terminal, small, small)
    assert len(terminal.getvalue().splitlines()) == 8
    paint(narrow := Terminal(), large)
    rows = narrow.getvalue().splitlines()
    assert [len(row) for row in rows] == [47] * 16
    assert rows[0].split()[:3] == ["1", "6", "."]
    assert "needs 72 columns, and the terminal has 60: these are only its digits" in (
        capsys.readouterr().err
    )
    monkeypatch.setenv("COLUMNS", "25")
    paint(below := Terminal(), small, small)
    assert len(below.getvalue().splitlines()) == 16
    paint(nothing := Terminal(), large)
    assert nothing.getvalue() == ""
    assert "has 25: nothing is drawn" in capsys.readouterr().err
    paint(pipe := io.StringIO(), large)
    assert max(map(len, pipe.getvalue().splitlines())) > 60


def test_a_table_without_room_becomes_paragraphs(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = ("technique", "pandoku", "se", "what it is")
    rows = [("full-house", "1.0 (easy)", "1.0 (easy)", "one cell is empty"), ("odd", "", "", "x")]
    monkeypatch.setattr("sys.stdout", terminal)
    print_table(heads, rows)
    assert "technique" in terminal.getvalue().split("\n")[0]
    assert len(terminal.getvalue().splitlines()) == 3
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("sys.stdout", narrow := Terminal())
    print_table(heads, [(each[0] + "-of-a-line", *each[1:]) for each in rows])
    assert narrow.getvalue().split("\n") == [
        "full-house-of-a-line",
        "    pandoku: 1.0 (easy); se: 1.0 (easy)",
        "    what it is: one cell is empty",
        "odd-of-a-line",
        "    what it is: x",
        "",
    ]


def test_numbers_of_a_table_are_aligned_on_the_right(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", terminal)
    print_table(("engine", "time"), [("lanes", "9 us"), ("cages", "12.50 ms")], ("time",))
    rows = [line.rstrip() for line in terminal.getvalue().splitlines()]
    assert rows[1:] == ["lanes       9 us", "cages   12.50 ms"]


def test_check_and_race_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.chdir(EXAMPLES)  # a long path is a long word, and is never broken
    for command in (
        ["check", "four.txt"],
        ["check", "four.txt", "--grid", "1234" * 4],
        ["check", "four.txt", "--why", "--with", "thermometer r1c1 r1c2 r1c3 r1c4"],
        ["race", "four.txt", "--engine", "backtracking", "--engine", "naked-singles"],
        ["race", "four.txt", "--engine", "cages", "--with", "thermometer r1c1 r1c2"],
    ):
        monkeypatch.setattr("sys.stdout", narrow := Terminal())
        with suppress(SystemExit):
            cli(command, prog_name="pandoku")
        assert 2 <= max(map(len, narrow.getvalue().split("\n"))) <= 30, command


def test_a_sum_and_the_digits_of_a_way_stay_in_one_line(terminal: Terminal) -> None:
    for filler in range(20, 60):
        text = "x" * filler + " is 2 9 or 14 + 13 = 27. So r8c2 is 4."
        lines = in_lines(text, terminal).split("\n")
        assert not any(line.endswith((" 2", " 14", " +", " is")) for line in lines[1:])
        assert " ".join(lines) == text


@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "--long", str(EXAMPLES / "killer6.json")),
        ("explain", str(EXAMPLES / "killer6.json")),
        ("hint", "--level", "5", str(EXAMPLES / "killer6.json")),
        ("techniques", "x-wing"),
        ("constraints", "arrow"),
        ("techniques",),
    ],
)
def test_nothing_is_wrapped_in_a_pipe(arguments: tuple[str, ...]) -> None:
    narrow, wide = (pandoku(*arguments, env={"COLUMNS": columns}).out for columns in ("40", "300"))
    assert narrow == wide
    assert max(map(len, narrow.split("\n"))) > 60


def test_texts_and_messages_fit_a_terminal(tmp_path: Path) -> None:
    killer = str(EXAMPLES / "killer6.json")
    for arguments in (("explain", "--long", killer), ("hint", "--level", "5", killer)):
        shown, _ = on_a_terminal(*arguments, env=NARROW)
        shown = shown.rpartition("\x1b[2K")[2]  # without the progress, which a slow machine shows
        assert max(map(len, shown.split("\n"))) <= 40
        assert " ".join(pandoku(*arguments).out.split()) == " ".join(shown.split())
    for wrong in ("hint", "--level", "7", killer), ("solve", "1.....2..3.....9"):
        shown, _ = on_a_terminal(*wrong, env=NARROW)
        told = [line for line in shown.split("\n") if not line.startswith(("Usage", "Try"))]
        assert max(map(len, told)) <= 40
        plain = " ".join(pandoku(*wrong, env={"COLUMNS": "40"}).err.split())
        assert plain == " ".join(shown.split())
