"""Format `iss`: what its types mean, links, refusals by name, and the way back."""

from __future__ import annotations

import base64
import json
import random
from contextlib import suppress
from itertools import accumulate, product
from time import process_time
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku import Puzzle
from pandoku.constraints import (
    XV,
    AllDifferent,
    AntiKing,
    AntiKnight,
    Arrow,
    AutomatonLine,
    Between,
    ColumnIndexer,
    CountingCircles,
    Difference,
    DistinctCircle,
    DoubleArrow,
    DutchFlatmates,
    Entropic,
    EqualityCage,
    EqualSum,
    Even,
    GlobalEntropy,
    GreaterThan,
    HiddenSkyscraper,
    LittleKiller,
    Lockout,
    LookAndSay,
    Modular,
    NoDifference,
    NoRatio,
    NoXV,
    NumberedRoom,
    PairRule,
    Palindrome,
    Quadruple,
    Ratio,
    Regex,
    RegionSum,
    RellikCage,
    Renban,
    RowIndexer,
    SameValues,
    Sandwich,
    Skyscraper,
    SumLine,
    Thermometer,
    WeightedTotal,
    Whisper,
    XSum,
    Zipper,
)
from pandoku.errors import PandokuError
from pandoku.formats import FORMATS, Lines, dumps, items, loads, sniff
from pandoku.formats._again import plain_form
from pandoku.formats.iss.kinds import CLAUSES
from pandoku.formats.iss.text import automaton_in, code_in, code_of, masks_in, masks_key
from pandoku.formats.json.values import BadValueError
from pandoku.model import Cage, Geometry, automaton_of
from tests.data import SHARED, by_default, needs
from tests.formats.reading import error_of, written_constraints
from tests.together import together

VARIANTS = SHARED / "variants" / "puzzles.jsonl"
NAME = "iss"
EXAMPLE = FORMATS[NAME].example


# ------------------------------------------------------------------ what the types mean


