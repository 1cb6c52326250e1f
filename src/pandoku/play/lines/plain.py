"""Play in lines of text: `pandoku play --plain`."""

from __future__ import annotations

import errno
import signal
import sys
import textwrap
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import date
from functools import partial
from time import sleep
from typing import TYPE_CHECKING, Any, NamedTuple

from pandoku.cli.output import is_utf8
from pandoku.cli.streams import Stopped
from pandoku.draw.ascii import ascii_text
from pandoku.errors import FormatError, PandokuError, StoreError
from pandoku.play import Game, Move, replay, statistics
from pandoku.play.attempts import DrillAttempt
from pandoku.play.learned import PARTS, Fact, ahead_text, numbered_board
from pandoku.play.lines import playing, reading
from pandoku.play.lines.reading import changes_aloud, clock, counted
from pandoku.play.lines.table import Keeper, LineError, SavedAs, Table, entry_in, whole_in
from pandoku.play.next_thing import next_thing
from pandoku.play.opening import Opening
from pandoku.play.pace import expected_time
from pandoku.play.stops import BRANCHES, Stop, get_stop, stop_of_puzzle
from pandoku.play.store import Store, open_store
from pandoku.play.timer import clock_text
from pandoku.registry import nearest
from pandoku.techniques import get_technique
from pandoku.words import kind_text, visible, with_capital

if TYPE_CHECKING:
    from pandoku.play.drills import Drill
    from pandoku.play.store import Store


_WAY_ON = "`help` lists the commands, `show` draws the board, `rows` reads it."
_LONGEST_LINE = 10_000  # characters
_LONGEST_S = 3.0  # maximum pause in a replay, because a player may think for hours
_LAST_LEVEL = 5
_ESTIMATE_S = 1.0  # the time for estimating the effort of a puzzle


class LineCommand(NamedTuple):
    """A command that the player can type in the line-by-line game.

    Attributes:
        names: The name of the command, followed by its shorter names.
        wants: Example for the help: words that may follow the name.
        does: Description for the help: a phrase.
        run: Function that is called with the words after the name, and returns the lines to print.
    """

    names: tuple[str, ...]
    wants: str
    does: str
    run: Callable[[Table, list[str]], list[str]]


def _help(table: Table, words: list[str]) -> list[str]:
    chosen = [each for each in _LISTED if words[:1] == [] or words[0] in each.names]
    if not chosen:
        raise LineError(_unknown(words[0], LINE_COMMANDS))
    sentences = [] if words else [*_FIRST_HELP]
    for each in chosen:
        others = f" (or {', '.join(each.names[1:])})" if each.names[1:] else ""
        sentences.append(
            f"{' '.join(filter(None, (each.names[0], each.wants)))}{others}: {each.does}."
        )
    return sentences


