"""The booklet of an explained path: its text and its pages."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from pandoku import Puzzle, explain, load
from pandoku.errors import PandokuError
from pandoku.logic import Path
from pandoku.press.steps import steps_booklet
from tests.data import IS_FULL, ROOT, by_default

A4, A5, A6 = (595.28, 841.89), (419.53, 595.28), (297.64, 419.53)
# A chain with branches, and important steps.
CHAIN = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


# A page of each size, with each number of pictures.
SIZES = [
    (size, per_page)
    for at, size in enumerate((A4, A5, A6))
    for per_page in (1, 2, 3)
    if IS_FULL or per_page == at + 1
]


@pytest.fixture(scope="module")
def killer() -> Path:
    return explain(load(ROOT / "examples" / "killer6.json"))


@pytest.fixture(scope="module")
def large_killer() -> Path:
    return explain(load(ROOT / "examples" / "killer.txt"), limit=by_default(40, full=1000))


@pytest.fixture(scope="module")
def chain() -> Path:
    return explain(Puzzle.sudoku(CHAIN), limit=12)


def texts_of(data: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(data)).pages]


@pytest.mark.turns(3)
def test_every_step_is_in_the_booklet_in_order(killer: Path) -> None:
    text = " ".join(texts_of(steps_booklet(killer, A4, all_steps=True)))
    at = 0
    for number in range(1, len(killer) + 1):
        at = text.index(f" {number}. ", at)
    assert at > 0


@pytest.mark.turns(3)
@pytest.mark.parametrize(("size", "per_page"), SIZES)
def test_no_text_leaves_the_page(
    large_killer: Path, size: tuple[float, float], per_page: int
) -> None:
    data = steps_booklet(large_killer, size, per_page=per_page)
    for page in PdfReader(BytesIO(data)).pages:
        places: list[tuple[float, float]] = []

        def visit(
            text: str,
            _: object,
            matrix: list[float],
            *others: object,
            into: list = places,  # type: ignore[type-arg]
        ) -> None:
            if text.strip():
                into.append((matrix[4], matrix[5]))

        page.extract_text(visitor_text=visit)
        assert places
        assert all(0 <= x <= size[0] and 36 <= y <= size[1] for x, y in places)


def test_fewer_pictures_a_page_take_more_pages(killer: Path) -> None:
    files = [steps_booklet(killer, A4, per_page=n) for n in (1, 2, 3)]
    counts = [len(PdfReader(BytesIO(data)).pages) for data in files]
    assert counts[0] > counts[1] > counts[2]


@pytest.mark.turns(3)
def test_the_branches_of_a_chain_have_boards_of_their_own(chain: Path) -> None:
    branched = [step for step in chain.steps if step.facts.branches]
    assert branched
    text = " ".join(texts_of(steps_booklet(chain, A4)))
    assert text.count("If r") >= sum(len(step.facts.branches) for step in branched)


def test_a_solution_is_the_last_page_and_has_every_digit(killer: Path) -> None:
    last = texts_of(steps_booklet(killer, A4, solution=True))[-1]
    assert last.startswith("Solution")
    assert "".join(char for char in last if char.isdigit()).count("1") >= 6
    assert "Solution" not in texts_of(steps_booklet(killer, A4))[-1]


def test_the_same_path_gives_the_same_bytes(killer: Path) -> None:
    assert steps_booklet(killer, A4) == steps_booklet(killer, A4)


def test_color_is_used_only_on_request(killer: Path) -> None:
    def has_color(data: bytes) -> bool:
        streams = (page.get_contents() for page in PdfReader(BytesIO(data)).pages)
        return any(each is not None and b" rg" in each.get_data() for each in streams)

    assert not has_color(steps_booklet(killer, A4))
    assert has_color(steps_booklet(killer, A4, color=True))


def test_a_large_grid_has_closer_looks() -> None:
    path = explain(load(ROOT / "examples" / "sixteen.json"), limit=40)
    texts = texts_of(steps_booklet(path, A4))
    assert len(texts) > 2
    assert "Locked candidates" in " ".join(texts)


@pytest.mark.parametrize(
    ("size", "title", "words"),
    [
        ((141.0, 141.0), "", " 86 x 120 mm"),
        (A4, "数独", "lacks 数"),
    ],
)
def test_what_cannot_be_printed_is_said(
    killer: Path, size: tuple[float, float], title: str, words: str
) -> None:
    with pytest.raises(PandokuError, match=words):
        steps_booklet(killer, size, title=title)


@pytest.mark.parametrize("per_page", [0, 4, True, "2"])
def test_a_count_that_is_none_is_refused(killer: Path, per_page: object) -> None:
    with pytest.raises(PandokuError, match="1 to 3 pictures"):
        steps_booklet(killer, A4, per_page=per_page)  # type: ignore[arg-type]