@together(
    "text, constraint",
    [
        (".AntiKing", AntiKing()),
        (".AntiKnight", AntiKnight()),
        (".Arrow~R1C1~R1C2~R2C3", Arrow("r1c1", "r1c2 r2c3")),
        # what no arrow looks like is a total
        (".Arrow~R1C1~R1C5~R2C3", WeightedTotal("r1c1 r1c5 r2c3", (1, -1, -1), (0,))),
        (".PillArrow~2~R1C2~R1C1~R2C1~R2C2", Arrow("r1c1 r1c2", "r2c1 r2c2")),
        (".Between~R1C1~R1C2~R1C3", Between("r1c1 r1c2 r1c3")),
        (".BlackDot~R1C1~R1C2", Ratio("r1c1 r1c2")),
        (".WhiteDot~R1C1~R2C1", Difference("r1c1 r2c1")),
        (".Cage~9~R1C1~R1C2", Cage("+", 9, (0, 1), repeats=False)),
        (".Cage~0~R1C1~R1C2", Cage("+", None, (0, 1))),
        (".Cage~~R1C1~R1C2", Cage("+", None, (0, 1))),
        (".Sum~9~R1C1~R1C2", Cage("+", 9, (0, 1))),
        (".Sum~0_=_1_-1~R1C1~R2C2", WeightedTotal("r1c1 r2c2", (1, -1), (0,))),
        (".Sum~9~R1C1~R1C1~R2C2", WeightedTotal("r1c1 r2c2", (2, 1), (9,))),
        (".CountDistinct~R1C1~R1C2~R1C3", DistinctCircle("r1c1", "r1c2 r1c3")),
        (".CountingCircles~R1C1~R2C4~R5C5", CountingCircles("r1c1 r2c4 r5c5")),
        (".DoubleArrow~R1C1~R1C2~R1C3~R1C4", DoubleArrow("r1c1 r1c2 r1c3 r1c4")),
        (".DutchFlatmates", DutchFlatmates()),
        (".Entropic~R1C1~R1C2~R2C3", Entropic("r1c1 r1c2 r2c3")),
        (".Modular~2~R1C1~R1C2~R2C3", Modular("r1c1 r1c2 r2c3", 2)),
        (".EqualSum~R1C1~-~R2C2~R2C3", EqualSum("r1c1", "r2c2 r2c3")),
        (".EqualityCage~R1C1~R1C2", EqualityCage("r1c1 r1c2")),
        (".GlobalEntropy", GlobalEntropy()),
        (".GlobalMod", GlobalEntropy((0b1001001, 0b10010010, 0b100100100))),
        (".GreaterThan~R1C2~R1C1", GreaterThan("r1c2 r1c1")),
        (".HiddenSkyscraper~R1~~7", HiddenSkyscraper("r1c9", "L", 7)),
        (".Indexing~R~R1C1~R2C2", RowIndexer("r1c1 r2c2")),
        (".Indexing~C~R1C1", ColumnIndexer("r1c1")),
        (".LittleKiller~22~R2C1", LittleKiller("r2c1", "DR", 22)),
        (".LittleKiller~12~R2C9", LittleKiller("r2c9", "UL", 12)),
        (".LittleKiller~22~R1C4", LittleKiller("r1c4", "DL", 22)),
        (".LittleKiller~22~R9C4", LittleKiller("r9c4", "UR", 22)),
        (".Lockout~4~R1C1~R1C2~R1C3", Lockout("r1c1 r1c2 r1c3")),
        (".Lockout~5~R1C1~R1C2~R1C3", Lockout("r1c1 r1c2 r1c3", 5)),
        (".LookAndSay~1223~R1C1~R1C2~R1C3", LookAndSay("r1c1 r1c2 r1c3", (1, 2, 2, 3))),
        (".ContainExact~2_3_3~R1C1~R1C2~R4C3", LookAndSay("r1c1 r1c2 r4c3", (1, 2, 2, 3))),
        (".NumberedRoom~C9~3~", NumberedRoom("r1c9", "D", 3)),
        (".Palindrome~R1C3~R2C4~R3C5", Palindrome("r1c3 r2c4 r3c5")),
        (".Quad~R1C1~1~4~4", Quadruple("r1c1 r1c2 r2c1 r2c2", (1, 4, 4))),
        (".RegionSumLine~R1C3~R1C4", RegionSum("r1c3 r1c4")),
        (".RellikCage~8~R1C1~R1C2", RellikCage("r1c1 r1c2", 8)),
        (".Renban~R1C1~R1C2", Renban("r1c1 r1c2")),
        (".SameValues~2~R1C1~R1C2~R2C4~R2C5", SameValues("r1c1 r1c2", "r2c4 r2c5")),
        (".Sandwich~0~R4", Sandwich("r4c1", "R", 0)),
        (".Sandwich~12~C4", Sandwich("r1c4", "D", 12)),
        (".Skyscraper~C4~~2", Skyscraper("r9c4", "U", 2)),
        (".StrictXV", NoXV()),
        (".SumLine~10~R1C1~R1C2~R2C3", SumLine("r1c1 r1c2 r2c3")),
        (".Thermo~R1C1~R2C2", Thermometer("r1c1 r2c2")),
        (".V~R1C1~R1C2", XV("r1c1 r1c2", 5)),
        (".X~R1C1~R1C2", XV("r1c1 r1c2")),
        (".Whisper~5~R1C1~R1C2", Whisper("r1c1 r1c2")),
        (".Whisper~4~R1C1~R1C2", Whisper("r1c1 r1c2", 4)),
        (".Whisper~R1C1~R1C2", Whisper("r1c1 r1c2")),
        (".XSum~R3~20~", XSum("r3c1", "R", 20)),
        (".Zipper~R1C1~R1C2~R1C3", Zipper("r1c1 r1c2 r1c3")),
        (".Pair~S~R1C1~R1C2", PairRule("r1c1 r1c2", (12, 15))),
        (".Pair~S~_name~R1C1~R1C2", PairRule("r1c1 r1c2", (12, 15))),
        (".PairX~CI~_~R1C1~R2C4~R3C7", PairRule("r1c1 r2c4 r3c7", (12, 21), True)),
        (".Regex~MS4q~R1C1~R2C4", Regex("r1c1 r2c4", "1.*")),
        (".AllDifferent~R1C1~R2C4", AllDifferent("r1c1 r2c4")),
        (".Thermo~r1c1~r2c2", Thermometer("r1c1 r2c2")),
        (".And.AntiKing.End", AntiKing()),
    ],
)
def test_a_type_is_a_constraint(text: str, constraint: Any) -> None:
    expected = Puzzle.sudoku(9).with_(constraint)
    assert loads(text) == expected
    assert loads(dumps(expected, NAME)) == expected


def test_a_clause_about_many_cells_has_all_pairs_that_share_a_side() -> None:
    assert loads(".WhiteDot~R1C1~R1C2~R2C2~R4C4").further == (
        Difference((0, 1)),
        Difference((1, 10)),
    )
    assert loads(".GreaterThan~R2C2~R1C2~R1C1").further == (
        GreaterThan((10, 1)),
        GreaterThan((1, 0)),
    )


def test_a_clause_may_have_both_clues_of_a_line_or_several_sets() -> None:
    assert loads(".XSum~C2~27~11").further == (XSum((1,), "D", 27), XSum((73,), "U", 11))
    assert loads(".SameValues~3~R1C1~R2C4~R3C7").further == (
        SameValues((0,), (12,)),
        SameValues((12,), (24,)),
    )
    assert loads(".EqualSum~R1C1~R1C2~-~R2C4~-~R3C7~R3C8").further == (
        EqualSum((12,), (0, 1)),
        EqualSum((12,), (24, 25)),
    )


def test_a_cell_that_a_cage_names_twice_counts_twice() -> None:
    assert loads(".Cage~20~R1C1~R1C2~R1C2") == Puzzle.sudoku(9).with_(
        Cage("+", None, (0, 1), repeats=False), WeightedTotal("r1c1 r1c2", (1, 2), (20,))
    )
    assert loads(".Cage~0~R1C1~R1C2~R1C2") == loads(".Cage~0~R1C1~R1C2")
    assert loads(".AllDifferent~R1C1~R2C4~R1C1") == loads(".AllDifferent~R1C1~R2C4")


