"""Batches of lines: an odd line among plain ones costs no puzzle, and lines keep their numbers."""

from __future__ import annotations

from io import BufferedReader, BytesIO

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Item, Lines, items, items_and_batches
from pandoku.formats._text import MAX_LINE
from pandoku.model import Batch
from tests.in_full import in_full
from tests.together import together

N = 70


def by_line(raw: bytes, name: str) -> list[tuple[int, object]]:
    """Return what `items_and_batches` makes of each line: its number, and the puzzle or message."""
    found = list[tuple[int, object]]()
    for each in items_and_batches(Lines(BytesIO(raw)), name):
        if isinstance(each, Batch):
            found += [(each.origin(i), puzzle) for i, puzzle in enumerate(each)]
        else:
            found.append(_shown(each))
    return found


def _shown(item: Item) -> tuple[int, object]:
    return item.line, str(item.value) if isinstance(item.value, Exception) else item.value


@together("end", [b"\n", b""])
@together(
    "odd",
    [
        b"1.....2..3.....45",
        b"1.....2..3.....4 a title",
        b"# a comment",
        b"\xef\xbb\xbf1.....2..3.....4",  # what only the first line may start with
        b"12..            ",  # a small puzzle, and blanks that are no cells
        b"." * 3000,
    ],
)
@together("at", [0, 1, N // 2 - 1, N // 2, N - 2, N - 1])
def test_an_odd_line_is_read_alone(at: int, odd: bytes, end: bytes) -> None:
    lines = [b"1.....2..3.....4"] * N
    lines[at] = odd
    raw = b"\n".join(lines) + end
    expected = [_shown(item) for item in items(Lines(BytesIO(raw)), "line")]
    assert in_full(by_line(raw, "line")) == in_full(expected)
    assert len(expected) >= N - 1


def test_a_batch_is_as_long_as_the_lines_around_an_odd_one_allow() -> None:
    lines = [b"1.....2..3.....4"] * N
    lines[N // 2] = b"1.....2..3.....45"
    found = list(items_and_batches(Lines(BytesIO(b"\n".join(lines))), "line"))
    batched = sum(len(each) for each in found if isinstance(each, Batch))
    assert batched >= N - 20


@pytest.mark.parametrize("raw", [b"01.1\n\n\n00\n00", b"1..2\n" * 3 + b"\n\n00\n00"])
def test_blank_lines_within_a_row_do_not_make_up_for_a_short_last_line(raw: bytes) -> None:
    expected = [_shown(item) for item in items(Lines(BytesIO(raw)), "line")]
    assert in_full(by_line(raw, "line")) == in_full(expected)
    assert sum(isinstance(found, str) for _, found in expected) == 2


ROW = b"1.....2..3.....4,a\n"


@pytest.mark.parametrize("field", [b"\xb6", b"\x00", b"a" * MAX_LINE])
@pytest.mark.parametrize("buffered", [40, 1 << 23])
def test_a_column_beside_the_puzzles_is_text_too(field: bytes, buffered: int) -> None:
    raw = b"puzzle,note\n" + ROW * 20 + ROW.replace(b"a", field) + ROW * 20
    with pytest.raises(FormatError) as one_by_one:
        list(items(Lines(BytesIO(raw)), "csv"))
    stream = BufferedReader(BytesIO(raw), buffered)
    with pytest.raises(FormatError) as together:
        list(items_and_batches(Lines(stream), "csv"))
    assert str(one_by_one.value) == str(together.value)
    assert one_by_one.value.line == 22


@pytest.mark.parametrize("raw", [b"\x00\r\n", b"zI\x00\r\n", b"zI\x00\n", b"1\x00.\x00.\x00\r\n"])
def test_a_line_that_is_no_text_is_refused_in_the_same_words(raw: bytes) -> None:
    with pytest.raises(FormatError) as one_by_one:
        list(items(Lines(BytesIO(raw)), "line"))
    with pytest.raises(FormatError) as together:
        list(items_and_batches(Lines(BytesIO(raw)), "line"))
    assert str(one_by_one.value) == str(together.value)
