"""A reader who does what a path for beginners says, and nothing else, needs no more than that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import pytest

import pandoku
from pandoku import Puzzle, explain, generate_many
from pandoku.constraints import Thermometer
from pandoku.logic import Path, PathStep, hint, path_as_json
from pandoku.model import Noting, sight_of
from pandoku.words import cage_name, new_terms, term_words
from tests.data import IS_FULL

pytestmark = pytest.mark.turns(3, whole=True)

CELL = r"r\d+c\d+"
CAGE = rf"the \S+?[- ]cage at {CELL}"
AND = r"(?:, and | and |, )"
KINDS = [("killer", 9), ("calcudoku", 6), ("sudoku", 9)]
N_PUZZLES = (6, 8, 6) if IS_FULL else (2, 2, 3)  # easy, medium and hard
NUMBERS = rf"\d+(?:{AND}\d+)*"
SETS = r"\d+(?:(?:, and | and |, | or | )\d+)*"


class Reader:
    """Somebody with a pencil, who reads sentences.

    Attributes:
        digits: What is written in each cell, 0 for nothing.
        noted: The digits noted next to cages, by the name of the cage.
        small: The digits noted in the few cells of a box that can hold them, by cell.
        lists: The lists of all digits of a cell, by cell. They grow shorter.
        marks: The pencil marks of each cell; None before all are written.
        has_noted: Whether anything was noted.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.digits = list(puzzle.givens)
        self.noted: dict[str, set[int]] = {}
        self.small: dict[int, set[int]] = {}
        self.lists: dict[int, set[int]] = {}
        self.marks: list[set[int]] | None = None
        self.has_noted = False
        self.cells = {puzzle.geometry.name(c): c for c in range(puzzle.geometry.n_cells)}
        self.cages = {cage_name(puzzle, at): cage for at, cage in enumerate(puzzle.cages)}
        self.peers = puzzle.sight

    def write_marks(self, text: str) -> None:
        """Write the pencil marks as the sentences say."""
        first, *others = text.removesuffix(".").split(". ")
        assert first.startswith("Write ")
        everything, peers = {*range(1, self.puzzle.order + 1)}, sight_of(self.puzzle.geometry)
        self.marks = [
            set() if digit else everything - {self.digits[at] for at in peers[cell]}
            for cell, digit in enumerate(self.digits)
        ]
        for sentence in others:
            if sentence.startswith("Leave out the digits that its cage has already"):
                self._leave_out_held(sentence)
            elif found := re.fullmatch(r"In these cages write only these digits: (.*)", sentence):
                for cage, digits in re.findall(rf"(\S+ at {CELL}) = (\d+)", found[1]):
                    self._keep_noted(cage, {*map(int, digits)})
            elif sentence.startswith("Where a cell has a list"):
                for cell, digits in self.lists.items():
                    self.marks[cell] &= digits
            elif sentence.startswith("Leave out a noted digit elsewhere in the box"):
                self._leave_out_noted()
            elif sentence.startswith("Two cells of a box that share two notes"):
                self._leave_pairs()
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

    def _keep_noted(self, cage: str, digits: set[int]) -> None:
        assert self.marks is not None
        clue, _, place = cage.partition(" ")
        [name] = (
            f for f in (f"the {clue}-cage {place}", f"the {clue} cage {place}") if f in self.noted
        )
        assert digits <= self.noted[name]
        for cell in self.cages[name].cells:
            self.marks[cell] &= digits

    def _noted_in_boxes(self) -> Iterator[tuple[set[int], set[int]]]:
        """Yield the places of small notes of a digit in a box, with the digits in just these."""
        for box in (each for each in self.puzzle.geometry.houses if each.kind == "box"):
            places: dict[frozenset[int], set[int]] = {}
            for digit in range(1, self.puzzle.order + 1):
                at = frozenset(c for c in box.cells if digit in self.small.get(c, ()))
                places.setdefault(at, set()).add(digit)
            yield from (({*at}, digits) for at, digits in places.items() if at)

    def _leave_out_noted(self) -> None:
        assert self.marks is not None
        for at, digits in self._noted_in_boxes():
            for house in self.puzzle.geometry.houses:
                for cell in {*house.cells} - at if at <= {*house.cells} else ():
                    self.marks[cell] -= digits

    def _leave_pairs(self) -> None:
        assert self.marks is not None
        for at, digits in self._noted_in_boxes():
            for cell in at if len(at) == len(digits) == 2 else ():
                self.marks[cell] &= digits

    def take(self, conclusion: str) -> None:
        """Do what the last sentence of a step says."""
        if self.marks is not None and re.match("So (remove|leave only) ", conclusion):
            self._remove(conclusion)
            return
        told = conclusion.removeprefix("So ").removesuffix(".").partition(": ")[0]
        for part in told.split("; also "):
            if found := re.fullmatch(rf"(?:note|leave only) ({SETS}) next to ({CAGE})", part):
                assert self.marks is None
                self.noted[found[2]] = numbers_in(found[1])
                self.has_noted = True
            elif part.startswith(("note that ", "no other cell of ")):
                assert self.marks is None
            elif found := re.match("(note|list|strike) ", part):
                for cell, digits in self._pairs(part):
                    {"note": self._note, "list": self._list, "strike": self._strike}[found[1]](
                        cell, digits
                    )
            elif part.startswith("remove "):
                self._remove(part)
            elif not re.search(r" can only be | (is|are) not ", part):
                self._fill(part)

    def _fill(self, text: str) -> None:
        placed = re.findall(rf"({CELL}) is (\d+)", text) or [
            (name, digit)
            for digit, names in re.findall(rf"(\d+) (?:is left )?at ({CELL}(?:{AND}{CELL})*)", text)
            for name in re.findall(CELL, names)
        ]
        assert placed, text
        for name, digit in placed:
            self._place(self.cells[name], int(digit))

    def _pairs(self, text: str) -> Iterator[tuple[int, set[int]]]:
        pattern = rf"({NUMBERS}|\d+ to \d+) (?:from|at) ({CELL}(?:{AND}{CELL})*)"
        told = re.findall(pattern, text)
        assert told, text
        for numbers, cells in told:
            for name in re.findall(CELL, cells):
                yield self.cells[name], numbers_in(numbers)

    def _remove(self, conclusion: str) -> None:
        assert self.marks is not None, "there is nothing to remove"
        pattern = rf"({NUMBERS}|\d+ to \d+) (from|at) ({CELL}(?:{AND}{CELL})*)"
        for numbers, where, cells in re.findall(pattern, conclusion):
            for name in re.findall(CELL, cells):
                cell, digits = self.cells[name], numbers_in(numbers)
                gone = digits if where == "from" else self.marks[cell] - digits
                assert gone <= self.marks[cell], "it was never written"
                self.marks[cell] -= gone

    def _note(self, cell: int, digits: set[int]) -> None:
        assert not self.digits[cell]
        assert not digits & self.small.get(cell, set()), "it is noted already"
        self.small.setdefault(cell, set()).update(digits)
        self.has_noted = True

    def _list(self, cell: int, digits: set[int]) -> None:
        assert not self.digits[cell]
        assert cell not in self.lists, "the cell has a list already"
        self.lists[cell] = digits
        self.has_noted = True

    def _strike(self, cell: int, digits: set[int]) -> None:
        small, listed = self.small.get(cell, set()), self.lists.get(cell, set())
        assert digits <= small | listed, "it was never written"
        small -= digits
        listed -= digits

    def _place(self, cell: int, digit: int) -> None:
        assert not self.digits[cell]
        assert digit in self.lists.get(cell, {digit})
        self.digits[cell] = digit
        self.small.pop(cell, None)
        self.lists.pop(cell, None)
        if self.marks is not None:
            assert digit in self.marks[cell]
            self.marks[cell] = set()
            for peer in sight_of(self.puzzle.geometry)[cell]:
                self.marks[peer] -= {digit}
        for peer in self.peers[cell]:
            for notes in (self.small, self.lists):
                notes.get(peer, set()).discard(digit)