def test_a_run_of_a_sum_line_may_go_on_where_a_loop_begins() -> None:
    (line,) = loads(".Shape~4x4.SumLine~5~R1C2~R1C3~R2C3~R2C2~LOOP").further
    assert isinstance(line, AutomatonLine)
    assert line.cells == (1, 2, 6, 5)
    automaton = line.automaton(4)
    assert automaton is not None
    for digits in product(range(1, 5), repeat=4):
        starts = (digits[at:] + digits[:at] for at in range(4))
        expected = any(divides(each, 5) for each in starts)
        assert automaton.accepts(digits) == expected, digits


def divides(digits: tuple[int, ...], total: int) -> bool:
    """Return whether a line divides into runs of a total."""
    sums = {0, *accumulate(digits)}
    return max(sums) % total == 0 and {*range(0, max(sums), total)} <= sums


def test_negative_rules_are_two_for_dots() -> None:
    puzzle = loads(".StrictKropki.BlackDot~R1C1~R1C2")
    assert {*puzzle.further} == {NoDifference(), NoRatio(), Ratio((0, 1))}
    assert loads(dumps(puzzle, NAME)) == puzzle
    assert loads(".AntiConsecutive") == Puzzle.sudoku(9).with_(NoDifference())


def test_a_whisper_has_the_difference_5_in_a_grid_of_any_order() -> None:
    """The default is 5 in any grid, unlike in other programs, so a 6x6 has to state a 3."""
    line = ".Shape~6x6.Whisper~R1C1~R1C2"
    assert loads(line).further == (Whisper((0, 1), 5),)
    usual = Puzzle.sudoku(6).with_(Whisper("r1c1 r1c2"))
    assert "Whisper~3~" in dumps(usual, NAME)
    assert loads(dumps(usual, NAME)) == usual


def test_a_clue_is_written_from_the_end_that_has_its_name() -> None:
    puzzle = Puzzle.sudoku(9).with_(Sandwich("r1c9", "L", 7), LittleKiller("r9c3", "UL", 12))
    again = loads(dumps(puzzle, NAME))
    assert again.further == (Sandwich((0,), "R", 7), LittleKiller((54,), "DR", 12))


def test_given_digits_and_candidates_hold_together() -> None:
    puzzle = loads(".~R1C1_5~R1C2_1_2_3..~R1C2_2_3_4.~R9C9_9")
    assert (puzzle.givens[0], puzzle.givens[80]) == (5, 9)
    assert puzzle.candidates is not None
    assert puzzle.candidates[:2] == (511, 0b110)
    assert loads(dumps(puzzle, NAME)) == puzzle
    assert loads(".~R1C1_1_2.~R1C1_2_3").givens[0] == 2
    assert [p.severity for p in loads(".~R1C1_1.~R1C1_2").problems()] == ["error"]


def test_shapes_boxes_and_regions() -> None:
    assert loads(".Shape~6x6.AntiKing") == Puzzle.sudoku(6).with_(AntiKing())
    assert loads(".Shape~6x6~6.NoBoxes") == loads(".NoBoxes.Shape~6x6~1-6") == Puzzle.latin(6)
    assert loads(".Shape~7x7.AntiKing") == Puzzle.latin(7).with_(AntiKing())
    jigsaw = Puzzle.jigsaw(4, "AABB AABC DDBC DDCC")
    assert loads(".Shape~4x4.NoBoxes.Jigsaw~0011001233123322") == jigsaw
    assert loads(".Shape~4x4.NoBoxes.Jigsaw~4x4~0011001233123322") == jigsaw
    assert "Jigsaw~0011001233123322" in dumps(jigsaw, NAME)
    tall = ".Shape~6x6.NoBoxes.Jigsaw~001122001122001122334455334455334455"
    assert loads(tall) == Puzzle.sudoku(6, box=(3, 2))
    both = loads(".Shape~4x4.Jigsaw~0123012301230123")
    assert both == Puzzle.sudoku(4, extra=[f"r1c{c} r2c{c} r3c{c} r4c{c}" for c in (1, 2, 3, 4)])


def test_one_region_of_another_size_is_what_the_others_leave() -> None:
    some = loads(".Shape~4x4.NoBoxes.Jigsaw~0011001122222222")
    assert some == Puzzle.latin(4, extra=["r1c1 r1c2 r2c1 r2c2", "r1c3 r1c4 r2c3 r2c4"])
    assert loads(".Shape~4x4.NoBoxes.Jigsaw~0000000000000000") == Puzzle.latin(4)


