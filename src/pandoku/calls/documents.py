"""A puzzle as a document, which contains everything that the page needs for playing offline."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls.links import link_of, shareable
from pandoku.calls.shared import PictureDocument, picture_document
from pandoku.constraints import drawn_cells, needs_of
from pandoku.draw import draw
from pandoku.errors import PuzzleError
from pandoku.formats import dumps
from pandoku.logic import Veil, judge_of, veil_of
from pandoku.model import Cage, Constraint, Puzzle, Relation
from pandoku.model.relations import Differ, Machine, Only, Pairs, Total
from pandoku.play import Game
from pandoku.play.text import puzzle_line
from pandoku.words import (
    cage_name,
    constraint_name,
    constraint_sentence,
    kind_noun,
    lines_of_setter,
    printed_clue,
    rule_sentences,
    rules_text,
    sized_kind,
    unchecked_words,
    with_capital,
    words_at_cells,
)

__all__ = [
    "CageDocument",
    "ConstraintDocument",
    "FogDocument",
    "HouseDocument",
    "PuzzleDocument",
    "puzzle_document",
    "relation_document",
    "with_usual_digits",
]

_KEPT = 64  # maximum number of documents in the cache


class HouseDocument(Struct):
    """A set of cells that contains each digit once."""

    kind: Annotated[str, Meta(description="row, column, box, region, diagonal or extra")]
    number: Annotated[
        int, Meta(description="Number of the house among the houses of the same kind, from 1.")
    ]
    name: Annotated[str, Meta(description="Name in sentences: `row 3`.")]
    cells: Annotated[list[int], Meta(description="The cells in ascending order.")]


class CageDocument(Struct):
    """A set of cells with an operation and a target."""

    cells: list[int]
    name: Annotated[str, Meta(description="Name in sentences: `the 12× cage at r1c1`.")]
    clue: Annotated[str, Meta(description="Printed clue: `12×`, `17`, or an empty string.")]
    op: Annotated[str, Meta(description="One of + - * / =, or ? for a hidden operation.")]
    target: Annotated[
        int | None,
        Meta(description="The target of the cage. null if the digits only have to differ."),
    ]
    repeats: Annotated[bool, Meta(description="Whether a digit may occur twice.")]
    spoken: Annotated[
        list[tuple[int, str]],
        Meta(description="Each cell with words for screen readers: `cage 12 times with r1c2`."),
    ]


class OnlyDocument(Struct, tag_field="is", tag="only"):
    """A relation: a cell contains one of several digits."""

    cell: int
    digits: Annotated[int, Meta(description="The digits as a mask: bit d-1 is digit d.")]


class DifferDocument(Struct, tag_field="is", tag="differ"):
    """A relation: the digits of the cells differ."""

    cells: list[int]


class PairsDocument(Struct, tag_field="is", tag="pairs"):
    """A relation: the digit of one cell limits the digit of another."""

    table: Annotated[
        list[int],
        Meta(description="For each digit of the first cell, a mask of digits of the second cell."),
    ]
    pairs: Annotated[list[tuple[int, int]], Meta(description="Pairs of a first and second cell.")]


class TotalDocument(Struct, tag_field="is", tag="total"):
    """A relation: the weights of the digits add up to one of the targets."""

    terms: Annotated[
        list[tuple[int, list[int]]], Meta(description="A cell and a weight for each digit 1..n.")
    ]
    targets: list[int]


class MachineDocument(Struct, tag_field="is", tag="machine"):
    """A relation: an automaton accepts the digits of the cells. It starts in state 0."""

    cells: Annotated[list[int], Meta(description="The cells in the order of reading.")]
    steps: Annotated[
        list[list[int]],
        Meta(description="For each state, the next state for each digit. -1 rejects the digits."),
    ]
    accepting: Annotated[list[int], Meta(description="The accepting states.")]


RelationDocument = OnlyDocument | DifferDocument | PairsDocument | TotalDocument | MachineDocument


class ConstraintDocument(Struct):
    """A rule about some cells that is not a cage."""

    name: Annotated[str, Meta(description="Name in sentences: `the six-cell thermometer at r1c3`.")]
    kind: Annotated[str, Meta(description="Name of the constraint's kind: `thermometer`.")]
    text: Annotated[str, Meta(description="A sentence: `Thermometer: r1c3 r2c3.`")]
    cells: Annotated[
        list[int],
        Meta(
            description="The cells, without repetition. Empty if the constraint is about all cells."
        ),
    ]
    relations: Annotated[
        list[RelationDocument], Meta(description="Relations that must all be met.")
    ]
    spoken: Annotated[
        list[tuple[int, str]],
        Meta(
            description="Cells with words for screen readers: `bulb of the six-cell thermometer, "
            "then r2c2`. A drawing without a rule also has its cells here."
        ),
    ]


class FoggedDocument(Struct):
    """A constraint or a cage in fog.

    If all cells of `drawn` are clear, the player sees the complete constraint. If some of the cells
    are clear, the player sees only the texts given here. If none are clear, the player does not see
    the constraint.
    """

    drawn: Annotated[
        list[int],
        Meta(description="The cells where fog hides the constraint. Empty if fog never hides it."),
    ]
    needs: Annotated[
        list[list[int]],
        Meta(
            description="For each relation of the constraint (a cage is a single relation), the "
            "cells that must be clear before the relation is used."
        ),
    ]
    name: Annotated[str, Meta(description="Name in sentences: `thermometer, partly in the fog`.")]
    partly: Annotated[str, Meta(description="A sentence: `Thermometer, partly in the fog.`")]


class ToldRule(Struct):
    """A sentence of the rules, its source, and the cells that reveal the sentence."""

    cells: Annotated[
        list[int],
        Meta(
            description="The sentence is shown when one of these cells is clear. Empty if it is "
            "always shown."
        ),
    ]
    text: str
    by: Annotated[
        str,
        Meta(
            description="`rules` for a sentence of pandoku, `setter` for the words of the setter, "
            "which replace them, or `note` for a remark."
        ),
    ] = "rules"
    kind: Annotated[
        str, Meta(description="Name of the kind of constraint: `Whisper line`, or empty.")
    ] = ""


class FogDocument(Struct):
    """Fog, and the rules and clues that the fog hides.

    The cells of `lights` are clear from the start. A correct digit clears its cell and the cells
    that touch it. To the player, a cell with a given in the fog is empty.
    """

    lights: list[int]
    solution: Annotated[
        list[int], Meta(description="The digits that lift the fog, with 0 for an unknown digit.")
    ]
    rules: Annotated[
        list[ToldRule], Meta(description="The rules of the puzzle. They replace `rules`.")
    ]
    cages: Annotated[list[FoggedDocument], Meta(description="An entry for each cage.")]
    constraints: Annotated[list[FoggedDocument], Meta(description="An entry for each constraint.")]


class PuzzleDocument(Struct):
    """A puzzle. Cells are numbered from 0, row by row."""

    key: Annotated[
        str, Meta(description="Key that identifies the puzzle. It does not depend on the title.")
    ]
    line: Annotated[
        str,
        Meta(
            description="The puzzle as one line of the format json: the line `puzzle:` of a game."
        ),
    ]
    order: Annotated[int, Meta(description="The order n of the n x n grid. Digits are 1..n.")]
    title: str
    author: Annotated[str, Meta(description="Name of the author, or empty.")]
    about: Annotated[str, Meta(description="A few words about the puzzle: `9x9 killer`.")]
    rules: Annotated[str, Meta(description="The rules of the puzzle in a sentence or two.")]
    told: Annotated[list[ToldRule], Meta(description="The sentences of the rules, one by one.")]
    givens: Annotated[list[int], Meta(description="Digits row by row, 0 for an empty cell.")]
    candidates: Annotated[
        list[int] | None,
        Meta(
            description="A mask for each cell (bit d-1 is digit d) if the puzzle limits the "
            "candidates."
        ),
    ]
    houses: list[HouseDocument]
    cages: list[CageDocument]
    constraints: Annotated[
        list[ConstraintDocument], Meta(description="All rules other than houses and cages.")
    ]
    judge: Annotated[
        str,
        Meta(
            description="Source of the right digits: `rules` if the rules have one solution, "
            "`source` if pandoku does not check all rules and uses the solution of the puzzle's "
            "source, or empty if digits cannot be checked."
        ),
    ]
    solution: Annotated[
        list[int] | None,
        Meta(
            description="The right digits, with 0 for a cell that the source leaves open. null "
            "if they are unknown."
        ),
    ]
    problem: Annotated[str, Meta(description="A warning for players about the solution, or empty.")]
    unchecked: Annotated[
        str, Meta(description="A sentence about the rules that are not checked, or empty.")
    ]
    picture: Annotated[PictureDocument, Meta(description="The puzzle without a player's digits.")]
    link: Annotated[str, Meta(description="The value of `?p=` in a link to the puzzle.")]
    fog: Annotated[
        FogDocument | None,
        Meta(
            description="The fog, or null. In fog, `about`, `rules` and `unchecked` describe only "
            "what is visible at the start. The other fields describe the complete puzzle."
        ),
    ]


def with_usual_digits(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the symbols 1..n, which the page uses."""
    return puzzle.replace(symbols="") if puzzle.symbols else puzzle


