"""The commands of the line-by-line game that change the board, check it, or give a hint."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pandoku.play import CHECKS, Edit, Game, Move, shown_mistakes
from pandoku.play.edits import BASIC_LAYERS
from pandoku.play.lines.reading import (
    cell_aloud,
    changes_aloud,
    clock,
    conflicts_aloud,
    counted,
    read_every_row,
)
from pandoku.play.lines.table import (
    LineEntry,
    LineError,
    Table,
    cells_and_rest,
    marks_in,
    numbers_in,
    whole_in,
)
from pandoku.play.text import record_text
from pandoku.words import joined

_LAST_LEVEL = 5
_CLEARS = ("0", "clear", "-")  # words that remove all marks of a layer


def enter(table: Table, entry: LineEntry) -> list[str]:
    """Describe cells in words, or write a digit or marks into cells."""
    if entry.what == "read":
        return [cell_aloud(table.game, cell) for cell in entry.cells]
    if entry.what == "marks":
        return _marked(table, "center", entry.cells, entry.numbers, entry.sign)
    (cell,), (digit,) = entry.cells, entry.numbers
    name, given = table.game.puzzle.geometry.name(cell), table.game.givens[cell]
    label_of = table.game.puzzle.label_of
    if given:
        raise LineError(f"{name} is {label_of(given)}, a given, and cannot be changed.")
    if table.game.digits[cell] == digit:
        return [f"{name} is {label_of(digit) if digit else 'empty'} already."]
    after = table.game.place(cell, digit, tidy=table.preferences.tidy, at_ms=table.now_ms())
    return [*_changed(table, after), *_mistakes(table, cell)]


def _changed(table: Table, after: Game) -> list[str]:
    before = table.game
    messages = [] if after is before else table.change(after)
    return [" ".join(changes_aloud(before, after)) or "Nothing changes.", *messages]


def _mistakes(table: Table, cell: int) -> list[str]:
    """Return the mistakes due to the digit in *cell*, if the preferences report them at once."""
    game, checks = table.game, table.preferences.checks
    if not game.digits[cell]:
        return []
    solution = table.judge.solution if checks == CHECKS[2] else None
    if cell not in shown_mistakes(game, checks, solution):
        return []
    if solution is not None and cell in game.wrong_cells(solution):
        return ["That is not right."]
    broken = tuple(each for each in game.conflicts() if cell in each.cells)
    return conflicts_aloud(game.seen, broken)


def mark_cells(layer: str, table: Table, words: list[str]) -> list[str]:
    """Set, add or remove marks or colors in the cells that the player names.

    Without cells, numbers after a cell mean this layer from now on.
    """
    if not words:
        return choose_mode(layer, table, words)
    cells, rest = cells_and_rest(table.game.puzzle, words)
    if not cells:
        raise LineError(f"Expected a cell such as r1c1, found {' '.join(words) or 'nothing'!r}.")
    text = " ".join(rest).removeprefix("?")
    sign = text[:1] if text[:1] in ("+", "-") else ""
    digits = "" if text in _CLEARS else text[len(sign) :]
    sign = "" if text in _CLEARS else sign
    numbers = numbers_in(9, digits) if layer == "color" else marks_in(table.game.puzzle, digits)
    return _marked(table, layer, cells, numbers, sign)


def is_mark(table: Table, words: list[str]) -> bool:
    """Return True for cells with numbers, if numbers mean marks or colors in the current mode."""
    cells, rest = cells_and_rest(table.game.puzzle, words)
    is_number = bool(rest) and rest[0] != "=" and not rest[0].startswith("?")
    return table.mode != BASIC_LAYERS[0] and bool(cells) and is_number


def choose_mode(mode: str, table: Table, words: list[str]) -> list[str]:
    """Choose the meaning of a number after a cell."""
    table.mode = mode
    return [_MEANINGS[mode]]


def set_mode(table: Table, words: list[str]) -> list[str]:
    """Choose the meaning of a number after a cell by its name, or name the current one."""
    if words and words[0] not in BASIC_LAYERS:
        raise LineError(f"Expected {joined(BASIC_LAYERS, 'or')}, found {words[0][:40]!r}.")
    return choose_mode(words[0] if words else table.mode, table, words)


_MEANINGS = {
    "digit": "A number after a cell is its digit.",
    "corner": "Numbers after a cell are its corner marks. `digit` ends that.",
    "center": "Numbers after a cell are its center marks. `digit` ends that.",
    "color": "Numbers after a cell are its colors, 1 to 9. `digit` ends that.",
}


def _marked(
    table: Table, layer: str, cells: tuple[int, ...], digits: tuple[int, ...], sign: str
) -> list[str]:
    game = table.game
    if layer != "color":
        cells = tuple(cell for cell in cells if not game.digits[cell])
        if not cells:
            raise LineError("Marks go into empty cells.")
    if sign and not digits:
        raise LineError(f"Expected digits after {sign!r}, found nothing.")
    chosen = tuple(sorted(cells))
    edits = [] if sign else [Edit(layer, 0, chosen)]
    edits += [Edit(layer, -digit if sign == "-" else digit, chosen) for digit in digits]
    after = game.play(Move("edit", tuple(edits), at_ms=table.now_ms()))
    return _changed(table, game if after.position == game.position else after)


def fill(table: Table, words: list[str]) -> list[str]:
    """Mark all candidates that are possible with the digits on the board, in some or all cells."""
    cells, rest = cells_and_rest(table.game.puzzle, words)
    if rest:
        raise LineError(f"Expected cells such as r1c1 r1c2, found {' '.join(rest)!r}.")
    return _changed(table, table.game.fill(cells or None, at_ms=table.now_ms()))


def undo(table: Table, words: list[str]) -> list[str]:
    """Take back moves."""
    n = _how_many(words)
    if not table.game.line:
        return ["There is nothing to take back."]
    return _changed(table, table.game.undo(n, at_ms=table.now_ms()))


def redo(table: Table, words: list[str]) -> list[str]:
    """Repeat moves that were taken back."""
    n = _how_many(words)
    if not table.game.undone:
        return ["There is nothing to make again."]
    return _changed(table, table.game.redo(n, at_ms=table.now_ms()))


def _how_many(words: list[str]) -> int:
    return whole_in(words[0], 1, 10_000, "a number of moves") if words else 1


def restart(table: Table, words: list[str]) -> list[str]:
    """Take back all moves."""
    return _changed(table, table.game.restart(at_ms=table.now_ms()))


def checkpoint(table: Table, words: list[str]) -> list[str]:
    """Save the position under a name."""
    name = " ".join(words) or f"{len(table.game.checkpoints) + 1}"
    messages = table.change(table.game.checkpoint(name, at_ms=table.now_ms()))
    return [f"Checkpoint {name!r} is saved.", *messages]


def return_to(table: Table, words: list[str]) -> list[str]:
    """Go back to the position of a given name, or to the position that was saved last."""
    kept = list(table.game.checkpoints)
    name = " ".join(words) or (kept[-1] if kept else "")
    if name not in kept:
        known = f"There is {joined(map(repr, kept))}." if kept else "`checkpoint NAME` saves one."
        raise LineError(f"There is no checkpoint {name!r}. {known}")
    return _changed(table, table.game.return_to(name, at_ms=table.now_ms()))


def rewind(table: Table, words: list[str]) -> list[str]:
    """Go back to the position before the first mistake."""
    solution = table.judge.solution
    if solution is None:
        return [f"There is no solution to compare your digits with. {table.judge.problem}"]
    after = table.game.rewind(solution, at_ms=table.now_ms())
    if after is table.game:
        return ["No digit is wrong."]
    return _changed(table, after)


def check_game(table: Table, words: list[str]) -> list[str]:
    """Describe the mistakes on the board."""
    messages = table.change(table.game.play(Move("check", at_ms=table.now_ms())))
    game, judge = table.game, table.judge
    sentences = conflicts_aloud(game.seen, game.conflicts())
    wrong = judge.wrong_cells(game.digits)
    if wrong:
        name, label_of = game.puzzle.geometry.name, game.puzzle.label_of
        shown = joined(f"{label_of(game.digits[c])} at {name(c)}" for c in wrong)
        sentences.append(f"Not right: {shown}.")
    left = f"{counted(game.digits.count(0), 'cell')} left."
    fine = "All is right so far" if judge.is_complete else "No broken rules so far"
    return [*(sentences or [f"{fine}: {left}"]), *messages]


def set_checks(table: Table, words: list[str]) -> list[str]:
    """Choose which mistakes are reported immediately after a move."""
    if words and words[0] not in CHECKS:
        raise LineError(f"Expected {joined(CHECKS, 'or')}, found {words[0]!r}.")
    if words:
        table.prefer(replace(table.preferences, checks=words[0]))
    return [f"Mistakes reported at once: {table.preferences.checks}."]


def set_tidy(table: Table, words: list[str]) -> list[str]:
    """Choose whether placing a digit removes the same digit from the marks of cells that see it."""
    if words[:1] not in ([], ["on"], ["off"]):
        raise LineError(f"Expected on or off, found {words[0]!r}.")
    if words:
        table.prefer(replace(table.preferences, tidy=words == ["on"]))
    tidy = "" if table.preferences.tidy else "not "
    return [f"Marks are {tidy}kept tidy when a digit is placed."]


def give_hint(table: Table, words: list[str]) -> list[str]:
    """Give a hint. As long as the board does not change, each hint reveals more than the last."""
    level = min(table.level + 1, _LAST_LEVEL) if table.level > 0 else 1
    if words:
        level = whole_in(words[0], 0, _LAST_LEVEL, "a level")
    elif table.level == _LAST_LEVEL and table.told:
        return ["That was the complete hint. `apply` does its step."]
    hint = table.game.hint(level)
    while not words and hint.text == table.told and not hint.is_whole:
        hint = table.game.hint(hint.level + 1)  # this level says nothing new
    messages = table.change(table.game.record_hint(hint, at_ms=table.now_ms()))
    table.level, table.told = hint.level, hint.text
    more = []
    if hint.repair:
        more = ["`apply` puts it right."]
    elif hint.level == _LAST_LEVEL and hint.step:
        more = ["`apply` does it."]
    return [*hint.text.split("\n"), *more, *messages]


def apply(table: Table, words: list[str]) -> list[str]:
    """Take the step that the hint describes, or correct the mistake that it reports."""
    hint = table.game.hint(_LAST_LEVEL)
    if hint.step is None and hint.repair is None:
        return hint.text.split("\n")
    messages = []
    if table.level < hint.level:
        messages = table.change(table.game.record_hint(hint, at_ms=table.now_ms()))
    after = table.game.apply_hint(hint, tidy=table.preferences.tidy, at_ms=table.now_ms())
    return [*_changed(table, after), *messages]


def look_back(table: Table, words: list[str]) -> list[str]:
    """Give the coach's review of the game so far."""
    from pandoku.play.coach import review

    return str(review(table.game)).split("\n")


def reveal(table: Table, words: list[str]) -> list[str]:
    """Fill in the solution."""
    solution = table.judge.solution
    if solution is None:
        return [f"There is no solution to show. {table.judge.problem}"]
    sentences = _changed(table, table.game.reveal(solution, at_ms=table.now_ms()))
    return [*sentences, *read_every_row(table, [])]


def pause(table: Table, words: list[str]) -> list[str]:
    """Stop the clock. It continues when the player types the next line."""
    table.pause()
    return [f"Paused after {clock(table.now_ms())}. The clock continues with your next line."]


def save(table: Table, words: list[str]) -> list[str]:
    """Write the game to the named file. Without a name, report whether the game is saved."""
    if not words:
        number = table.keeper.number
        return ["Every move is saved as it is made." if number else "Nothing to save yet."]
    path = Path(" ".join(words))
    if path.exists():
        raise LineError(f"{path} is there already; choose another name.")
    path.write_text(record_text(table.game, table.game.puzzle.title or ""), encoding="utf-8")
    return [f"The game is in {path}."]


def go_back(table: Table, words: list[str]) -> list[str]:
    """Leave the game."""
    table.is_over = True
    return []