def test_diagonals_windows_and_disjoint_sets_are_houses() -> None:
    assert loads(".Diagonal~1.Diagonal~-1") == Puzzle.sudoku(9, diagonals=True)
    one = loads(".Shape~4x4.Diagonal~1")
    assert one == Puzzle.sudoku(4, extra=["r1c4 r2c3 r3c2 r4c1"])
    assert loads(dumps(one, NAME)) == one
    assert loads(".Windoku.AntiKing").geometry == Geometry.sudoku(9, windows=True)
    assert loads(".Shape~6x6.DisjointSets").geometry == Geometry.sudoku(6, extra="disjoint-groups")
    row = ".AllDifferent~R1C1~R2C1~R3C1~R4C2~R5C2~R6C2~R7C3~R8C3~R9C3"
    assert len(loads(row).geometry.extra) == 1


def test_a_region_sum_line_without_regions_says_nothing() -> None:
    assert loads(".Shape~7x7.RegionSumLine~R1C1~R1C2") == Puzzle.latin(7)
    text = ".Shape~4x4.NoBoxes.Jigsaw~0011001122222222.RegionSumLine~R1C1~R1C2"
    assert "4 cells everywhere" in str(error_of(text))


def test_copies_stand_where_the_bits_say() -> None:
    """Bit b of letter l is the place 6 l + b after the first, row by row."""
    copies = loads(".Replicate~BI.WhiteDot~R1C1~R1C2.~R1C1_5.End")
    assert copies == loads(".WhiteDot~R1C1~R1C2.~R1C1_5.WhiteDot~R2C1~R2C2.~R2C1_5")
    moved = loads(".Replicate~C~R3C3.Cage~9~R3C3~R4C3.End")
    assert moved == loads(".Cage~9~R3C4~R4C4")
    assert loads(".Replicate~.AntiKing.End.AntiKnight") == loads(".AntiKnight")


def test_what_guides_a_search_is_no_rule() -> None:
    assert loads(".Modular~1~R1C1~R1C2.AntiKing") == loads(".AntiKing")
    assert loads(".SearchPriority~3~R1C1.RegionSameValues.AntiKing") == loads(".AntiKing")


def test_a_clause_may_have_several_lines_with_names() -> None:
    """A blank argument or a name ends a line."""
    lines = loads(".Pair~S~_a~R1C1~R1C2~~R3C1~R3C2~_b%20c~R5C1~R5C2").further
    assert lines == tuple(PairRule((at, at + 1), (12, 15)) for at in (0, 18, 36))
    assert len(loads(".Regex~MS4q~R1C1~R2C4~~R3C1~R3C4").further) == 2


def test_the_old_types_of_relations_have_other_letters() -> None:
    for new, old in ("-_", "_-"):
        assert loads(f".Pair~A{new}~R1C1~R1C2") == loads(f".Binary~A{old}~~R1C1~R1C2")
    assert loads(".BinaryX~CI~~R1C1~R1C2~R1C3") == loads(".PairX~CI~_~R1C1~R1C2~R1C3")


def test_nonconsecutive_neighbors_are_so_with_a_dot_too() -> None:
    """In other programs a dot exempts its cells. Here a black dot on 1 and 2 is impossible."""
    puzzle = loads(".AntiConsecutive.BlackDot~R1C1~R1C2")
    kinds = [type(each) for each in puzzle.further]
    assert kinds == [NoDifference, PairRule, Ratio]
    (rule,) = (each for each in puzzle.further if isinstance(each, PairRule))
    assert rule.cells == (0, 1)
    assert {12, 21, 89}.isdisjoint(rule.table)
    assert {13, 24, 11} <= {*rule.table}


# ------------------------------------------------------------------ relations and automata


def test_relations_come_back() -> None:
    rng = random.Random(1)
    for order in (2, 4, 9, 16):
        for _ in range(20):
            masks = tuple(rng.randrange(1 << order) for _ in range(order))
            assert masks_in(masks_key(masks, order), order) == masks
    assert masks_in("", 3) == (0, 0, 0)


def test_automata_come_back() -> None:
    rng = random.Random(2)
    for _ in range(by_default(60, full=1000)):
        order, n_states = rng.randint(2, 9), rng.randint(1, 7)
        ends = {state for state in range(n_states) if rng.random() < 0.4}
        steps = [
            [rng.choice([None, *range(n_states)]) for _ in range(order)] for _ in range(n_states)
        ]

        def step(state: Any, digit: int, steps: Any = steps) -> int | None:
            return steps[state][digit - 1]  # type: ignore[no-any-return]

        made = automaton_of(order, 6, 0, step, ends.__contains__)
        if made.accepting:
            assert automaton_in(code_in(code_of(made)), order, (6,)) == made


def bits_of(*parts: tuple[int, int]) -> str:
    """Return numbers, each with its width in bits, as letters of base64."""
    bits = "".join(f"{value:0{width}b}" for value, width in parts)
    bits += "0" * (-len(bits) % 8)
    raw = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


# Two digits. In state 0, a 1 leads to 0 and to 1; a 2 ends there. Only state 1 accepts.
SEVERAL = bits_of(
    *((0, 2), (0, 4), (1, 4), (1, 1), (1, 1), (0, 1), (2, 4)),
    *((2, 2), (0, 1), (0, 1), (0, 1), (1, 1)),  # two steps: 0 -1-> 0, 0 -1-> 1
    *((1, 2), (1, 1), (1, 1)),  # one step: 1 -2-> 1
)


