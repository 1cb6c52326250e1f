"""The immutable, hashable values that the rest of pandoku builds on."""

from pandoku._first_use import homes_of, load_on_first_use

# Public names, by the module that defines them. `__init__.pyi` is generated from this list.
_HOMES = homes_of(
    __name__,
    {
        "accept": (
            "PuzzleLike PuzzlesLike are_many board_of listed_puzzles puzzle_of warn_of_symbols"
        ),
        "arithmetic": "OPERATIONS",
        "batch": "Batch batches_of",
        "board": "Board open_in",
        "budget": "Budget BudgetLike OutOfTimeError budget_of check_time seconds_of time_limit",
        "cage": "Cage CagesLike",
        "conflicts": "Conflict find_conflicts",
        "constraint": "Constraint named_rules",
        "decoration": "Decoration Disc Sign Stroke Tile center_of",
        "frozen": "FrozenMap freeze thaw",
        "geometry": "MAX_ORDER Geometry House cell_name default_box digits_of sight_of",
        "grids": (
            "CellLike GridLike HasToList HousesLike cell_of cells_of is_missing refusal type_of"
        ),
        "houses": "HOUSE_SETS HouseSet",
        "kept": "per_rules",
        "many": (
            "KeepsErrors KeptErrors KeptList OnProgress after at_position check_progress "
            "in_parts keeps_errors kept_list reason_of"
        ),
        "marks": "Marks",
        "notes": "NoteKind Notes NotesInCells Noting note_step",
        "outcome": "Outcome",
        "problems": "Problem find_errors",
        "puzzle": "Puzzle",
        "relations": (
            "MAX_STATES Automaton Differ Machine Only Pairs Reaches Relation Total automaton_of "
            "table_of"
        ),
        "step": "MOST_WAYS CageFact Facts Link Node Pair Step Ways joined_step",
        "symbols": "DIGITS VALUES span_of symbols_from",
        "whole": "MAX_NUMBER as_whole truth whole_number",
    },
)

__all__ = sorted(_HOMES)  # noqa: PLE0605  # a list of strings
__getattr__ = load_on_first_use(__name__, _HOMES)
