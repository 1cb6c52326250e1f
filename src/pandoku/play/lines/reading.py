"""The commands of the line-by-line game that describe the board in words."""

from __future__ import annotations

import shutil
import sys
from string import ascii_uppercase
from typing import TYPE_CHECKING

from pandoku.cli.output import is_utf8
from pandoku.draw import draw, text
from pandoku.model import Cage, Constraint, House, Puzzle, digits_of
from pandoku.play import candidates_left
from pandoku.play.lines.table import LineError, Table, cell_in, digit_in, whole_in
from pandoku.words import (
    cage_name,
    conflict_words,
    constraint_name,
    constraint_sentence,
    has_rule,
    joined,
    rules_text,
    target_words,
    with_capital,
)

if TYPE_CHECKING:
    from pandoku.play import Conflict, Game


_LAYERS = ("corner", "center", "colors", "letters", "pen")
_FEW = 6  # A sentence names at most this number of cells.


def counted(count: int, noun: str) -> str:
    """Return "1 cell", "2 cells", "no cells".

    >>> counted(1, "cell"), counted(0, "cell")
    ('1 cell', 'no cells')
    """
    return f"{count or 'no'} {noun}{'s' * (count != 1)}"


def clock(played_ms: int) -> str:
    """Return a time as "3 seconds", "12 minutes 5 seconds" or "1 hour 2 minutes".

    >>> clock(65_000), clock(3_720_000)
    ('1 minute 5 seconds', '1 hour 2 minutes')
    """
    seconds = played_ms // 1000
    parts = [(seconds // 3600, "hour"), (seconds // 60 % 60, "minute"), (seconds % 60, "second")]
    words = [counted(number, noun) for number, noun in parts if number]
    return " ".join(words[:2]) or "0 seconds"


def cell_aloud(game: Game, cell: int) -> str:
    """Describe a cell in sentences: its content, its houses and its constraints."""
    puzzle, geometry = game.seen, game.puzzle.geometry
    houses = [geometry.houses[index].phrase for index in geometry.houses_of[cell]]
    cages = [cage_name(puzzle, i) for i, cage in enumerate(puzzle.cages) if cell in cage.cells]
    others = [
        constraint_name(puzzle, index)
        for index, each in enumerate(puzzle.further, len(puzzle.cages))
        if each.NAME != "fog" and cell in each.cells_on(geometry)
    ]
    places = joined([*houses, *cages, *dict.fromkeys(others)])
    clear = game.position.clear
    fog = "" if clear is None or cell in clear else " Fog lies over it."
    return f"{geometry.name(cell)} is {_contents(game, cell)}. It is in {places}.{fog}"


def _contents(game: Game, cell: int) -> str:
    digit, marks, label_of = game.digits[cell], game.marks, game.puzzle.label_of
    if digit:
        shown = label_of(digit)
        parts = [f"{shown}, a given" if game.givens[cell] else shown]
    else:
        parts = ["empty"]
        for layer in ("center", "corner"):
            if noted := digits_of(getattr(marks, layer)[cell]):
                parts.append(f"{layer} mark{'s' * (len(noted) > 1)} {joined(map(label_of, noted))}")
        if letters := digits_of(marks.letters[cell]):
            words = joined(ascii_uppercase[letter - 1] for letter in letters)
            parts.append(f"letter{'s' * (len(letters) > 1)} {words}")
    if colors := digits_of(marks.colors[cell]):
        parts.append(f"color{'s' * (len(colors) > 1)} {joined(map(str, colors))}")
    if marks.pen[cell]:
        parts.append("lines")
    return ", ".join(parts)


def changes_aloud(before: Game, after: Game) -> list[str]:
    """Describe in sentences the changes of a move, and the number of cells that are still empty."""
    cells = range(len(after.digits))
    filled = [cell for cell in cells if before.digits[cell] != after.digits[cell]]
    layers = [(getattr(before.marks, layer), getattr(after.marks, layer)) for layer in _LAYERS]
    noted = [cell for cell in cells if any(old[cell] != new[cell] for old, new in layers)]
    sentences = []
    if filled or len(noted) <= _FEW:
        cells_changed = filled or noted
        if len(cells_changed) > _FEW:
            sentences.append(f"{len(cells_changed)} cells changed.")
        else:
            name = after.puzzle.geometry.name
            sentences += [f"{name(cell)} is {_contents(after, cell)}." for cell in cells_changed]
    if len(noted) > _FEW or (filled and noted):
        sentences.append(f"The marks of {counted(len(noted), 'cell')} changed.")
    if filled:
        sentences.append(f"{with_capital(counted(after.digits.count(0), 'cell'))} left.")
    return [*sentences, *_fog_aloud(before, after)]


def _fog_aloud(before: Game, after: Game) -> list[str]:
    """Describe in sentences where the fog lifts or returns, and which rules become visible."""
    was, now = before.position.clear, after.position.clear
    if was is None or now is None or was == now:
        return []
    names, seen = after.puzzle.geometry.names, after.seen
    sentences = []
    if came := sorted(now - was):
        sentences.append(f"The fog lifts from {names(came)}.")
    if gone := sorted(was - now):
        sentences.append(f"The fog covers {names(gone)} again.")
    cages = [at for at, cage in enumerate(seen.cages) if cage not in before.seen.cages]
    sentences += [cage_aloud(after, at) for at in cages]
    known = {_said(each, before.seen) for each in before.seen.further}
    new = dict.fromkeys(_said(each, seen) for each in seen.further if each.NAME != "fog")
    return [*sentences, *(text for text in new if text not in known)]


def _said(constraint: Constraint, puzzle: Puzzle) -> str:
    heading, places = constraint.heading(), constraint.places(puzzle.geometry)
    return with_capital(f"{heading}: {places}." if places else f"{heading}.")


def house_aloud(game: Game, house: House) -> str:
    """Return a sentence that lists the digits of a house: "Row 3: 5, empty, empty, 7."."""
    digits = (game.digits[cell] for cell in house.cells)
    shown = ", ".join(game.puzzle.label_of(digit) if digit else "empty" for digit in digits)
    return f"{with_capital(house.name)}: {shown}."


def house_of(puzzle: Puzzle, kind: str, number: int) -> House | None:
    """Return the house of a kind and number, or None. A region of a jigsaw is also a "box"."""
    kinds = {"box": ("box", "region"), "col": ("column",)}.get(kind, (kind,))
    found = (h for h in puzzle.geometry.houses if h.kind in kinds and h.number == number)
    return next(found, None)


def cage_aloud(game: Game, index: int) -> str:
    """Describe a cage in sentences: its target, its cells, and the digits in its cells."""
    cage, name = game.seen.cages[index], game.puzzle.geometry.name
    cells = joined(map(name, cage.cells))
    rule = "" if cage.repeats or len(cage.cells) == 1 else " without repeats"
    filled = [f"{name(cell)} is {game.digits[cell]}" for cell in cage.cells if game.digits[cell]]
    now = f"{joined(filled)}" if filled else "All are empty" if len(cage.cells) > 1 else "Empty"
    return (
        f"{with_capital(cage_name(game.seen, index))} {target_words(cage)}{rule}: {cells}. {now}."
    )


def cages_aloud(game: Game) -> list[str]:
    """Return a sentence for each cage that has empty cells, in reading order."""
    cages = sorted(enumerate(game.seen.cages), key=lambda each: min(each[1].cells))
    return [
        f"{with_capital(cage_name(game.seen, index))}: "
        f"{joined(map(game.puzzle.geometry.name, cage.cells))}."
        for index, cage in cages
        if any(not game.digits[cell] for cell in cage.cells)
    ]


def where_aloud(game: Game, digit: int) -> str:
    """Return a sentence on the cells with a digit and the number of times that it is missing."""
    name, n = game.puzzle.geometry.name, game.puzzle.order
    cells = [name(cell) for cell, each in enumerate(game.digits) if each == digit]
    shown = game.puzzle.label_of(digit)
    if not cells:
        return f"There is no {shown} yet: {n} to go."
    left = f"{n - len(cells)} to go" if len(cells) < n else "that is all"
    return f"{shown} is at {joined(cells)}: {left}."


def left_aloud(game: Game) -> str:
    """Return a sentence on the number of times that each digit is missing."""
    n = game.puzzle.order
    left = {digit: n - game.digits.count(digit) for digit in range(1, n + 1)}
    label_of = game.puzzle.label_of
    items = [f"{label_of(digit)}: {count}" for digit, count in left.items() if count > 0]
    return (
        f"Still to be placed: {', '.join(items)}." if items else "Each digit is there often enough."
    )


def conflicts_aloud(puzzle: Puzzle, conflicts: tuple[Conflict, ...]) -> list[str]:
    """Return a sentence for each rule that is broken."""
    return [_conflict(puzzle, conflict) for conflict in conflicts]


def _conflict(puzzle: Puzzle, conflict: Conflict) -> str:
    cells = joined(map(puzzle.geometry.name, conflict.cells))
    shown = puzzle.label_of(conflict.digit)
    if isinstance(conflict.where, House):
        return f"{with_capital(conflict.where.name)} has {shown} more than once: {cells}."
    if not isinstance(conflict.where, Cage):
        return f"{with_capital(conflict_words(puzzle, conflict))}."
    name = with_capital(cage_name(puzzle, puzzle.cages.index(conflict.where)))
    if conflict.digit:
        return f"{name} has {conflict.digit} more than once: {cells}."
    return f"{name} is full, but its digits do not fit."


def columns() -> int:
    """Return the width of the output in columns, or 0 if the width is unknown."""
    return shutil.get_terminal_size((0, 0)).columns


def board_lines(table: Table, *, last: tuple[int, ...] = ()) -> list[str]:
    """Return the board as lines of text, with brackets around the cells in *last*.

    If the board is wider than the output, return a sentence for each row instead.
    """
    game = table.game
    board = game.board
    marks = game.marks if any(game.marks.center) or any(game.marks.corner) else None
    drawn = text(
        draw(board, marks=marks, highlights=last),
        ascii_only=not is_utf8(sys.stdout),
        columns=columns() or None,
    ).splitlines()
    if 0 < columns() < max(map(len, drawn)):
        return read_every_row(table, [])
    return drawn


def show_board(table: Table, words: list[str]) -> list[str]:
    """Draw the board."""
    return [*board_lines(table), left_text(table)]


def left_text(table: Table) -> str:
    """Return a sentence on the number of empty cells."""
    return f"{with_capital(counted(table.game.digits.count(0), 'cell'))} left."


def read_every_row(table: Table, words: list[str]) -> list[str]:
    """Describe the digits of all rows."""
    game = table.game
    rows = (house for house in game.puzzle.geometry.houses if house.kind == "row")
    return [house_aloud(game, row) for row in rows]


def read_rules(table: Table, words: list[str]) -> list[str]:
    """State the rules of the puzzle."""
    return rules_text(table.game.seen).split("\n")


def constraints_aloud(puzzle: Puzzle) -> list[str]:
    """Return a sentence for each constraint except cages and fog, without duplicates."""
    geometry = puzzle.geometry
    told = (
        constraint_sentence(each, geometry)
        for each in puzzle.further
        if each.NAME != "fog" and has_rule(each, geometry)
    )
    return [*dict.fromkeys(told)]


def read_other_constraints(table: Table, words: list[str]) -> list[str]:
    """Describe every constraint except cages."""
    return constraints_aloud(table.game.seen) or ["This puzzle has no constraints except cages."]


def read_house(kind: str, table: Table, words: list[str]) -> list[str]:
    """Describe the digits of a house."""
    puzzle = table.game.puzzle
    number = whole_in(words[0] if words else "", 1, 10_000, f"the number of a {kind}")
    house = house_of(puzzle, kind, number)
    if house is None:
        raise LineError(f"There is no {kind} {number}.")
    return [house_aloud(table.game, house)]


def read_cell(table: Table, words: list[str]) -> list[str]:
    """Describe the content of a cell."""
    return [cell_aloud(table.game, cell_in(table.game.puzzle, words))]


def read_candidates(table: Table, words: list[str]) -> list[str]:
    """List the digits that fit in a cell."""
    game = table.game
    cell = cell_in(game.puzzle, words)
    name = game.puzzle.geometry.name(cell)
    if game.digits[cell]:
        return [f"{name} is {game.puzzle.label_of(game.digits[cell])}."]
    left = digits_of(candidates_left(game.seen, game.digits)[cell])
    if not left:
        return [f"No digit fits {name}."]
    return [f"{name} can be {joined(map(game.puzzle.label_of, left), 'or')}."]


def read_cage(table: Table, words: list[str]) -> list[str]:
    """Describe the cages of a cell, with their remaining combinations."""
    from pandoku.play.combinations import combinations

    puzzle = table.game.seen
    cell = cell_in(puzzle, words)
    found = [index for index, cage in enumerate(puzzle.cages) if cell in cage.cells]
    if not found:
        return [f"{puzzle.geometry.name(cell)} is in no cage."]
    board = table.game.working_board
    return [
        sentence
        for index in found
        for sentence in (cage_aloud(table.game, index), combinations(board, index).text)
    ]


def read_cages(table: Table, words: list[str]) -> list[str]:
    """Describe every cage that has empty cells."""
    if not table.game.seen.cages:
        return ["This puzzle has no cages."]
    return cages_aloud(table.game) or ["Every cage is full."]


def read_where(table: Table, words: list[str]) -> list[str]:
    """Name the cells that contain a digit, or the cells of a house where the digit is possible."""
    game = table.game
    digit = digit_in(game.puzzle, words[0] if words else "")
    shown = game.puzzle.label_of(digit)
    if len(words) == 1:
        return [where_aloud(game, digit)]
    kind, number = (*words[1:], "")[:2]
    house = house_of(game.puzzle, kind, whole_in(number, 1, 10_000, f"the number of a {kind}"))
    if house is None:
        raise LineError(f"There is no {kind} {number}.")
    name = game.puzzle.geometry.name
    for cell in house.cells:
        if game.digits[cell] == digit:
            return [f"{shown} is at {name(cell)}."]
    masks = candidates_left(game.seen, game.digits)
    cells = [name(c) for c in house.cells if not game.digits[c] and digit in digits_of(masks[c])]
    if not cells:
        return [f"No cell of {house.phrase} is left for {shown}."]
    return [f"In {house.phrase}, {shown} can go into {joined(cells, 'or')}."]


def read_left(table: Table, words: list[str]) -> list[str]:
    """Report the number of times that each digit is missing."""
    return [left_aloud(table.game)]


def read_time(table: Table, words: list[str]) -> list[str]:
    """Report the time played so far."""
    return [f"{clock(table.now_ms())}."]