_FIRST_HELP = (
    "r1c1 5: write 5 into row 1, column 1. The same: r1c1 = 5, or 1 1 5. 0 clears the cell.",
    "r1c1 ?57: mark 5 and 7. With ?+5 a mark is added, with ?-5 removed; ? alone removes all.",
    "r1c1: read the cell.",
)
_LISTED = (
    LineCommand(("show", "board", "b"), "", "draw the board", reading.show_board),
    LineCommand(("rows",), "", "read all rows", reading.read_every_row),
    LineCommand(("row",), "3", "read a row", partial(reading.read_house, "row")),
    LineCommand(("column", "col"), "3", "read a column", partial(reading.read_house, "column")),
    LineCommand(("box", "region"), "3", "read a box", partial(reading.read_house, "box")),
    LineCommand(("diagonal",), "1", "read a diagonal", partial(reading.read_house, "diagonal")),
    LineCommand(("extra",), "1", "read an extra house", partial(reading.read_house, "extra")),
    LineCommand(("cell",), "r1c1", "read a cell, as r1c1 alone does", reading.read_cell),
    LineCommand(("cage",), "r1c1", "read a cage and its combinations", reading.read_cage),
    LineCommand(("cages",), "", "read all cages that are not full", reading.read_cages),
    LineCommand(("rules",), "", "read the rules", reading.read_rules),
    LineCommand(
        ("constraints",), "", "read all constraints except cages", reading.read_other_constraints
    ),
    LineCommand(
        ("where",), "5", "where 5 is; `where 5 row 3`: where it can go", reading.read_where
    ),
    LineCommand(
        ("candidates", "can"), "r1c1", "which digits the others leave", reading.read_candidates
    ),
    LineCommand(("left",), "", "how many of each digit are to be placed", reading.read_left),
    LineCommand(
        ("center", "mark"),
        "r1c1 5 7",
        "set center marks, as r1c1 ?57; +5 adds one, -5 removes one",
        partial(playing.mark_cells, "center"),
    ),
    LineCommand(("corner",), "r1c1 5 7", "set corner marks", partial(playing.mark_cells, "corner")),
    LineCommand(("color",), "r1c1 2", "color a cell", partial(playing.mark_cells, "color")),
    LineCommand(
        ("mode",),
        "corner",
        "what a number after a cell means: digit, corner, center or color",
        playing.set_mode,
    ),
    LineCommand(("digit",), "", "as `mode digit`", partial(playing.choose_mode, "digit")),
    LineCommand(("fill",), "", "mark the candidates of all empty cells", playing.fill),
    LineCommand(("tidy",), "on", "let digits remove marks, or off", playing.set_tidy),
    LineCommand(("undo", "u"), "4", "take back 4 moves, or one", playing.undo),
    LineCommand(("redo",), "4", "make 4 moves again, or one", playing.redo),
    LineCommand(("rewind",), "", "go back to before the first mistake", playing.rewind),
    LineCommand(("restart",), "", "take back everything", playing.restart),
    LineCommand(("checkpoint",), "NAME", "save a checkpoint", playing.checkpoint),
    LineCommand(("return",), "NAME", "go back to a checkpoint", playing.return_to),
    LineCommand(("hint", "h"), "", "a hint; again: a clearer one", playing.give_hint),
    LineCommand(("apply",), "", "do the step of the hint, or put the mistake right", playing.apply),
    LineCommand(("check", "c"), "", "say what is wrong", playing.check_game),
    LineCommand(
        ("checks",),
        "off",
        "which mistakes are reported at once: off, conflicts or solution",
        playing.set_checks,
    ),
    LineCommand(
        ("review",),
        "",
        "the coach: the steps behind your digits, and easier ones",
        playing.look_back,
    ),
    LineCommand(("reveal",), "", "give up, and see the solution", playing.reveal),
    LineCommand(("pause",), "", "stop the clock until your next line", playing.pause),
    LineCommand(("time",), "", "how long you have played", reading.read_time),
    LineCommand(("save",), "FILE", "write the game to a file", playing.save),
    LineCommand(("help", "?"), "undo", "explain a command, or all", _help),
    LineCommand(("quit", "q", "exit"), "", "leave; every move is saved", playing.go_back),
)
LINE_COMMANDS = {name: command for command in _LISTED for name in command.names}


def play_lines(table: Table, commands: Mapping[str, LineCommand] | None = None) -> None:
    """Play until the player leaves, the input ends, or the puzzle is solved.

    Args:
        table: The game.
        commands: Additional commands by name. They replace usual commands of the same name.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed. Every move is saved.
    """
    # Python refuses to change the errors of a stream after its first line, as in a second game.
    if hasattr(sys.stdin, "reconfigure") and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty():
        with suppress(ImportError):  # lets arrow keys edit the line and recall earlier lines
            import readline  # noqa: F401
    known = {**LINE_COMMANDS, **(commands or {})}
    while not table.is_over and (line := _asked()) is not None:
        was_solved = table.game.is_solved
        print_lines(reply_to(table, line, known))
        if table.game.is_solved and not was_solved:
            print_lines(_ended(table))
            return


def reply_to(table: Table, line: str, known: Mapping[str, LineCommand]) -> list[str]:
    """Return the answer to a line that the player typed. An empty line counts the empty cells."""
    words = line.replace("=", " = ").split()
    table.go_on()
    try:
        if not words:
            return [reading.left_text(table)]
        if playing.is_mark(table, words):
            return playing.mark_cells(table.mode, table, words)
        entry = entry_in(table.game.puzzle, words)
        if entry is not None:
            return playing.enter(table, entry)
        command = known.get(words[0].lower())
        if command is None:
            raise LineError(_unknown(words[0], known))
        return command.run(table, words[1:])
    except LineError as error:
        return [str(error)]
    except PandokuError as error:
        return [f"{with_capital(str(error))}."]
    except OSError as error:
        return [f"{error.filename}: {error.strerror}."]