def _told_digits(puzzle: Puzzle) -> str:
    """Return a sentence that lists the renamed symbols, or "" if no symbol was renamed."""
    if not puzzle.symbols:
        return ""
    pairs = (f"{symbol} is {digit}" for digit, symbol in enumerate(puzzle.symbols, 1))
    return f" The digits of the source are renamed here: {', '.join(pairs)}."


def puzzle_document(puzzle: Puzzle) -> PuzzleDocument:
    """Return a puzzle as a document. The most recent documents are cached.

    If the source has symbols other than 1..n, the document has 1..n instead, and its rules list the
    symbols of the source.

    Raises:
        PuzzleError: A given or a constraint does not fit the grid, or the page cannot check a
            constraint.
        FormatError: The puzzle has unknown data that JSON cannot represent.
    """
    # `==` ignores titles, so the cache key also needs the full contents of the puzzle.
    return _document(puzzle, puzzle.in_full())


@lru_cache(maxsize=_KEPT)
def _document(puzzle: Puzzle, _in_full: tuple[object, ...]) -> PuzzleDocument:
    told, puzzle = _told_digits(puzzle), with_usual_digits(puzzle)
    seen = Game.start(puzzle).seen
    judge, veil = judge_of(puzzle), veil_of(puzzle)
    return PuzzleDocument(
        key=_key(puzzle),
        line=puzzle_line(puzzle),
        order=puzzle.order,
        title=puzzle.title or "",
        author=puzzle.author or "",
        about=sized_kind(seen),
        rules=f"{rules_text(seen)}{told}",
        told=[*_rules(seen), *([ToldRule([], told.strip(), "note")] if told else [])],
        givens=list(puzzle.givens),
        candidates=list(puzzle.candidates) if puzzle.candidates else None,
        houses=[
            HouseDocument(house.kind, house.number, house.phrase, list(house.cells))
            for house in puzzle.geometry.houses
        ],
        cages=[
            CageDocument(
                list(cage.cells),
                cage_name(puzzle, index),
                printed_clue(cage),
                cage.operation,
                cage.target,
                cage.repeats,
                words_at_cells(cage, puzzle.geometry),
            )
            for index, cage in enumerate(puzzle.cages)
        ],
        constraints=[
            _constraint(puzzle, each, by_steps=veil is not None) for each in puzzle.further
        ],
        judge=judge.by,
        solution=list(judge.solution) if judge.solution else None,
        problem=judge.problem,
        unchecked=unchecked_words(seen),
        picture=picture_document(draw(puzzle)),
        link=link_of(puzzle),
        fog=None if veil is None else _fog(veil),
    )


