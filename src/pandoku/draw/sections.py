"""The sections of a page: the start, steps with their pictures, routine steps, and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from pandoku.draw.decorated import rule_keys
from pandoku.draw.drawing import draw
from pandoku.draw.handout import (
    Block,
    Taken,
    closer_look,
)
from pandoku.draw.items import Drawing
from pandoku.draw.routine import routine_section, routine_title
from pandoku.draw.sheet import Sheet
from pandoku.model import Board, Puzzle
from pandoku.words import kind_text, lines_as_html, outline_positions, paragraphs, rules_text

__all__ = [
    "block_section",
    "block_title",
    "end_section",
    "facts_of",
    "how_it_ends",
    "rest_section",
    "solution_section",
    "start_section",
]

# Maximum width of a closer look, relative to the grid: a wider part would hardly be enlarged.
_WIDEST_CLOSER = 0.75


def start_section(
    sheet: Sheet,
    start: Board,
    parts: Sequence[Block],
    title: str,
    difficulty: str,
    *,
    listed: int,
    n_bare: int = 0,
) -> str:
    """Return the first section of a page, with the puzzle and the facts about its path.

    Args:
        sheet: The pictures of the page.
        start: The board before the first step.
        parts: The blocks of the path.
        title: The title of the page.
        difficulty: The difficulty in words, or "".
        listed: Number of blocks that are on the page and in its table of contents.
        n_bare: Number of steps worth reading that have no picture.
    """
    facts = "".join(
        f"<dt>{name}</dt><dd>{escape(text)}</dd>"
        for name, text in facts_of(start, parts, title, difficulty, n_bare)
        if text
    )
    contents = "".join(
        f'<li value="{part.numbers[0]}"><a href="#step-{part.numbers[0]}">'
        f"{escape(block_title(part))}</a></li>"
        for part in parts[:listed]
    )
    steps = f"<details><summary>Contents</summary><ol>{contents}</ol></details>" if contents else ""
    # If a puzzle comes with candidates, its picture shows the candidates.
    drawing = draw(start, candidates=start.puzzle.candidates is not None)
    return (
        '<section id="start" class="start" data-name="start">\n'
        f'<figure class="board">{sheet.picture(drawing)}{sheet.words(drawing)}</figure>\n'
        f'<div class="text"><h1>{escape(title)}</h1>\n<dl>{facts}</dl>\n{steps}</div>\n</section>\n'
    )


def facts_of(
    start: Board, parts: Sequence[Block], title: str, difficulty: str, n_bare: int = 0
) -> Iterator[tuple[str, str]]:
    """Yield the facts about a path as pairs of a name and a text, which may be "".

    Args:
        start: The board before the first step.
        parts: The path.
        title: The title of the page. The facts do not repeat the title.
        difficulty: The difficulty in words, or "".
        n_bare: Number of steps worth reading that have no picture.
    """
    puzzle = start.puzzle
    kind = [] if title == kind_text(puzzle) else [kind_text(puzzle)]
    yield "Puzzle", ", ".join((*kind, *puzzle.describe().split(", ")[1:]))
    yield "Rules", _other_rules(puzzle) if puzzle.further else ""
    progress = sum(map(bool, start.digits)) - puzzle.n_givens
    yield "Also placed", str(progress) if progress else ""
    yield "Difficulty", difficulty
    count = sum(len(part.taken) for part in parts)
    worth = [part.taken[0] for part in parts if not part.is_routine]
    routine = f", {count - len(worth)} of them routine" if count > len(worth) else ""
    yield "Steps", f"{count}{routine}" if count else "none"
    titles = Counter(each.explanation.heading.partition(":")[0] for each in worth)
    yield "Pictures", "; ".join(_about_pictures(n_bare) if worth else ())
    yield "Techniques", ", ".join(f"{name} ({k})" if k > 1 else name for name, k in titles.items())


def _other_rules(puzzle: Puzzle) -> str:
    """Return those rules of a puzzle that the legend of its picture does not state."""
    rules = rules_text(puzzle)
    for key in rule_keys(puzzle):
        rules = rules.replace(key.text, "")
    return " ".join(rules.split())


def _about_pictures(n_bare: int) -> Iterator[str]:
    if n_bare:
        steps = "one step has" if n_bare == 1 else f"{n_bare} steps like earlier ones have"
        yield f"{steps} no picture, for lack of room"


def block_title(part: Block) -> str:
    """Return the title of a block, such as "Fill in 5 digits", or the pattern of its step."""
    return routine_title(part) if part.is_routine else _title(part.taken[0])


def _title(taken: Taken) -> str:
    head = taken.explanation.heading.partition(";")[0]
    return head[:1].upper() + head[1:]


def block_section(
    sheet: Sheet, part: Block, count: int, *, pictured: bool, is_last: bool = False
) -> str:
    """Return the section of a block in a path of *count* steps.

    Args:
        sheet: The pictures of the page.
        part: The block.
        count: The number of steps.
        pictured: Whether to include pictures.
        is_last: Whether this is the last block of the path.
    """
    if part.is_routine:
        is_brief = not (part.is_long or is_last)
        return routine_section(sheet, part, count, pictured=pictured, is_brief=is_brief)
    return _step_section(sheet, part.taken[0], count, pictured)


# ---------------------------------------------------------------- a step worth reading


def _step_section(sheet: Sheet, taken: Taken, count: int, pictured: bool) -> str:
    number, sentences = taken.number, taken.explanation.text
    # Sentences without numbers form a single paragraph in print.
    kind_of_text = "text plain" if len(paragraphs(sentences)) == 1 else "text"
    drawing = taken.drawing()
    figures = _figures(sheet, taken, drawing) if pictured else ("", "")
    kind = "step" if figures[0] else "bare"
    kind += " near" if figures[1] else ""
    return (
        f'<section id="step-{number}" class="{kind}" data-name="step {number} of {count}">\n'
        f'<h2><span class="number">{number}.</span> {escape(_title(taken))}</h2>\n{figures[0]}'
        f'<div class="{kind_of_text}">{lines_as_html(sentences, links=True)}</div>\n'
        f"{_proof(taken)}"
        f"{figures[1]}{_branches(sheet, taken, drawing.boards) if pictured else ''}</section>\n"
    )


def _proof(taken: Taken) -> str:
    """Return the complete proof, folded, if the text is only its outline."""
    full = taken.explanation.full
    if len(outline_positions(full)) == len(full):
        return ""
    lines = lines_as_html(full, links=True)
    return f'<details class="proof"><summary>The complete proof</summary>{lines}</details>\n'


def _figures(sheet: Sheet, taken: Taken, drawing: Drawing) -> tuple[str, str]:
    """Return a picture of the complete board, and a picture of a closer look or ""."""
    name = f"board-{taken.number}"
    area = closer_look(taken.board, taken.step)
    picture = sheet.picture(drawing, name if area else "")
    whole = f'<figure class="board">{picture}{sheet.words(drawing)}</figure>\n'
    if area is None:
        return whole, ""
    top, left, bottom, right = area
    # A closer look that is as wide as the grid is not enlarged, but it takes less space than the
    # complete picture.
    is_strip = max(bottom - top, right - left) + 1 > _WIDEST_CLOSER * taken.board.puzzle.order
    kind = "closer strip" if is_strip else "closer"
    closer = sheet.closer(picture, name, area)
    return whole, f'<figure class="{kind}" style="--span:{right - left + 2}">{closer}</figure>\n'


def _branches(sheet: Sheet, taken: Taken, drawings: Sequence[Drawing]) -> str:
    """Return the boards of branches or cases side by side, or "" without boards."""
    if not drawings:
        return ""
    figures = "".join(
        f"<figure><figcaption>{escape(each.title)}</figcaption>{sheet.picture(each)}</figure>"
        for each in drawings
    )
    branches = "branch" if len(taken.step.facts.branches) == 1 else "branches"
    boards = "a board" if len(drawings) == 1 else "boards"
    return (
        f'<details class="branches" open><summary>the {branches} on {boards}</summary>'
        f"<div>{figures}</div></details>\n"
    )


# ---------------------------------------------------------------- the end


def end_section(sheet: Sheet, board: Board, summary: str, *, drawn: bool) -> str:
    """Return the last section of a page, about the end of the path.

    Args:
        sheet: The pictures of the page.
        board: The board at the end.
        summary: A sentence about the path for this section, or "".
        drawn: Whether to draw the board.
    """
    picture = sheet.picture(draw(board, candidates=not board.is_full)) if drawn else ""
    figure = f'<figure class="board">{picture}</figure>\n' if drawn else ""
    said = f"<p>{escape(summary[:1].upper() + summary[1:])}.</p>" if summary else ""
    return (
        f'<section id="end" class="{"step" if drawn else "bare"}" data-name="the end">\n'
        f"<h2>The end</h2>\n{figure}"
        f'<div class="text"><p>{escape(how_it_ends(board))}</p>{said}</div>\n</section>\n'
    )


def how_it_ends(board: Board) -> str:
    """Return a sentence about the state of the board at the end of a path."""
    if board.is_full:
        return "The grid is full."
    if 0 in board.masks:
        cell = board.puzzle.geometry.name(board.masks.index(0))
        return f"No candidate is left at {cell}: the puzzle has no solution from here."
    return f"No technique that was tried makes progress; {board.digits.count(0)} cells are empty."


def rest_section(left: Sequence[Block]) -> str:
    """Return the section that lists the steps that do not fit on the page."""
    first, last = left[0].numbers[0], left[-1].numbers[1]
    steps = f"step {first}" if first == last else f"steps {first} to {last}"
    return (
        '<section id="rest" class="bare" data-name="left out">\n<h2>Left out</h2>\n'
        f'<div class="text"><p>The page would become too large: {steps} of the path are left '
        "out. As a text or as JSON the path is complete.</p></div>\n</section>\n"
    )


def solution_section(sheet: Sheet, solution: Board | None) -> str:
    """Return the section with the solution, or with a note if *solution* is None.

    *solution* is None if the puzzle is not known to have exactly one solution.
    """
    if solution is None:
        shown = "<p>It is not known that the puzzle has exactly one solution.</p>"
    else:
        shown = f'<figure class="board">{sheet.picture(draw(solution))}</figure>'
    return (
        '<section id="solution" class="overleaf" data-name="solution">\n<h2>Solution</h2>\n'
        f"{shown}\n</section>\n"
    )
