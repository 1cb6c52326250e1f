"""Choose and read sets of puzzles: known sets by name, or any other file."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Lines, items_and_batches
from pandoku.model import Batch, Puzzle
from pandoku.registry import nearest

__all__ = ["PuzzleSet", "choose", "known_sets", "read_set"]

# The sets that are usually used to compare fast solvers, and their files in data/sudoku.
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
        name: Name of the set.
        group: "sudoku", "cages" or "file".
        path: File of the puzzles.
        text: Text with the puzzles, to read instead of the file. None means to read the file.
    """

    name: str
    group: str
    path: Path
    text: bytes | None = None


def known_sets(folder: Path) -> list[PuzzleSet]:
    """Return the sets in *folder*: the usual files in data/sudoku, and all data/cages/*.jsonl."""
    data = folder / "data"
    sudoku = [PuzzleSet(name, "sudoku", data / "sudoku" / file) for name, file in _SUDOKU.items()]
    cages = [PuzzleSet(path.stem, "cages", path) for path in sorted(data.glob("cages/*.jsonl"))]
    return [one for one in sudoku if one.path.is_file()] + cages


def choose(sets: Sequence[PuzzleSet], names: Sequence[str]) -> list[PuzzleSet]:
    """Return the sets with the given names: names of sets or of groups, in upper or lower case.

    Raises:
        ValueError: No set or group has this name. The message lists the closest names.
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
    """Read puzzles in any format from a file, or from *text* instead.

    The puzzles are returned as a Batch if they share a geometry and have only houses and givens.
    Otherwise, they are returned as a tuple.

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
    are_plain = all(
        isinstance(piece, Batch) or (not piece.cages and piece.candidates is None)
        for piece in pieces
    )
    if are_plain and len({piece.geometry for piece in pieces}) == 1:
        batches = (each if isinstance(each, Batch) else Batch.of([each]) for each in pieces)
        return Batch.joined([*batches])
    puzzles: list[Puzzle] = []
    for piece in pieces:
        puzzles += piece if isinstance(piece, Batch) else (piece,)
    return tuple(puzzles)
