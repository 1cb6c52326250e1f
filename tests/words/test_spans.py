"""Sentences know which of their characters speak of what, and what they claim."""

from __future__ import annotations

import copy
import pickle

from pandoku import Board, Puzzle
from pandoku.model import Step
from pandoku.words import Sentence, Words, sentence
from pandoku.words.claims import Placed

BOARD = Board.start(Puzzle(4, (1,) + (0,) * 15))


def test_spans_are_where_the_names_stand() -> None:
    w = Words(Step("x"), BOARD)
    read = w.read(sentence(f"{w.house(BOARD.puzzle.geometry.houses[0])} has {w.candidate(3, 2)}"))
    assert read == "Row 1 has 2 at r1c4."
    assert [(read[s.start : s.end], s.about, s.cells, s.digits) for s in read.spans] == [
        ("Row 1", "house", (0, 1, 2, 3), ()),
        ("2 at r1c4", "candidates", (3,), (2,)),
    ]


def test_a_sentence_that_starts_with_a_cell_stays_in_lower_case() -> None:
    w = Words(Step("x"), BOARD)
    assert w.read(sentence(f"{w.cells((0, 5))} differ")) == "r1c1 and r2c2 differ."


def test_claims_belong_to_the_sentence_and_leave_no_trace_in_it() -> None:
    w = Words(Step("x"), BOARD)
    read = w.read(w.said(f"{w.cell(0)} is 1.", Placed(0, 1), Placed(0, 1)))
    assert read == "r1c1 is 1."
    assert read.claims == (Placed(0, 1),)
    assert all(character < "\ue000" for character in read)


def test_copies_of_a_sentence_keep_its_spans() -> None:
    w = Words(Step("x"), BOARD)
    read = w.read(w.said(w.cell(2), Placed(0, 1)))
    for copied in (pickle.loads(pickle.dumps(read)), copy.deepcopy(read)):
        assert isinstance(copied, Sentence)
        assert (copied, copied.spans, copied.claims) == (read, read.spans, read.claims)
