"""Read recipes of books in TOML, and generate the puzzles that a recipe describes."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from pandoku.errors import BudgetError, PandokuError, PressError
from pandoku.generation import WishKeywords, generate_each
from pandoku.model import Puzzle
from pandoku.press.entries import Chapter
from pandoku.press.options import Layout
from pandoku.registry import nearest

__all__ = ["Recipe", "RecipeChapter", "read_recipe"]

_LONGEST = 1_000_000  # maximum characters of a recipe
_MOST_CHAPTERS, _MOST_PUZZLES = 500, 100_000
_LONGEST_TEXT = 500  # maximum characters of a title
_MOST_SEED = 2**64 - 1
_TEXTS = ("title", "subtitle", "author", "copyright")
_BOOK_KEYS = (*_TEXTS, "seed", "layout", "chapters")
_LAYOUT_KEYS = tuple(each.name for each in fields(Layout))
# The number of threads does not affect the book, so it is not part of a recipe.
_WISHES = tuple(name for name in WishKeywords.__annotations__ if name != "threads")
_CHAPTER_KEYS = ("title", "kind", "order", "count", *_WISHES)


@dataclass(frozen=True, slots=True)
class RecipeChapter:
    """A chapter of puzzles to generate.

    Attributes:
        title: Title of the chapter, or "" in a book without chapters.
        count: Number of puzzles.
        kind: Name of the kind of the puzzles.
        order: Order of the puzzles. None means the default order of their kind.
        wishes: Keyword arguments for `pandoku.generate`, including the seed.
    """

    title: str
    count: int
    kind: str
    order: int | None
    wishes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe of a book. The same recipe always makes the same book.

    Attributes:
        chapters: The chapters, in order.
        layout: The layout.
        texts: Keyword arguments for `Book`: title, subtitle, author and copyright, if the recipe
            has them.
    """

    chapters: tuple[RecipeChapter, ...]
    layout: Layout
    texts: Mapping[str, str]

    @property
    def count(self) -> int:
        """The number of puzzles."""
        return sum(chapter.count for chapter in self.chapters)

    def puzzles(
        self, on_progress: Callable[[int, int], object] | None = None
    ) -> list[Chapter] | list[Puzzle]:
        """Generate the puzzles.

        Return chapters, or a list of puzzles if the recipe has no chapters.

        Args:
            on_progress: Called as on_progress(done, total) after each puzzle.

        Raises:
            PressError: Puzzles cannot be generated with the arguments of a chapter.
            BudgetError: A puzzle was not found within the budget.
        """
        made, done = list[list[Puzzle]](), 0
        for number, chapter in enumerate(self.chapters, 1):
            made.append([])
            for puzzle in _made(chapter, number):
                made[-1].append(puzzle)
                done += 1
                if on_progress is not None:
                    on_progress(done, self.count)
        if len(made) == 1 and not self.chapters[0].title:
            return made[0]
        return [
            Chapter(chapter.title, puzzles)
            for chapter, puzzles in zip(self.chapters, made, strict=True)
        ]


def read_recipe(text: str, *, answers: bool = False) -> Recipe:
    """Read a recipe from a text in TOML.

    Chapters are tables ``[[chapters]]`` with a title, a count and the keyword arguments of
    `pandoku.generate`. The table ``[layout]`` has the attributes of `Layout`. The default seed of
    chapter k is s + k - 1, where s is the seed of the recipe.

    Args:
        text: The recipe.
        answers: True if the solutions must be a separate document, whatever the layout in the
            recipe says.

    Raises:
        PressError: The text is not TOML, or a key or value is invalid.

    >>> recipe = read_recipe('''
    ... title = "First puzzles"
    ... [layout]
    ... paper = "a5"
    ... [[chapters]]
    ... order = 4
    ... count = 6
    ... ''')
    >>> recipe.count, recipe.layout.paper
    (6, 'a5')
    """
    if len(text) > _LONGEST:
        raise PressError(f"expected a recipe of at most {_LONGEST:,} characters, found more")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PressError(f"expected a recipe in TOML: {error}") from None
    except RecursionError:
        raise PressError("expected a recipe in TOML, found values nested too deeply") from None
    _require_keys(data, _BOOK_KEYS, "a recipe")
    seed = _whole(data, "seed", 0, _MOST_SEED, 1)
    chapters = _chapters(data.get("chapters"), seed)
    return Recipe(
        chapters,
        _layout(data.get("layout", {}), answers),
        {name: _text(data, name) for name in _TEXTS if name in data},
    )