def print_lines(lines: list[str]) -> None:
    """Print lines and flush the output. Lines that are wider than the output are wrapped."""
    width = reading.columns()
    if not is_utf8(sys.stdout):
        lines = [ascii_text(line) for line in lines]
    for line in lines:
        if 0 < width < len(line):
            print(textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False))
        else:
            print(line)
    sys.stdout.flush()


def _asked() -> str | None:
    """Return the next line of the player, or None at the end of the input.

    Raises:
        FormatError: The line is too long.
    """
    try:
        if sys.stdin.isatty():
            return input("> ")
        line = sys.stdin.readline(_LONGEST_LINE + 1)
        if len(line) > _LONGEST_LINE:
            reason = f"expected lines of at most {_LONGEST_LINE:,} characters, found a longer one"
            raise FormatError(f"standard input: {reason}")
        return line or None
    except OSError as error:
        if error.errno == errno.EIO:  # `input` raises EIO if SIGHUP arrives while it waits
            raise Stopped(signal.SIGHUP) from None
        raise
    except EOFError:
        return None


def _unknown(word: str, known: Collection[str]) -> str:
    near = nearest(word, known)
    meant = f"Did you mean {near[0]}? " if near else ""
    return f"There is no command {word[:40]!r}. {meant}`help` lists all."


def _ended(table: Table) -> list[str]:
    found = statistics(table.game, table.judge.solution)
    if found.was_revealed:
        return ["That is the solution."]
    sentences = [f"Solved in {clock(found.played_ms)}."]
    if n_hints := found.n_hints:
        sentences.append(f"{with_capital(counted(n_hints, 'hint'))}.")
    if found.n_mistakes is not None:
        sentences.append(f"{with_capital(counted(found.n_mistakes, 'mistake'))}.")
    return [" ".join(sentences)]


def play_plainly(opening: Opening) -> None:
    """Play a game line by line, or show its replay.

    Raises:
        KeyboardInterrupt: Ctrl-C or a signal ended the game. Every move is saved.
    """
    store, reason = open_store()
    with store:
        if reason and (opening.replay is None or store.path is not None):
            kept = "" if store.path is not None else " The game is kept in memory only."
            print_lines([f"{with_capital(reason)}.{kept}"])
        if opening.replay is not None:
            _show(opening.replay, opening.speed)
        elif opening.drill is not None:
            practise(opening.drill, store, opening.drill_kind)
        elif opening.stop is not None:
            take_stop(opening.stop, store, opening.part)
        else:
            _play(opening, store)


def _play(opening: Opening, store: Store) -> bool:
    """Play a game, and return whether the player has solved it."""
    is_kept = store.path is not None
    table = _table(opening, store)
    # A made puzzle would be lost otherwise. A puzzle from a file is saved with its first move.
    is_kept_now = opening.wish is not None or opening.game is not None
    begun = table.change(table.game) if is_kept_now else []
    print_lines([*begun, *_welcome(table), *_expected(table, store), _WAY_ON])
    course = LineCommand(("course",), "", "", partial(_tell_ahead, store))
    try:
        play_lines(table, {"course": course})
    except Stopped:  # the terminal may be closed
        raise
    except KeyboardInterrupt:
        print()
        _say_goodbye(table, is_kept=is_kept)
        raise
    _say_goodbye(table, is_kept=is_kept)
    if table.game.is_solved and is_kept and opening.puzzle is None:
        print_lines([f"Next: {next_thing(store, date.today()).command}"])
    return table.game.is_solved and not table.game.is_revealed


def _table(opening: Opening, store: Store) -> Table:
    if opening.saved is not None:
        return _resumed(opening.saved, store)
    if opening.game is not None:
        return Table(opening.game, Keeper(store))
    if opening.puzzle is not None:
        found = _found(store.unfinished(opening.puzzle), store)
        return found or Table(Game.start(opening.puzzle), Keeper(store))
    if (wish := opening.wish) is not None:
        from pandoku.generation import generate

        print_lines([f"Making a puzzle: {wish}."])
        wishes: dict[str, Any] = {"difficulty": wish.difficulty} if wish.difficulty else {}
        puzzle = generate(wish.kind, wish.order, **wishes)
        facts = SavedAs(kind=wish.kind, difficulty=wish.difficulty or "")
        return Table(Game.start(puzzle), Keeper(store, facts=facts))
    if opening.daily is None and (saved := next_thing(store, date.today()).saved) is not None:
        return _resumed(saved, store)
    return _daily(opening.daily or date.today(), opening.daily_kind, store)


