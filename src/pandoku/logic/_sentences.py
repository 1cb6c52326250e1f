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

    LOOK = "Look at {place}."
    LOOK_FOR = "Look at {place}: {there_is}."
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
    FAR_CONTRADICTION = "If it stays, {n} steps lead to a contradiction: {what}."
