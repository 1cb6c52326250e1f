"""Kill a process in the middle of a game, many times, and check the saved game.

    python bench/game.py [--rounds 1000] [--seed 1] [--no-times] [--out bench/game.md]

A player is a separate process: it opens the store, continues a game or begins another, makes random
moves, and writes a line to a pipe after each move that the store has accepted. It is killed with
SIGKILL at a random moment. Then the store is opened again: it must be sound, and the game must be
legal, with every move that came through the pipe, and at most one more. In half of the rounds, the
player opens the store twice, and another process opens and closes it all the time. The exit status
is 1 if anything is lost.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

from pandoku import load
from pandoku.bench import circumstances, p95
from pandoku.play import Game
from pandoku.play.store import Store

EXAMPLES = Path(__file__).parent.parent / "examples"
PUZZLES = [load(EXAMPLES / name) for name in ("escargot.txt", "killer6.json", "sixteen.json")]
LONGEST_S = (0.06, 0.25)  # of a player's life, by turns
FRESH = 20  # rounds with the same file; then a new one, so that its creation is also interrupted


class Round(NamedTuple):
    """The end of one player.

    Attributes:
        n_acknowledged: Number of moves that came through the pipe.
        n_more: Number of other saved moves.
        when: Work of the player at the end: "opening", "beginning" or "playing".
        wrong: Description of a fault, or "".
    """

    n_acknowledged: int
    n_more: int
    when: str
    wrong: str


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-times", action="store_true", help="only kill")
    parser.add_argument("--out", type=Path, help="a page in Markdown; else nothing is written")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        rounds = [one_round(Path(folder), number, chance) for number in range(arguments.rounds)]
        times = {} if arguments.no_times else times_of(Path(folder))
    page = page_of(rounds, times, arguments.seed)
    print(page)
    if arguments.out:
        arguments.out.write_text(page, encoding="utf-8")
    sys.exit(any(each.wrong for each in rounds))


# -------------------------------------------------------------------- one player


def one_round(folder: Path, number: int, chance: random.Random) -> Round:
    file = folder / f"games-{number // FRESH}.sqlite"
    seed, life_s = chance.getrandbits(32), chance.uniform(0, LONGEST_S[number % 2])
    is_busy = number % 4 in (1, 2)
    read, write = os.pipe()
    player = forked(lambda: play(file, random.Random(seed), write, 1 + is_busy))
    visitor = forked(lambda: visit(file)) if is_busy else None
    os.close(write)
    sleep(life_s)
    os.kill(player, signal.SIGKILL)
    if visitor is not None:
        os.kill(visitor, signal.SIGKILL)
        os.waitpid(visitor, 0)
    with os.fdopen(read, "rb") as pipe:
        lines = pipe.read().decode().splitlines()
    _, status = os.waitpid(player, 0)
    if os.WTERMSIG(status) != signal.SIGKILL:
        return Round(0, 0, "playing", "the player ended by itself")
    return judged(file, lines)


def forked(act: Callable[[], object]) -> int:
    """Start a process that does something until it is killed, and return its id."""
    process = os.fork()
    if not process:
        try:
            act()
        finally:
            os._exit(3)
    return process


def visit(file: Path) -> None:
    """Open and close the store until somebody kills the process."""
    while True:
        Store(file).close()


def play(file: Path, chance: random.Random, pipe: int, n_stores: int) -> None:
    """Play until somebody kills the process."""
    stores = [Store(file) for _ in range(n_stores)]
    store = stores[0]
    games = store.games(finished=False)
    if games and chance.random() < 0.7:
        number = chance.choice(games).id
        game = store.game(number)
    else:
        game = Game.start(chance.choice(PUZZLES))
        number = store.add(game)
    os.write(pipe, f"game {number} {len(game.moves)}\n".encode())
    while True:
        after = random_move(game, chance)
        if after is game:
            continue
        game = after
        store.append(number, game)
        move = game.moves[-1]
        os.write(pipe, f"{move.at_ms} {move.text(game.puzzle.order)}\n".encode())


def random_move(game: Game, chance: random.Random) -> Game:
    puzzle, at_ms = game.puzzle, game.played_ms + chance.randrange(3000)
    cell = chance.randrange(puzzle.geometry.n_cells)
    digit = chance.randint(1, puzzle.order)
    what = chance.choice(("place", "place", "marks", "marks", "erase", "undo", "redo", "other"))
    if what == "place" and not puzzle.givens[cell]:
        return game.place(cell, digit, tidy=chance.random() < 0.5, at_ms=at_ms)
    if what == "marks":
        return game.enter(chance.choice(("corner", "center")), digit, (cell,), at_ms=at_ms)
    if what == "erase":
        return game.erase((cell,), at_ms=at_ms)
    if what == "undo":
        return game.undo(chance.randint(1, 3), at_ms=at_ms)
    if what == "redo":
        return game.redo(at_ms=at_ms)
    return game.fill(at_ms=at_ms) if chance.random() < 0.2 else game.checkpoint("here", at_ms=at_ms)


# -------------------------------------------------------------------- the saved game


def judged(file: Path, lines: list[str]) -> Round:
    with Store(file) as store:
        for saved in store.games():
            store.game(saved.id)  # it refuses an illegal game
        if not lines:
            return Round(0, 0, "opening", damage(file))
        _, number, before = lines[0].split()
        game = store.game(int(number))
        saved = store.saved(int(number))
    moves = [f"{move.at_ms} {move.text(game.puzzle.order)}" for move in game.moves[int(before) :]]
    told = lines[1:]
    n_more = len(moves) - len(told)
    wrong = damage(file)
    if moves[: len(told)] != told or n_more not in (0, 1):
        wrong = f"game {number}: {len(told)} moves were acknowledged, {len(moves)} are saved"
    elif (saved.n_moves, saved.digits) != (len(game.moves), game.digits):
        wrong = f"game {number}: the list does not show the last position"
    return Round(len(told), n_more, "playing" if told else "beginning", wrong)


def damage(file: Path) -> str:
    with closing(sqlite3.connect(file)) as raw:
        (found,) = raw.execute("PRAGMA integrity_check").fetchone()
        orphans = raw.execute("PRAGMA foreign_key_check").fetchall()
    return "" if found == "ok" and not orphans else f"{found} {orphans}"


# -------------------------------------------------------------------- the time of saving


def times_of(folder: Path) -> dict[str, list[float]]:
    """Return the milliseconds for opening a store, listing 50 games, and saving a move."""
    file, chance = folder / "times.sqlite", random.Random(1)
    times: dict[str, list[float]] = {"opening": [], "listing 50 games": [], "saving a move": []}
    with Store(file) as store:
        for _ in range(50):
            game = Game.start(PUZZLES[0])
            for _ in range(40):
                game = random_move(game, chance)
            number = store.add(game)
        for _ in range(1000):
            after = random_move(game, chance)
            start = perf_counter()
            store.append(number, after)
            times["saving a move"].append(1000 * (perf_counter() - start))
            game = after
    for _ in range(20):
        start = perf_counter()
        store = Store(file)
        opened = perf_counter()
        store.games(limit=50)
        times["listing 50 games"].append(1000 * (perf_counter() - opened))
        times["opening"].append(1000 * (opened - start))
        store.close()
    return times


def page_of(rounds: list[Round], times: dict[str, list[float]], seed: int) -> str:
    wrong = [each.wrong for each in rounds if each.wrong]
    when = Counter(each.when for each in rounds)
    n_moves = sum(each.n_acknowledged for each in rounds)
    n_more = sum(each.n_more for each in rounds)
    lines = [
        "# Saved games",
        "",
        f"`python bench/game.py --rounds {len(rounds)} --seed {seed}` starts a process that plays "
        "random moves and saves each,",
        "kills it with SIGKILL at a random moment, opens the file again, and compares it with what "
        "the process had said.",
        "",
        f"- {len(rounds):,} kills: {when['opening']:,} while the file was made or opened, "
        f"{when['beginning']:,} before the first move, {when['playing']:,} in mid-game",
        f"- {n_moves:,} moves acknowledged, {'some lost' if wrong else 'none lost'}; {n_more:,} "
        "saved whose word was cut off",
        "- damaged files, games that are not legal, lists that do not show the last position: "
        f"{len(wrong)}",
        "",
    ]
    if times:
        lines += ["| what takes how long | median, ms | 95 of 100 are below, ms |", "|---|---|---|"]
    for name, found in times.items():
        lines.append(f"| {name} | {statistics.median(found):.2f} | {p95(sorted(found)):.2f} |")
    here = circumstances()
    where = f"{here['cpu']}, Python {here['python']}, commit {here['commit']}"
    lines += [
        *(f"- wrong: {each}" for each in wrong[:20]),
        "",
        f"{where}; load {here['load']}.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
