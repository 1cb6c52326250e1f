"""The outlines of techniques, which are known before the techniques are loaded."""

import subprocess
import sys

from pandoku import explain, loads
from pandoku.constraints import RULES
from pandoku.logic import ordered_techniques
from pandoku.logic._order import usable
from pandoku.techniques import TECHNIQUES, outlines
from tests.data import ROOT
from tests.techniques.make_index import COMMAND, FILE, text


def test_the_index_has_every_technique_as_it_is() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), f"{COMMAND} writes it"
    assert [*outlines()] == [*TECHNIQUES.entries]


def test_a_hint_for_a_sudoku_loads_no_techniques_for_cages_and_rules() -> None:
    program = (
        "import sys, pandoku\n"
        "pandoku.hint(pandoku.load('examples/escargot.txt'))\n"
        "print(*sorted(m.rpartition('.')[2] for m in sys.modules if 'techniques.' in m))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {*done.stdout.split()}
    plain = {each.file for each in outlines().values() if not {*each.needs} - {"unique"}}
    others = {each.file for each in outlines().values()} - plain
    assert plain <= loaded
    assert others.isdisjoint(loaded)
    assert {"_line_slips", "_mark_slips", "_way_slips"}.isdisjoint(loaded)


def test_a_puzzle_only_lacks_techniques_that_cannot_find_a_step() -> None:
    sudoku, killer = loads("53..7" + "." * 76), loads((ROOT / "examples/killer.txt").read_text())
    variant = RULES["thermometer"].example
    for puzzle in (sudoku, killer, variant):
        for scale in ("human", "pandoku", "hodoku"):
            known = ordered_techniques(None, scale, puzzle)
            every = ordered_techniques(None, scale)
            assert usable(known, puzzle, is_proper=True) == usable(every, puzzle, is_proper=True)
    assert len(ordered_techniques(None, "human", sudoku)) < len(TECHNIQUES)
    assert "cage-single" in explain(killer, limit=1).techniques