def _layout(data: Any, answers: bool) -> Layout:
    if not isinstance(data, dict):
        raise PressError(f"expected layout as a table, found {_shown(data)}")
    _require_keys(data, _LAYOUT_KEYS, "layout")
    try:
        return Layout(**data | ({"solutions": "apart"} if answers else {}))
    except PressError as error:
        raise PressError(f"layout: {error}") from None


def _chapters(data: Any, seed: int) -> tuple[RecipeChapter, ...]:
    if not isinstance(data, list) or not data or not all(isinstance(each, dict) for each in data):
        raise PressError(
            f"expected chapters as one or several tables [[chapters]], found {_shown(data)}"
        )
    if len(data) > _MOST_CHAPTERS:
        raise PressError(f"expected at most {_MOST_CHAPTERS} chapters, found {len(data)}")
    chapters = tuple(_chapter(each, number, seed) for number, each in enumerate(data, 1))
    if len(chapters) > 1 and not all(chapter.title for chapter in chapters):
        raise PressError("expected a title for each of several chapters, found one without")
    if sum(chapter.count for chapter in chapters) > _MOST_PUZZLES:
        raise PressError(f"expected at most {_MOST_PUZZLES:,} puzzles, found more")
    return chapters


def _chapter(data: dict[str, Any], number: int, seed: int) -> RecipeChapter:
    where = f"chapter {number}"
    _require_keys(data, _CHAPTER_KEYS, where)
    try:
        count = _whole(data, "count", 1, _MOST_PUZZLES, None)
        order = _whole(data, "order", 1, 36, 0) if "order" in data else None
        own = _whole(data, "seed", 0, _MOST_SEED, min(seed + number - 1, _MOST_SEED))
        title = _text(data, "title") if "title" in data else ""
        kind = _text(data, "kind") if "kind" in data else "sudoku"
    except PressError as error:
        raise PressError(f"{where}: {error}") from None
    wishes = {name: _value(name, data[name]) for name in _WISHES if name in data}
    return RecipeChapter(title, count, kind, order, wishes | {"seed": own})


def _value(name: str, value: Any) -> Any:
    """Convert a value to the type that `pandoku.generate` expects, such as a list to a tuple."""
    if name == "cage_sizes" and isinstance(value, dict):
        return {int(key) if key.isdecimal() else key: weight for key, weight in value.items()}
    if name in ("box", "givens", "blanks", "rating") and isinstance(value, list):
        return tuple(value) if len(value) == 2 else value
    return value


def _made(chapter: RecipeChapter, number: int) -> Iterator[Puzzle]:
    """Generate the puzzles of a chapter. Errors name the chapter."""
    where = f"chapter {number}"
    if chapter.title:
        where += f" ({chapter.title[:60]})"
    try:
        yield from generate_each(chapter.count, chapter.kind, chapter.order, **chapter.wishes)
    except BudgetError as error:
        raise BudgetError(
            f"{where}: {error}", closest=error.closest, why=error.why, attempts=error.attempts
        ) from None
    except (PandokuError, TypeError, ValueError) as error:
        raise PressError(f"{where}: {error}") from None


# ------------------------------------------------------------------ values


def _require_keys(data: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    for name in data:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
            raise PressError(f"{where}: there is no key {name[:60]!r}; {hint}")


def _whole(data: dict[str, Any], name: str, least: int, most: int, default: int | None) -> int:
    value = data.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        found = "none" if value is None else _shown(value)
        raise PressError(f"expected {name} from {least} to {most}, found {found}")
    return value


def _text(data: dict[str, Any], name: str) -> str:
    value = data[name]
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
        raise PressError(
            f"expected {name} as a text of at most {_LONGEST_TEXT} characters, "
            f"found {_shown(value)}"
        )
    return value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "…"
