"""Steps: the output file byte for byte, and no output file when the input is no Sudoku."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

PROGRAM = "steps/sudoku.py"
DASHES = b"-" * 18
LINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
STUCK = "900008000000032000680901070809520030200000005040093708020309064000280000000600003"


def grid(line: str) -> bytes:
    return "\n".join(" ".join(line[row : row + 9]) for row in range(0, 81, 9)).encode()


def solve(run: Any, folder: Path, data: bytes) -> tuple[Any, bytes | None]:
    source, target = folder / "input.txt", folder / "output.txt"
    source.write_bytes(data)
    done = run(PROGRAM, source, target)
    return done, target.read_bytes() if target.exists() else None


def test_every_step_is_written_with_the_grid_after_it(run: Any, tmp_path: Path) -> None:
    done, out = solve(run, tmp_path, grid(LINE))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert out is not None
    head = DASHES + b"\nStep 1 - 5 @ R5C5\n" + DASHES + b"\n5 3 0 0 7 0 0 0 0\n"
    assert out.startswith(head)
    assert out.endswith(
        b"\nStep 51 - 1 @ R9C7\n" + DASHES + b"\n" + grid(SOLUTION) + b"\n" + DASHES
    )
    assert out.count(b"Step ") == 51


def test_each_step_fills_one_empty_cell_that_its_heading_names(run: Any, tmp_path: Path) -> None:
    _, out = solve(run, tmp_path, grid(LINE))
    assert out is not None
    before = list(LINE)
    blocks = out.decode().split(DASHES.decode() + "\n")
    for number, (heading, rows) in enumerate(zip(blocks[1::2], blocks[2::2], strict=True), 1):
        after = rows.removesuffix(DASHES.decode()).replace(" ", "").replace("\n", "")
        (cell,) = (i for i in range(81) if before[i] != after[i])
        expected = f"Step {number} - {after[cell]} @ R{cell // 9 + 1}C{cell % 9 + 1}\n"
        assert heading == expected
        assert before[cell] == "0"
        before = list(after)


@pytest.mark.parametrize(
    "data",
    [
        grid(LINE) + b"\n",
        grid(LINE) + b"\n\n \n",
        grid(LINE).replace(b"\n", b"\r\n"),
        grid(LINE).replace(b"\n", b" \n  "),
        grid(LINE).replace(b" ", b"   "),
        grid(LINE).replace(b" ", b"\t"),
        b"\n\n" + grid(LINE).replace(b"\n", b"\n\n"),
        b"\xef\xbb\xbf" + grid(LINE),
        b"\n".join(b"%d " % i + row for i, row in enumerate(grid(LINE).split(b"\n"), 1)),
        b"\n\n".join(b"%d " % i + row for i, row in enumerate(grid(LINE).split(b"\n"), 1)) + b"\n",
    ],
    ids=[
        "end",
        "blank-end",
        "crlf",
        "trailing",
        "wide",
        "tabs",
        "blank-lines",
        "bom",
        "numbered",
        "numbered-blank",
    ],
)
def test_blanks_line_ends_and_line_numbers_do_not_matter(
    data: bytes, run: Any, tmp_path: Path
) -> None:
    _, expected = solve(run, tmp_path, grid(LINE))
    done, out = solve(run, tmp_path, data)
    assert (done.returncode, out) == (0, expected)


def test_a_full_grid_has_only_the_closing_line(run: Any, tmp_path: Path) -> None:
    done, out = solve(run, tmp_path, grid(SOLUTION))
    assert (done.returncode, done.stderr, out) == (0, b"", DASHES)


def test_a_hard_puzzle_gets_stuck_after_the_steps_there_are(run: Any, tmp_path: Path) -> None:
    done, out = solve(run, tmp_path, grid(STUCK))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"stuck" in done.stderr
    assert out is not None
    assert out.count(b"Step ") == 5
    assert out.endswith(b"\n" + DASHES)


def test_a_puzzle_without_any_single_gets_stuck_at_once(run: Any, tmp_path: Path) -> None:
    done, out = solve(run, tmp_path, grid("0" * 81))
    assert (done.returncode, out) == (1, DASHES)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", b"found none"),
        (b"\n\n", b"found none"),
        (grid(LINE)[:-2], b"line 9"),
        (grid(LINE)[:-18], b"line 8: expected 9 rows"),
        (grid(LINE) + b" 1", b"line 9"),
        (grid(LINE) + b"\n" + grid(LINE)[:17], b"line 10"),
        (grid(LINE).replace(b"9", b"x9", 1), b"line 2, column 9"),
        (grid(LINE).replace(b"8", b"10", 1), b"line 3"),
        (b"\n\n" + grid(LINE).replace(b"9", b"y", 1), b"line 4, column 9"),
        (grid(LINE).replace(b"5 3 0", b"5 5 0", 1), b"row 1 has 5 at r1c1 and r1c2"),
        (LINE.encode(), b"expected"),
        (b"1 2 3 4\n" * 4, b"9 rows of 9"),
        (b"\xff\xfe", b"0xff"),
        (b"0 0 0 0 \x00 0 0 0 0\n" * 9, b"zero byte"),
    ],
)
def test_an_input_that_is_not_a_sudoku_is_reported_and_nothing_is_written(
    data: bytes, message: bytes, run: Any, tmp_path: Path
) -> None:
    done, out = solve(run, tmp_path, data)
    assert (done.returncode, done.stdout, out) == (2, b"", None)
    assert message in done.stderr


def test_wrong_arguments_get_the_usage(run: Any, tmp_path: Path) -> None:
    for args in ([], ["in.txt"], ["in.txt", "out.txt", "more"]):
        done = run(PROGRAM, *args)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"usage: python3 sudoku.py INPUT OUTPUT" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_missing_input_is_named_and_no_output_made(run: Any, tmp_path: Path) -> None:
    done = run(PROGRAM, tmp_path / "absent", tmp_path / "out")
    assert done.returncode == 2
    assert b"absent: no such file or directory" in done.stderr
    assert not (tmp_path / "out").exists()


def test_an_output_that_cannot_be_written_is_named(run: Any, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(grid(LINE))
    done = run(PROGRAM, tmp_path / "in", tmp_path / "no" / "out")
    assert done.returncode == 2
    assert b"out: no such file or directory" in done.stderr


@pytest.mark.parametrize(
    "case",
    [
        ("i1.txt", "o1.txt", 0),
        ("i2.txt", "o2.txt", 0),
        ("already_solved.in", "already_solved.out", 0),
        ("stuck_hard.in", "stuck_hard.out", 1),
        ("wikipedia.in", "wikipedia.out", 0),
    ],
)
def test_published_output_files_are_reproduced(
    case: tuple[str, str, int], shared: Path, run: Any, tmp_path: Path
) -> None:
    source, expected, code = case
    done = run(PROGRAM, shared / "003" / source, tmp_path / "out")
    assert (done.returncode, done.stdout) == (code, b"")
    assert (tmp_path / "out").read_bytes() == (shared / "003" / expected).read_bytes()
