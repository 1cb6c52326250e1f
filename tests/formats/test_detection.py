"""Texts are read as what a person means, without naming the format."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path
from time import process_time

import pytest

from pandoku.errors import FormatError
from pandoku.formats import (
    FORMATS,
    Item,
    Lines,
    dumps,
    dumps_many,
    foreign_text,
    get_format,
    items,
    items_and_batches,
    load,
    loads,
    loads_board,
    read,
    reads,
    sniff,
)
from pandoku.formats._refusals import blanks_only, multigrid
from pandoku.formats._rewriting.rewriting import Rewriting
from pandoku.formats.line import is_plain
from pandoku.model import Batch, Board, Cage, Geometry, Puzzle
from tests.data import ESCARGOT, IS_FULL, by_default
from tests.formats.reading import error_of
from tests.formats.test_conformance import full, partition, rules
from tests.in_full import in_full
from tests.together import together

ORDERS = (1, 2, 3, 4, 5, 6, 9, 10, 16, 36, *((25, 31, 35) if IS_FULL else ()))
TITLES = (None, "Number 7", "37", "1234", "A 8+", "# 5", ". . .", "a: b")


# ------------------------------------------------------------------ what we write, we read


def shown(order: int, share: float, rng: random.Random) -> Puzzle:
    """A Sudoku whose givens are about this share of a solution."""
    geometry = Puzzle(order).geometry
    digits = rng.sample(range(1, order + 1), order)
    solution = [digits[d - 1] for d in full(order, geometry.box)]
    return Puzzle(geometry, tuple(d if rng.random() < share else 0 for d in solution))


def restricted(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle with fewer candidates, several for most cells."""
    masks = Board.start(puzzle).masks
    some = [mask & rng.getrandbits(puzzle.order) for mask in masks]
    pairs = zip(some, masks, strict=True)
    return puzzle.replace(candidates=tuple(m if m.bit_count() > 1 else all_ for m, all_ in pairs))


def caged(puzzle: Puzzle, rng: random.Random, *, operations: str, repeats: bool) -> Puzzle:
    cages = []
    for cells in partition(puzzle.order, rng.randint(1, 4), rng.randrange(1000)):
        sign = "=" if len(cells) == 1 and repeats else rng.choice(operations)
        cages.append(Cage(sign, rng.randint(1, puzzle.order), tuple(cells), repeats))
    return puzzle.replace(cages=tuple(cages))


@cache
def collections(order: int) -> list[list[Puzzle]]:
    """Return lists of one and a few puzzles of each kind, and as many as a line has characters."""
    return list(_collections(order))


def _collections(order: int) -> Iterator[list[Puzzle]]:
    rng = random.Random(order)
    sizes = (1, 3, order * order) if order < 6 else (1, 3)
    for share in (0.0, 0.1, 0.4, 1.0) if order < 10 else (0.0, 0.2, 1.0):
        for n in sizes:
            plain = [shown(order, share, rng) for _ in range(n)]
            yield plain
            yield [restricted(puzzle, rng) for puzzle in plain[:3]]
    if order < 10:
        latin = Puzzle(Geometry(order, None))
        for n in sizes:
            yield [caged(Puzzle(order), rng, operations="+", repeats=False) for _ in range(n)]
            yield [caged(latin, rng, operations="+", repeats=True) for _ in range(n)]
            yield [caged(latin, rng, operations="+*", repeats=True) for _ in range(n)]


@pytest.mark.turns(3)
@together("order", ORDERS)
@together("name", list(FORMATS))
def test_many_puzzles_of_a_format_are_read_back_by_detection_alone(name: str, order: int) -> None:
    module = get_format(name)
    every = collections(order)
    drawn = random.Random(f"{name} {order}").sample(every, len(every))
    lists = ([p for p in each if module.why_not(p) is None] for each in drawn)
    most = by_default(2 if order < 16 else 1, full=99)
    for written in islice(filter(None, lists), most):
        text = "".join(dumps_many(written, name))
        assert [*map(rules, reads(text, format=None))] == [*map(rules, written)], text


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("name", "key"),
    [
        (name, key)
        for name, module in FORMATS.items()
        for key in ("id", "kind", "title", "author", "source")
        if key in module.keeps
    ],
)
def test_what_is_said_of_each_puzzle_is_read_back_by_detection_alone(name: str, key: str) -> None:
    module = get_format(name)
    rng = random.Random(key)
    orders = (2, 4, 9, 16, 25)
    for first in range(len(TITLES)):  # the first text decides more than the others
        for order in rng.sample(orders, by_default(1, full=len(orders))):
            puzzles = [shown(order, 0.1, rng).replace(**{key: text}) for text in TITLES[first:]]
            written = [p for p in puzzles if module.why_not(p) is None]
            assert in_full(list(reads("".join(dumps_many(written, name)) or "1"))) == (
                in_full(written or [Puzzle(1, (1,))])
            )


