"""Data sets of puzzles with constraints other than cages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pandoku import PuzzleError, dumps, rate
from pandoku.batch import Job, read_puzzles, run_job, write_puzzles
from pandoku.batch.columns import id_of
from pandoku.batch.imports.importing import rows_of_puzzles
from pandoku.batch.rules import kind_of, puzzle_of_rules, rules_of
from pandoku.batch.verbs import PartRows, get_verb
from pandoku.constraints import RULES, Difference, Thermometer
from pandoku.formats import loads
from pandoku.model import Batch, Cage, Constraint, Puzzle, batches_of
from pandoku.symmetry import transform
from tests.fuzz.constraints import BOUND
from tests.together import together

each_rule = together("name", sorted(RULES))
EXAMPLES = [RULES[name].example.replace(solution=None) for name in sorted(RULES)]


def text_of(digits: Sequence[int] | None) -> str:
    return "".join(map(str, digits or ())).replace("0", ".")


def done(verb: str, puzzles: list[Puzzle], **options: Any) -> dict[str, list[Any]]:
    """Return the rows that a verb makes from puzzles."""
    rows = rows_of_puzzles(puzzles)
    work = get_verb(verb)
    made: dict[str, list[Any]] = work.run(PartRows(rows), work.checked(options))[
        "puzzles"
    ].to_pydict()
    return made


@each_rule
def test_rules_of_a_text_hold_every_constraint(name: str) -> None:
    example = RULES[name].example
    rules = rules_of(example)
    assert rules is not None
    again = puzzle_of_rules(rules)
    assert again == example.replace(givens=())
    assert rules_of(again) == rules
    assert kind_of(again) == "variant"


def test_the_order_of_constraints_changes_no_rules() -> None:
    first, second = Thermometer((0, 1, 2)), Difference((4, 5), 2)
    cage = Cage("+", 4, (7, 8))
    puzzle = Puzzle(4, further=(first, second)).replace(cages=(cage,))
    other = puzzle.replace(further=(second, first))
    assert rules_of(puzzle) == rules_of(other)
    assert rules_of(puzzle) == (
        '{"size":4,"box":[2,2],"cages":[{"op":"+","target":4,"cells":[7,8],"repeats":true}],'
        '"constraints":[{"type":"difference","cells":[4,5],"value":2},'
        '{"type":"thermometer","cells":[0,1,2]}]}'
    )
    limited = puzzle.replace(candidates=(15,) * 16)
    assert puzzle_of_rules(rules_of(limited) or "") == limited


@dataclass(frozen=True, slots=True)
class Unregistered(Constraint):
    """A rule that is not registered."""

    NAME: ClassVar[str] = "unregistered"

    cells: tuple[int, ...]


def test_a_kind_that_no_text_names_is_a_bad_row() -> None:
    puzzle = Puzzle(4, further=(Unregistered((0, 1)),))
    with pytest.raises(PuzzleError, match="'unregistered'"):
        rules_of(puzzle)
    rows = rows_of_puzzles([puzzle, Puzzle(4)]).to_pydict()
    assert rows["puzzle"] == [None, "." * 16]
    assert "'unregistered'" in rows["error"][0]
    assert rows["error"][1] is None


def test_a_malformed_constraint_is_an_error_of_its_row() -> None:
    bad = Puzzle(4, further=(Thermometer((0, 1, 2, 3, 7)),))
    found = done("solve", [bad, EXAMPLES[0]])
    assert found["error"][0].startswith("rules: constraint 1 (thermometer)")
    assert found["error"][1] is None


def test_tables_bring_back_every_constraint(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    written = [each for batch in batches_of(EXAMPLES) for each in batch]
    assert write_puzzles(path, batches_of(EXAMPLES)) == len(EXAMPLES)
    found = [each for batch in read_puzzles(path) for each in batch]
    assert found == written
    assert pq.read_table(path)["id"].to_pylist() == [
        id_of(rules_of(each), text_of(each.givens)) for each in written
    ]


def test_the_ids_of_other_puzzles_do_not_know_of_constraints() -> None:
    others = [Puzzle(4), Puzzle(4).replace(cages=(Cage("+", 3, (0, 1)),))]
    rows, alone = rows_of_puzzles([*others, *EXAMPLES]), rows_of_puzzles(others)
    assert rows.slice(0, 2).equals(alone)
    assert alone["rules"].to_pylist()[0] is None


def test_verbs_search_with_the_rules() -> None:
    plain = [each.replace(further=()) for each in EXAMPLES]
    found = done("solve", [*EXAMPLES, *plain])
    assert found["error"] == [None] * len(found["error"])
    n = len(EXAMPLES)
    without = [2 if RULES[name].make.RESTRICTS_DIGITS else 1 for name in sorted(RULES)]
    assert found["n_solutions"] == [1] * n + without
    assert found["solution"][:n] == [
        text_of(RULES[name].example.solution) for name in sorted(RULES)
    ]
    assert done("count", EXAMPLES)["n_solutions"] == [1] * n
    first = done("solve", [EXAMPLES[0].replace(givens=())], first="lexicographic")["solution"][0]
    assert EXAMPLES[0].replace(givens=()).accepts(tuple(map(int, first)))


def test_rates_of_a_table_are_those_of_each_puzzle() -> None:
    puzzles = [RULES[name].example.replace(solution=None) for name in ("anti-king", "anti-knight")]
    found = done("rate", puzzles, techniques=True)
    assert found["error"] == [None, None]
    assert found["score"] == [rate(each).score for each in puzzles]


def test_canonical_knows_a_puzzle_that_is_turned() -> None:
    example = RULES["thermometer"].example
    others = [transform(example, "rotate-180"), RULES["arrow"].example, example.replace(further=())]
    found = done("canonical", [example, *others])
    assert found["error"] == [None] * 4
    same, turned, *rest = found["class_id"]
    assert same == turned
    assert len({same, *rest}) == 3


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", sorted({*RULES} - {*BOUND}))
def test_augment_moves_the_rules_with_the_puzzle(name: str) -> None:
    example = RULES[name].example
    rows = rows_of_puzzles([example.replace(solution=None)])
    rows = rows.append_column("solution", pa.array([text_of(example.solution)]))
    rows = rows.append_column("split", pa.array(["train"]))
    work = get_verb("augment")
    made = work.run(PartRows(rows), work.checked({"variants": 4}))["puzzles"].to_pydict()
    assert len(made["puzzle"]) == 5
    for text, rules, solution in zip(made["puzzle"], made["rules"], made["solution"], strict=True):
        image = puzzle_of_rules(rules).replace(givens=[int(c) for c in text.replace(".", "0")])
        assert len(image.further) == len(example.further)
        assert image.accepts(tuple(map(int, solution)))


def test_a_job_takes_constraints_from_a_file_to_a_table(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text("[" + ",".join(dumps(each) for each in EXAMPLES) + "]")
    run_job(Job("import", [str(file)], tmp_path / "out"))
    found = [each for batch in read_puzzles(tmp_path / "out") for each in batch]
    assert sorted(map(rules_of, found), key=str) == sorted(map(rules_of, EXAMPLES), key=str)
    assert all(isinstance(each, Batch) for each in read_puzzles(tmp_path / "out"))


@each_rule
def test_json_and_the_column_agree(name: str) -> None:
    example = RULES[name].example
    assert loads(rules_of(example) or "") == example.replace(givens=())
