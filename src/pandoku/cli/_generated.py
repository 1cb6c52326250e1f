"""Output of puzzles that were made: as pictures, as lines, in a format, or as JSON objects."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

import click

from pandoku.cli._batches import text_of_rows
from pandoku.cli._output import ExitStatus, json_line, paint
from pandoku.draw import draw
from pandoku.errors import FormatError
from pandoku.formats import Format, Writer, get_format, line, sdm
from pandoku.generation import not_found, puzzle_at
from pandoku.logic import rate_all
from pandoku.model import Puzzle

if TYPE_CHECKING:
    from pandoku.generation import Missing, SearchPart, Wishes

__all__ = ["Sink"]


@dataclass
class Sink:
    """Writes puzzles in one form, which the first of them decides if none was asked for.

    Attributes:
        stream: Where to.
        wishes: What was asked for.
        status: The exit status of the command.
        target: The format that was asked for, or None: a line, or json if a line cannot hold the
            puzzles.
        as_json: Whether to write an object for each puzzle instead.
        is_terminal: Whether a person reads the output.
        is_single: Whether one puzzle was asked for; on a terminal it is drawn.
    """

    stream: IO[str]
    wishes: Wishes
    status: ExitStatus
    target: Format | None
    as_json: bool
    is_terminal: bool
    is_single: bool
    _writer: Writer | None = field(default=None, init=False)
    _n_lines: int = field(default=0, init=False)

    def put(self, part: SearchPart) -> None:
        """Write a part of the search, and report what was not found."""
        puzzles = part.puzzles
        if len(puzzles):
            if self.as_json:
                self._put_objects(part)
            elif self._draws(puzzles.puzzle(0)):
                for at in range(len(puzzles)):
                    paint(self.stream, draw(puzzles.puzzle(at), coordinates=False))
            elif (target := self._target(puzzles.puzzle(0))) in (line.FORMAT, sdm.FORMAT):
                text = text_of_rows(puzzles.givens, self.wishes.order, has_blanks=True)
                self.stream.write(sdm.zeros(text) if target is sdm.FORMAT else text)
                self._n_lines += len(puzzles)
            else:
                self._put_texts(part)
        for missing in part.missing:
            self._report(missing)
        self.stream.flush()

    def end(self) -> None:
        """Write what comes after the last puzzle."""
        if self._n_lines:
            self.stream.write(line.closing(self._n_lines, self.wishes.n_cells))
        if self._writer is not None:
            self.stream.write(self._writer.end())

    def _draws(self, first: Puzzle) -> bool:
        is_for_people = self.is_terminal and self.target is None
        return is_for_people and (self.is_single or line.FORMAT.why_not(first) is not None)

    def _target(self, first: Puzzle) -> Format:
        """Return the format to write, which can hold the puzzles."""
        if self.target is None:
            self.target = get_format("json" if line.FORMAT.why_not(first) else line.FORMAT.name)
        elif reason := self.target.why_not(first):
            raise FormatError(f"cannot be written as {self.target.name}: {reason}")
        return self.target

    def _put_texts(self, part: SearchPart) -> None:
        target = self._target(part.puzzles.puzzle(0))
        self._writer = self._writer or Writer(target)
        for at in range(len(part.puzzles)):
            text = target.write(puzzle_at(self.wishes, part.puzzles, at))
            self.stream.write(self._writer.next(text))

    def _put_objects(self, part: SearchPart) -> None:
        puzzles = [part.puzzles.puzzle(at) for at in range(len(part.puzzles))]
        heads = zip(part.puzzles.index.tolist(), part.attempts.tolist(), strict=True)
        solutions = text_of_rows(part.puzzles.solutions, self.wishes.order).splitlines()
        ratings = self._ratings(puzzles)
        for head, puzzle, solution, rating in zip(heads, puzzles, solutions, ratings, strict=True):
            told = {"puzzle": _shown(puzzle), "solution": solution}
            self.stream.write(json_line(self._head(*head) | told | rating) + "\n")

    def _head(self, index: int, attempts: int) -> dict[str, object]:
        wishes = self.wishes
        place = {"index": index, "seed": wishes.seed, "attempts": attempts}
        return place | {"kind": wishes.kind, "order": wishes.order}

    def _ratings(self, puzzles: list[Puzzle]) -> list[dict[str, object]]:
        """Return how difficult puzzles are, if a difficulty was asked for."""
        if not self.wishes.asks_for_difficulty:
            return [{}] * len(puzzles)
        found = rate_all(puzzles, threads=self.wishes.threads)
        return [
            {"rating": each.score, "level": each.level, "is_bound": each.is_bound} for each in found
        ]

    def _report(self, missing: Missing) -> None:
        """Say what was not found, and what came closest."""
        place = "" if self.is_single else f"puzzle {missing.index}: "
        message = not_found(self.wishes, missing)
        self.status.says_no(place + message)
        closest = None if missing.closest is None else _shown(missing.closest)
        if self.as_json:
            told = self._head(missing.index, missing.attempts)
            self.stream.write(json_line(told | {"error": message, "closest": closest}) + "\n")
        elif isinstance(closest, str):
            click.echo(f"the closest: {closest}", err=True)


def _shown(puzzle: Puzzle) -> str | dict[str, Any]:
    """Return a puzzle as a line, or as an object of the format json if a line cannot hold it."""
    if line.FORMAT.why_not(puzzle) is None:
        return line.FORMAT.write(puzzle).strip()
    value: dict[str, Any] = json.loads(get_format("json").write(puzzle.replace(solution=None)))
    return value