def _resumed(number: int, store: Store) -> Table:
    game = store.game(number)
    print_lines(
        [f"Game {number} continues: {counted(len(game.moves), 'move')}, {clock(game.played_ms)}."]
    )
    return Table(game, Keeper(store, number))


def _found(number: int | None, store: Store) -> Table | None:
    """Return the saved game *number*. Return None without a number, or if the game is damaged."""
    try:
        return None if number is None else _resumed(number, store)
    except StoreError as error:
        print_lines([f"{with_capital(str(error))}. The puzzle is begun again."])
        return None


def _daily(day: date, kind: str, store: Store) -> Table:
    from pandoku.play.daily import daily, difficulty_on

    if found := _found(store.daily(day, kind), store):
        return found
    facts = SavedAs(kind=kind, difficulty=difficulty_on(day, kind), daily=day)
    return Table(Game.start(daily(day, kind)), Keeper(store, facts=facts))


def _welcome(table: Table) -> list[str]:
    """Return the puzzle in words: its title, kind, givens and rules."""
    puzzle = table.game.seen
    title = f"{visible(puzzle.title)}. " if puzzle.title else ""
    sentences = [f"{title}{kind_text(puzzle)}, {counted(puzzle.n_givens, 'given')}."]
    sentences += reading.read_rules(table, [])
    if told := reading.constraints_aloud(puzzle):
        n_told = with_capital(counted(len(told), "constraint"))
        sentences.append(f"{n_told}; `constraints` reads {'them' if len(told) > 1 else 'it'}.")
    sentences += filter(None, [table.judge.problem])
    if table.game.moves:
        sentences.append(reading.left_text(table))
    return sentences


def _expected(table: Table, store: Store) -> list[str]:
    """Return a sentence about the time that a new game takes, if it is known."""
    with suppress(PandokuError):
        if not table.game.moves and (
            expected := expected_time(store, table.game.puzzle, _ESTIMATE_S)
        ):
            return [expected.sentence]
    return []


def _say_goodbye(table: Table, *, is_kept: bool) -> None:
    number = table.keeper.number
    if is_kept and number is not None and not table.game.is_solved:
        print_lines(
            [f"Saved as game {number}; continue with: pandoku play --plain --resume {number}"]
        )


# -------------------------------------------------------------------- replay


def _show(game: Game, speed: float) -> None:
    """Print every move of a game. On a terminal, the replay is *speed* times as fast as played."""
    before, at_ms = Game.start(game.puzzle), 0
    print_lines([f"{kind_text(before.seen)}, {counted(before.seen.n_givens, 'given')}."])
    for move, after in replay(game):
        if sys.stdout.isatty():
            sleep(min(_LONGEST_S, (move.at_ms - at_ms) / 1000 / speed))
        at_ms = move.at_ms
        print_lines([f"{clock_text(at_ms)}: {_move_aloud(move, before, after)}"])
        before = after
    print_lines([reading.left_text(Table(game, Keeper(None)))])


def _move_aloud(move: Move, before: Game, after: Game) -> str:
    if move.verb == "hint":
        return f"a hint, level {move.number}{f', {move.name}' if move.name else ''}."
    if move.verb in ("check", "checkpoint"):
        return f"{move.verb} {move.name}".strip() + "."
    changes = " ".join(changes_aloud(before, after)) or "nothing changes."
    return changes if move.verb == "edit" else f"{move.verb}: {changes}"


