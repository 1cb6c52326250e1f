"""Every option that takes a value, given a number that no machine counts to, or none that is.

A number that is only too large is taken or refused; the core and other libraries never see it.
By default each option gets one of the numbers; PANDOKU_FULL=1 tries all.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.data import IS_FULL
from tests.hostile.endings import complaints
from tests.hostile.on_streams import GOOD
from tests.hostile.runs import Server
from tests.hostile.ways import NAMES, talks, what_it_takes, with_value

NUMBERS = ("9" * 23, "9" * 5000, str(2**63), "-" + "9" * 23, "1e999", "9" * 23 + "s", "\u0663")
# As long as they are asked to take.
LONG = {("generate", "--count"), ("bench", "--runs")}
WORDS = {"generate": ("killer", "4"), "drill": ("x-wing",)}


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_a_number_of_any_size_is_taken_or_refused(
    name: str, server: Server, tmp_path: Path
) -> None:
    wrong: list[str] = []
    for at, number in enumerate(NUMBERS, NAMES.index(name)):
        for n, words in enumerate(with_value(name, number)):
            if not IS_FULL and n % len(NUMBERS) != at % len(NUMBERS):
                continue
            if (name, words[-2]) in LONG and number.isdecimal():
                continue
            given = ("in.txt",) if what_it_takes(name) == "puzzles" else WORDS.get(name, ())
            folder = tmp_path / f"{len(wrong)}-{words[-2]}-{number[:30]}"
            (folder / "here").mkdir(parents=True)
            (folder / "here" / "in.txt").write_text(GOOD)
            ran = server.run((*words, *given), folder, ending="quick", longest_s=30)
            found = complaints(ran, is_single=True, may_say=talks(name), may_write=True)
            wrong += [f"{words} {given}: {each}: {ran.err[:400]!r}" for each in found]
    assert not wrong, "\n".join(wrong)
