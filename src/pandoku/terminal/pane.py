"""The texts of the pane next to the board: modes, remaining digits, the cell, its constraints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from textual.content import Content

from pandoku.constraints import Glimpse
from pandoku.model import digits_of
from pandoku.play.edits import BASIC_LAYERS
from pandoku.terminal.grid import Size, grid_of
from pandoku.terminal.palette import COLOR_LETTERS
from pandoku.terminal.sketch import drawn_lines, sketch
from pandoku.terminal.words import count_text
from pandoku.words import (
    constraint_words,
    has_rule,
    printed_clue,
    rule_sentences,
    unchecked_words,
    with_capital,
    words_of_setter,
)

if TYPE_CHECKING:
    from pandoku.play import Game
    from pandoku.play.combinations import Combinations
    from pandoku.terminal.palette import Palette

__all__ = ["about_cage", "about_cell", "about_constraints", "keypad", "modes", "swatches"]

_MODES = (("digit", "z"), ("corner", "x"), ("center", "c"), ("color", "v"))
_MOST_SETS = 24  # maximum number of combinations to list
_MUTED, _STRONG = "$muted", "bold"


@lru_cache(maxsize=16)
def modes(now: str, width: int, only: tuple[str, ...] = BASIC_LAYERS) -> Content:
    """Return the modes with their keys, in one or two lines. A click chooses a mode."""
    parts = []
    for name, key in _MODES:
        if name not in only:
            continue
        style = "bold reverse $accent" if name == now else ""
        parts.append(
            Content.assemble(
                (
                    f" {key.upper()} ",
                    f"bold $accent {_click('mode', name)}" if name != now else style,
                ),
                (f"{name} ", f"{style or _MUTED} {_click('mode', name)}"),
            )
        )
    if len(parts) < len(BASIC_LAYERS) or width >= sum(part.cell_length for part in parts):
        return Content("").join(parts)
    wide = max(part.cell_length for part in parts)
    parts = [part.pad_right(wide - part.cell_length) for part in parts]
    return parts[0] + parts[1] + "\n" + parts[2] + parts[3]


def swatches(palette: Palette, width: int) -> Content:
    """Return the nine colors with their keys, in lines of *width* columns. A click enters one.

    In a terminal with few colors, each key also has the letter that marks the color on the board.
    """
    parts = []
    for number, letter in enumerate(COLOR_LETTERS, 1):
        shown = f" {number}{letter} " if palette.has_signs else f" {number} "
        style = f"{palette.markup((f'color-{number}',), 'given')} {_click('press', number)}"
        parts.append(Content.assemble((shown, style)))
    per_line = max(1, (width + 1) // (parts[0].cell_length + 1))
    n_lines = -(-len(parts) // per_line)
    per_line = -(-len(parts) // n_lines)
    rows = [parts[at : at + per_line] for at in range(0, len(parts), per_line)]
    return Content("\n").join(Content(" ").join(row) for row in rows)


def keypad(game: Game, width: int, *, can_click: bool = True) -> Content:
    """Return the digits. The number below a digit shows how often the digit is still missing.

    If *can_click*, a click on a digit enters it. A complete digit is dim, with a tick instead of a
    number.
    """
    order = game.puzzle.order
    left = (*(order - game.digits.count(number) for number in range(order + 1)),)
    labels = (*map(game.puzzle.label_of, range(1, order + 1)),)
    return _keypad(labels, left, width, can_click)


@lru_cache(maxsize=64)
def _keypad(labels: tuple[str, ...], left: tuple[int, ...], width: int, can_click: bool) -> Content:
    """Return the digits with these labels. Item n of *left* counts the missing digits n."""
    order = len(labels)
    numbers = range(1, order + 1)
    column = max(3 if order > 9 else 2, min(4, (width + 1) // len(numbers)))
    per_line = max(1, (width + 1) // column)
    n_lines = -(-len(numbers) // per_line)
    per_line = -(-len(numbers) // n_lines)
    lines = []
    for start in range(1, len(numbers) + 1, per_line):
        row = [number for number in numbers if start <= number < start + per_line]
        styles = {n: _STRONG if left[n] > 0 else "$faint" for n in row}
        counts = {n: "✓" if left[n] == 0 else "!" if left[n] < 0 else str(left[n]) for n in row}
        shown = ((n, labels[n - 1], styles[n]) for n in row)
        lines.append(_row(shown, column, can_click))
        lines.append(_row(((n, counts[n], _MUTED) for n in row), column, can_click))
    return Content("\n").join(lines)


def _row(cells: Iterable[tuple[int, str, str]], column: int, can_click: bool) -> Content:
    return Content.assemble(
        *(
            (f"{text:>{column - 1}} ", f"{style} {_click('press', number)}" if can_click else style)
            for number, text, style in cells
        )
    )


def _click(action: str, value: object) -> str:
    return f"@click=screen.{action}({value!r})"


def about_cell(game: Game, cursor: int, chosen: Sequence[int]) -> Content:
    """Return the content of the cell under the cursor, and the number of selected cells."""
    puzzle, marks = game.seen, game.marks
    name = puzzle.geometry.name(cursor)
    digit = game.digits[cursor]
    lines = [Content.assemble((name, _STRONG))]
    clear = game.position.clear
    if clear is not None and cursor not in clear:
        lines[0] += Content.assemble(("  in fog", _MUTED))
    if puzzle.givens[cursor]:
        lines[0] += Content.assemble((f"  given {puzzle.label_of(digit)}", _MUTED))
    elif digit:
        lines[0] += Content.assemble((f"  {puzzle.label_of(digit)}", _MUTED))
    else:
        lines += [
            Content.assemble(
                (f"{layer:<7}", _MUTED), " ".join(map(puzzle.label_of, digits_of(mask)))
            )
            for layer, mask in (("center", marks.center[cursor]), ("corner", marks.corner[cursor]))
            if mask
        ]
    if colors := digits_of(marks.colors[cursor]):
        shown = ", ".join(f"{color}{COLOR_LETTERS[color - 1]}" for color in colors)
        lines.append(Content.assemble((f"{'color':<7}", _MUTED), shown))
    if len(chosen) > 1:
        placed = [game.digits[cell] for cell in chosen if game.digits[cell]]
        total = f", sum {sum(placed)}" if placed else ""
        lines[0] += Content.assemble((f"  {len(chosen)} cells chosen{total}", _MUTED))
    return Content("\n").join(lines)


def about_cage(game: Game, cell: int) -> Content:
    """Return a description of a cell's cage: its clue, the remaining sum, and its combinations.

    The result is empty if the cell is not in a cage.
    """
    puzzle = game.seen
    at = next((n for n, cage in enumerate(puzzle.cages) if cell in cage.cells), None)
    if at is None:
        return Content("")
    from pandoku.play.combinations import combinations

    board = game.working_board
    cage = puzzle.cages[at]
    n_cells = len(cage.cells)
    head = Content.assemble(
        (f"Cage {printed_clue(cage) or 'without clue'}", _STRONG),
        (f"  {count_text(n_cells, 'cell')}", _MUTED),
    )
    placed = [game.digits[each] for each in cage.cells if game.digits[each]]
    if cage.operation == "+" and cage.target is not None and 0 < len(placed) < n_cells:
        head += Content.assemble((f", {cage.target - sum(placed)} left", _MUTED))
    return Content("\n").join([head, *_ways(combinations(board, at))])


def about_constraints(game: Game, cell: int, size: Size | None = None, width: int = 0) -> Content:
    """Return a line for each constraint except cages, followed by the rules of all constraints.

    Each line begins with the constraint's sign on the board. The constraints of the cell come
    first, in bold, followed by a drawing if they are lines, and by their rules. Rules that the
    setter wrote in words are at the end. The result is empty if there are no constraints and no
    words.

    Args:
        game: The game.
        cell: The cell of the cursor.
        size: Size of the cells of the board. None means small cells.
        width: Number of columns for drawings of lines. 0 means no drawings.
    """
    puzzle = game.seen
    geometry = puzzle.geometry
    said = [Content(rule).stylize(_MUTED) for rule in rule_sentences(puzzle.cages, geometry)]
    if words := words_of_setter(puzzle):
        said.append(Content(words).stylize(_MUTED))
    if not puzzle.further:
        return Content("\n").join(said)
    broken = {each.where for each in game.conflicts()}
    signs = dict(zip(puzzle.further, grid_of(puzzle, size or "small").signs, strict=True))
    drawn = drawn_lines(puzzle) if width else {}
    own, others = list[Content](), list[Content]()
    # parts of constraints that fog leaves visible (equal lines appear only once)
    partly = set[tuple[str, str]]()
    own_rules, rules = dict[str, None](), dict[str, None]()
    for each, sign in signs.items():
        if not has_rule(each, geometry):
            continue  # a drawing (the last sentence counts all drawings)
        name, text = constraint_words(each, geometry)
        if each.NAME == "fog":
            text = ""  # omit the cells in fog, because the board shows them
        if isinstance(each, Glimpse):
            if (sign, name) in partly:
                continue
            partly.add((sign, name))
        has_cell = cell in each.cells_on(geometry)
        style = "bold $text-error" if each in broken else _STRONG if has_cell else ""
        if not each.IS_CHECKED:
            # This rule applies to all cells, including the cell of the cursor.
            own_rules.update(dict.fromkeys(rule_sentences([each], geometry)))
            continue
        head = Content.assemble((f"{sign} " if sign else "", _STRONG), (name, style))
        sentences = rule_sentences([each], geometry)
        is_told = not text or text in sentences  # omit the text if the rules contain it
        line = (
            head if is_told else head + Content.assemble((f"  {text}", "" if has_cell else _MUTED))
        )
        (own if has_cell else others).append(line)
        if has_cell and each in drawn:
            own += sketch(drawn[each], puzzle, game.digits, cell, width)
        (own_rules if has_cell else rules).update(dict.fromkeys(sentences))
    left = [rule for rule in rules if rule not in own_rules]
    told = [Content(rule) for rule in own_rules], [Content(rule).stylize(_MUTED) for rule in left]
    unchecked = unchecked_words(puzzle)
    end = [Content(with_capital(f"{unchecked}."))] if unchecked else []
    end += said
    return Content("\n").join([*own, *told[0], *others, *told[1], *end])


def _ways(found: Combinations) -> list[Content]:
    if not found.sets:
        words = "nothing fills it any more" if found.is_complete else "too many ways to list"
        return [Content.assemble((words, "bold $text-error" if found.is_complete else _MUTED))]
    sign = "" if found.order < 10 else " "
    sets = [sign.join(map(str, digits)) for digits in found.sets[:_MOST_SETS]]
    n_more = len(found.sets) - len(sets)
    more = f"  and {n_more} more" if n_more else "" if found.is_complete else "  and more"
    lines = [Content(("  " if not sign else ", ").join(sets)) + Content(more).stylize(_MUTED)]
    if len(found.sets) > 1 and found.required:
        lines.append(Content.assemble(("in all  ", _MUTED), " ".join(map(str, found.required))))
    return lines