@pytest.mark.turns(4)
@pytest.mark.parametrize("order", [2, 3, 4, 9, 10, 16, *((25, 35) if IS_FULL else (26,))])
@pytest.mark.parametrize("name", [n for n, m in FORMATS.items() if m.write_board])
def test_progress_is_read_back_by_detection_alone(name: str, order: int) -> None:
    module = get_format(name)
    assert module.write_board is not None
    rng = random.Random(order)
    for share in (0.0, 0.1, 0.5, 0.8):
        solved, puzzle = shown(order, 1.0, rng), shown(order, 0.0, rng)
        givens, placed = (
            tuple(d if rng.random() < part else 0 for d in solved.givens) for part in (share, 0.2)
        )
        digits = tuple(map(max, givens, placed))
        puzzle = puzzle.replace(givens=givens)
        masks = Board.start(puzzle.replace(givens=digits)).masks
        pairs = zip(masks, solved.givens, strict=True)
        left = tuple(m & (rng.getrandbits(order) | 1 << (d - 1)) for m, d in pairs)
        board = Board(puzzle, digits, left)
        if module.why_not_board(board) is None:
            again = loads_board(dumps(board, name))
            assert (again.puzzle.givens, again.digits, again.masks) == (givens, digits, left)


def test_a_killer_of_lone_cells_is_not_taken_for_a_line() -> None:
    cages = tuple(Cage("+", digit, (cell,), False) for cell, digit in enumerate(full(4, (2, 2))))
    puzzle = Puzzle(4).replace(cages=cages)
    assert rules(loads(dumps(puzzle, "killer"))) == rules(puzzle)


def test_a_line_of_digits_in_place_is_not_a_row_of_candidates() -> None:
    assert [puzzle.n_givens for puzzle in reads("1212\n....\n....\n....\n....\n")] == [
        4, 0, 0, 0, 0
    ]  # fmt: skip


# ------------------------------------------------------------------ one grid or many


FOUR = "1..2\n....\n....\n2..1\n"
NINE = ".........\n" * 9


@pytest.mark.parametrize(("text", "order"), [(FOUR, 4), (NINE, 9), ("." * 16 + "\n", 4)])
def test_n_lines_of_n_characters_are_one_grid(text: str, order: int) -> None:
    assert loads(text).order == order


def test_several_square_blocks_are_several_grids() -> None:
    assert [puzzle.order for puzzle in reads(f"{NINE}\n{NINE}")] == [9, 9]


def test_a_square_block_says_how_it_was_read_once() -> None:
    first, second = items(Lines.of(f"{FOUR}\n{FOUR}"))
    assert first.note is not None
    assert "(format sdk)" in first.note
    assert first.note.endswith("format line")
    assert second.note is None


@pytest.mark.parametrize("text", [ESCARGOT, FOUR.replace("2", "4"), f"#ARuud\n{FOUR}"])
def test_a_plain_reading_has_no_note(text: str) -> None:
    assert [item.note for item in items(Lines.of(text))] == [None]


@pytest.mark.parametrize(
    ("name", "orders"), [("a.sdk", [4]), ("a.SDM", [2] * 4), ("a.line", [2] * 4), ("a.txt", [4])]
)
def test_the_name_of_a_file_decides_between_one_grid_and_many(
    tmp_path: Path, name: str, orders: list[int]
) -> None:
    path = tmp_path / name
    path.write_text(FOUR)
    assert [puzzle.order for puzzle in read(path)] == orders


def test_a_name_does_not_make_a_grid_with_large_digits_many() -> None:
    text = FOUR.replace("2", "4")
    assert sniff(Lines.of(text), "a.sdm").name == "sdk"


