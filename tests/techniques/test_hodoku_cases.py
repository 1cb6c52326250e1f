"""HoDoKu's library of technique cases: one board, one technique, exactly these changes.

A technique is supported when in every case of it some step has exactly the case's eliminations or
placements, and the cases that must not fire are silent.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pandoku.model import Board, Puzzle
from pandoku.techniques import get_technique

CASES = Path(os.environ.get("PANDOKU_SHARED", "/nowhere"), "data/techniques/reglib-1.3.txt")
needs_cases = pytest.mark.skipif(not CASES.is_file(), reason="PANDOKU_SHARED has no cases")

# HoDoKu's code, our technique, how many cases it has.
SUPPORTED = {
    "0000": ("full-house", 37),
    "0002": ("hidden-single", 36),
    "0003": ("naked-single", 35),
    "0100": ("pointing", 36),
    "0101": ("claiming", 36),
    "0110": ("locked-pair", 18),
    "0111": ("locked-triple", 14),
    "0200": ("naked-pair", 27),
    "0201": ("naked-triple", 27),
    "0202": ("naked-quad", 11),
    "0210": ("hidden-pair", 27),
    "0211": ("hidden-triple", 27),
    "0212": ("hidden-quad", 17),
    "0300": ("x-wing", 11),
    "0301": ("swordfish", 11),
    "0302": ("jellyfish", 12),
    "0310": ("finned-x-wing", 10),
    "0311": ("finned-swordfish", 11),
    "0312": ("finned-jellyfish", 10),
    "0320": ("sashimi-x-wing", 9),
    "0321": ("sashimi-swordfish", 9),
    "0322": ("sashimi-jellyfish", 7),
}
# The rest of the library, and why it is not there.
NOT_SUPPORTED = {
    "03111": "siamese fish",
    "03121": "siamese fish",
    "03211": "siamese fish",
    "03221": "siamese fish",
    "0331": "franken fish",
    "0332": "franken fish",
    "0340": "franken fish",
    "0341": "franken fish",
    "03411": "siamese fish",
    "0342": "franken fish",
    "03421": "siamese fish",
    "0362": "mutant fish",
    "03621": "siamese fish",
    "0363": "mutant fish",
    "0364": "mutant fish",
    "0400": "not there yet",
    "0401": "not there yet",
    "0402": "not there yet",
    "0403": "not there yet",
    "0404": "not there yet",
    "0405": "not there yet",
    "0500": "not there yet",
    "0501": "not there yet",
    "0502": "not there yet",
    "0503": "not there yet",
    "0600": "not there yet",
    "0601": "not there yet",
    "0602": "not there yet",
    "0603": "not there yet",
    "0604": "not there yet",
    "0605": "not there yet",
    "0606": "not there yet",
    "0607": "not there yet",
    "0608": "not there yet",
    "0610": "not there yet",
    "0701": "not there yet",
    "0702": "not there yet",
    "0703": "not there yet",
    "0706": "not there yet",
    "0707": "not there yet",
    "0708": "not there yet",
    "0709": "not there yet",
    "0710": "not there yet",
    "0711": "not there yet",
    "0800": "not there yet",
    "0801": "not there yet",
    "0803": "not there yet",
    "0901": "not there yet",
    "0902": "not there yet",
    "0903": "not there yet",
    "0904": "not there yet",
    "1101": "not there yet",
    "1201": "templates",
    "1202": "templates",
}

Pairs = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Case:
    line: int
    code: str
    variant: str
    board: Board
    changes: Pairs
    is_placement: bool


def cases() -> Iterator[Case]:
    for number, line in enumerate(CASES.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith(":"):
            continue
        _, code, _, grid, deleted, eliminated, placed, *_ = line.split(":")
        code, _, variant = code.partition("-")
        changes = pairs(eliminated) or pairs(placed)
        yield Case(number, code, variant, board(grid, deleted), changes, not pairs(eliminated))


def board(grid: str, deleted: str) -> Board:
    givens, placed = [], []
    for sign in grid.replace("+", " +").replace("0", ".").split(" "):
        for at, digit in enumerate(sign.lstrip("+")):
            is_placed = sign.startswith("+") and at == 0
            if is_placed:
                placed.append((len(givens), int(digit)))
            givens.append(int(digit) if digit != "." and not is_placed else 0)
    state = Board.start(Puzzle(9, tuple(givens)))
    for cell, digit in placed:
        state = state.place(cell, digit)
    for cell, digit in pairs(deleted):
        state = state.eliminate(cell, digit)
    return state


def pairs(text: str) -> Pairs:
    return frozenset(((int(w[1]) - 1) * 9 + int(w[2]) - 1, int(w[0])) for w in text.split())


def passes(case: Case, technique: str) -> bool:
    steps = list(get_technique(technique).find(case.board))
    if case.variant == "x":
        return not steps
    return any(
        frozenset(step.placements if case.is_placement else step.eliminations) == case.changes
        for step in steps
    )


@needs_cases
@pytest.mark.parametrize("code", sorted(SUPPORTED))
def test_every_case_of_a_technique_passes(code: str) -> None:
    technique, n_cases = SUPPORTED[code]
    found = [case for case in cases() if case.code == code]
    assert len(found) == n_cases
    failed = [f"line {case.line} ({case.variant})" for case in found if not passes(case, technique)]
    assert failed == []


@needs_cases
def test_every_code_of_the_library_is_supported_or_has_a_reason() -> None:
    assert {case.code for case in cases()} == set(SUPPORTED) | set(NOT_SUPPORTED)
