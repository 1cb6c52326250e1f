"""The names of cells, digits, houses, cages and steps in sentences.

All text for users is built from these names, so that each thing has the same name everywhere.
"""

from pandoku.words._cage_names import cage_name, printed_clue
from pandoku.words._cages import (
    added,
    arithmetic,
    cage_line,
    cage_names,
    cage_of,
    gone_digits,
    spaced,
    target_words,
    told_fillings,
)
from pandoku.words._constraints import (
    constraint_name,
    constraint_sentence,
    constraint_words,
    counted_kinds,
    has_rule,
    rule_sentences,
)
from pandoku.words._findings import (
    BREAKS_RULE,
    MISSES_TARGET,
    REPEATS_DIGIT,
    conflict_words,
    outcome_words,
    stats_words,
)
from pandoku.words._kinds import (
    kind_name,
    kind_text,
    rules_text,
    several_solutions,
    sized_kind,
    unchecked_words,
    words_of_setter,
)
from pandoku.words._lines import (
    NestedLine,
    cells_attribute,
    lines_as_html,
    nested_lines,
    paragraphs,
    sentence_as_html,
)
from pandoku.words._marks import marks_words, note_words
from pandoku.words._outline import MOST_IN_TEXT, outline_positions, outlined
from pandoku.words._sentences import (
    as_clause,
    clauses,
    house_list,
    house_names,
    joined,
    sentence,
    there_is,
    visible,
    visible_lines,
    with_article,
    with_capital,
)
from pandoku.words._spans import Sentence, Span, run_together
from pandoku.words._step import Cause, Derived, Ledger, Words, in_sight
from pandoku.words._wishes import ATTEMPTS, WISHES, Wish

__all__ = [
    "ATTEMPTS",
    "BREAKS_RULE",
    "MISSES_TARGET",
    "MOST_IN_TEXT",
    "REPEATS_DIGIT",
    "WISHES",
    "Cause",
    "Derived",
    "Ledger",
    "NestedLine",
    "Sentence",
    "Span",
    "Wish",
    "Words",
    "added",
    "arithmetic",
    "as_clause",
    "cage_line",
    "cage_name",
    "cage_names",
    "cage_of",
    "cells_attribute",
    "clauses",
    "conflict_words",
    "constraint_name",
    "constraint_sentence",
    "constraint_words",
    "counted_kinds",
    "gone_digits",
    "has_rule",
    "house_list",
    "house_names",
    "in_sight",
    "joined",
    "kind_name",
    "kind_text",
    "lines_as_html",
    "marks_words",
    "nested_lines",
    "note_words",
    "outcome_words",
    "outline_positions",
    "outlined",
    "paragraphs",
    "printed_clue",
    "rule_sentences",
    "rules_text",
    "run_together",
    "sentence",
    "sentence_as_html",
    "several_solutions",
    "sized_kind",
    "spaced",
    "stats_words",
    "target_words",
    "there_is",
    "told_fillings",
    "unchecked_words",
    "visible",
    "visible_lines",
    "with_article",
    "with_capital",
    "words_of_setter",
]
