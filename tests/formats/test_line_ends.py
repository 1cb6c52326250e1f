"""Where lines end: LF, CRLF and CR; what else looks like a line end is named."""

from __future__ import annotations

from io import BufferedReader, BytesIO, RawIOBase
from itertools import product
from typing import TYPE_CHECKING

import pytest

from pandoku.errors import FormatError
from pandoku.formats import FORMATS, Lines, get_format, items, items_and_batches, loads, reads
from pandoku.formats._text import MAX_LINE
from pandoku.model import Batch, Puzzle
from tests.data import ESCARGOT
from tests.together import together

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

SMALL = "1.....2..3.....4"
NO_ENDS = {
    "\v": "U+000B (line tabulation)",
    "\f": "U+000C (form feed)",
    "\x85": "U+0085 (next line)",
    "\u2028": "U+2028 (line separator)",
    "\u2029": "U+2029 (paragraph separator)",
}


class Trickle(RawIOBase):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, step: int) -> None:
        self._stream, self._step = BytesIO(data), step

    def readable(self) -> bool:
        return True

    def readinto(self, into: WriteableBuffer) -> int:
        view = memoryview(into)
        data = self._stream.read(min(len(view), self._step))
        view[: len(data)] = data
        return len(data)


@together("name", [n for n in FORMATS if "\n" in get_format(n).example])
@together("end", ["\r", "\r\n"])
def test_every_format_reads_every_line_end(name: str, end: str) -> None:
    example = get_format(name).example
    assert loads(example.replace("\n", end)) == loads(example)


@pytest.mark.parametrize("step", [1, 2, 3, 100])
@pytest.mark.parametrize("looks_ahead", [False, True])
def test_lines_and_chunks_end_at_the_same_places(step: int, looks_ahead: bool) -> None:
    for parts in product(("a", "\r", "\n", "\r\n"), repeat=5):
        raw = "".join(parts).encode()
        wanted = [line.decode() for line in raw.splitlines()]
        one_by_one = Lines(BufferedReader(Trickle(raw, step), step))
        assert [line.text for line in one_by_one] == wanted, raw
        lines = Lines(BufferedReader(Trickle(raw, step), step))
        if looks_ahead:
            lines.peek()
        found: list[str] = []
        while (chunk := lines.take_raw()) is not None:
            assert chunk[0] == len(found) + 1, raw
            found += chunk[1].decode().removesuffix("\n").split("\n")
        assert found == wanted, raw


def test_a_long_file_with_cr_is_read_as_batches_without_a_loss() -> None:
    n = MAX_LINE // len(ESCARGOT) + 1000  # more than one chunk
    raw = f"{ESCARGOT}\r".encode() * n
    for step in (1 << 16, 1 << 20):
        stream = BufferedReader(Trickle(raw, step), step)
        batches = list(items_and_batches(Lines(stream)))
        assert all(isinstance(batch, Batch) for batch in batches)
        origins = [batch.origin(i) for batch in batches for i in (0, len(batch) - 1)]  # type: ignore[union-attr]
        assert (origins[0], origins[-1]) == (1, n)
        assert sum(map(len, batches)) == n


def test_a_line_that_is_too_long_is_refused_with_any_end() -> None:
    for end in (b"", b"\r", b"\n", b"\r\n"):
        raw = b"." * (MAX_LINE + 10) + end
        with pytest.raises(FormatError, match=r"^line 1: .* 4,000,000"):
            list(Lines(BytesIO(raw)))


def test_a_mistake_in_a_file_with_cr_is_on_its_line_and_in_its_column() -> None:
    text = f"{ESCARGOT}\r{ESCARGOT}\r{ESCARGOT[:-2]}y.\r{ESCARGOT}"
    found = list(items(Lines.of(text)))
    assert [isinstance(item.value, Puzzle) for item in found] == [True, True, False, True]
    error = found[2].value
    assert isinstance(error, FormatError)
    assert (error.line, error.column, "\r" in str(error)) == (3, 80, False)


@pytest.mark.parametrize("char", NO_ENDS)
def test_a_character_that_only_looks_like_a_line_end_is_named(char: str) -> None:
    reason = f"expected LF, CRLF or CR at the end of a line, found {NO_ENDS[char]}"
    for text, line, column in (
        (f"{SMALL}{char}{SMALL}.", 1, 17),
        (f"{ESCARGOT}\n {ESCARGOT}{char}{ESCARGOT}", 2, 83),
        (char.join(["1..2"] * 4), 1, 5),  # else four groups of candidates
        (f"# a comment{char}{SMALL}", 1, 12),
        (char.join(["1 2 3 4"] * 4), 1, 8),
    ):
        with pytest.raises(FormatError) as caught:
            list(reads(text))
        found = caught.value
        assert (found.reason, found.line, found.column) == (reason, line, column), text


@pytest.mark.parametrize("char", NO_ENDS)
def test_such_a_character_may_stand_at_the_edge_of_a_line(char: str) -> None:
    assert loads(f"{char}{ESCARGOT}{char}\n") == loads(ESCARGOT)


def test_such_a_character_may_stand_in_a_title() -> None:
    title = "a\u2028b\x85c"
    assert loads(f'{{"size": 4, "title": "{title}"}}').title == title
    assert loads(f'puzzle,title\n{SMALL},"{title}"\n').title == title