def test_a_name_that_does_not_fit_the_text_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "a.sdk"
    path.write_text(dumps(loads(ESCARGOT), "json"))
    assert in_full(load(path)) == in_full(loads(ESCARGOT))
    path.write_text(f"{ESCARGOT}\n")
    assert in_full(load(path)) == in_full(loads(ESCARGOT))


def test_a_name_does_not_hide_a_grid_of_candidates(tmp_path: Path) -> None:
    for name, format in (("a.ss", "candidates"), ("a.sdm", "sukaku")):
        path = tmp_path / name
        path.write_text(get_format(format).example)
        assert in_full(load(path)) == in_full(loads(get_format(format).example))


def test_grids_below_each_other_are_grids_in_a_file_of_grids() -> None:
    assert sniff(Lines.of(FOUR * 2), "a.sdk").name == "sdk"
    assert sniff(Lines.of(FOUR * 2)).name == "line"


def test_sixteen_solutions_of_4x4_on_a_line_each_are_sixteen_puzzles() -> None:
    assert [p.order for p in reads("1234341221434321\n" * 16)] == [4] * 16


def test_lines_that_could_be_a_grid_are_closed_with_a_comment() -> None:
    text = "".join(dumps_many([Puzzle(2)] * 4, "line"))
    assert text.startswith("....\n" * 4 + "# 4 puzzles")
    assert "#" not in "".join(dumps_many([Puzzle(2)] * 5, "line"))
    assert "#" not in "".join(dumps_many([Puzzle(9)] * 81, "line"))


# ------------------------------------------------------------------ no puzzle


def test_all_blanks_that_were_found_are_named() -> None:
    assert "'*' and '-'; write" in error_of("# 1 comment\n- -\t*,-\n").reason


@together("text", ["xxxx", "-" * 25, "*", "____\n" * 4, "x X x X\n" * 4, "?,?\n?,?\n"])
def test_blanks_that_may_be_anything_are_no_puzzle(text: str) -> None:
    assert error_of(text).reason.endswith("or zeros")


@together("text", ["." * 81, "0" * 16, ". . . .\n" * 4, "0,0\n0,0\n", NINE, "."])
def test_an_empty_grid_of_dots_or_zeros_is_a_puzzle(text: str) -> None:
    assert loads(text).n_givens == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("53..7", "expected n*n characters for an n x n grid (81 for 9x9, 16 for 4x4), found 5"),
        ("puzzles/hard.txt", "; pandoku.load('puzzles/hard.txt') reads a file"),
        ("", r"expected a puzzle, found nothing (the text is empty)"),
        ("# only\n\n# this\n", "expected a puzzle, found only comments"),
    ],
)
def test_a_short_text_without_a_puzzle_says_what_is_missing(text: str, reason: str) -> None:
    assert reason in error_of(text).reason


