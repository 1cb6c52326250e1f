from __future__ import annotations

import random
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku.calls.links import link_of, puzzle_in, shareable
from pandoku.errors import FormatError, PuzzleError
from pandoku.formats import load
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import ESCARGOT, EXAMPLE_FILES, JIGSAW5
from tests.in_full import in_full
from tests.together import together


@together("path", EXAMPLE_FILES, ids=lambda path: path.name)
def test_a_link_gives_back_every_example(path: Path) -> None:
    puzzle = load(path)
    link = link_of(puzzle)
    assert link.replace("-", "").replace("_", "").isalnum()
    assert in_full(puzzle_in(link)) == in_full(shareable(puzzle))


def test_the_link_of_a_9x9_is_shorter_than_its_cells() -> None:
    assert len(link_of(Puzzle.sudoku(ESCARGOT))) < 60


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    order = draw(st.integers(1, 12))
    rng = random.Random(draw(st.integers(0, 2**32)))
    geometry = draw(st.sampled_from([Geometry.sudoku(order), Geometry.latin(order)]))
    if order == 5:
        geometry = Geometry(5, None, JIGSAW5)
    n_cells = order * order
    givens = [rng.randint(0, order) for _ in range(n_cells)]
    cells = st.lists(st.integers(0, n_cells - 1), min_size=1, max_size=4, unique=True)
    cage = st.builds(
        Cage, st.sampled_from("+-*/"), st.integers(1, 999), cells.map(tuple), st.booleans()
    )
    has_masks = draw(st.booleans())
    masks = [rng.randint(0, geometry.all_mask) for _ in range(n_cells)] if has_masks else None
    title = st.none() | st.text(st.characters(codec="utf-8"), max_size=30)
    return Puzzle(
        geometry,
        givens,
        draw(st.lists(cage, max_size=3)),
        masks,
        title=draw(title),
        author=draw(title),
    )


@pytest.mark.turns(3)
@settings(max_examples=40, deadline=None)
@given(puzzles())
def test_a_link_gives_back_any_puzzle_with_its_title(puzzle: Puzzle) -> None:
    assert in_full(puzzle_in(link_of(puzzle))) == in_full(puzzle)


@pytest.mark.parametrize("puzzle", [Puzzle.sudoku(ESCARGOT), Puzzle.latin(5, title="Five")])
def test_a_link_that_was_cut_off_or_altered_is_refused(puzzle: Puzzle) -> None:
    link = link_of(puzzle)
    others = [link[:end] for end in range(1, len(link))]
    others += [f"{link[:at]}{_other(link[at])}{link[at + 1 :]}" for at in range(1, len(link))]
    for other in others:
        with pytest.raises(FormatError, match="cut off"):
            puzzle_in(other)


def _other(letter: str) -> str:
    return "c" if letter == "b" else "b"


@pytest.mark.parametrize("link", ["", "x", "http://example.org/", "s", "zzzz", "s<b>AAAA", "é" * 9])
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(FormatError):
        puzzle_in(link)


def test_a_puzzle_in_a_line_is_a_link_too() -> None:
    assert in_full(puzzle_in(ESCARGOT)) == in_full(Puzzle.sudoku(ESCARGOT))


def packed(data: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")
    check = zlib.crc32(f"z{body}".encode()).to_bytes(4, "big")[1:]
    return f"z{body}{urlsafe_b64encode(check).decode()}"


def test_a_link_that_unpacks_to_gigabytes_is_refused_at_once() -> None:
    with pytest.raises(FormatError, match="1,000,000 bytes"):
        puzzle_in(packed(b"[" * 40_000_000))


def test_a_link_that_holds_something_else_is_refused() -> None:
    with pytest.raises(FormatError, match="json: "):
        puzzle_in(packed(b"hello"))


@pytest.mark.parametrize("name", ["title", "author", "kind"])
def test_a_link_with_half_a_character_is_refused(name: str) -> None:
    link = link_of(Puzzle(4).replace(**{name: "\ud800"}))
    with pytest.raises(PuzzleError, match=r"\(\\ud800\)"):
        puzzle_in(link)