def test_an_automaton_may_take_several_steps_with_a_digit() -> None:
    found = automaton_in(code_in(SEVERAL), 2, (4,))
    accepted = {text for text in map("{:04b}".format, range(16)) if accepts(found, text)}
    assert accepted == {"0000", "0001", "0011", "0111"}  # ones, at least one, then twos


def accepts(automaton: Any, bits: str) -> bool:
    return bool(automaton.accepts([int(bit) + 1 for bit in bits]))


def test_between_segments_an_automaton_reads_a_mark() -> None:
    # Of three symbols the last is the mark, which leads from 0 to 1; 1 is read in 0, and 2 in 1.
    code = code_in(
        bits_of(
            *((1, 2), (0, 4), (2, 4), (1, 1), (1, 1), (0, 1)),
            *((0b101, 3), (0, 1), (1, 1), (0b010, 3), (1, 1)),
        )
    )
    found = automaton_in(code, 2, (2, 1))
    assert [text for text in ("000", "001", "011", "111") if accepts(found, text)] == ["001"]
    text = "NFA~" + bits_of(
        *((1, 2), (0, 4), (4, 4), (1, 1), (1, 1), (0, 1)),
        *((0b10001, 5), (0, 1), (1, 1), (0b00010, 5), (1, 1)),
    )
    (line,) = loads(f".Shape~4x4.{text}~_a~R1C1~R2C3~-~R3C4").further
    assert isinstance(line, AutomatonLine)
    assert line.cells == (0, 6, 11)
    assert loads(f".Shape~4x4.{text}~_a~R1C1~R2C3~-~R3C4") == loads(
        dumps(Puzzle.sudoku(4).with_(line), NAME)
    )


def test_an_automaton_line_is_written_as_its_smallest_automaton() -> None:
    steps = (1, 1, 1, 1, 0, 0, 0, 0)  # both states accept: any digits do
    puzzle = Puzzle.sudoku(4).with_(AutomatonLine("r1c1 r2c3", steps, (0, 1)))
    again = loads(dumps(puzzle, NAME))
    assert again == Puzzle.sudoku(4).with_(AutomatonLine("r1c1 r2c3", (0, 0, 0, 0), (0,)))
    assert plain_form(again) == plain_form(puzzle)


@together(
    "text, message",
    [
        (".NFA~~R1C1~R1C2", "expected an automaton in base64, found that it is cut off"),
        (".NFA~!~R1C1~R1C2", "expected letters of base64, found '!'"),
        (".NFA~A~R1C1~R1C2", "expected letters of base64, found that they are cut off"),
        (".NFA~wAAA~R1C1~R1C2", "expected an automaton of packing 0 or 1, found 3"),
        (
            f".NFA~{bits_of((1, 2), (15, 4), (0, 4), (5000, 16), (0, 16))}~R1C1~R1C2",
            "expected an automaton of at most 4,096 states, found more",
        ),
        (f".NFA~{SEVERAL[:3]}~R1C1~R1C2", "cut off"),
        (f".NFA~{SEVERAL}~R1C1~VA~R1C3", "expected a cell R1C1..R9C9, found VA"),
        (f".NFA~{SEVERAL}", "expected cells, found none"),
        (f".NFA~{bits_of((1, 2), (0, 4), (0, 4), (1, 1), (0, 1), (0, 1))}~R1C1~R1C2", "accepts"),
        (".Pair~!~R1C1~R1C2", "Pair~!~R1C1~R1C2: expected a relation in base64, found '!'"),
        (".AntiKing.Shape", 'expected a shape such as 9x9, found "Shape"'),
        (".Shape~4x4.Shape~6x6.AntiKing", "expected one Shape, found 2 different ones"),
        (".NoBoxes~x.AntiKing", "NoBoxes~x: expected no arguments, found more"),
        (".Shape~4x4.Pair~AAAB~R1C1~R1C2", "expected a relation of the digits 1..4, found one of"),
        (".Pair~~R1C1~R1C2", "expected a relation of digits, found none"),
        (".PairX~S~R1C1~R1C2", "expected a relation that is the same both ways"),
        (".Pair~S~R1C1~-~R1C2", "expected cells, found '-'"),
        (".Regex~!~R1C1~R1C2", "expected letters of base64, found '!'"),
        (".ContainAtLeast~1_2~R1C1~R1C5", "expected cells around a corner"),
    ],
)
def test_a_malformed_relation_or_automaton_is_refused(text: str, message: str) -> None:
    assert message in str(error_of(text))


LONG = by_default(800_000, full=3_900_000)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".Pair~" + "_" * LONG, "expected a relation of the digits 1..9, found one of more"),
        (".NFA~" + "_" * LONG, f"expected at most 300,000 letters, found {LONG:,}"),
        (
            ".Regex~" + "MTEx" * (LONG // 4),
            f"a pattern of at most 1,000 characters, found {LONG // 4 * 3:,}",
        ),
    ],
)
def test_a_long_text_in_base64_is_refused_at_once(text: str, message: str) -> None:
    started = process_time()
    with pytest.raises(PandokuError, match=message):
        loads(f"{text}~R1C1~R1C2", format=NAME)
    assert process_time() - started < 10