def practise(technique: str, store: Store, kind: str | None = None) -> bool:
    """Show a board that needs a technique, until the player has found the technique or leaves.

    Args:
        technique: Name of the technique.
        store: The store of results. The number of stored results decides which board is shown.
        kind: Kind of the board, see `pandoku.play.drill`, or None for any.

    Returns:
        Whether the player has found the technique.
    """
    from pandoku.play.drills import drill  # slow to import

    _, n_tried = store.drill_results().get(technique, (0, 0))
    task = drill(technique, store.learned().open_board(technique, n_tried, kind), kind)
    table = Table(task.start(), Keeper(None))
    how = "`r1c1 5` writes a 5" if task.places else "`r1c1 ?-5` removes a 5"
    sentences = f"{how}. Then say `check`. `hint` helps, `quit` leaves."
    print_lines([task.text, f"{sentences} `show` draws the board, `rows` reads it."])
    practice = _Practice(task)
    play_lines(
        table,
        {
            "check": LineCommand(("check",), "", "", practice.check),
            "hint": LineCommand(("hint",), "", "", practice.hint),
        },
    )
    attempt = practice.attempt
    if table.game.is_solved and not attempt.is_complete:  # the last digit ended the game
        print_lines(practice.check(table, []))
        attempt = practice.attempt
    if attempt.is_begun:
        try:
            board, spent = numbered_board(task.number, task.kind), table.now_ms()
            store.record_drill(technique, attempt.counts, spent_ms=spent, board=board)
        except StoreError as error:
            print_lines([f"{with_capital(str(error))}."])
    return attempt.is_complete


class _Practice:
    """The commands that answer a drill.

    Attributes:
        attempt: The player's attempt so far.
    """

    def __init__(self, task: Drill) -> None:
        self.attempt = DrillAttempt()
        self._task = task

    def check(self, table: Table, words: list[str]) -> list[str]:
        """Grade the answer on the board."""
        game = table.game
        grade = self._task.grade(*self._task.answer(game.digits, game.marks.center))
        self.attempt = self.attempt.after_answer(grade)
        table.is_over = grade.is_complete
        return [*filter(None, (grade.text, self.attempt.note))]

    def hint(self, table: Table, words: list[str]) -> list[str]:
        """Give a hint. The first level is 1 (where to look): the player knows the technique."""
        level = 1 if table.level < 0 else min(table.level + 1, _LAST_LEVEL)
        if words:
            level = whole_in(words[0], 0, _LAST_LEVEL, "a level")
        table.level = level
        self.attempt = self.attempt.after_hint(level)
        return self._task.hint(level).text.split("\n")


# -------------------------------------------------------------------- the course


def take_stop(name: str, store: Store, part: str = "") -> None:
    """Go through a stop of the course, from a part to its end, or until the learner leaves.

    Args:
        name: Name of the stop.
        store: The store of the progress.
        part: The first part, one of `pandoku.play.learned.PARTS`. "" means the first part that is
            not done.
    """
    stop = get_stop(name)
    learned = store.learned()
    first = part or learned.at(stop).part or PARTS[0]
    print_lines([f"{stop.title}: {stop.place}. {stop.able}"])
    for each in PARTS[PARTS.index(first) :]:
        if not _PARTS[each](stop, store):
            print_lines([f"Go on with: pandoku course {stop.name} --plain"])
            return
    print_lines([ahead_text(store.learned(), stop)])


def _read_lessons(stop: Stop, store: Store) -> bool:
    from pandoku.cli.commands.techniques import print_technique

    for technique in stop.techniques:
        print_lines([""])
        print_technique(get_technique(technique), stop.kind)
        store.learn([Fact("lesson", technique)])
    return True


def _do_drills(stop: Stop, store: Store) -> bool:
    learned = store.learned()
    while True:
        print_lines(["", f"A drill. {with_capital(learned.at(stop).drills_text)}."])
        if not practise(learned.next_drill(stop), store, stop.kind):
            return False
        learned = store.learned()
        if learned.at(stop).n_right >= learned.at(stop).goal:
            return True


def _play_stop(stop: Stop, store: Store) -> bool:
    print_lines(["", "The puzzle of the stop. It needs what you have learned, and nothing harder."])
    return _play(Opening(puzzle=stop.puzzle), store)


_PARTS: dict[str, Callable[[Stop, Store], bool]] = {
    "lesson": _read_lessons,
    "drill": _do_drills,
    "puzzle": _play_stop,
}


def _tell_ahead(store: Store, table: Table, words: list[str]) -> list[str]:
    """Return the next stop of the course, and the other branches with stops to come."""
    learned = store.learned()
    ahead, stop = learned.ahead, stop_of_puzzle(table.game.puzzle)
    others = [
        f"{branch.title}: {there.stop.name}."
        for name, branch in BRANCHES.items()
        if (there := learned.next_in(name)) and there != ahead
    ]
    return [ahead_text(learned, stop), *others]