def _fog(veil: Veil) -> FogDocument:
    puzzle = veil.puzzle
    return FogDocument(
        lights=sorted(veil.lights),
        solution=list(veil.solution),
        rules=[*_rules(puzzle)],
        cages=[_fogged(puzzle, each) for each in puzzle.cages],
        constraints=[_fogged(puzzle, each) for each in puzzle.further],
    )


def _rules(puzzle: Puzzle) -> Iterator[ToldRule]:
    """Yield the rules of the houses, cages and constraints, the words of the setter, and notes."""
    geometry = puzzle.geometry
    bare = puzzle.replace(cages=(), further=(), words=None, solution=None)
    yield ToldRule([], rules_text(bare))
    told: dict[tuple[str, str], set[int] | None] = {}
    for each in puzzle.constraints:
        is_cage, is_fog = isinstance(each, Cage), each.NAME == "fog"
        drawn = each.cells_on(geometry) if is_cage else drawn_cells(each, geometry)
        for text in rule_sentences([each], geometry) if each.IS_CHECKED else ():
            key = text, kind_noun(each)
            known = told.setdefault(key, set())
            told[key] = None if known is None or is_fog or not drawn else known | {*drawn}
    for (text, kind), where in told.items():
        yield ToldRule(sorted(where or ()), text, "rules", kind)
    for line in lines_of_setter(puzzle):
        yield ToldRule([], line, "setter")
    if unchecked := unchecked_words(puzzle):
        yield ToldRule([], with_capital(f"{unchecked}."), "note")