def test_a_pattern_that_is_none_is_refused() -> None:
    with pytest.raises(PandokuError, match="regex line: "):
        loads(".Regex~KCg~R1C1~R1C2")  # ((
    assert loads(".Regex~1%2E%2A~R1C1~R1C2").further == (Regex((0, 1), "1.*"),)


def test_an_automaton_of_too_many_sets_of_states_is_refused() -> None:
    """The digit k places before the end decides, so there are 2 to the power of k sets."""
    n, k = 2, 40
    parts = [(0, 2), (5, 4), (n - 1, 4), (1, 6), (1, 6), (0, 1), (2, 4)]
    # States: 0 starts, 1 accepts, 2 to k are on the way. 0 -1-> 0, 0 -2-> 0, 0 -2-> 2, ...
    parts += [(3, 2), (0, 1), (0, 6), (1, 1), (0, 6), (1, 1), (2, 6), (0, 2)]
    for state in range(2, k + 1):
        to = state + 1 if state < k else 1
        parts += [(2, 2), (0, 1), (to, 6), (1, 1), (to, 6)]
    with pytest.raises(BadValueError, match=r"4096 states|too many steps"):
        automaton_in(code_in(bits_of(*parts)), n, (60,))


def test_letters_are_places_from_ten_on() -> None:
    puzzle = loads(".Shape~16x16.~RgCa_16~R1Cf_1")
    assert (puzzle.givens[15 * 16 + 9], puzzle.givens[14]) == (16, 1)
    assert "RgCa_16" in dumps(puzzle, NAME)


# ------------------------------------------------------------------ refusals


@together(
    "text, message",
    [
        (".FullRank~C2~26~.Var~A~~1", "rules that pandoku does not know: FullRank and Var"),
        (".AntiTaxicab", "rules that pandoku does not know: AntiTaxicab"),
        (".Or.AntiKing.End", "rules that pandoku does not know: Or"),
        (".A~.B~.C~.D~.E~.F~.G~", "know: A, B, C, D, E, F and others"),
        (".ChaosConstruction.NoBoxes", "rules that pandoku does not know: ChaosConstruction"),
        (".Thermo~R1C1~VA1", "Thermo~R1C1~VA1: expected a cell R1C1..R9C9, found VA1"),
        (".Thermo~", "Thermo~: expected a cell R1C1..R9C9, found"),
        (".AntiKing~1", "AntiKing~1: expected no arguments, found more"),
        (".Cage~x~R1C1", "Cage~x~R1C1: expected a whole number, found 'x'"),
        (".Cage~5", "Cage~5: expected cells, found none"),
        (".Sum~5_=_1~R1C1~R1C2", "expected a weight for each of 2 cells"),
        (".Sum~5_=_x~R1C1", "expected a whole number as the sum, and as weights"),
        (".Sum~~R1C1", "expected a whole number as the sum, and as weights"),
        (".~R1C1_10", "Given~R1C1_10: expected digits 1..9, found '10'"),
        (".~R1C1", "Given~R1C1: expected a digit for R1C1"),
        (".XSum~R10~5~", "expected a row or a column R1..C9, found 'R10'"),
        (".XSum~D1~5~", "expected a row or a column R1..C9, found 'D1'"),
        (".XSum~R1~x~", "expected a whole number, found 'x'"),
        (".LittleKiller~9~R5C5", "LittleKiller~9~R5C5: expected a cell"),
        (".PillArrow~4~R1C1~R1C2~R1C3~R1C4~R1C5", "expected a pill of 2 or 3 digits"),
        (".Shape~16x16.PillArrow~2~R1C1~R1C2~R1C3", "expected digits up to 9, found 16"),
        (".Arrow~R1C1", "Arrow~R1C1: expected a shaft"),
        (".WhiteDot~R1C1~R2C2", "expected cells that share a side, found none"),
        (".Quad~R9C1~1", "expected the upper left of four cells"),
        (".Quad~R1C1~x", "expected digits 1..9, found 'x'"),
        (".LookAndSay~123~R1C1", "expected counts and digits in turn, such as 1223"),
        (".SameValues~2~R1C1~R1C2~R1C3", "expected sets of equally many cells"),
        (".SumLine~31~R1C1~R1C2~R2C2~LOOP", "expected a sum of 1..30 on a loop"),
        (".SumLine~10~LOOP", "SumLine~10: expected cells, found none"),
        (".AntiKing.Cage", "Cage: expected cells, found none"),
        (".Indexing~X~R1C1", "Indexing~X~R1C1: expected R or C"),
        (".Shape~6x6.GlobalEntropy", "GlobalEntropy: expected a 9x9 grid"),
        (".Shape~6x6.Entropic~R1C1~R1C2", "expected a 9x9 grid"),
        (".Shape~6x6.GlobalMod", "GlobalMod: expected a 9x9 grid"),
        (".Diagonal~2", "Diagonal~2: expected 1 or -1"),
        (".Shape~7x7.Windoku", "Windoku: expected a grid with boxes, found none"),
        (".EqualSum~-", "EqualSum~-: expected cells, found none"),
        (".Jigsaw~01", "Jigsaw~01: expected 81 letters, one for each cell"),
        (".Shape~4x4.NoBoxes.Jigsaw~0001112220001111", "expected regions of 4 cells"),
        (".RegionSize~6", "RegionSize~6: expected regions of 9 cells"),
        (".Shape~4x6", "expected a square grid, found 4 rows and 6 columns"),
        (".Shape~9x9~0-8", "expected the digits 1..9, found 0..8"),
        (".Shape~7x7~9", "expected the digits 1..7, found 1..9"),
        (".Shape~17x17", "expected a grid of 1..16 rows, found 17"),
        (".Shape~0x0", "expected a grid of 1..16 rows, found 0"),
        (".Shape~9x9~~Raw", "expected a grid with rows and columns, found Raw"),
        (".Shape~9", 'expected a shape such as 9x9, found "Shape~9"'),
        (".And.AntiKing.AntiKnight.Cage~5~R1C1", "expected .End after a group of constraints"),
        (".AntiKing.End.Cage~5~R1C1", "expected a group before .End, found none"),
        (".Replicate~!.AntiKing.End.Cage~5~R1C1", "expected targets in base64, and a first cell"),
        (".Replicate~g.WhiteDot~R1C8~R1C9.End", "expected copies in the grid, found one outside"),
        (".And" * 30 + ".Cage~5~R1C1" + ".End" * 30, "expected at most 20 groups in each other"),
    ],
)
def test_what_is_not_known_is_refused_by_name(text: str, message: str) -> None:
    error = error_of(text)
    assert message in str(error)
    assert (error.format, error.line) == (NAME, 1)


