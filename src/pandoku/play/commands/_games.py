"""Open the game that the user of `pandoku play` asks for, and manage the saved games."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from pandoku.cli import options as opt
from pandoku.cli.input import BadInput, Selection, sound_puzzle
from pandoku.cli.output import ExitStatus, output_file, print_table
from pandoku.errors import FormatError, StoreError, WishError
from pandoku.model import Board, Puzzle
from pandoku.play import Edit, Game, Move, Record, first_sight, loads_record
from pandoku.play.commands._options import PlayOptions
from pandoku.play.dates import when_text
from pandoku.play.opening import Opening, PuzzleRequest
from pandoku.play.reading import MAX_CHARS
from pandoku.play.store import Saved, Store
from pandoku.play.text import record_text
from pandoku.play.timer import clock_text
from pandoku.words import joined, kind_text, visible

_USUAL_KIND = "sudoku"
_USUAL_SPEED = 10.0
_GAME = b"pandoku game "


def opening_of(mode: str, options: PlayOptions) -> Opening:
    """Return the puzzle or game to play.

    Args:
        mode: Name of the field in *options* that chooses what to play, such as "is_new". If it
            is "", *options* names a file or contains a puzzle.
        options: The options of `pandoku play`.

    Raises:
        click.ClickException, PandokuError, OSError: The puzzle or game does not exist.
    """
    return _OPENINGS[mode](options)


def _of_file(options: PlayOptions) -> Opening:
    from pandoku.play.plainly import note_on  # slow to import

    file = options.what[0]
    if game := _game_in(file):
        for flag, value in (("--with", options.added), ("--without", options.left_out)):
            if value:
                raise BadInput(f"expected a puzzle for {flag}, found a game that has begun")
        return Opening(game=game)
    same = ("from_format", "digits", "added", "left_out", "nth", "name")
    values: dict[str, Any] = {name: getattr(options, name) for name in same}
    chosen = Selection(opt.PuzzleOptions(files=(file,), **values)).one()
    puzzle = sound_puzzle(chosen)
    notice = note_on(puzzle, chosen.note)
    if chosen.board is None or chosen.board.digits == puzzle.givens:
        return Opening(puzzle=puzzle, notice=notice)
    return Opening(game=_with_progress(puzzle, chosen.board), notice=notice)


def _game_in(name: str) -> Game | None:
    """Return the game in a file, or None if the file does not exist or does not contain a game."""
    if not os.path.isfile(name):
        return None
    with Path(name).open("rb") as stream:
        if stream.read(len(_GAME)) != _GAME:
            return None
    return read_record(name).game


def _with_progress(puzzle: Puzzle, board: Board) -> Game:
    """Return a game whose first move enters all digits that the file stores as progress."""
    cells: dict[int, list[int]] = {}
    for cell, (digit, given) in enumerate(zip(board.digits, puzzle.givens, strict=True)):
        if digit and not given:
            cells.setdefault(digit, []).append(cell)
    edits = tuple(Edit("digit", digit, tuple(at)) for digit, at in sorted(cells.items()))
    return Game.start(puzzle).play(Move("edit", edits))


def _new(options: PlayOptions) -> Opening:
    from pandoku.generation import order_in, wishes_of

    what = options.what
    has_kind = bool(what) and order_in(what[0]) is None
    kind, orders = (what[0], what[1:]) if has_kind else (_USUAL_KIND, what)
    order = order_in(orders[0]) if orders else None
    if orders and (order is None or len(orders) > 1):
        raise click.UsageError(f"expected a kind and an order, found {' '.join(what)!r}")
    wishes_of(kind, order, difficulty=options.difficulty)  # raises for an impossible request
    return Opening(wish=PuzzleRequest(kind, order, options.difficulty))


def _daily(options: PlayOptions) -> Opening:
    from pandoku.play.daily import DAILY_KINDS, daily_kind, first_day

    what = options.what
    days = [word for word in what if word[:1].isdigit()]
    kinds = [word for word in what if word not in days] or [_USUAL_KIND]
    if len(days) > 1 or len(kinds) > 1:
        raise click.UsageError(f"expected a kind and a date, found {' '.join(what)!r}")
    try:
        day = date.fromisoformat(days[0]) if days else date.today()
    except ValueError:
        raise click.UsageError(f"expected a date such as 2026-11-22, found {days[0]!r}") from None
    try:
        kind = daily_kind(kinds[0])
        return Opening(daily=first_day(day, kind), daily_kind=kind)
    except WishError:
        known = joined(DAILY_KINDS, "or")
        raise click.UsageError(
            f"expected {known}, or a date such as 2026-11-22, found {kinds[0]!r}"
        ) from None


def _resumed(options: PlayOptions) -> Opening:
    with Store() as store:
        if options.what:
            return Opening(saved=store.saved(_number(options.what[0])).id)
        last = store.games(finished=False, limit=1)
    if not last:
        raise BadInput("there is no game to continue; `pandoku play --daily` begins one")
    return Opening(saved=last[0].id)


def _number(word: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    raise click.UsageError(
        f"expected the number of a saved game, found {word!r}; `pandoku play --list` shows them"
    )


def _drilled(options: PlayOptions) -> Opening:
    from pandoku.techniques import get_technique

    return Opening(drill=get_technique(options.drill or "").name)


def _replayed(options: PlayOptions) -> Opening:
    name = options.replayed or ""
    if name.isdecimal() and not os.path.lexists(name):
        with Store() as store:
            game = store.game(_number(name))
    else:
        game = read_record(name).game
    return Opening(replay=game, speed=options.speed or _USUAL_SPEED)


_OPENINGS: dict[str, Callable[[PlayOptions], Opening]] = {
    "": _of_file,
    "is_new": _new,
    "is_daily": _daily,
    "is_resumed": _resumed,
    "drill": _drilled,
    "replayed": _replayed,
}


def list_games() -> None:
    """Print the saved games, most recently played first."""
    with Store() as store:
        games = store.games()
    if not games:
        click.echo("there are no saved games", err=True)
        return
    heads = ("id", "puzzle", "difficulty", "title", "left", "time", "state", "last played")
    print_table(heads, [_row(game) for game in games])


def _row(game: Saved) -> tuple[str, ...]:
    try:
        kind = kind_text(first_sight(game.puzzle))
    except StoreError:
        kind = "damaged"
    when = when_text(game.touched.astimezone().replace(tzinfo=None), date.today())
    return (
        str(game.id),
        kind,
        visible(game.difficulty),
        visible(game.title),
        "" if game.is_finished else str(game.n_empty),
        clock_text(game.played_ms),
        game.state,
        when,
    )


def export_game(number: int, output: str | None) -> None:
    """Write a saved game with all its moves as text."""
    opt.refuse_pictures(output)
    with Store() as store:
        saved, game = store.saved(number), store.game(number)
    started = saved.started.isoformat(timespec="seconds")
    with output_file(output, ExitStatus()) as stream:
        stream.write(record_text(game, saved.title, started))


def import_game(name: str) -> None:
    """Add the game in a file to the saved games."""
    record = read_record(name)
    try:
        started = datetime.fromisoformat(record.started).astimezone()
    except (ValueError, OverflowError, OSError):  # not a date, or an impossible year
        started = None
    with Store() as store:
        number = store.add(record.game, title=record.title, started=started)
    click.echo(f"game {number}: {len(record.game.moves)} moves; pandoku play --resume {number}")


def read_record(name: str) -> Record:
    """Return the game in a file.

    Raises:
        OSError: The file cannot be read.
        FormatError: The file does not contain a game. The message begins with the name of the file.
    """
    with Path(name).open("rb") as stream:
        text = stream.read(MAX_CHARS + 1)
    try:
        return loads_record(text)
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None
