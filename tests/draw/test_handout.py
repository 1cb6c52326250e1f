"""The page of a path as a handout: lists of routine steps, shared pictures, limits, highlights."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import pandoku
from pandoku.draw import page as page_module
from pandoku.draw.handout import blocks, closer_look
from pandoku.draw.page import page
from pandoku.logic import Path
from pandoku.model import Board, Puzzle, Step
from pandoku.techniques import Explanation
from pandoku.words import Sentence, Span, lines_as_html, sentence_as_html

NAMED = (
    Span(0, 9, "candidates", (1,), (5,)),
    Span(5, 9, "cells", (1,)),
    Span(18, 24, "step", number=7),
)
WORDS = Explanation(Sentence("X-wing: here; so"), (Sentence("5 at r1c2 went in step 7.", NAMED),))


@pytest.fixture(scope="module")
def easy() -> Path:
    return pandoku.explain(next(iter(pandoku.read("examples/easy.list"))), is_proper=True)


def kinds_of(path: Path, *, all_steps: bool = False) -> list[tuple[int, bool]]:
    found = blocks(path.start, path.steps, path.explanations(), all_steps=all_steps)
    return [(len(block.taken), block.is_routine) for block in found]


def test_singles_are_gathered_but_for_the_first_of_each_kind(easy: Path) -> None:
    kinds = kinds_of(easy)
    assert sum(count for count, _ in kinds) == len(easy)
    worth = [block for block in kinds if not block[1]]
    assert len(worth) == len({step.technique for step in easy.steps})
    assert kinds_of(easy, all_steps=True) == [(1, False)] * len(easy)


def test_beside_other_techniques_singles_are_routine_from_the_first() -> None:
    path = pandoku.explain(pandoku.load("examples/jigsaw6.solo"), is_proper=True)
    techniques = {each.step.technique for each in path}
    assert {"x-wing", "hidden-single"} <= techniques
    found = blocks(path.start, path.steps, path.explanations())
    worth = {each.taken[0].step.technique for each in found if not each.is_routine}
    assert "x-wing" in worth
    assert not worth & {"hidden-single", "full-house", "naked-single"}


def test_a_habit_is_told_with_a_picture_three_times() -> None:
    steps = [Step("pointing", eliminations=((cell, 1),)) for cell in range(5)]
    start = Board.start(Puzzle(9, (0,) * 81))
    found = [(len(b.taken), b.is_routine) for b in blocks(start, steps, [WORDS] * 5)]
    assert found == [(1, False)] * 3 + [(2, True)]


def test_routine_steps_are_listed_with_their_place_and_their_reasons_are_folded(easy: Path) -> None:
    document = easy.page()
    first = next(b for b in blocks(easy.start, easy.steps, easy.explanations()) if b.is_routine)
    for taken in first.taken:
        (cell, digit), *_ = taken.step.placements
        name = easy.start.puzzle.geometry.name(cell)
        assert f'<li id="step-{taken.number}"><span data-cells="{cell}">' in document
        assert f"<b>{name} = {digit}</b></span> <small data-cells=" in document
    folded = document.partition('<details class="why">')[2].partition("</details>")[0]
    assert folded.count("<li ") == len(first.taken)


def test_the_start_says_what_the_puzzle_is_and_how_difficult(easy: Path) -> None:
    document = easy.page()
    start = document.partition('<section id="start"')[2].partition("</section>")[0]
    assert "<h1>Sudoku 9x9</h1>" in start
    assert "<dd>boxes 3x3, 34 givens</dd>" in start
    assert f"<dd>easy ({easy.rating().score})</dd>" in start
    named = pandoku.explain(Puzzle(4, (1, 2, 3, 0) + (0,) * 12, title="Mine"))
    assert "<dd>Sudoku 4x4, boxes 2x2, 3 givens</dd>" in named.page()


def test_a_puzzle_of_candidates_starts_with_them() -> None:
    masks = (0b1,) + (0b1111,) * 15
    document = "".join(page(Board.start(Puzzle(4, (0,) * 16, candidates=masks)), ()))
    assert 'class="candidate"' in document.partition('<section id="start"')[2]
    empty = "".join(page(Board.start(Puzzle(4, (0,) * 16)), ()))
    start = empty.partition('<section id="start"')[2].partition("</section>")[0]
    assert 'class="candidate"' not in start


def test_what_a_few_routine_steps_leave_is_drawn_for_the_screen_only() -> None:
    path = pandoku.explain(pandoku.load("examples/killer6.json"), is_proper=True)
    routine = [b for b in blocks(path.start, path.steps, path.explanations()) if b.is_routine]
    document = path.page()
    assert document.count('class="routine brief"') == sum(
        sum(len(each.step.placements) for each in b.taken) < 4 for b in routine
    )
    assert document.count('class="routine"') + document.count('class="routine brief"') == len(
        routine
    )


def test_the_solution_is_there_only_if_asked_for(easy: Path) -> None:
    assert 'id="solution"' not in easy.page()
    assert 'id="solution" class="overleaf"' in easy.page(solution=True)
    stuck = pandoku.explain(easy.start, techniques=["naked-pair"])
    assert "solution</h2>\n<figure" in stuck.page(solution=True).lower()
    many = pandoku.explain(Puzzle(4, (1,) + (0,) * 15))
    assert "exactly one solution" in many.page(solution=True)


def test_pictures_share_what_is_alike(easy: Path) -> None:
    document = easy.page(all_steps=True)
    names = re.findall(r'<(?:text|path|g) id="(s\d+)"', document)
    assert len(names) == len(set(names))
    assert set(re.findall(r'<use href="#(s\d+)"/>', document)) <= set(names)
    alone = sum(len(pandoku.svg(each)) for each in easy)
    assert len(document) < alone / 2


@pytest.mark.turns(3)
def test_a_long_path_is_bounded_and_says_what_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert page_module._MOST < 1_000_000
    monkeypatch.setattr(page_module, "_MOST", 200_000)
    monkeypatch.setattr(page_module, "_FOR_PICTURES", 70_000)
    start = Board.start(Puzzle(9, (0,) * 81))
    steps = [Step("x-wing", eliminations=((number % 9, 1),)) for number in range(500)]
    told = Explanation(Sentence("X-wing: here; so"), (Sentence("Because. " * 4000),))
    document = "".join(page(start, steps, explanations=[told] * 500))
    assert 150_000 < len(document) < 250_000
    left = re.search(r"steps (\d+) to 500 of the path are left out", document)
    assert left
    last_told = int(left[1]) - 1
    assert f'id="step-{last_told}"' in document
    assert f'id="step-{last_told + 1}"' not in document
    assert 'id="end"' in document
    assert 'id="step-1" class="step' in document  # with its picture


def test_where_room_is_short_the_first_steps_of_each_technique_have_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_module, "_MOST", 25_000)
    monkeypatch.setattr(page_module, "_FOR_PICTURES", 10_000)
    start = Board.start(Puzzle(9, (0,) * 81))
    steps = [Step("x-wing", eliminations=((cell, 1),)) for cell in range(20)]
    steps[-1] = Step("skyscraper", eliminations=((19, 1),))
    document = "".join(page(start, steps, explanations=[WORDS] * 20))
    assert 'id="step-1" class="step' in document
    assert 'id="step-19" class="bare' in document
    assert 'id="step-20" class="step' in document
    bare = document.count('class="bare" data-name="step ')
    assert re.search(rf"\b{bare} steps .* no picture", document)


def test_a_picture_shows_the_pencil_marks_of_the_step_only() -> None:
    large = Board.start(Puzzle(16, (0,) * 256))
    near = Step("x-wing", eliminations=((0, 1), (17, 2)))
    document = "".join(page(large, [near], explanations=[WORDS]))
    picture = document.partition('<g id="board-1">')[2].partition("</svg>")[0]
    shown = "".join(re.findall(r'<g [^>]*class="candidate[^>]*>(.*?)</g>', picture))
    assert len("".join(re.findall(r">(\d+)</text>", shown))) == 2 * (9 + 2 * 7)


def test_cells_that_run_on_are_written_in_brief() -> None:
    house = Span(0, 5, "house", tuple(range(4, 81, 9)))
    text = sentence_as_html(Sentence("Column 5", (house,)))
    assert text == '<span data-cells="4-76/9">Colum</span>n 5'


def test_a_closer_look_is_taken_where_digits_are_small() -> None:
    sudoku = Board.start(Puzzle(9, (0,) * 81))
    large = Board.start(Puzzle(16, (0,) * 256))
    step = Step("x", eliminations=((0, 1), (17, 1)))
    assert closer_look(sudoku, step) is None
    assert closer_look(large, step) == (0, 0, 2, 2)
    assert closer_look(large, Step("x", eliminations=((0, 1), (255, 1)))) is None
    document = "".join(page(large, [replace(step, technique="x-wing")], explanations=[WORDS]))
    closer = document.partition('<figure class="closer"')[2].partition("</figure>")[0]
    assert re.findall(r'class="coordinate"[^>]*>(\d+)<', closer) == ["1", "2", "3"] * 2
    assert '<use href="#board-1"/>' in closer
    assert '<g id="board-1">' in document


def test_spans_are_elements_with_their_cells_and_digits() -> None:
    (told,) = WORDS.full
    assert sentence_as_html(told, links=True) == (
        '<span data-cells="1" data-digits="5">5 at <span data-cells="1">r1c2</span></span>'
        ' went in <a href="#step-7">step 7</a>.'
    )
    assert "<a " not in sentence_as_html(told)
    assert sentence_as_html("a < b") == "a &lt; b"


def test_the_spans_of_an_indented_sentence_move_with_it() -> None:
    inner = Sentence("  r1c2 & r1c3", (Span(2, 6, "cells", (1,)), Span(9, 13, "cells", (2,))))
    assert lines_as_html(["So.", inner]) == (
        '<details class="inner"><summary>So.</summary>'
        '<p><span data-cells="1">r1c2</span> &amp; <span data-cells="2">r1c3</span></p></details>'
    )
