"""Plain puzzles are answered as Batches, with the same output as single puzzles."""

import json
import subprocess
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pandoku import Geometry, Puzzle
from pandoku.cli import cli, input
from pandoku.formats import Item, Lines, _batches, items, items_and_batches, line
from pandoku.model import Batch
from tests.cli.command import COMMAND
from tests.data import by_default
from tests.in_full import in_full

NINE = b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
TWICE = b"11" + b"." * 79  # a bad puzzle with equal givens
NONE = b"12345678." + b"." * 8 + b"9" + b"." * 63  # no solution, and no defect
SEVERAL = NINE.replace(b"1", b".")
FOUR, FOUR_NONE, FOUR_SEVERAL = b"1.....2..3.....4", b"123....4........", b"1" + b"." * 15
SIXTEEN = bytes(ord("123456789ABCDEFG"[(4 * (r % 4) + r // 4 + c) % 16])
                for r in range(16) for c in range(16)).replace(b"7", b"0")  # fmt: skip

PLAIN = (NINE, NINE.replace(b".", b"0"), TWICE, NONE, FOUR, FOUR_NONE, SIXTEEN, SIXTEEN.lower())
ODD = (
    b"",
    b"   ",
    b"# a comment",
    b"#" + NINE,
    NINE + b" # 17",
    NINE + b"\r",
    b" " + NINE + b"\t",
    NINE.replace(b".", b" "),
    NINE.replace(b".", b"*"),
    NINE[:-1],
    NINE + b".",
    NINE[:40] + b"!" + NINE[41:],
    NINE[:40] + b"\xc3\xa9" + NINE[42:],
    b"G" * 16,
    b"1",
)
FATAL = (NINE[:40] + b"\0" + NINE[41:], NINE[:40] + b"\xff" + NINE[41:])

runs = st.tuples(st.sampled_from(PLAIN), st.integers(1, 9)).map(lambda run: [run[0]] * run[1])
odd_lines = st.sampled_from(ODD).map(lambda line: [line])
fatal_lines = st.sampled_from(FATAL).map(lambda line: [line])


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    """Files of plain and odd lines, with and without a byte order mark and a last newline."""
    groups = draw(st.lists(st.one_of(runs, runs, odd_lines), max_size=12))
    if draw(st.integers(0, 3)) == 0:
        groups += [draw(fatal_lines), draw(runs)]
    mark = draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf"]))
    end = draw(st.sampled_from([b"\n", b"\n", b"\r\n"]))
    return mark + end.join(chain.from_iterable(groups)) + draw(st.sampled_from([end, b""]))


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of some lines that cross every border of buffers, chunks and batches."""
    monkeypatch.setattr(_batches, "_FEW", 1)
    monkeypatch.setattr(input, "_FIRST_GROUP", 3)
    monkeypatch.setattr(input, "_BUFFER", 700)


def pandoku(*arguments: object) -> tuple[bytes, bytes, int]:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    return result.stdout_bytes, result.stderr_bytes, result.exit_code


# With a budget, even a boundless one, puzzles go one by one.
ONE_BY_ONE = ("--nodes", "1e15")
ANY = settings(deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.turns(3)
@pytest.mark.parametrize("command", ["solve", "count"])
@settings(
    max_examples=by_default(30, full=1000), deadline=None, suppress_health_check=list(HealthCheck)
)
@given(texts(), st.sampled_from([(), ("--from", "line")]), st.sampled_from(["1", "2", "3"]))
def test_batches_are_answered_like_puzzles_one_by_one(
    tmp_path: Path, command: str, text: bytes, options: tuple[str, ...], limit: str
) -> None:
    (tmp_path / "puzzles").write_bytes(text)
    arguments = (command, tmp_path / "puzzles", *options, "--limit", limit)
    assert pandoku(*arguments) == pandoku(*arguments, *ONE_BY_ONE)


@settings(
    max_examples=by_default(30, full=1000), deadline=None, suppress_health_check=list(HealthCheck)
)
@given(texts())
def test_batches_hold_what_the_lines_hold(text: bytes) -> None:
    def told(item: Item) -> tuple[int, Puzzle | str]:
        return item.line, item.value if isinstance(item.value, Puzzle) else str(item.value)

    def everything(
        read: Callable[[Lines, str], Iterator[Item | Batch]],
    ) -> list[tuple[int, Puzzle | str] | str]:
        found: list[tuple[int, Puzzle | str] | str] = []
        try:
            for each in read(Lines(BytesIO(text)), "line"):
                if isinstance(each, Batch):
                    found += zip(each.origins or (), each, strict=True)
                else:
                    found.append(told(each))
        except ValueError as error:
            found.append(str(error))
        return found

    assert in_full(everything(items_and_batches)) == in_full(everything(items))


@pytest.mark.turns(3)
@settings(
    max_examples=by_default(30, full=1000), deadline=None, suppress_health_check=list(HealthCheck)
)
@given(texts())
def test_check_finds_the_same_in_batches(tmp_path: Path, text: bytes) -> None:
    def findings(*options: str) -> tuple[list[bytes], bytes, int]:
        out, err, status = pandoku("check", tmp_path / "puzzles", *options)
        # The choice of two solutions, and drawing them, depends on the other puzzles.
        lines = [line for line in out.splitlines() if b", line " in line or b"error: " in line]
        return lines, err, status

    (tmp_path / "puzzles").write_bytes(text)
    assert findings() == findings(*ONE_BY_ONE)


def test_check_sums_up_many_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "puzzles"
    file.write_bytes(b"\n".join([NINE] * 1200 + [SEVERAL, NONE, TWICE, NINE[1:]]) + b"\n")
    out, err, status = pandoku("check", file)
    assert status == 2
    assert err.decode().splitlines()[-1] == (
        "1,204 puzzles: 1,200 proper, 1 several solutions, 1 no solution, 1 impossible, "
        "1 unreadable"
    )
    assert out.count(b": proper\n") == 1200
    assert b"two of its solutions differ in" in out
    lines = pandoku("check", "--json", file)[0].splitlines()
    assert [json.loads(line)["line"] for line in lines] == list(range(1, 1205))
    assert sum(json.loads(line).get("proper", False) for line in lines) == 1200


def test_with_several_solutions_one_of_them_is_written(tmp_path: Path) -> None:
    puzzles = [NINE, SEVERAL, NINE, NINE, SEVERAL, SEVERAL, NINE]
    file = tmp_path / "puzzles"
    file.write_bytes(b"\n".join(puzzles) + b"\n")
    out, err, status = pandoku("solve", file)
    assert (err, status) == pandoku("solve", file, *ONE_BY_ONE)[1:]
    places = [line.partition(": ")[0] for line in err.decode().splitlines()]
    assert places == [f"{file}, line {n}" for n in (2, 5, 6)]
    for puzzle, solution in zip(puzzles, out.decode().split(), strict=True):
        givens = tuple(map(int, puzzle.decode().replace(".", "0")))
        assert Puzzle(9, givens).accepts(tuple(map(int, solution)))
    assert pandoku("count", file)[0].decode().splitlines() == [
        "1",
        "2 or more",
        "1",
        "1",
        "2 or more",
        "2 or more",
        "1",
    ]


def test_a_plain_file_is_read_in_batches_and_an_odd_line_costs_only_its_neighbors() -> None:
    text = b"\n".join([NINE] * 500 + [b"# odd"] + [NINE] * 500) + b"\n"
    found = list(items_and_batches(Lines(BytesIO(text)), "line"))
    batches = [each for each in found if isinstance(each, Batch)]
    assert sum(map(len, batches)) + len(found) - len(batches) == 1000
    assert sum(map(len, batches)) > 980
    firsts = [batch.origin(0) for batch in batches]
    assert firsts == sorted(firsts)


@pytest.mark.parametrize("order", [1, 4, 9, 16, 35])
def test_characters_are_those_of_a_written_line(order: int) -> None:
    geometry = Geometry.sudoku(order)
    cells = bytes(cell % (order + 1) for cell in range(order * order))
    written = line.FORMAT.write(Puzzle(geometry, tuple(cells)))
    assert line.characters(cells).decode() + "\n" == written


@pytest.mark.turns(3)
def test_a_long_pipe_is_answered_whole_and_in_order() -> None:
    puzzles = [FOUR, FOUR.translate(bytes.maketrans(b"1234", b"4321"))] * 20_000
    solved = [b"1243342143122134", b"4312213412433421"] * 20_000
    done = subprocess.run(
        [*COMMAND, "solve"],
        input=b"\n".join(puzzles),
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert (done.stdout.split(), done.stderr) == (solved, b"")