@pytest.mark.turns(3)
def test_copies_of_copies_end() -> None:
    every = "_" * 13 + "H"
    text = "".join(f".Replicate~{every}" for _ in range(9)) + ".~R1C1_5_6" + ".End" * 9
    message = str(error_of(text, NAME))
    assert "100,000" in message or "copies in the grid" in message
    wide = ".And" + ".AntiKing" * 100_001 + ".End.~R1C1_5"
    assert "100,000 constraints" in str(error_of(wide, NAME))


def test_a_puzzle_without_an_end_is_refused() -> None:
    text = "\n".join([".Cage~5~R1C1~R1C2" * 200] * 2000)
    assert "4,000,000" in str(error_of(text))


@given(
    st.lists(
        st.tuples(
            st.sampled_from([*CLAUSES, "Jigsaw", "Diagonal", "Shape", "Replicate", "End", ""]),
            st.lists(
                st.sampled_from(
                    [
                        *("R1C1", "R1C2", "R2C2", "R4C4", "R9C9", "R1", "C4", "5", "-1", "", "-"),
                        *("LOOP", "_", "R1C1_4", "9x9", "4x4", "12", "3_=_1_2", "AB", "_n", "C"),
                    ]
                ),
                max_size=5,
            ),
        ),
        max_size=4,
    )
)
@settings(max_examples=by_default(120, full=8000), deadline=None, database=None)
def test_no_string_raises_anything_but_our_errors(clauses: list[tuple[str, list[str]]]) -> None:
    text = "".join(f".{'~'.join((kind, *args))}" for kind, args in clauses)
    with suppress(PandokuError):
        loads(text, format=NAME).problems()


# ------------------------------------------------------------------ links and lines


@together(
    "form",
    [
        "https://sigh.github.io/Interactive-Sudoku-Solver/?q={}",
        "https://sigh.github.io/Interactive-Sudoku-Solver?q={}",
        "sigh.github.io/Interactive-Sudoku-Solver/?mode=solutions&q={}&debug=1",
        "<https://sigh.github.io/Interactive-Sudoku-Solver/?q={}>",
        "Solve this: https://sigh.github.io/Interactive-Sudoku-Solver/?q={}",
        "http://localhost:8000/Interactive-Sudoku-Solver/?q={}",
        "{}",
        "# a comment\n\n{}\n",
    ],
)
def test_a_link_is_read_in_every_form(form: str) -> None:
    texts = [EXAMPLE.strip()]
    if "=" in form:
        texts += [quote(texts[0], safe=""), quote(texts[0], safe="").replace(".", "%2E")]
    for each in texts:
        text = form.format(each)
        assert sniff(Lines.of(text)).name == NAME
        assert loads(text) == loads(EXAMPLE)


def test_a_string_may_fill_lines_and_a_blank_line_ends_it() -> None:
    text = "# one\n.Shape~4x4\n  .~R1C1_1~\n# and\nR4C3_2\n\n.AntiKing\n.AntiKnight\n"
    link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKing"
    found = list(items(Lines.of(f"{text}{link}\n{link}\n.Foo~1\n")))
    assert [item.line for item in found] == [2, 7, 9, 10, 11]
    assert found[0].value == loads(".Shape~4x4.~R1C1_1~R4C3_2")
    assert found[1].value == Puzzle.sudoku(9).with_(AntiKing(), AntiKnight())
    assert found[2].value == found[3].value == Puzzle.sudoku(9).with_(AntiKing())
    assert ": Foo" in str(found[4].value)


