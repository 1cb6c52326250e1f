"""A puzzle as a document: everything that the page needs to play it without asking again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.constraints import drawn_cells, needs_of
from pandoku.draw import draw
from pandoku.errors import PuzzleError
from pandoku.formats import dumps
from pandoku.logic import Veil, judge_of, veil_of
from pandoku.model import Constraint, House, Puzzle, Relation
from pandoku.model.relations import Differ, Machine, Only, Pairs, Total
from pandoku.play import Game
from pandoku.play.text import puzzle_line
from pandoku.web.links import link_of, shareable
from pandoku.web.pictures import PictureDocument, picture_document
from pandoku.words import (
    cage_name,
    constraint_sentence,
    printed_clue,
    rule_sentences,
    rules_text,
    sized_kind,
    unchecked_words,
    with_capital,
    words_of_setter,
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

_KEPT = 64  # documents in memory


class HouseDocument(msgspec.Struct):
    """A set of cells that has each digit once."""

    kind: Annotated[str, Meta(description="row, column, box, region, diagonal or extra")]
    number: Annotated[int, Meta(description="From 1 among the houses of its kind.")]
    name: Annotated[str, Meta(description="As in sentences: `row 3`.")]
    cells: Annotated[list[int], Meta(description="Ascending.")]


class CageDocument(msgspec.Struct):
    """A set of cells whose digits give a target."""

    cells: list[int]
    name: Annotated[str, Meta(description="As in sentences: `the 12× cage at r1c1`.")]
    clue: Annotated[str, Meta(description="As printed: `12×`, `17`, or an empty text.")]
    op: Annotated[str, Meta(description="One of + - * / = and ?, a hidden operation.")]
    target: Annotated[int | None, Meta(description="null if the digits only have to differ.")]
    repeats: Annotated[bool, Meta(description="Whether a digit may occur twice.")]


class OnlyDocument(msgspec.Struct, tag_field="is", tag="only"):
    """A relation: one cell holds one of some digits."""

    cell: int
    digits: Annotated[int, Meta(description="A mask: bit d-1 is digit d.")]


class DifferDocument(msgspec.Struct, tag_field="is", tag="differ"):
    """A relation: the digits of the cells differ."""

    cells: list[int]


class PairsDocument(msgspec.Struct, tag_field="is", tag="pairs"):
    """A relation: the digit of a cell limits that of another."""

    table: Annotated[
        list[int],
        Meta(description="For each digit of the first cell, a mask of those of the second."),
    ]
    pairs: Annotated[list[tuple[int, int]], Meta(description="The cells, first and second.")]


class TotalDocument(msgspec.Struct, tag_field="is", tag="total"):
    """A relation: the weights of the digits add up to one of the targets."""

    terms: Annotated[
        list[tuple[int, list[int]]], Meta(description="A cell, and a weight for each digit 1..n.")
    ]
    targets: list[int]


class MachineDocument(msgspec.Struct, tag_field="is", tag="machine"):
    """A relation: an automaton accepts the digits in the order of the cells; it begins in 0."""

    cells: list[int]
    steps: Annotated[
        list[list[int]], Meta(description="For each state, the next for each digit; -1 for none.")
    ]
    accepting: Annotated[list[int], Meta(description="The states in which it may end.")]


RelationDocument = OnlyDocument | DifferDocument | PairsDocument | TotalDocument | MachineDocument


class ConstraintDocument(msgspec.Struct):
    """A rule about some cells that is not a cage."""

    name: Annotated[str, Meta(description="As in sentences: `thermometer at r1c3`.")]
    kind: Annotated[str, Meta(description="`thermometer`.")]
    text: Annotated[str, Meta(description="A sentence: `Thermometer: r1c3 r2c3.`")]
    cells: Annotated[list[int], Meta(description="Each once; empty if it is about all cells.")]
    relations: Annotated[list[RelationDocument], Meta(description="What it means; all must hold.")]


class FoggedDocument(msgspec.Struct):
    """A constraint or a cage in fog.

    If all cells of `drawn` are clear, the player sees it complete. If some are clear, the player
    sees only the texts given here. If no cell is clear, the player sees nothing of it.
    """

    drawn: Annotated[
        list[int], Meta(description="The cells in which fog hides it; empty if none can.")
    ]
    needs: Annotated[
        list[list[int]],
        Meta(
            description="For each of its relations (a cage is one): the cells that must be clear "
            "so that it counts."
        ),
    ]
    name: Annotated[str, Meta(description="`thermometer, partly in the fog`.")]
    partly: Annotated[str, Meta(description="A sentence: `Thermometer, partly in the fog.`")]


class ToldRule(msgspec.Struct):
    """A sentence of the rules, and where it can be seen."""

    cells: Annotated[
        list[int],
        Meta(description="The sentence is shown once one of them is clear; empty for always."),
    ]
    text: str


class FogDocument(msgspec.Struct):
    """Fog, and the rules and clues in it.

    The lights are clear. So are the cells of correct digits that the player has written, and the
    cells that touch these. A given in the fog is an empty cell to the player.
    """

    lights: list[int]
    solution: Annotated[
        list[int], Meta(description="The digits that lift the fog; 0 where none is known.")
    ]
    rules: Annotated[
        list[ToldRule], Meta(description="The rules of the puzzle, in the place of `rules`.")
    ]
    cages: Annotated[list[FoggedDocument], Meta(description="One for each of the cages.")]
    constraints: Annotated[
        list[FoggedDocument], Meta(description="One for each of the constraints.")
    ]


class PuzzleDocument(msgspec.Struct):
    """A puzzle. Cells are numbers from 0, row by row."""

    key: Annotated[str, Meta(description="The same for the same puzzle, whatever its title.")]
    line: Annotated[
        str, Meta(description="One line of the format json: the line `puzzle:` of a game.")
    ]
    order: Annotated[int, Meta(description="The n of n x n; digits are 1..n.")]
    title: str
    author: Annotated[str, Meta(description="Who made it; empty if nobody is named.")]
    about: Annotated[str, Meta(description="What it is, in a few words: `9x9 killer`.")]
    rules: Annotated[str, Meta(description="Its rules in a sentence or two.")]
    givens: Annotated[list[int], Meta(description="Row by row, 0 for empty.")]
    candidates: Annotated[
        list[int] | None,
        Meta(description="A mask for each cell (bit d-1 is digit d) if the puzzle limits them."),
    ]
    houses: list[HouseDocument]
    cages: list[CageDocument]
    constraints: Annotated[
        list[ConstraintDocument], Meta(description="The rules other than houses and cages.")
    ]
    judge: Annotated[
        str,
        Meta(
            description="What judges digits: `rules` if they leave one solution; `source` if some "
            "are not checked and the solution of the source judges; empty if nothing does."
        ),
    ]
    solution: Annotated[
        list[int] | None,
        Meta(
            description="The right digits, 0 where the source leaves a cell open; null if unknown."
        ),
    ]
    problem: Annotated[
        str,
        Meta(description="What a player has to know about the solution; empty for nothing."),
    ]
    unchecked: Annotated[
        str, Meta(description="Which of its rules are not checked; empty if all are.")
    ]
    picture: Annotated[PictureDocument, Meta(description="The puzzle without a player's digits.")]
    link: Annotated[str, Meta(description="What goes behind `?p=` in a link to the puzzle.")]
    fog: Annotated[
        FogDocument | None,
        Meta(
            description="null without fog. With it `about`, `rules` and `unchecked` tell what can "
            "be seen at the start; all else is what the setter sees."
        ),
    ]


def with_usual_digits(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the digits 1..n, as on the page."""
    return puzzle.replace(symbols="") if puzzle.symbols else puzzle