@pytest.mark.turns(3)
@pytest.mark.parametrize("end", ["-le", "-be"])
@pytest.mark.parametrize("coding", ["utf-16", "utf-32"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_utf_16_and_utf_32_are_read_after_their_mark(coding: str, end: str, line_end: str) -> None:
    text = "".join(f"{ESCARGOT}{line_end}" for _ in range(500))
    raw = f"\ufeff{text}".encode(coding + end)
    assert in_full(list(reads(raw))) == in_full(list(reads(text)))
    found = items_and_batches(Lines(BytesIO(raw)))
    assert sum(len(each) for each in found if isinstance(each, Batch)) == 500


@pytest.mark.parametrize("end", ["-le", "-be"])
@pytest.mark.parametrize("coding", ["utf-16", "utf-32"])
def test_utf_16_and_utf_32_without_a_mark_are_named(coding: str, end: str) -> None:
    raw = f"{ESCARGOT}\n".encode(coding + end)
    message = f"line 1: expected text in UTF-8, found {coding.upper()}; save the file"
    with pytest.raises(FormatError, match=message):
        list(items(Lines(BytesIO(raw))))


def test_places_in_utf_16_are_those_of_its_characters() -> None:
    text = f"\ufeff# {chr(0x1F642)}\n{ESCARGOT}\n{ESCARGOT[:-1]}%\n"
    found = [item.value for item in items(Lines.of(text.encode("utf-16-le")))]
    error = found[1]
    assert isinstance(error, FormatError)
    assert (error.line, error.column) == (3, 81)


@pytest.mark.parametrize("tail", [b"1", b"\x00\xd8"])
def test_half_a_character_of_utf_16_is_named_with_its_line(tail: bytes) -> None:
    raw = (f"{ESCARGOT}\n" * 3000).encode("utf-16") + tail
    message = f"line 3001: expected text in UTF-16, found the bytes {tail.hex(' ')}"
    with pytest.raises(FormatError, match=message):
        list(items(Lines.of(raw)))


def test_a_number_that_is_too_large_in_a_spaced_grid_is_shown() -> None:
    rows = [". . 3 4", ". . . 1", "2 . . .", ". 37 1 ."]
    error = error_of("\n".join(rows))
    assert (error.line, error.column) == (4, 3)
    assert error.reason.endswith("found '37'")


# ------------------------------------------------------------------ the text around puzzles


def test_hundreds_of_comments_may_come_before_the_first_puzzle() -> None:
    assert in_full(loads("# a comment\n" * 5000 + ESCARGOT)) == in_full(loads(ESCARGOT))


def batches(text: bytes) -> list[Item | Batch]:
    return list(items_and_batches(Lines(BytesIO(text))))


def test_lines_that_end_with_crlf_are_read_as_a_batch() -> None:
    text = f"{ESCARGOT}\n".encode() * 300
    for variant in (text.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")):
        found = batches(variant)
        assert all(isinstance(each, Batch) for each in found)
        assert in_full(
            [puzzle for each in found if isinstance(each, Batch) for puzzle in each]
        ) == in_full([loads(ESCARGOT)] * 300)


# ------------------------------------------------------------------ one puzzle


def test_bytes_are_read_as_utf_8() -> None:
    assert in_full(loads(b"\xef\xbb\xbf" + ESCARGOT.encode() + b"\r\n")) == in_full(loads(ESCARGOT))


def test_more_puzzles_than_one_are_counted_and_the_way_to_read_them_is_named(
    tmp_path: Path,
) -> None:
    with pytest.raises(FormatError, match=r"found 3; .*pandoku\.reads\(\)"):
        loads(f"{ESCARGOT}\n" * 3)
    with pytest.raises(FormatError, match=r"1000; use pandoku\.reads"):
        loads(f"{ESCARGOT}\n" * 1001)
    path = tmp_path / "two.txt"
    path.write_text(f"{ESCARGOT}\n" * 2)
    with pytest.raises(FormatError, match=r"found 2; .*pandoku\.read\(\)"):
        load(path)


class Pipe(BytesIO):
    """Lines of somebody who waits for the answer to each before the next."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines = [f"{line}\n".encode() for line in lines]
        self.n_answers = 0
        self.n_read = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert self.n_read <= self.n_answers, "a line is read before the last one is answered"
        self.n_read += 1
        return self.lines[self.n_read - 1] if self.n_read <= len(self.lines) else b""


@pytest.mark.parametrize("size", [4, 9])
@pytest.mark.parametrize("name", ["line", "sdm"])
def test_lines_of_a_named_format_are_answered_one_by_one(name: str, size: int) -> None:
    if name == "sdm" and size != 9:
        pytest.skip("sdm has 9x9 only")
    line = "1" + "." * (size * size - 1)
    pipe = Pipe(line, line, line)
    for item in items(Lines(pipe), name):
        assert isinstance(item.value, Puzzle)
        pipe.n_answers += 1
    assert pipe.n_answers == 3


@pytest.mark.parametrize("part", ["a.", "a-", ".AntiKing", "/a", "é"])
def test_a_long_text_without_an_address_is_searched_a_bounded_number_of_times(part: str) -> None:
    started = process_time()
    with pytest.raises(FormatError):
        loads((part * 200_000)[:200_000])
    assert process_time() - started < 2  # unbounded host names take 2 to 9 seconds


@pytest.mark.parametrize("order", [4, 6, 9])
def test_a_line_of_digits_is_in_no_other_format(order: int) -> None:
    # Detection therefore returns the format `line` without loading the other formats.
    for text in ("." * order**2, "0" * order**2, ("1" + "." * (order - 1)) * order):
        head = [text]
        assert is_plain(text)
        assert [each.name for each in FORMATS.values() if each.sniff(head)] == ["line"]
        assert not any(each.could_be(head) for each in FORMATS.values() if each.could_be)
        assert Rewriting.of(head).steps == ()
        assert foreign_text(head) is blanks_only(head) is multigrid(head) is None
