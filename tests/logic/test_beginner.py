"""A reader who does what a path for beginners says, and nothing else, needs no more than that."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import pytest

import pandoku
from pandoku import Puzzle, explain, generate_many
from pandoku.logic import Path, hint, path_as_json
from pandoku.model import sight_of
from pandoku.words import cage_name
from tests.data import IS_FULL

CELL = r"r\d+c\d+"
CAGE = rf"the \S+?[- ]cage at {CELL}"
AND = r"(?:, and | and |, )"
N_PUZZLES = (6, 8, 6) if IS_FULL else (2, 2, 5)  # easy, medium and hard
NUMBERS = rf"\d+(?:{AND}\d+)*"


class Reader:
    """Somebody with a pencil, who reads sentences.

    Attributes:
        digits: What is written in each cell, 0 for nothing.
        noted: The digits noted beside cages, by the name of the cage.
        marks: The pencil marks of each cell; None before any are written.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.digits = list(puzzle.givens)
        self.noted: dict[str, set[int]] = {}
        self.marks: list[set[int]] | None = None
        self.cells = {puzzle.geometry.name(c): c for c in range(puzzle.geometry.n_cells)}
        self.cages = {cage_name(puzzle, at): cage for at, cage in enumerate(puzzle.cages)}

    def write_marks(self, text: str) -> None:
        """Write the pencil marks as the sentences say."""
        first, *others = text.removesuffix(".").split(". ")
        assert first.startswith("Write ")
        everything = {*range(1, self.puzzle.order + 1)}
        peers = sight_of(self.puzzle.geometry)
        self.marks = [
            set() if digit else everything - {self.digits[at] for at in peers[cell]}
            for cell, digit in enumerate(self.digits)
        ]
        for sentence in others:
            if sentence.startswith("Leave out the digits that its cage has already"):
                self._leave_out_held(sentence)
            elif found := re.fullmatch(
                r"Where digits are noted .* write only those: (.*)", sentence
            ):
                for numbers, name in re.findall(rf"({NUMBERS}) in ({CAGE})", found[1]):
                    assert numbers_in(numbers) <= self.noted[name]
                    for cell in self.cages[name].cells:
                        self.marks[cell] &= numbers_in(numbers)
            else:
                assert re.fullmatch(r"Leave out .*, too", sentence)
                for numbers, name in re.findall(rf"({NUMBERS}) at ({CELL})", sentence):
                    self.marks[self.cells[name]] -= numbers_in(numbers)

    def _leave_out_held(self, sentence: str) -> None:
        assert self.marks is not None
        assert any(c.repeats for c in self.puzzle.cages) == ("if it holds no digit" in sentence)
        for cage in self.cages.values():
            for cell in cage.cells if not cage.repeats else ():
                self.marks[cell] -= {self.digits[at] for at in cage.cells}

    def take(self, conclusion: str) -> None:
        """Do what the last sentence of a step says."""
        if found := re.fullmatch(rf"So note ({NUMBERS}) beside ({CAGE})\.", conclusion):
            assert self.marks is None
            self.noted[found[2]] = numbers_in(found[1])
        elif re.match("So (remove|leave only) ", conclusion):
            pattern = rf"({NUMBERS}|\d+ to \d+) (from|at) ({CELL}(?:{AND}{CELL})*)"
            told = re.findall(pattern, conclusion)
            assert told
            for numbers, where, cells in told:
                for name in re.findall(CELL, cells):
                    cell, digits = self.cells[name], numbers_in(numbers)
                    self._strike(cell, digits if where == "from" else self._others(cell, digits))
        elif not re.fullmatch(rf"So no other cell of {CAGE} is .*\.", conclusion):
            placed = re.findall(rf"({CELL}) is (\d+)", conclusion)
            assert placed, conclusion
            for name, digit in placed:
                self._place(self.cells[name], int(digit))

    def _others(self, cell: int, digits: set[int]) -> set[int]:
        assert self.marks is not None, "there is nothing to leave"
        return self.marks[cell] - digits

    def _strike(self, cell: int, digits: set[int]) -> None:
        assert self.marks is not None, "there is nothing to remove"
        assert digits <= self.marks[cell], "it was never written"
        self.marks[cell] -= digits

    def _place(self, cell: int, digit: int) -> None:
        assert not self.digits[cell]
        self.digits[cell] = digit
        if self.marks is not None:
            assert digit in self.marks[cell]
            self.marks[cell] = set()
            for peer in sight_of(self.puzzle.geometry)[cell]:
                self.marks[peer] -= {digit}


