"""Sets of puzzles: known sets by name, and any other file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Lines, items_and_batches
from pandoku.model import Batch, Puzzle
from pandoku.registry import nearest

__all__ = ["PuzzleSet", "choose", "known_sets", "read_set"]

# The sets on which fast solvers are compared, and their files in data/sudoku.
_SUDOKU = {
    "17 clues": "puzzles2_17_clue",
    "generated minimal": "generated_minimal_100k.txt",
    "magictour top 1465": "puzzles3_magictour_top1465",
    "Serg": "puzzles7_serg_benchmark",
    "hardest 1905, 11+": "puzzles5_forum_hardest_1905_11+",
    "hardest 1106": "puzzles6_forum_hardest_1106",
    "16x16": "sudoku16.jsonl",
    "25x25": "sudoku25.jsonl",
}


class PuzzleSet(NamedTuple):
    """A set of puzzles.

    Attributes:
        name: The name it is known by.
        group: "sudoku", "cages" or "file".
        path: Its file.
        text: The puzzles in place of a file, or None.
    """

    name: str
    group: str
    path: Path
    text: bytes | None = None


def known_sets(folder: Path) -> list[PuzzleSet]:
    """Return the sets found under *folder*: data/sudoku and every data/cages/*.jsonl."""
    data = folder / "data"
    sudoku = [PuzzleSet(name, "sudoku", data / "sudoku" / file) for name, file in _SUDOKU.items()]
    cages = [PuzzleSet(path.stem, "cages", path) for path in sorted(data.glob("cages/*.jsonl"))]
    return [one for one in sudoku if one.path.is_file()] + cages


def choose(sets: Sequence[PuzzleSet], names: Sequence[str]) -> list[PuzzleSet]:
    """Return the sets that *names* select: each is a set or a group, in upper or lower case.

    Raises:
        ValueError: No set or group has this name; the message lists the closest names.
    """
    chosen: list[PuzzleSet] = []
    for name in names:
        wanted = name.casefold()
        found = [one for one in sets if wanted in (one.name.casefold(), one.group)]
        if not found:
            known = list(dict.fromkeys([*(one.group for one in sets), *(s.name for s in sets)]))
            near = nearest(name, known) or known
            raise ValueError(f"there is no set {name!r}; try {', '.join(map(repr, near))}")
        chosen += [one for one in found if one not in chosen]
    return chosen


def read_set(path: Path, text: bytes | None = None) -> Batch | tuple[Puzzle, ...]:
    """Read puzzles in any format from a file, or from *text* in its place.

    If all puzzles have the same geometry, and nothing but houses and givens, they become a Batch.
    Otherwise they become puzzles with everything that the file contains.

    Raises:
        OSError: The file cannot be read.
        FormatError: A puzzle is invalid. The message names the file.
    """
    pieces: list[Batch | Puzzle] = []
    with path.open("rb", buffering=1 << 20) if text is None else BytesIO(text) as stream:
        try:
            for item in items_and_batches(Lines(stream)):
                piece = item if isinstance(item, Batch) else item.value
                if isinstance(piece, PandokuError):
                    raise piece
                pieces.append(piece)
        except PandokuError as error:
            raise FormatError(f"{path}: {error}") from None
    if len({piece.geometry for piece in pieces}) == 1 and all(map(_is_plain, pieces)):
        return Batch.joined([_batch(piece) for piece in pieces])
    return tuple(chain.from_iterable(_puzzles(piece) for piece in pieces))


def _is_plain(piece: Batch | Puzzle) -> bool:
    return isinstance(piece, Batch) or (not piece.cages and piece.candidates is None)


def _batch(piece: Batch | Puzzle) -> Batch:
    return piece if isinstance(piece, Batch) else Batch.of([piece])


def _puzzles(piece: Batch | Puzzle) -> Iterable[Puzzle]:
    return piece if isinstance(piece, Batch) else (piece,)
