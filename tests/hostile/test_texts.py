"""Every command, with each of its options, on every hostile text: an answer, or one message.

By default some cells of the table are tried; PANDOKU_FULL=1 tries all.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.data import by_default
from tests.hostile.on_texts import Cell, cells, wrong_with
from tests.hostile.runs import Server
from tests.hostile.ways import untried

EVERY = by_default(1009, full=1)
PARTS = 8


@pytest.mark.turns(4)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_command_answers_or_says_what_is_wrong(part: int, server: Server, tmp_path: Path) -> None:
    tried = islice(cells(), part * EVERY, None, PARTS * EVERY)
    wrong = [each for cell in tried for each in wrong_with(cell, server, tmp_path)]
    assert not wrong, "\n".join(wrong)


# What had findings once is tried every time.
_SHORT = ("--runs", "1", "--seconds", "0.05", "--cp-sat", "0")
FOUND = (
    Cell(("convert", "--to", "json"), "JSON: an escaped escape", "file"),
    Cell(("convert", "--to", "json"), "JSON: half a character", "file"),
    Cell(("help",), "an escape in a title", "word"),
    Cell(("help",), "an open quotation", "word"),
    Cell(("bench", *_SHORT, "-o", "/absent/out.txt"), "JSON: half a character", "file"),
)


@pytest.mark.parametrize("cell", FOUND, ids=str)
def test_what_was_found_is_mended(cell: Cell, server: Server, tmp_path: Path) -> None:
    assert not wrong_with(cell, server, tmp_path)


def test_every_option_is_tried() -> None:
    assert not untried()