def test_a_link_without_a_string_is_not_taken() -> None:
    link = "https://sigh.github.io/Interactive-Sudoku-Solver/"
    reason = "this is a link to Interactive Sudoku Solver that has no puzzle in it"
    assert error_of(link).reason.startswith(reason)
    cells = f"{link}?q={'1' + '.' * 80}"
    assert "after ?q=" in error_of(cells).reason
    assert "dot first" in error_of("https://sudokumaker.app/", NAME).reason


@pytest.mark.parametrize("text", ["..X..", ".5.~", ".Killer", "...1....", ".a~b"])
def test_what_only_begins_with_dots_is_not_a_string(text: str) -> None:
    assert error_of(text).format != NAME


# ------------------------------------------------------------------ writing


@together(
    "puzzle, reason",
    [
        (Puzzle.sudoku(25), "it stores orders up to 16, found 25"),
        (Puzzle.sudoku(4, extra={"a": "r1c1 r1c2 r3c1 r3c2"}), "the names of extra houses"),
        (Puzzle.kenken(3, [("*", 6, "r1c1 r1c2")]), "it cannot store this cage at r1c1"),
        (Puzzle.killer(4, [(0, "r1c1 r1c2")]), "it cannot store this cage at r1c1"),
        (Puzzle(4).replace(cages=[Cage("+", 3, (0, 99))]), "it stores only cages in the grid"),
        (Puzzle.latin(2).replace(candidates=[1, 3, 3, 3]), "one candidate as a given"),
        (Puzzle.latin(2).replace(candidates=[0, 3, 3, 3]), "one candidate as a given"),
        (Puzzle("1...").replace(candidates=[2, 3, 3, 3]), "a given that is not a candidate"),
        (Puzzle.sudoku(4).with_(Even("r1c1")), "it cannot store even"),
        (Puzzle.sudoku(4).with_(NoRatio()), "it cannot store this rule that"),
        (Puzzle.sudoku(4).with_(Ratio("r1c1 r1c2", 3)), "this black dot of 3 between r1c1"),
        (
            Puzzle.latin(4).with_(AllDifferent("r1c1 r2c2 r3c3 r4c4")),
            "this four-cell extra region at r1c1",
        ),
    ],
)
def test_what_a_string_cannot_hold_is_refused(puzzle: Puzzle, reason: str) -> None:
    assert reason in (FORMATS[NAME].why_not(puzzle) or "")


def test_random_puzzles_of_all_kinds_come_back() -> None:
    rng, why_not = random.Random(1), FORMATS[NAME].why_not
    examples, constraints = written_constraints(NAME)
    assert len(examples) >= 28
    assert len({type(each) for each in constraints}) >= 24
    for _ in range(by_default(60, full=1000)):
        chosen = rng.sample(constraints, 6)
        digits = [rng.choice([0, 0, 1, 2, 3, 4, 5, 6]) for _ in range(36)]
        masks = [63 if digit else rng.choice([63, 7, 48]) for digit in digits]
        puzzle = Puzzle.sudoku(6).replace(givens=digits, candidates=masks).with_(*chosen)
        if why_not(puzzle) is None:  # rather than one of two rules that are one here
            assert plain_form(loads(dumps(puzzle, NAME))) == plain_form(puzzle)


def test_every_order_up_to_16_comes_back() -> None:
    for order in range(1, 17):
        puzzle = Puzzle(order).with_(Between((0, 1, 2)) if order > 2 else AntiKing())
        assert loads(dumps(puzzle, NAME)) == puzzle


# ------------------------------------------------------------------ published puzzles


@pytest.mark.turns(3)
@needs(VARIANTS)
def test_a_published_puzzle_has_its_solution_or_is_refused_by_name() -> None:
    """In the solutions of these rows, A is 1 if there are digits above 9."""
    rows = [json.loads(line) for line in VARIANTS.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["source_format"].startswith("ISS")]
    n_read = n_written = 0
    for row in rows:
        (item,) = items(Lines.of(row["payload"]))
        if isinstance(puzzle := item.value, PandokuError):
            named = "that pandoku does not know", "expected the digits", "expected a square grid"
            assert any(each in str(puzzle) for each in named), row["id"]
            continue
        n_read += 1
        letters = row["solution"]
        digits = [ord(x) - 64 if puzzle.order > 9 else int(x) for x in letters]
        assert puzzle.accepts(digits), row["id"]
        assert not [each for each in puzzle.problems() if each.severity == "error"], row["id"]
        if FORMATS[NAME].why_not(puzzle) is None:
            assert loads(dumps(puzzle, NAME)) == puzzle, row["id"]
            n_written += 1
    assert len(rows) == 99
    assert n_read == 59
    assert n_written == n_read
