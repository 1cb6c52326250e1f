"""Recipes of books: valid and invalid keys, and the books they make."""

from __future__ import annotations

import pytest

from pandoku.errors import BudgetError, PressError
from pandoku.press import Chapter
from pandoku.press.recipe import read_recipe
from tests.data import ROOT
from tests.together import together

BOOKS = sorted((ROOT / "examples" / "books").glob("*.toml"))
FOUR = "[[chapters]]\norder = 4\ncount = 2\n"


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_example_is_a_recipe(path) -> None:  # type: ignore[no-untyped-def]
    recipe = read_recipe(path.read_text("utf-8"))
    assert recipe.count >= 12
    assert all(chapter.title for chapter in recipe.chapters)


def test_the_same_recipe_makes_the_same_puzzles_and_another_seed_does_not() -> None:
    first, again = (read_recipe(FOUR).puzzles() for _ in range(2))
    other = read_recipe("seed = 2\n" + FOUR).puzzles()
    assert first == again
    assert first != other
    assert len(first) == 2


def test_chapters_are_made_in_order_each_with_a_seed_of_its_own() -> None:
    text = '[[chapters]]\ntitle = "A"\norder = 4\ncount = 2\n'
    made = read_recipe(text + text.replace('"A"', '"B"')).puzzles()
    one, two = (each for each in made if isinstance(each, Chapter))
    assert (one.title, two.title) == ("A", "B")
    assert [*one.puzzles] != [*two.puzzles]


def test_progress_is_told_for_each_puzzle() -> None:
    told: list[tuple[int, int]] = []
    read_recipe(FOUR).puzzles(lambda done, count: told.append((done, count)))
    assert told == [(1, 2), (2, 2)]


def test_answers_of_their_own_overrule_the_layout() -> None:
    assert read_recipe(FOUR).layout.solutions == "back"
    assert read_recipe(FOUR, answers=True).layout.solutions == "apart"


@together(
    "text, words",
    [
        ("", r"\[\[chapters\]\], found None"),
        ("chapters = 3", "chapters .*, found 3"),
        ("chapters = []", "chapters"),
        ("title == 2\n", "TOML: .*line 1"),
        ("a = " + "[" * 100_000, "TOML"),
        ("x" * 1_000_001, "1,000,000"),
        ("titel = 'x'\n" + FOUR, "recipe: .*'titel'; .*'title'"),
        ("title = 4\n" + FOUR, "title .* 4"),
        ("seed = -1\n" + FOUR, "seed .*found -1"),
        ("seed = true\n" + FOUR, "seed .*found True"),
        ("layout = 3\n" + FOUR, "layout .*, found 3"),
        (FOUR + "[layout]\nper-page = 2\n", "layout: .*'per-page'; .*'per_page'"),
        (FOUR + "[layout]\npaper = 'b5'\n", "layout: .*'b5'"),
        (FOUR + "difficultly = 'easy'\n", "chapter 1: .*'difficultly'; .*difficulty"),
        (FOUR + "threads = 4\n", "chapter 1: .*'threads'"),
        ("[[chapters]]\norder = 4\n", "chapter 1: .*count .* 100000, found none"),
        ("[[chapters]]\ncount = 0\n", "chapter 1: .*count .*found 0"),
        ("[[chapters]]\ncount = 1\norder = 99\n", "chapter 1: .*order .* 36"),
        (FOUR + FOUR, "title .*chapters"),
        ("[[chapters]]\ncount = 100000\ntitle = 'a'\n" * 2, " 100,000 puzzles"),
        ("[[chapters]]\ncount = 1\n" * 501, " 500 chapters, found 501"),
    ],
)
def test_what_is_wrong_with_a_recipe_is_said(text: str, words: str) -> None:
    with pytest.raises(PressError, match=words):
        read_recipe(text)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kind = 'killers-and-more'", r"chapter 1 \(Odd\): .*killers-and-more"),
        ("order = 5", r"chapter 1 \(Odd\): .*order with boxes"),
        ("difficulty = 'impossible'", r"chapter 1 \(Odd\): .*impossible"),
        ("cage_sizes = [1, 2, 3]", r"chapter 1 \(Odd\): "),
        ("givens = 2000", r"chapter 1 \(Odd\): "),
    ],
)
def test_a_request_that_cannot_be_met_names_its_chapter(line: str, words: str) -> None:
    recipe = read_recipe(f"[[chapters]]\ntitle = 'Odd'\ncount = 1\n{line}\n")
    with pytest.raises(PressError, match=words):
        recipe.puzzles()


def test_a_puzzle_that_is_not_found_names_its_chapter() -> None:
    recipe = read_recipe("[[chapters]]\ncount = 1\nbudget = 1\nrating = '11.5..12'\n")
    with pytest.raises(BudgetError, match="chapter 1: "):
        recipe.puzzles()
