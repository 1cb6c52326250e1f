"""What `pandoku play` was asked to play, as the `Opening` of a game."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click

from pandoku.cli._options import added_constraints, left_out_kinds
from pandoku.cli._select import BadInput, Selection, sound_puzzle
from pandoku.model import Board, Puzzle
from pandoku.play import Edit, Game, Move
from pandoku.play.plainly import note_on
from pandoku.terminal import Opening, PuzzleRequest

__all__ = ["opening_of"]

_USUAL_KIND = "sudoku"
_USUAL_SPEED = 10.0
_GAME = b"pandoku game "


def opening_of(mode: str, what: Sequence[str], asked: dict[str, Any]) -> Opening:
    """Return what to play.

    Args:
        mode: The parameter that says it, such as "is_new"; "" for a puzzle or the home screen.
        what: The arguments of the command.
        asked: All options by parameter.

    Raises:
        click.ClickException, PandokuError, OSError: There is no such thing.
    """
    return _OPENINGS[mode](what, asked)


def _of_file(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    if not what:
        return Opening()
    if game := _game_in(what[0]):
        for option, values in (("--with", added_constraints()), ("--without", left_out_kinds())):
            if values:
                raise BadInput(f"expected a puzzle for {option}, found a game that has begun")
        return Opening(game=game)
    chosen = Selection((what[0],), asked["from_format"], asked["nth"], asked["name"]).one()
    puzzle = sound_puzzle(chosen)
    notice = note_on(puzzle, chosen.note)
    if chosen.board is None or chosen.board.digits == puzzle.givens:
        return Opening(puzzle=puzzle, notice=notice)
    return Opening(game=_with_progress(puzzle, chosen.board), notice=notice)


def _game_in(name: str) -> Game | None:
    """Return the game of a file, or None if the file has something else."""
    if not os.path.isfile(name):
        return None
    with Path(name).open("rb") as stream:
        if stream.read(len(_GAME)) != _GAME:
            return None
    from pandoku.cli._games import read_record  # here, because most files are puzzles

    return read_record(name).game


def _with_progress(puzzle: Puzzle, board: Board) -> Game:
    """Return a game in which the digits that a file has beyond the givens are one move."""
    cells: dict[int, list[int]] = {}
    for cell, (digit, given) in enumerate(zip(board.digits, puzzle.givens, strict=True)):
        if digit and not given:
            cells.setdefault(digit, []).append(cell)
    edits = tuple(Edit("digit", digit, tuple(at)) for digit, at in sorted(cells.items()))
    return Game.start(puzzle).play(Move("edit", edits))


def _new(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.generation import order_in, wishes_of

    has_kind = bool(what) and order_in(what[0]) is None
    kind, orders = (what[0], what[1:]) if has_kind else (_USUAL_KIND, what)
    order = order_in(orders[0]) if orders else None
    if orders and (order is None or len(orders) > 1):
        raise click.UsageError(f"expected a kind and an order, found {' '.join(what)!r}")
    wishes_of(kind, order, difficulty=asked["difficulty"])  # which refuses what cannot be
    return Opening(wish=PuzzleRequest(kind, order, asked["difficulty"]))


def _daily(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.play.daily import daily_kind

    days = [word for word in what if word[:1].isdigit()]
    kinds = [word for word in what if word not in days] or [_USUAL_KIND]
    if len(days) > 1 or len(kinds) > 1:
        raise click.UsageError(f"expected a kind and a date, found {' '.join(what)!r}")
    return Opening(daily=_date(days), daily_kind=daily_kind(kinds[0]))


def _date(words: Sequence[str]) -> date:
    try:
        return date.fromisoformat(words[0]) if words else date.today()
    except ValueError:
        raise click.UsageError(f"expected a date such as 2026-11-22, found {words[0]!r}") from None


def _resumed(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.play.store import Store

    with Store() as store:
        if what:
            return Opening(saved=store.saved(_number(what[0])).id)
        last = store.games(finished=False, limit=1)
    if not last:
        raise BadInput("there is no game to go on with; `pandoku play --daily` begins one")
    return Opening(saved=last[0].id)


def _number(word: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    raise click.UsageError(
        f"expected the number of a saved game, found {word!r}; `pandoku play --list` shows them"
    )


def _drilled(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.techniques import get_technique

    return Opening(drill=get_technique(asked["drill"]).name)


def _replayed(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.play.store import Store

    name: str = asked["replayed"]
    if name.isdecimal() and not os.path.lexists(name):
        with Store() as store:
            game = store.game(_number(name))
    else:
        from pandoku.cli._games import read_record

        game = read_record(name).game
    return Opening(replay=game, speed=asked["speed"] or _USUAL_SPEED)


_OPENINGS: dict[str, Callable[[Sequence[str], dict[str, Any]], Opening]] = {
    "": _of_file,
    "is_new": _new,
    "is_daily": _daily,
    "is_resumed": _resumed,
    "drill": _drilled,
    "replayed": _replayed,
}
