"""The section of routine steps: digits to fill in or remove, with reasons that can be unfolded."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from pandoku.draw.decorated import cells_of_constraint
from pandoku.draw.drawing import draw
from pandoku.draw.handout import LARGEST_WHOLE, Block, Taken
from pandoku.draw.items import Drawing
from pandoku.draw.noted import draw_notes
from pandoku.draw.sheet import Sheet
from pandoku.words import (
    Words,
    cage_name,
    cells_attribute,
    place_of_box,
    sentence_as_html,
    with_capital,
)

__all__ = ["after_routine", "kind_of_list", "place_of", "routine_section", "routine_title"]


def routine_title(part: Block) -> str:
    """Return a title for routine steps, such as "Fill in 5 digits"."""
    placed = sum(len(each.step.placements) for each in part.taken)
    others = [each.reader.noting is not None for each in part.taken if not each.step.placements]
    noted, removed = others.count(True), others.count(False)
    parts = [f"fill in {placed} digit{'s' * (placed != 1)}"] if placed else []
    parts += [f"take notes in {noted} step{'s' * (noted != 1)}"] if noted else []
    parts += [f"remove pencil marks in {removed} step{'s' * (removed != 1)}"] if removed else []
    title = ", ".join(parts)
    return title[:1].upper() + title[1:]


def routine_section(
    sheet: Sheet, part: Block, count: int, *, pictured: bool, is_brief: bool
) -> str:
    """Return the section of routine steps in a path of *count* steps.

    Args:
        sheet: The pictures of the page.
        part: The steps.
        count: The number of steps of the path.
        pictured: Whether to include a picture.
        is_brief: Whether the picture is for the screen only.
    """
    first, last = part.numbers
    name = f"steps {first}–{last} of {count}" if last > first else f"step {first} of {count}"
    numbers = f"{first}–{last}." if last > first else f"{first}."
    # The screen has more room than paper. On the screen, even brief sections have a picture, which
    # shows candidates.
    picture = sheet.picture(after_routine(part, candidates=is_brief)) if pictured else ""
    figure = f'<figure class="board">{picture}</figure>\n' if pictured else ""
    kind = "routine brief" if is_brief else "routine"
    lists = ""
    for (name_of_list, label), run in groupby(part.taken, key=kind_of_list):
        items = "".join(map(_filled if name_of_list == "fill" else _crossed_out, run))
        lists += f'<div class="{name_of_list}"><p>{label}</p><ol>{items}</ol></div>'
    reasons = "".join(map(_reason, part.taken))
    return (
        f'<section id="steps-{first}" class="{kind}" data-name="{name}">\n'
        f'<h2><span class="number">{numbers}</span> {routine_title(part)}</h2>\n{figure}'
        f'<div class="text">{lists}'
        f'<details class="why"><summary>why</summary><ol>{reasons}</ol></details></div>\n'
        "</section>\n"
    )


def after_routine(part: Block, *, candidates: bool) -> Drawing:
    """Return the drawing of the board after routine steps, with the placed digits highlighted.

    Args:
        part: The steps.
        candidates: Whether to show the candidates. Candidates are never shown if the board is too
            large for them. If the reader has not written all pencil marks, the notes are shown.
    """
    new = {cell for each in part.taken for cell, _ in each.step.placements}
    is_legible = part.after.puzzle.order <= LARGEST_WHOLE
    is_given = part.after.puzzle.candidates is not None
    last = part.taken[-1].reader.noting
    if last is not None and not is_given:
        return draw_notes(part.after, last.after, highlights=new)
    return draw(part.after, highlights=new, candidates=candidates and is_legible)


def kind_of_list(taken: Taken) -> tuple[str, str]:
    """Return the class and the label of the list that contains a routine step."""
    if taken.step.placements:
        return "fill", "Fill in:"
    return "cross", "Pencil marks:" if taken.reader.noting is None else "Notes:"


def _filled(taken: Taken) -> str:
    name, label_of = taken.board.puzzle.geometry.name, taken.board.puzzle.label_of
    digits = ", ".join(
        f'<span data-cells="{cell}"><b>{name(cell)} = {label_of(digit)}</b></span>'
        for cell, digit in taken.step.placements
    )
    return f'<li id="step-{taken.number}">{digits} {_where(taken)}</li>'


def _crossed_out(taken: Taken) -> str:
    words = Words(taken.step, taken.board, reader=taken.reader)
    text = sentence_as_html(words.read(with_capital(words.outcome())))
    return f'<li id="step-{taken.number}">{text} {_where(taken)}</li>'


def _where(taken: Taken) -> str:
    """Return the HTML that names the house or constraint of a routine step."""
    cells, text = place_of(taken)
    attribute = f' data-cells="{cells_attribute(cells)}"' if cells else ""
    return f"<small{attribute}>{escape(text)}</small>"


def place_of(taken: Taken) -> tuple[Sequence[int], str]:
    """Return the cells and the name of the house or constraint that a routine step is based on.

    If the step is not based on a house or a constraint, return no cells and the words "only
    choice".
    """
    facts, puzzle = taken.step.facts, taken.board.puzzle
    if facts.cages:
        index = facts.cages[0].cage
        # The name omits the position of the cage, because its cells are highlighted.
        text = cage_name(puzzle, index).removeprefix("the ").partition(" at ")[0]
        return puzzle.cages[index].cells, text
    if facts.houses:
        house = facts.houses[0]
        place = place_of_box(house, puzzle.geometry) if taken.reader.names_places else None
        return house.cells, (place or house.name).removeprefix("the ")
    if facts.constraints:
        index = facts.constraints[0]
        return cells_of_constraint(puzzle, index), puzzle.constraints[index].heading()
    return (), "only choice"


def _reason(taken: Taken) -> str:
    words = " ".join(sentence_as_html(each, links=True) for each in taken.explanation.full)
    return f'<li value="{taken.number}">{words}</li>'
