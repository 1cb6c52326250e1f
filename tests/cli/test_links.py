"""Links in place of files: every command opens them, and reports the interpretation."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandoku import loads
from pandoku.formats import FORMATS, link
from tests.cli.command import pandoku

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
LINKED = [form.name for form in FORMATS.values() if form.link]


@pytest.mark.parametrize("name", LINKED)
def test_a_link_is_solved_drawn_converted_and_played(name: str, tmp_path: Path) -> None:
    address = link(NINE, name)
    assert pandoku("solve", address).out == SOLVED + "\n"
    message = f"See <{address}>, it is fun"
    assert pandoku("solve", message).out == SOLVED + "\n"
    assert pandoku("convert", address, "--to", "line").out == NINE + "\n"
    assert pandoku("draw", address, "-o", str(tmp_path / "nine.svg")).returncode == 0
    played = pandoku("play", "--plain", address, stdin="r1c3 4\nquit\n")
    assert (played.returncode, "Sudoku 9x9" in played.out) == (0, True)


@pytest.mark.parametrize("name", LINKED)
def test_a_puzzle_converted_to_a_format_with_links_opens_there(name: str) -> None:
    assert loads(pandoku("convert", NINE, "--to", name).out) == loads(NINE)


def test_a_link_that_the_shell_cut_off_says_so_in_one_line() -> None:
    done = pandoku("solve", "https://www.f-puzzles.com/?theme=dark")
    assert (done.returncode, done.out) == (2, "")
    assert done.err.startswith("command line: ")
    assert all(words in done.err for words in ("f-puzzles", "?load=N4Ig...", "quotes"))
    assert done.err.count("\n") == 1
    done = pandoku("solve", link(NINE, "sudoku-maker")[:-60])
    assert (done.returncode, done.out, done.err.count("\n")) == (2, "", 1)
    assert " cut off; copy " in done.err


def test_a_note_on_what_was_read_offers_the_option_only_for_a_choice_of_formats() -> None:
    done = pandoku("solve", f"Can you solve {NINE} without a guess?")
    assert done.out == SOLVED + "\n"
    assert done.err.startswith("command line, line 1: read ")
    assert "--from" not in done.err
