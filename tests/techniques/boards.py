"""Boards for tests that look at a certain step: they stay when the examples change."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pandoku.model import Board, Step
from pandoku.techniques import example_board, get_technique

__all__ = ["board_for", "step_for"]

FILE = Path(__file__).with_name("boards.txt")


@cache
def _boards() -> dict[str, str]:
    lines = FILE.read_text(encoding="ascii").splitlines()
    parts = (line.partition(" ") for line in lines if line[0] != "#")
    return {name: text for name, _, text in parts}


def board_for(name: str) -> Board:
    """Return the board of the technique called *name*."""
    return example_board(_boards()[name])


def step_for(name: str) -> tuple[Board, Step]:
    """Return the board of a technique and its first step there."""
    board = board_for(name)
    return board, next(get_technique(name).steps(board, 1))