def _told_digits(puzzle: Puzzle) -> str:
    """Return the sentence about digits of the source that are renamed, or "" without any."""
    if not puzzle.symbols:
        return ""
    pairs = (f"{symbol} is {digit}" for digit, symbol in enumerate(puzzle.symbols, 1))
    return f" The digits of the source are renamed here: {', '.join(pairs)}."


def puzzle_document(puzzle: Puzzle) -> PuzzleDocument:
    """Return a puzzle as a document. The most recent documents are cached.

    If the source has digits other than 1..n, they are renamed, and the rules name them.

    Raises:
        PuzzleError: It has a given or a constraint that its grid cannot hold, so nobody can play
            it. Or it has a constraint that the page cannot check.
        FormatError: It has unknown data that JSON cannot hold.
    """
    return _document(puzzle, puzzle.in_full())  # an equal puzzle may have another title


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
        givens=list(puzzle.givens),
        candidates=list(puzzle.candidates) if puzzle.candidates else None,
        houses=[_house(house) for house in puzzle.geometry.houses],
        cages=[_cage(puzzle, index) for index in range(len(puzzle.cages))],
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
        rules=[*_rules(veil)],
        cages=[_fogged(puzzle, each) for each in puzzle.cages],
        constraints=[_fogged(puzzle, each) for each in puzzle.further],
    )


def _rules(veil: Veil) -> Iterator[ToldRule]:
    """Yield the rules of the houses, the rules of the constraints, and the setter's words."""
    puzzle = veil.puzzle
    bare = puzzle.replace(cages=(), further=(), words=None, solution=None)
    yield ToldRule([], rules_text(bare))
    if puzzle.cages:
        cells = {cell for cage in puzzle.cages for cell in cage.cells}
        whole = rules_text(bare.replace(cages=puzzle.cages))
        if text := whole.removeprefix(rules_text(bare)).strip():
            yield ToldRule(sorted(cells), text)
    told: dict[str, set[int] | None] = {}
    for each in puzzle.further:
        drawn = drawn_cells(each, puzzle.geometry) if each.NAME != "fog" else ()
        for text in rule_sentences([each] if each.IS_CHECKED or each.rule() else []):
            known = told.setdefault(text, set())
            told[text] = None if known is None or not drawn else known | {*drawn}
    for text, where in told.items():
        yield ToldRule(sorted(where or ()), text)
    if words := words_of_setter(puzzle):
        yield ToldRule([], words)


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


def _house(house: House) -> HouseDocument:
    return HouseDocument(house.kind, house.number, house.phrase, list(house.cells))


def _cage(puzzle: Puzzle, index: int) -> CageDocument:
    cage, name = puzzle.cages[index], cage_name(puzzle, index)
    clue, cells = printed_clue(cage), list(cage.cells)
    return CageDocument(cells, name, clue, cage.operation, cage.target, cage.repeats)


def _constraint(puzzle: Puzzle, constraint: Constraint, *, by_steps: bool) -> ConstraintDocument:
    geometry = puzzle.geometry
    relations = _relations(puzzle, constraint, by_steps=by_steps)
    return ConstraintDocument(
        constraint.label(geometry),
        constraint.NAME,
        constraint_sentence(constraint, geometry),
        list(constraint.cells_on(geometry)),
        [relation_document(each, constraint.NAME) for each in relations],
    )


def _relations(puzzle: Puzzle, constraint: Constraint, *, by_steps: bool) -> tuple[Relation, ...]:
    """Return the relations of a constraint; *by_steps* of pairs one for each pair."""
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
        rule: The name of the constraint that has it, for the message.

    Raises:
        PuzzleError: The page cannot check such a relation.
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
