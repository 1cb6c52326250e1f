"""Documents of SudokuPad as puzzles: rules, drawings, and what the drawings mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pandoku import _hooks
from pandoku.constraints.unchecked import Drawing, RulesInWords
from pandoku.errors import PuzzleError
from pandoku.formats._inference import Guess, guesses, negatives
from pandoku.formats._scl import DrawnCage, DrawnLine, DrawnMark, Scl, read_scl
from pandoku.model import Board, Constraint, Decoration, Disc, Puzzle, Sign, Stroke, Tile
from pandoku.words import joined

__all__ = ["puzzle_of_scl"]

_SAVED = 19_000  # characters of rules in words that a puzzle keeps


def puzzle_of_scl(document: Mapping[str, Any]) -> tuple[Puzzle, str | None, Board | None]:
    """Return the puzzle of a document, how its drawings were understood, and the progress in it.

    Raises:
        BadValueError: A value has another form, or a key is not known.
        PuzzleError: The parts make no puzzle.
    """
    scl = read_scl(document)
    bare = _puzzle(scl, ())
    drawn: list[DrawnLine | DrawnMark | DrawnCage] = [*scl.lines, *scl.shapes, *scl.blocks]
    understood, note = _understood(scl, bare, bool(drawn))
    if understood is not None:
        puzzle, explained = understood
        left = [each for each in drawn if each not in explained]
    else:
        puzzle, left = bare, drawn
    unchecked: list[Constraint] = [*_drawings(left, scl.order)]
    words = scl.about.get("rules", "").strip()[:_SAVED]
    if words and (unchecked or understood is None):
        unchecked.append(RulesInWords(words))
    puzzle = puzzle.with_(*unchecked)
    if scl.n_paths:
        note = "; ".join(filter(None, (note, _paths_left_out(scl.n_paths))))
    return puzzle, note, _board(puzzle, scl.marks)


def _paths_left_out(n: int) -> str:
    what = "a path of SVG is" if n == 1 else f"{n} paths of SVG are"
    return f"{what} neither shown nor checked"


def _board(puzzle: Puzzle, marks: list[int]) -> Board | None:
    """Return a puzzle's board whose candidates are the marks in the center of cells, if any."""
    if not any(marks):
        return None
    board = Board.start(puzzle)
    masks = [
        left & mark if mark and not digit else left
        for left, mark, digit in zip(board.masks, marks, board.digits, strict=True)
    ]
    return Board(puzzle, board.digits, tuple(masks))


def _puzzle(scl: Scl, found: list[Guess] | tuple[()]) -> Puzzle:
    """Return the puzzle of a document with some guesses."""
    sets = (each for guess in found for each in guess.sets)
    geometry, smaller = scl.geometry(sets)
    about = scl.about
    return Puzzle(
        geometry,
        scl.givens,
        solution=scl.solution,
        title=about.get("title") or None,
        author=about.get("author") or None,
    ).with_(*smaller, *scl.constraints, *(each for guess in found for each in guess.constraints))


def _understood(
    scl: Scl, bare: Puzzle, has_drawings: bool
) -> tuple[tuple[Puzzle, set[DrawnLine | DrawnMark | DrawnCage]] | None, str | None]:
    """Return the puzzle with what its drawings mean and the shapes that are explained, and a note.

    None stands for a puzzle whose drawings are not understood.
    """
    solution = bare.solution
    if solution is None:
        if not has_drawings:
            return None, None
        return None, "the drawings are not checked: the file has no solution to confirm a meaning"
    found = guesses(scl, bare, solution)
    puzzle = _puzzle(scl, found)
    more = [each for each in negatives(scl, puzzle.constraints) if each.holds(solution, puzzle)]
    tried = [puzzle.with_(*more), puzzle] if more else [puzzle]
    for each in tried:
        if each.accepts(solution) and _hooks.is_proper(each):
            explained = {shape for guess in found for shape in guess.shapes}
            named = _names(found, [*more] if each is tried[0] else [])
            return (each, explained), _note(named, has_drawings)
    if not puzzle.accepts(solution):
        return None, "the solution in the file breaks a rule of the puzzle"
    reason = "no meaning was found for them"
    if names := _names(found, []):
        reason = f"what they suggest ({names}) leaves more than one solution"
    return None, f"the drawings and the rules in words are not checked: {reason}"


def _names(found: list[Guess], more: list[Constraint]) -> str:
    """Return what was inferred, each kind with its number."""
    counts = Counter(each.NAME for guess in found for each in guess.constraints)
    counts.update(guess.name for guess in found if guess.name)
    counts.update(each.NAME for each in more)
    listed = [f"{name} ({n} times)" if n > 1 else name for name, n in counts.items()]
    return joined(listed) if listed else ""


def _note(names: str, has_drawings: bool) -> str | None:
    if not names:
        return None
    source = "the drawings and the rules in words" if has_drawings else "the rules in words"
    return f"inferred from {source}, and confirmed by the solution in the file: {names}"


# ---- drawings that nobody checks


def _drawings(shapes: list[DrawnLine | DrawnMark | DrawnCage], n: int) -> Iterator[Constraint]:
    """Yield a drawing for the shapes of each sort."""
    sorts: dict[str, list[Decoration]] = {}
    for each in shapes:
        for title, decoration in _decorations(each, n):
            sorts.setdefault(title, []).append(decoration)
    for title, decorations in sorts.items():
        half = len(decorations) // 2
        parts = [decorations]
        while parts:
            part = parts.pop()
            half = len(part) // 2
            try:
                yield Drawing.of(part, title)
            except PuzzleError:  # too long for one
                if half:
                    parts += [part[half:], part[:half]]


def _decorations(
    shape: DrawnLine | DrawnMark | DrawnCage, n: int
) -> Iterator[tuple[str, Decoration]]:
    if isinstance(shape, DrawnLine):
        points = tuple(_near(x, y, n) for x, y in shape.points)
        yield "lines", Stroke("line", points, shape.has_head)
    elif isinstance(shape, DrawnCage):
        cells = tuple((cell % n + 0.5, cell // n + 0.5) for cell in shape.cells)
        yield "cages", Tile("cage", cells, 1.0, shape.text)
    else:
        x, y = _near(shape.x, shape.y, n)
        size = min(max(shape.width, shape.height), 2.0 * n)
        is_seen = size > 0 and bool(shape.fill or shape.rim)
        if is_seen and shape.is_round:
            yield "circles", Disc("circle", ((x, y),), size / 2, shape.text)
        elif is_seen:
            yield "rectangles", Tile("rectangle", ((x, y),), size)
        if shape.text and not (is_seen and shape.is_round):
            yield "texts", Sign(x, y, shape.text)


def _near(x: float, y: float, n: int) -> tuple[float, float]:
    """Return a point, moved to the margin of pictures if it lies farther outside."""
    return min(max(x, -1.0), n + 1.0), min(max(y, -1.0), n + 1.0)