def numbers_in(text: str) -> set[int]:
    found = [*map(int, re.findall(r"\d+", text))]
    return {*range(found[0], found[-1] + 1)} if " to " in text else {*found}


class Reading(NamedTuple):
    path: Path
    reader: Reader
    asked: tuple[tuple[PathStep, list[int]], ...]  # the steps before which the marks are written


def notings_of(path: Path) -> list[Noting]:
    return [noting for each in path.readers() if (noting := each.noting) is not None]


@lru_cache(maxsize=3)
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
        asked = []
        for step in path:
            words = step.explanation
            if step.number == path.marks_at:
                assert words.full[0] == path.marks_words
                reader.write_marks(path.marks_words)
                assert reader.marks is not None
                masks = [sum(1 << (digit - 1) for digit in marks) for marks in reader.marks]
                asked.append((step, masks))
            if reader.marks is None:
                assert "remove" not in f"{words.short} {words}"
                assert "pencil mark" not in f"{words.full[len(step.before) :]}"
            reader.take(words.full[-1])
        found.append(Reading(path, reader, tuple(asked)))
    return tuple(found)


@pytest.mark.parametrize(("kind", "order"), KINDS)
def test_who_does_what_a_path_says_solves_the_puzzle(kind: str, order: int) -> None:
    found = read_by_a_beginner(kind, order)
    assert len(found) == sum(N_PUZZLES)
    for path, reader, _ in found:
        assert path.stopped == "full"
        assert tuple(reader.digits) == path.end.digits
    assert any(each.path.marks_at is None for each in found)
    assert any(each.path.marks_at is not None for each in found)
    assert any(each.reader.has_noted for each in found)
    assert any(each.reader.noted for each in found) == (kind != "sudoku")


