"""The pages about how to play: plain words, and examples that are not in the book."""

from __future__ import annotations

from typing import NamedTuple

from pandoku import Puzzle, solve
from pandoku.constraints import RULES, Whisper
from pandoku.press import Book, Layout
from pandoku.press.items import Picture, RulesOnPage, Words
from tests.press.samples import calcudokus, fours, killers
from tests.together import together

WHISPERS = RULES["whisper-line"].example
DOTS = RULES["difference"].example.with_(RULES["no-difference"].make())


class _Page(NamedTuple):
    words: str
    pictures: list[Picture]
    n_rules: int  # passages with samples


def _page(kind: str, *puzzles: Puzzle, rules: bool = True) -> _Page:
    """Return the contents of the pages of a kind in a book."""
    layout = Layout(rules=rules, improper="print", solutions="none")
    book = Book(puzzles, layout)
    at = [number for number, leaf in enumerate(book.plan.leaves, 1) if leaf.kind == kind]
    items = [item for number in at for item in book.page(number).items]
    return _Page(
        " ".join(item.text for item in items if isinstance(item, Words)),
        [item for item in items if isinstance(item, Picture)],
        sum(isinstance(item, RulesOnPage) for item in items),
    )


def _digits(picture: Picture) -> str:
    return "".join(text.text for text in picture.drawing.texts)


@together("puzzles", [fours(), killers(), calcudokus()], ids=["sudoku", "killer", "calcudoku"])
def test_the_solution_of_an_example_is_not_in_the_book(puzzles: tuple[Puzzle, ...]) -> None:
    example, solution = _page("rules", *puzzles).pictures
    n = example.drawing.order
    assert n <= puzzles[0].order
    assert len(_digits(solution)) == n * n
    outcomes = map(solve, puzzles)
    assert _digits(solution) not in {"".join(map(str, each.solution or ())) for each in outcomes}


def test_children_get_plain_words() -> None:
    words = _page("rules", *fours(), Puzzle.sudoku("1" + "." * 35)).words
    assert "from left to right, has the digits 1, 2, 3 and 4, each of them once." in words
    assert "In a grid of 6x6 cells, the digits are 1, 2, 3, 4, 5 and 6." in words
    assert words.count("Where to begin") == words.count("If only one cell of a row,") == 1
    assert "exactly one solution" not in words  # the 6x6 has several
    assert "exactly one solution" in _page("rules", *fours()).words


def test_only_the_signs_of_the_book_are_explained() -> None:
    plus = Puzzle.kenken(3, [("4+", "r1c1 r2c1"), ("5+", "r1c2 r2c2"), ("3", "r3c3")])
    words = _page("rules", plus).words
    assert "With a +," in words
    assert "With a −," not in words
    assert "With a −," in _page("rules", *calcudokus()).words


def test_an_example_of_a_variant_states_its_own_values() -> None:
    large = Puzzle(9).with_(Whisper("r1c1 r1c2"))
    words = _page("rules", large).words
    assert "An example and its solution. Neighbors on a whisper line differ by at least 3." in words
    # The example itself may be in a book, too. Then it is not shown.
    assert _page("rules", WHISPERS).pictures == []


def test_an_example_has_all_dots_if_all_are_given() -> None:
    example, solution = _page("rules", DOTS).pictures
    digits, n = _digits(solution), 6
    pairs = [(a, a + 1) for a in range(36) if a % n < n - 1] + [(a, a + n) for a in range(30)]
    n_dots = sum(abs(int(digits[a]) - int(digits[b])) == 1 for a, b in pairs)
    assert len([shape for shape in example.drawing.shapes if shape.parts]) == n_dots


def test_plain_cages_are_explained_beside_the_grid_or_on_the_page_of_rules() -> None:
    assert _page("puzzles", killers()[0], rules=False).n_rules == 1
    assert _page("puzzles", killers()[0], rules=True).n_rules == 0
    assert "The digits of a cage add up" in _page("rules", killers()[0]).words
    assert _page("puzzles", fours()[0], rules=False).n_rules == 0
