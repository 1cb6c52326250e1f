"""What is said of cages: each cell with its own digits, each digit with its own reason."""

from __future__ import annotations

from dataclasses import replace

from pandoku import Board, Cage, Geometry, Puzzle
from pandoku.logic.ledger import ledger_of
from pandoku.model import Step
from pandoku.techniques import TECHNIQUES, explain_step
from pandoku.words import Cause
from tests.techniques.boards import board_for
from tests.techniques.sentences import false_claims, unnamed


def board_of(n: int, *cages: Cage, box: tuple[int, int] | None = None, **few: str) -> Board:
    """Return a board with cages; each further name is a cell, with its candidates."""
    start = Board.start(Puzzle(Geometry(n, box=box), cages=cages))
    masks = list(start.masks)
    for name, digits in few.items():
        row, column = int(name[1]) - 1, int(name[3]) - 1
        masks[row * n + column] = sum(1 << int(d) - 1 for d in digits)
    return replace(start, masks=tuple(masks))


def said(board: Board, name: str, at: int = 0) -> tuple[str, ...]:
    """Return the sentences of a step, without its conclusion, and check what they claim."""
    step = list(TECHNIQUES[name].steps(board))[at]
    *reason, _ = explain_step(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == []
        assert unnamed(sentence, board.puzzle) == []
    return tuple(reason)


def test_the_bounds_of_a_cage_are_one_step() -> None:
    board = board_of(6, Cage("+", 12, (0, 1, 6)), r1c1="123456", r1c2="56", r2c1="2345")
    (step,) = TECHNIQUES["cage-bounds"].steps(board)
    assert step.eliminations == ((0, 6),)
    assert said(board, "cage-bounds") == (
        "The 12+ cage at r1c1 adds up to 12.",
        "r1c2 and r2c1 add up to at least 5 + 2 = 7, so r1c1 is at most 12 − 7 = 5.",
    )


def test_both_bounds_of_a_cage_are_one_step() -> None:
    board = board_of(9, Cage("+", 14, (0, 1, 9)), r1c1="19", r1c2="234", r2c1="5678")
    (step,) = TECHNIQUES["cage-bounds"].steps(board)
    assert step.eliminations == ((0, 1), (0, 9))
    assert said(board, "cage-bounds")[1:] == (
        "r1c2 and r2c1 add up to at least 2 + 5 = 7, so r1c1 is at most 14 − 7 = 7.",
        "r1c2 and r2c1 add up to at most 4 + 8 = 12, so r1c1 is at least 14 − 12 = 2.",
    )


def test_the_partners_of_all_cages_are_one_step() -> None:
    board = board_of(6, Cage("-", 3, (0, 1)), Cage("/", 2, (7, 8)), r1c1="125", r1c2="2345",
                     r2c2="136", r2c3="23")  # fmt: skip
    (step,) = TECHNIQUES["cage-partners"].steps(board)
    assert [fact.cage for fact in step.facts.cages] == [0, 1]
    assert said(board, "cage-partners") == (
        "The 3− cage at r1c1 has the difference 3.",
        "3 at r1c2 would need 6 at r1c1, which is not possible there.",
        "The 2÷ cage at r2c2 has the quotient 2.",
        "3 at r2c2 would need 6 at r2c3, which is not possible there.",
    )


def test_a_partner_that_is_gone_names_the_step_that_removed_it() -> None:
    board = board_of(6, Cage("+", 9, (0, 1)), r1c1="345", r1c2="456")
    taken = Step("naked-pair", eliminations=((0, 3),))
    after = board.after(taken)
    (step,) = TECHNIQUES["cage-partners"].steps(after)
    why = explain_step(step, after, ledger_of(board, (taken,))).full[1]
    assert why == (
        "6 at r1c2 would need 3 at r1c1, which is not possible there (3 went in step 1)."
    )


def test_each_filling_is_in_sight_of_what_it_rules_out() -> None:
    board = board_of(6, Cage("*", 24, (0, 1, 6)), r1c1="134", r1c2="26", r2c1="124")
    assert said(board, "cage-permutations")[1:] == (
        "r1c1, r1c2 and r2c1 can only be 1 6 4, 3 2 4 or 4 6 1, in this order.",
        "None of these has 2 at r2c1.",
    )


def test_innies_say_which_sum_fails_for_which_digit() -> None:
    board = board_of(6, Cage("+", 9, (0, 1, 2)), r1c4="2346", r1c5="256", r1c6="256")
    assert said(board, "innies") == (
        "Row 1 adds up to 21.",
        "The 9+ cage at r1c1 lies in it and adds up to 9.",
        "So r1c4, r1c5 and r1c6 add up to 21 − 9 = 12.",
        "r1c5 and r1c6 add up to at least 2 + 5 = 7, so r1c4 is at most 12 − 7 = 5.",
        "If r1c4 were 2, r1c5 and r1c6 would have to add up to 10, but then r1c5 and r1c6 add up "
        "to at least 5 + 6 = 11.",
        "If r1c4 were 3, r1c5 and r1c6 would have to add up to 9, but r1c5 can only be 2, 5 or 6, "
        "and r1c6 can be neither 3 nor 4.",
        "If r1c5 were 5, r1c4 and r1c6 would have to add up to 7, but r1c6 can then only be 2 or "
        "6, and r1c4 can be neither 1 nor 5.",
        "If r1c6 were 5, r1c4 and r1c5 would have to add up to 7, but r1c5 can then only be 2 or "
        "6, and r1c4 can be neither 1 nor 5.",
    )


def test_a_cage_trial_tells_what_follows_as_branches_do() -> None:
    assert said(board_for("cage-trial"), "cage-trial") == (
        "1. Suppose r2c6 is 5.",
        "2. Then r2c5 is not 1: every filling of the 6+ cage at r2c4 with that has 5 at r2c4 (1).",
        "3. Then r5c5 is not 1: every filling of the 7+ cage at r5c5 with that has 5 at r5c6 (1).",
        "Now column 5 has no place left for 1: not r2c5 (2) or r5c5 (3).",
        "That cannot be.",
    )


def test_a_multiplying_cage_has_the_sign_that_is_printed() -> None:
    board = board_of(6, Cage("*", 60, (0, 1, 2)), Cage("+", 9, (6, 7), repeats=False))
    names = " ".join(sentence for name in ("cage-combinations",) for at in (0, 1)
                     for sentence in said(board, name, at))  # fmt: skip
    assert "The 60× cage at r1c1 has three cells and multiplies to 60." in names
    assert "The 9-cage at r2c1 has two cells and adds up to 9." in names


def test_cage_combinations_are_named_by_the_ways_that_are_left() -> None:
    board = board_of(9, Cage("+", 8, (0, 1)), r1c1="1234567", r1c2="1267")
    step = next(TECHNIQUES["cage-combinations"].steps(board))
    assert "the 8+ cage at r1c1 is 1 + 7 or 2 + 6" in explain_step(step, board).short
    one = board_of(6, Cage("-", 5, (0, 1)))
    step = next(TECHNIQUES["cage-combinations"].steps(one))
    assert "the 5− cage at r1c1 is 6 − 1" in explain_step(step, one).short
    assert said(one, "cage-combinations")[1:] == ("Its digits can only be 1 and 6.",)


def test_sets_that_the_target_allows_are_ruled_out_one_by_one() -> None:
    missing = board_of(9, Cage("+", 15, (0, 1)), r1c1="12345689", r1c2="12345689")
    assert said(missing, "cage-combinations")[1:] == (
        "7 + 8 is out: neither cell can be 7.",
        "That leaves 6 and 9.",
    )
    narrow = board_of(9, Cage("/", 2, (0, 1)), r1c1="12345678", r1c2="124578")
    assert said(narrow, "cage-combinations")[1:3] == (
        "6 ÷ 3 is out: r1c2 can be neither 3 nor 6.",
        "That leaves 1 2, 2 4 or 4 8.",
    )


def test_of_a_set_that_is_out_the_earlier_step_is_named() -> None:
    board = board_of(9, Cage("+", 15, (0, 1)), r1c1="12345689", r1c2="12345689")
    step = next(TECHNIQUES["cage-combinations"].steps(board))
    ledger = {(0, 7): Cause("step", 4), (1, 7): Cause("step", 9)}
    text = explain_step(step, board, ledger).full[1]
    assert text == "7 + 8 is out: neither cell can be 7 (7 went in steps 4 and 9)."


def test_a_digit_that_stands_in_the_cage_leaves_its_sets() -> None:
    board = board_of(9, Cage("-", 2, (0, 1)))
    board = board.place("r1c2", 5)
    assert said(board, "cage-combinations")[1] == "As r1c2 is 5, its digits can only be 3 5 or 5 7."


def test_the_sets_of_a_product_are_known_without_candidates() -> None:
    board = board_of(12, Cage("*", 567, (0, 1, 12)))
    assert said(board, "cage-combinations")[1] == "Its digits can only be 7, 9 and 9."


def test_small_digits_of_a_product_are_bounded_by_the_other_cells() -> None:
    told = "r1c2 and r2c1 multiply to at most 12 × 12 = 144, so r1c1 must be more than"
    twice = said(board_of(12, Cage("*", 360, (0, 1, 12))), "cage-combinations")
    assert f"{told} 2: 2 × 144 is only 288." in twice
    once = said(board_of(12, Cage("*", 180, (0, 1, 12))), "cage-combinations")
    assert f"{told} 1." in once