@pytest.mark.parametrize(("kind", "order"), KINDS)
def test_the_marks_that_a_path_asks_for_are_those_it_goes_on_with(kind: str, order: int) -> None:
    asked = [each for reading in read_by_a_beginner(kind, order) for each in reading.asked]
    for step, masks in asked:
        board = zip(step.board.masks, step.board.digits, strict=True)
        assert masks == [0 if digit else mask for mask, digit in board]
    assert asked


@pytest.mark.parametrize(("kind", "order"), KINDS)
def test_every_candidate_that_a_step_rules_out_is_told_or_seen(kind: str, order: int) -> None:
    for path, *_ in read_by_a_beginner(kind, order):
        for step, noting in zip(path.steps, notings_of(path), strict=False):
            told = {*noting.struck, *noting.denied}
            told |= {
                (cell, digit) for cell, digit in step.eliminations if cell in dict(noting.listed)
            }
            if noting.beside:
                index, sets = noting.beside
                cells = path.start.puzzle.cages[index].cells
                left = {digit for each in sets for digit in each}
                told |= {(c, d) for c, d in step.eliminations if c in cells and d not in left}
            assert noting.is_seen or told >= {*step.eliminations}


def test_a_thermometer_needs_no_pencil_marks_at_the_first_step() -> None:
    lines = ("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6", "r5c2 r4c2 r3c2")
    puzzle = Puzzle(9, further=tuple(Thermometer(each) for each in lines))
    told = explain(puzzle, reader="beginner", limit=2)
    assert told.marks_at is None
    assert told[0].explanation.full[-1] == (
        "So list 1 to 4 at r1c1, 2 to 5 at r1c2, 3 to 6 at r1c3, 4 to 7 at r1c4, 5 to 8 at r1c5, "
        "and 6 to 9 at r1c6."
    )
    assert told[1].explanation.full[-1] == (
        "So note that r3c2 is at least 3, r4c2 is 2 to 8, and r5c2 is at most 7."
    )


def test_a_beginner_reads_where_boxes_are_and_what_words_mean() -> None:
    path = explain(pandoku.generate("sudoku", 9, seed=3, difficulty="medium"), reader="beginner")
    words = " ".join(
        text for each in path for text in (each.explanation.heading, *each.explanation.full)
    )
    assert not re.search(r"\bbox(es)? \d", words)
    assert "box" in words
    for term in new_terms(words):
        assert words.count(term_words(term)) == 1
    first = path[0]
    assert re.match(rf"{CELL} is row \d, column \d\.", first.explanation.full[0])


def test_a_handout_without_marks_says_nothing_of_them() -> None:
    path = next(path for path, *_ in read_by_a_beginner("killer", 9) if path.marks_at is None)
    assert any(step.eliminations for step in path.steps)
    page = path.page()
    assert page.count("pencil marks") == page.count("around the step only")
    assert "Remove" not in page
    assert re.search(r"\d+ digits, take notes in \d+ ", page)


def test_a_hint_without_marks_says_what_to_note() -> None:
    made = generate_many(5, "killer", 9, seed=3, rating=(3.5, 6.4))
    paths = (explain(each, reader="beginner", is_proper=True, limit=1) for each in made)
    path = next(each for each in paths if each.steps[0].eliminations)
    told = hint(path.start, 5, reader="beginner").text
    assert told.endswith(path[0].explanation.full[-1])
    assert "So note " in told
    assert "So remove " in hint(path.start, 5, techniques=[path.steps[0].technique]).text


def test_the_document_has_the_words_without_marks_and_the_changes() -> None:
    path = next(path for path, *_ in read_by_a_beginner("killer", 9) if path.marks_at is None)
    told = path_as_json(path)["steps"]
    at = next(at for at, step in enumerate(path.steps) if step.eliminations)
    assert told[at]["eliminations"]
    assert "remove" not in told[at]["short"]


def test_who_has_marks_is_told_what_to_remove() -> None:
    path = explain(pandoku.generate("killer", 9, seed=3), is_proper=True)
    assert any("So remove " in step.explanation.full[-1] for step in path)