def _fogged(puzzle: Puzzle, constraint: Constraint) -> FoggedDocument:
    relations = _relations(puzzle, constraint, by_steps=True)
    name = f"{constraint.NAME}, partly in the fog"
    is_fog = constraint.NAME == "fog"
    return FoggedDocument(
        [] if is_fog else [*drawn_cells(constraint, puzzle.geometry)],
        [[*cells] for cells in needs_of(constraint, relations, puzzle)],
        name,
        with_capital(f"{name}."),
    )


def _key(puzzle: Puzzle) -> str:
    rules = shareable(puzzle).replace(
        title=None, author=None, kind=None, id=None, words=None, solution=None
    )
    return hashlib.sha256(dumps(rules, "json").encode()).hexdigest()[:16]


def _constraint(puzzle: Puzzle, constraint: Constraint, *, by_steps: bool) -> ConstraintDocument:
    geometry = puzzle.geometry
    relations = _relations(puzzle, constraint, by_steps=by_steps)
    return ConstraintDocument(
        constraint_name(puzzle, puzzle.constraints.index(constraint)),
        constraint.NAME,
        constraint_sentence(constraint, geometry),
        list(constraint.cells_on(geometry)),
        [relation_document(each, constraint.NAME) for each in relations],
        words_at_cells(constraint, geometry),
    )


def _relations(puzzle: Puzzle, constraint: Constraint, *, by_steps: bool) -> tuple[Relation, ...]:
    """Return the relations of a constraint.

    Fog may hide only a part of some constraints (see `Constraint.TOLD_BY`). With *by_steps*, the
    relations of these constraints are split into one relation for each pair of cells.
    """
    if not constraint.is_sound(puzzle.geometry):
        return ()
    relations = constraint.relations(puzzle)
    if not by_steps or not constraint.TOLD_BY:
        return relations
    return tuple(
        each
        for relation in relations
        for each in (
            [Pairs(relation.table, (pair,)) for pair in relation.pairs]
            if isinstance(relation, Pairs)
            else [relation]
        )
    )


def relation_document(relation: Relation, rule: str = "") -> RelationDocument:
    """Return a relation as a document.

    Args:
        relation: The relation.
        rule: Name of the constraint of the relation, for the error message.

    Raises:
        PuzzleError: The page cannot check this kind of relation.
    """
    match relation:
        case Only(cell, digits):
            return OnlyDocument(cell, digits)
        case Differ(cells):
            return DifferDocument(list(cells))
        case Pairs(table, pairs):
            return PairsDocument(list(table), list(pairs))
        case Total(terms, targets):
            return TotalDocument([(cell, list(each)) for cell, each in terms], list(targets))
        case Machine(cells, automaton):
            steps = [list(each) for each in automaton.steps]
            return MachineDocument(list(cells), steps, list(automaton.accepting))
    raise PuzzleError(
        f"expected rules that the page can check, found the rule {rule!r}, which "
        "calculates as a cage does; give it as a cage"
    )
