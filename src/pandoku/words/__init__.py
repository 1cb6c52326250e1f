"""The names of cells, digits, houses, cages and steps in sentences.

All text for users is built from these names, so that each thing has the same name everywhere.
"""

from pandoku._first_use import homes_of, load_on_first_use

# Public names, by the module that defines them. `__init__.pyi` is generated from this list.
_HOMES = homes_of(
    __name__,
    {
        "_cage_names": "cage_name printed_clue",
        "_cages": (
            "added arithmetic cage_line cage_names cage_of factored gone_digits primes_of "
            "spaced target_words told_fillings"
        ),
        "_constraints": (
            "constraint_name constraint_sentence constraint_words counted_kinds has_rule "
            "kind_noun rule_sentences words_at_cells"
        ),
        "_findings": (
            "BREAKS_RULE MISSES_TARGET REPEATS_DIGIT conflict_words outcome_words stats_words"
        ),
        "_kinds": (
            "kind_name kind_text rules_text several_solutions sized_kind unchecked_words "
            "words_of_setter lines_of_setter"
        ),
        "_lines": (
            "NestedLine cells_attribute lines_as_html nested_lines paragraphs sentence_as_html"
        ),
        "_marks": "marks_words",
        "_outline": "MOST_IN_TEXT outline_positions outlined",
        "_reader": (
            "ANYONE TERMS StepReader cell_words meaning_of new_terms place_of_box term_words"
        ),
        "_sentences": (
            "as_clause clauses house_list house_names joined sentence spelled_cells there_is "
            "visible visible_lines with_article with_capital"
        ),
        "_spans": "Sentence Span run_together",
        "_step": "Cause Derived Ledger Words in_sight words_on",
        "_wishes": "ATTEMPTS WISHES Wish",
    },
)

__all__ = sorted(_HOMES)  # noqa: PLE0605  # a list of strings
__getattr__ = load_on_first_use(__name__, _HOMES)
