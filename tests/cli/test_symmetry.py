"""`pandoku canonical`, also with --unique: canonical forms, and puzzles without duplicates."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import numpy as np
import pytest

import pandoku
from pandoku.cli.commands._isomorphs import Seen, digests_of
from pandoku.model import Cage, Geometry, Puzzle
from pandoku.symmetry import canonical, isomorphs
from tests.cli.command import COMMAND, invoke, run
from tests.data import EASY, ESCARGOT, EXAMPLES
from tests.in_full import in_full

KILLER = str(EXAMPLES / "killer.txt")


def line_of(puzzle: Puzzle) -> str:
    return pandoku.dumps(puzzle, "line").rstrip()


@pytest.fixture(scope="module")
def images() -> list[str]:
    """Twenty images of each of two puzzles, alternating, with the puzzles themselves first."""
    of_each = [[pandoku.loads(text), *isomorphs(text, 19, seed=5)] for text in (ESCARGOT, EASY)]
    return [line_of(puzzle) for pair in zip(*of_each, strict=True) for puzzle in pair]


def test_each_image_has_the_line_of_the_same_form(tmp_path: Path, images: list[str]) -> None:
    path = tmp_path / "many.txt"
    path.write_text("\n".join(images) + "\n")
    forms = [line_of(canonical(text)) for text in (ESCARGOT, EASY)]
    assert invoke("canonical", str(path)).out.splitlines() == forms * 20
    assert run("canonical", "-", stdin=path.read_text()).out.splitlines() == forms * 20


def test_bad_lines_are_reported_and_keep_the_others(tmp_path: Path, images: list[str]) -> None:
    path = tmp_path / "many.txt"
    lines = images * 100
    lines[3000:3000] = ["broken"]
    path.write_text("\n".join(lines) + "\n")
    done = invoke("canonical", str(path), status=2)
    assert done.err.startswith(f"{path}: line 3001, column 5: ")
    assert done.out.splitlines() == [line_of(canonical(text)) for text in (ESCARGOT, EASY)] * 2000
    done = invoke("canonical", "--unique", str(path), status=2)
    assert done.out.splitlines() == [ESCARGOT, line_of(pandoku.loads(EASY))]
    assert f"{path}: line 3001" in done.err
    assert "4,000 puzzles: 2 kept, 3,998 dropped" in done.err


def test_json_has_the_form_and_the_automorphisms() -> None:
    (told,) = map(json.loads, invoke("canonical", "--json", "." * 81).out.splitlines())
    assert told == {
        "source": "command line", "line": 1, "puzzle": "." * 81, "kind": "sudoku",
        "automorphisms": 3_359_232,
    }  # fmt: skip
    (told,) = map(json.loads, invoke("canonical", "--json", KILLER).out.splitlines())
    form = canonical(pandoku.load(KILLER))
    assert pandoku.loads(told["puzzle"]).cages == form.cages


def test_puzzles_that_a_line_cannot_hold_go_to_other_formats(tmp_path: Path) -> None:
    done = invoke("canonical", KILLER, status=2)
    reason = "cannot be written as line: it cannot store cages; --to json writes any puzzle"
    assert done.err == f"{KILLER}: line 1: {reason}\n"
    form = canonical(pandoku.load(KILLER))
    assert in_full(pandoku.loads(invoke("canonical", "--to", "json", KILLER).out)) == in_full(form)
    out = tmp_path / "out.json"
    invoke("canonical", KILLER, "-o", str(out))
    assert in_full(pandoku.load(out)) == in_full(form)


def test_json_and_to_exclude_each_other() -> None:
    done = invoke("canonical", "--json", "--to", "line", ESCARGOT, status=2)
    assert "--json or --to" in done.err


def test_small_puzzles_stay_small_puzzles() -> None:
    grid = "1234341221434321"
    done = run("canonical", "-", stdin=f"# one per line\n{grid}\n" * 16)
    assert [p.order for p in pandoku.reads(done.out)] == [4] * 16


def test_unique_keeps_the_first_of_each_class_in_any_order(images: list[str]) -> None:
    other = ESCARGOT[::-1].replace("9", "8")
    done = run(
        "canonical", "--unique", "-", stdin="\n".join([*images[5:], other, *images[:5]]) + "\n"
    )
    assert done.out.splitlines() == [images[5], images[6], other]
    assert done.err == "41 puzzles: 3 kept, 38 dropped\n"


def test_unique_compares_formats_and_kinds(tmp_path: Path) -> None:
    image = next(isomorphs(ESCARGOT, 1, seed=2))
    path, killers = tmp_path / "other.json", tmp_path / "killers.json"
    path.write_text(pandoku.dumps(image, "json"))
    killer = pandoku.load(KILLER)
    turned = next(isomorphs(killer, 1, seed=9))
    assert turned != killer
    other = killer.replace(cages=killer.cages[:-1])
    killers.write_text("".join(pandoku.dumps(each, "json") for each in (killer, turned, other)))
    done = invoke("canonical", "--unique", "--to", "json", ESCARGOT, str(path), str(killers))
    assert in_full(list(pandoku.reads(done.out))) == in_full(
        [pandoku.loads(ESCARGOT), killer, other]
    )
    lines = invoke("canonical", "--unique", ESCARGOT, str(path))
    assert lines.out == f"{ESCARGOT}\n"


def test_an_output_file_is_written_as_a_whole(tmp_path: Path, images: list[str]) -> None:
    path, out = tmp_path / "many.txt", tmp_path / "out.txt"
    path.write_text("\n".join(images) + "\n")
    invoke("canonical", "--unique", str(path), "-o", str(out))
    assert len(out.read_text().splitlines()) == 2


def test_digests_tell_puzzles_apart_and_know_them_again() -> None:
    rows = np.array([[1, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]], np.uint8)
    first, second, third = digests_of(Geometry.latin(2), rows).tolist()
    assert first == third != second
    cages = (Cage("+", 3, (0, 1)),)
    others = [
        digests_of(Geometry.latin(2), rows[:1], cages).tolist()[0],
        digests_of(Geometry.sudoku(4), np.zeros((1, 16), np.uint8)).tolist()[0],
        digests_of(Geometry.latin(4), np.zeros((1, 16), np.uint8)).tolist()[0],
    ]
    assert len({tuple(each) for each in (first, second, *others)}) == 5


def test_what_does_not_fit_the_memory_is_found_in_files(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    seen, known = Seen(tmp_path, most=500), set[tuple[int, ...]]()
    for size in (1, 300, 3, 200, 700, 1, 1000, 50):
        digests = rng.integers(0, 40, (size, 2), np.uint64)  # equal halves are frequent
        digests[:, 0] //= np.uint64(4)
        is_new = []
        for each in map(tuple, digests.tolist()):
            is_new.append(each not in known)
            known.add(each)
        assert seen.add(digests).tolist() == is_new
    for size in (400, 400, 400):
        digests = rng.integers(0, 2**63, (size, 2), np.uint64)
        assert seen.add(digests).all()
        assert not seen.add(digests).any()
    assert len(list(tmp_path.iterdir())) >= 2


@pytest.mark.turns(3)
def test_ctrl_c_leaves_no_temporary_files(tmp_path: Path) -> None:
    environment = os.environ | {"TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}
    with subprocess.Popen(
        [*COMMAND, "canonical", "--unique", "--from", "line", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{ESCARGOT}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline() == f"{ESCARGOT}\n".encode()
        assert [each.name[:8] for each in tmp_path.iterdir()] == ["pandoku-"]
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == b"stopped\n"
    assert list(tmp_path.iterdir()) == []


def test_puzzles_with_constraints_are_compared_as_they_are_drawn() -> None:
    one = "size 4\nthermometer r1c1 r1c2\n"
    turned = "size 4\nthermometer r4c4 r4c3\n"
    other = "size 4\nthermometer r2c2 r2c3\n"
    done = run("canonical", "--unique", "--to", "setter", stdin=one + turned + other + one)
    assert done.err.splitlines()[-1] == "4 puzzles: 2 kept, 2 dropped"
    assert done.out.count("size 4") == 2
    done = run("canonical", "--to", "setter", stdin=turned)
    assert done.out == run("canonical", "--to", "setter", stdin=one).out
    found = json.loads(run("canonical", "--json", stdin=one).out)
    assert "automorphisms" not in found
