"""The pictures of a chain's branches, and chains within chains on the page."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pandoku.constraints import Thermometer
from pandoku.draw import Drawing, draw_branch, draw_strip, svg
from pandoku.draw.page import page
from pandoku.model import Board, Facts, Puzzle, Step
from pandoku.words import lines_as_html
from tests.techniques.boards import step_for


def example(name: str) -> tuple[Board, Step]:
    return step_for(name)


def digits(drawing: Drawing, role: str) -> list[tuple[int, int, str]]:
    return [(int(t.y), int(t.x), t.text) for t in drawing.texts if t.role == role]


def test_a_branch_shows_what_becomes_true_with_its_number_in_the_text() -> None:
    board, step = example("nested-forcing-chain")
    drawing = draw_branch(board, step, 0)
    assert drawing.title == "if r7c6 is 7"
    assert (6, 5, "7") in digits(drawing, "placed")
    assert (6, 5, "1") in digits(drawing, "number")
    # Number 5 is what a chain within the chain rules out, so it is no digit.
    assert sorted(int(text) for *_, text in digits(drawing, "number")) == [1, 2, 3, 4, 6, 7, 8]
    ElementTree.fromstring(svg(drawing))


def test_the_numbers_of_a_branch_go_on_from_the_branch_before() -> None:
    board, step = example("region-forcing-chain")
    first, second = step.facts.branches[:2]
    numbers = digits(draw_branch(board, step, 1), "number")
    assert {int(text) for *_, text in numbers} == set(
        range(len(first) + 1, len(first) + len(second) + 1)
    )


def test_a_contradiction_is_struck_where_nothing_is_left() -> None:
    board, step = example("nested-forcing-chain")
    struck = {(int(t.y), int(t.x), t.text) for t in draw_branch(board, step, 0).texts if t.struck}
    placed = {cell for node in step.facts.branches[0] for cell, _ in node.placements}
    clash = {(c, d) for c, d, role in step.facts.candidates if role == "contradiction"}
    assert struck == {(c // 9, c % 9, str(d)) for c, d in clash if c not in placed}
    assert struck


def test_a_branch_may_assume_that_a_candidate_is_false() -> None:
    board = Board.start(Puzzle(4, (1,) + (0,) * 15))
    branch = (Step("assumption", eliminations=((1, 2),)),)
    step = Step("x", eliminations=((2, 2),), facts=Facts(branches=(branch,)))
    drawing = draw_branch(board, step, 0)
    assert drawing.title == "if r1c2 is not 2"
    assert not digits(drawing, "placed")


def test_a_branch_that_is_not_there_is_an_error() -> None:
    board, step = example("region-forcing-chain")
    with pytest.raises(IndexError):
        draw_branch(board, step, len(step.facts.branches))


def test_a_strip_has_a_board_for_each_branch() -> None:
    board, step = example("region-forcing-chain")
    n_branches = len(step.facts.branches)
    assert draw_strip(board, step) == [draw_branch(board, step, at) for at in range(n_branches)]
    assert len({fill.role for each in draw_strip(board, step) for fill in each.fills}) > 2


def test_a_single_branch_has_a_board_for_each_three_digits() -> None:
    board = Board.start(Puzzle(9).with_(Thermometer("r1c1 r2c2 r3c3")))
    rule = Facts(candidates=((20, 9, "off"),), constraints=(0,))
    branch = (
        Step("assumption", placements=((18, 9),)),
        Step("rule", eliminations=((10, 8),), facts=rule),
        *(Step("hidden-single", placements=((cell, 1),)) for cell in (40, 53, 61, 77)),
    )
    step = Step("x", eliminations=((18, 9),), facts=Facts(branches=(branch,)))
    first, second = draw_strip(board, step)
    assert (first.title, second.title) == ("if r3c1 is 9: 1 to 4", "if r3c1 is 9: 5 to 6")
    assert [(int(t.y), int(t.x), t.text) for t in first.texts if t.struck] == [
        (1, 1, "8"),
        (2, 2, "9"),
    ]
    assert any(line.role == "told" for line in first.lines)
    assert not any(line.role == "told" for line in second.lines)
    assert [text for *_, text in digits(second, "number")] == ["1", "3", "4", "5", "6"]


def test_the_page_has_the_boards_of_the_branches() -> None:
    board, step = example("region-forcing-chain")
    document = "".join(page(board, [step]))
    assert document.count('<details class="branches" open>') == 1
    assert document.count("<figcaption>if ") == len(step.facts.branches) > 1


def test_the_page_folds_a_chain_within_a_chain_without_its_script() -> None:
    board, step = example("nested-forcing-chain")
    document = "".join(page(board, [step]))
    assert document.count('<details class="inner"><summary>5. Then <span') == 1
    inner = document.partition('<details class="inner">')[2].partition("</details>")[0]
    assert "<p>5.1. Suppose <span" in inner
    assert "<p>6. Then" not in inner


def test_lines_are_folded_as_deep_as_they_are_indented() -> None:
    told = lines_as_html(["1 & 1", "  2", "    3", "  4", "5"])
    assert told == (
        '<details class="inner"><summary>1 &amp; 1</summary>'
        '<details class="inner"><summary>2</summary><p>3</p></details><p>4</p></details><p>5</p>'
    )
