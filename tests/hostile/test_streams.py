"""Every command on every kind of stream and path: what is lost is lost alone.

By default some cells of the table are tried; PANDOKU_FULL=1 tries all.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.data import by_default
from tests.hostile.on_streams import cells, wrong_with
from tests.hostile.runs import Server

EVERY = by_default(61, full=1)
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_a_lost_stream_loses_nothing_else(part: int, server: Server, tmp_path: Path) -> None:
    tried = islice(cells(), part * EVERY, None, PARTS * EVERY)
    wrong = [each for cell in tried for each in wrong_with(cell, server, tmp_path)]
    assert not wrong, "\n".join(wrong)
