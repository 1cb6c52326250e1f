"""The sentences of hints, as templates for `str.format` with named fields.

Templates do not adjust words to numbers. If a sentence differs in the plural, there is one template
for the singular and another for the plural.
"""

from __future__ import annotations

from enum import StrEnum

from pandoku.words import BREAKS_RULE, MISSES_TARGET, REPEATS_DIGIT, joined


class HintSentence(StrEnum):
    """A sentence that needs neither a technique nor a search.

    The web player in an exported HTML file shows the same sentences. The file contains each
    sentence under its member's name in lower case.
    """

    SOLVED = "All is right: the puzzle is solved."
    RIGHT_SO_FAR = "All is right so far: {filled} of {total} cells hold a digit."
    NOTHING_IN_SIGHT = "Nothing more can be seen yet."
    NOTHING_WRONG = "Nothing is known to be wrong: {filled} of {total} cells hold a digit."

    SOMETHING_WRONG = "Something is not right."
    WRONG_PLACE = "Something in {place} is not right."
    PLACE_OF_CAGE = "the cage at {cell}"
    PLACE_OF_MARKS = "the pencil marks of {house}"

    CLASH = "The digits at {cells} clash."
    REPEATS_DIGIT = f"{REPEATS_DIGIT}."
    MISSES_TARGET = f"{MISSES_TARGET}."
    BREAKS_RULE = f"{BREAKS_RULE}."
    DEAD_END = "The digits entered cannot be completed any more: one of them is wrong."

    WRONG_DIGIT = "The {digit} at {cell} is not right: take it out."
    FIRST_MISTAKE = "It was the first mistake, {n} entries ago."
    OTHERS_WRONG = "It is not the only wrong digit."
    NOT_ALLOWED = "The puzzle does not allow {digit} there."

    WRONG_MARKS = "The pencil marks at {cell} leave out a digit that is still possible."
    MISSING_MARK = "Nothing rules out {digit}: put it back."

    FILLED_ONE = "This was there before {cells} was filled."
    FILLED_MANY = "This was there before {cells} were filled."

    # Templates for lists. The first template joins the last two items of a list. The second
    # template puts an earlier item before the items that are already joined.
    LAST_TWO = joined(("{first}", "{last}"))
    ONE_MORE = "{first}, {rest}"


class SearchSentence(StrEnum):
    """A sentence about the result of a technique or a search."""

    NO_HINT = "No hint is left: {reason}."
    NO_CANDIDATE = "no candidate is left at {cell}"
    TOO_SHORT = "The time was too short to find a hint."

    NO_SOLUTION = "This puzzle has no solution: a given must be wrong."
    BROKEN_RULE = "The digits entered break a rule: {reason}."

    TOO_SHORT_FOR_WHY = "The time was too short to find out why."
    HIDDEN_WHY = "Nothing that can be seen yet shows why."
    WHY_IN_SOURCE = "The solution of the puzzle's source has another digit there."
    NO_WHY = "No technique shows why, but the puzzle has no solution with it."
    SUPPOSED = "Suppose {cell} is {digit}."
    CONTRADICTION = "Now {what}."
    FAR_CONTRADICTION = "Undo it: a proof takes {n} steps."


class RungSentence(StrEnum):
    """A part of a hint that leads to a step."""

    LOOK = "Look at {place}."
    LOOK_FOR = "Look at {place}: {what}."

    # the digit
    WHERE_ONE = "where does {digits} go in {place}?"
    WHERE_MANY = "where do {digits} go in {place}?"
    CAN_ONLY_BE = "which cell of {place} can only be {digits}?"
    BECOMES = "which cell is {digits}?"
    HIDDEN = "where can {digits} go in {place}?"
    NAKED = "which cells of {place} have only {digits}?"
    NOT_IN_ONE = "which cell cannot be {digits}?"
    NOT_IN_SOME = "which cells cannot be {digits}?"
    BEGIN = "begin with {digits}. Which cells cannot be {digits}?"

    # the cells that decide
    LOOK_AT = "look at {cells}."
    LOOK_AT_RULE = "look at {cells}. What does that leave for the others?"
    LOOK_AT_PLACES = "look at {cells}. Which cells see all of them?"
    LOOK_AT_CROSSING = "look at {cells}, and at {houses}."
    SEES_ALL = "which cell sees {cells}?"
    NOTED = "look at the pencil marks of {place}."
    ONE_WAY = "one way is left. Which is it?"
    WAYS = "{n} ways are left. Which are they?"
    SUPPOSE_CELL = "suppose {candidate}. What is left for {cell}?"
    SUPPOSE_HOUSE = "suppose {candidate}. Then where is the {digit} of {house}?"
    SUPPOSE = "suppose {candidate}, and follow it."
    BOTH = "suppose {candidate}, then suppose that it is not. What follows for {cells}?"
    CASES = "{candidates}: what follows for {cells} in every case?"
    ENDS = "its ends are {first} and {last}. What do they mean for {cells}?"
    LOOP = "follow {cells}."
    LONG_LOOP = "follow {n} cells, from {first} back to {first}."
    FIRST_CHAIN = "there are {n} chains. The first one: {text}"
    TARGET_UNNAMED = "the cells that see them"
    LINE_ENDS = "look at its ends, {first} and {last}. How far apart must they be?"
    GROUP = "look at its {n} cells in {house}: {cells}. Which digits can they have?"
    INSIDE = "its cells are all in {house}. Which digits can they have?"
    SIZES = "what are the least and the greatest totals of its cells?"
    RULE = "test {digits} with the rule. {rule}"
    COMPARE = "compare {cages} with {houses}."
    OTHERS = "what would be left for the other cells?"
    NOT_THERE = "why can {cells} not be {digits}?"
    ONE_CELL = "it has one empty cell."
