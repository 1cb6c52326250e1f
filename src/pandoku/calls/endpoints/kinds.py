"""`kinds`: the names that requests can use: kinds of puzzles, difficulties, scales, engines."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.calls.endpoints.front import SmallBoard, small_board
from pandoku.constraints import RULES
from pandoku.engines import ENGINES
from pandoku.formats import FORMATS
from pandoku.generation import KINDS, Kind, completed_by, placeable
from pandoku.logic import READERS
from pandoku.model import Cage, Geometry, Puzzle, default_box
from pandoku.play.daily import DAILY_KINDS
from pandoku.play.tryouts import get_tryout
from pandoku.rating import DEFAULT_ORDER, LEVELS, SCALES
from pandoku.symmetry import GIVENS_SYMMETRIES, cell_orbits
from pandoku.techniques import TECHNIQUES

# Killer cages are placed. Their rule is that of every cage with a sum.
_CAGE = Cage("+", 3, (0, 1), repeats=False).rule(Geometry.sudoku(9))


class Request(Struct, forbid_unknown_fields=True):
    """An empty request."""


class KindOffered(Struct):
    """A kind of puzzle that can be made."""

    name: str
    summary: str
    least: Annotated[int, Meta(description="The smallest order.")]
    most: Annotated[int, Meta(description="The largest order.")]
    orders: Annotated[list[int], Meta(description="All orders, ascending.")]
    boxes: Annotated[
        dict[str, list[str]],
        Meta(
            description="The possible values of `box` for each order with a choice, starting "
            "with the default."
        ),
    ]
    usual: Annotated[int, Meta(description="The default order.")]
    takes: Annotated[list[str], Meta(description="The options that only some kinds have.")]
    cages: Annotated[bool, Meta(description="Whether puzzles of this kind have cages.")]
    daily: Annotated[bool, Meta(description="Whether there is a daily puzzle of this kind.")]
    board: Annotated[
        SmallBoard, Meta(description="A small puzzle of this kind, or an empty grid of its shape.")
    ]


class SymmetryOffered(Struct):
    """A symmetry of givens."""

    name: str
    orbits: Annotated[
        list[int],
        Meta(
            description="A number for each of 5x5 cells. Cells with the same number are all givens "
            "or all empty."
        ),
    ]


class ConstraintOffered(Struct):
    """A kind of constraint that can be placed on a grid."""

    name: str
    title: Annotated[str, Meta(description="The plural for players, such as `Thermometers`.")]
    text: Annotated[str, Meta(description="The rule in one sentence.")]
    counts: Annotated[bool, Meta(description="Whether a request can name a number of them.")]
    all: Annotated[bool, Meta(description="Whether a request can name all of them.")]


class ScaleOffered(Struct):
    """A scale of difficulty."""

    name: str
    summary: str


class EngineOffered(Struct):
    """An engine that searches for solutions."""

    name: str
    summary: str
    complete: Annotated[bool, Meta(description="Whether the engine finds every solution.")]
    events: Annotated[bool, Meta(description="Whether `race` can record the engine's search.")]


class FormatOffered(Struct):
    """A format for writing puzzles."""

    name: str
    summary: str


class Answer(Struct):
    """The names that requests can use."""

    kinds: list[KindOffered]
    symmetries: list[SymmetryOffered]
    constraints: Annotated[
        list[ConstraintOffered], Meta(description="Values of `constraints` in `generate`.")
    ]
    difficulties: list[str]
    techniques: Annotated[list[str], Meta(description="Values of `needs` and `at_most`.")]
    scales: list[ScaleOffered]
    readers: list[str]
    engines: list[EngineOffered]
    formats: list[FormatOffered]


def _kinds(_: Request) -> Answer:
    return Answer(
        kinds=[
            KindOffered(
                name=each.name,
                summary=each.summary,
                least=each.orders[0],
                most=each.orders[1],
                orders=[*each.possible_orders()],
                boxes=_boxes(each),
                usual=each.default_order,
                takes=sorted(each.takes),
                cages=each.has_cages,
                daily=each.name in DAILY_KINDS,
                board=_board(each),
            )
            for each in KINDS.values()
        ],
        symmetries=[
            SymmetryOffered(name, [*range(25)] if name == "none" else [*cell_orbits(5, name)])
            for name in GIVENS_SYMMETRIES
        ],
        constraints=[
            ConstraintOffered(
                name=name,
                title=_title(name),
                text=RULES[name].text if name in RULES else _CAGE,
                counts=proposer.form != "grid",
                all=completed_by(name) is not None,
            )
            for name, proposer in sorted(placeable().items(), key=lambda each: _title(each[0]))
        ],
        difficulties=[*LEVELS],
        techniques=[*TECHNIQUES],
        scales=[
            ScaleOffered(name, SCALES[name].summary)
            for name in sorted(SCALES, key=lambda name: name != DEFAULT_ORDER)
        ],
        readers=[*READERS],
        engines=[
            EngineOffered(each.name, each.summary, each.complete, each.events)
            for each in ENGINES.values()
        ],
        formats=[FormatOffered(each.name, each.summary) for each in FORMATS.values()],
    )


def _board(kind: Kind) -> SmallBoard:
    """Return the shape of the puzzles of a kind, or a puzzle if each one has its own shape."""
    geometry = None if kind.has_cages else kind.geometry(kind.default_order, {})
    return small_board(Puzzle(geometry) if geometry else get_tryout(kind.name).built_in.puzzle)


def _title(name: str) -> str:
    """Return the plural of a kind of constraint for players, or its noun if it is about all cells.

    >>> _title("difference"), _title("clone"), _title("no-difference")
    ('White dots', 'Pairs of clones', 'Nonconsecutive')
    """
    if name not in RULES:
        return "Killer cages"
    rule = RULES[name]
    if rule.proposer is not None and rule.proposer.form == "grid":
        title = rule.noun or rule.make.NAME
    else:
        title = rule.nouns or f"{rule.noun or rule.make.NOUN or rule.make.NAME}s"
    return title[:1].upper() + title[1:]


def _boxes(kind: Kind) -> dict[str, list[str]]:
    found = {}
    for order in kind.possible_orders() if "box" in kind.takes else ():
        pairs = [(rows, order // rows) for rows in range(2, order) if order % rows == 0]
        if len(pairs) > 1:
            pairs.sort(key=lambda pair: pair != default_box(order))
            found[str(order)] = [f"{rows}x{columns}" for rows, columns in pairs]
    return found


ENDPOINT = Endpoint(
    name="kinds",
    summary="List kinds, difficulties, scales, engines and formats for use in requests.",
    request=Request,
    answer=Answer,
    work=_kinds,
    method="GET",
    example={},
)