def numbers_in(text: str) -> set[int]:
    found = [*map(int, re.findall(r"\d+", text))]
    return {*range(found[0], found[-1] + 1)} if " to " in text else {*found}


class Reading(NamedTuple):
    path: Path
    reader: Reader


@lru_cache(maxsize=2)
def read_by_a_beginner(kind: str, order: int) -> tuple[Reading, ...]:
    """Let somebody read the paths of some puzzles, from easy to hard."""
    puzzles = [
        puzzle
        for n, difficulty in zip(N_PUZZLES, ("easy", "medium", "hard"), strict=True)
        for puzzle in generate_many(n, kind, order, seed=3, difficulty=difficulty)
    ]
    found = []
    for puzzle in puzzles:
        path, reader = explain(puzzle, reader="beginner", is_proper=True), Reader(puzzle)
        for step in path:
            words = step.explanation
            if step.number == path.marks_at:
                assert words.full[0] == path.marks_words
                reader.write_marks(path.marks_words)
            if reader.marks is None:
                assert "remove" not in f"{words.short} {words}"
                assert "pencil mark" not in f"{words}"
            reader.take(words.full[-1])
        found.append(Reading(path, reader))
    return tuple(found)


@pytest.mark.parametrize(("kind", "order"), [("killer", 9), ("calcudoku", 6)])
def test_who_does_what_a_path_says_solves_the_puzzle(kind: str, order: int) -> None:
    found = read_by_a_beginner(kind, order)
    assert len(found) == sum(N_PUZZLES)
    for path, reader in found:
        assert path.stopped == "full"
        assert tuple(reader.digits) == path.end.digits
    assert any(path.marks_at is None for path, _ in found)
    assert any(path.marks_at is not None for path, _ in found)
    assert any(reader.noted for _, reader in found)


@pytest.mark.parametrize(("kind", "order"), [("killer", 9), ("calcudoku", 6)])
def test_the_marks_that_a_path_asks_for_are_those_it_goes_on_with(kind: str, order: int) -> None:
    listed = 0
    for path, _ in read_by_a_beginner(kind, order):
        reader = Reader(path.start.puzzle)
        for step in path:
            if step.number == path.marks_at:
                reader.write_marks(path.marks_words)
                assert reader.marks is not None
                masks = [sum(1 << (digit - 1) for digit in marks) for marks in reader.marks]
                board = zip(step.board.masks, step.board.digits, strict=True)
                assert masks == [0 if digit else mask for mask, digit in board]
                listed += " in the " in path.marks_words
            reader.take(step.explanation.full[-1])
    assert listed


def test_a_handout_without_marks_says_nothing_of_them() -> None:
    path = next(path for path, _ in read_by_a_beginner("killer", 9) if path.marks_at is None)
    assert any(step.eliminations for step in path.steps)
    page = path.page()
    assert page.count("pencil marks") == page.count("around the step only")
    assert "Remove" not in page
    assert re.search(r"\d+ digits, use cages in \d+ ", page)


def test_a_hint_without_marks_says_what_to_note() -> None:
    path = next(p for p, _ in read_by_a_beginner("killer", 9) if p.steps[0].eliminations)
    told = hint(path.start, 5, reader="beginner").text
    assert told.endswith(path[0].explanation.full[-1])
    assert "So note " in told
    assert "So remove " in hint(path.start, 5, techniques=[path.steps[0].technique]).text


def test_the_document_has_the_words_without_marks_and_the_changes() -> None:
    path = next(path for path, _ in read_by_a_beginner("killer", 9) if path.marks_at is None)
    told = path_as_json(path)["steps"]
    at = next(at for at, step in enumerate(path.steps) if step.eliminations)
    assert told[at]["eliminations"]
    assert "remove" not in told[at]["short"]


def test_who_has_marks_is_told_what_to_remove() -> None:
    path = explain(pandoku.generate("killer", 9, seed=3), is_proper=True)
    assert any("So remove " in step.explanation.full[-1] for step in path)
