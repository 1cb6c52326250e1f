"""The floors of coverage: what is compared, what is raised, and how counters are added up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.coverage import __main__ as command
from tests.coverage import floors, native, rooms
from tests.coverage.floors import Reached
from tests.data import ROOT


def test_a_room_below_its_floor_is_named() -> None:
    faults = floors.below(
        {"model": 98, "words": 90}, {"model": Reached(97, 100), "words": Reached(9, 10)}
    )
    assert faults == ["model: expected at least 98 %, found 97.00 %"]


def test_a_room_without_a_floor_is_a_fault() -> None:
    assert floors.below({}, {"new": Reached(1, 1)}) == [
        "new has no floor: ./run coverage --raise gives it one"
    ]


@pytest.mark.parametrize(
    ("before", "found", "after"),
    [
        (90, Reached(97, 100), 96),  # 97 would fail when the next run reaches a line less
        (96, Reached(966, 1000), 96),
        (98, Reached(50, 100), 98),
        (90, Reached(0, 0), 90),  # a folder that was not built
    ],
)
def test_a_floor_rises_below_what_was_reached_and_never_sinks(
    before: int, found: Reached, after: int
) -> None:
    assert floors.raised({"model": before, "gone": 70}, {"model": found}) == {"model": after}


def test_floors_are_read_as_they_were_written(tmp_path: Path) -> None:
    known = {"native": {"cages": 93, "grid": 99}, "python": {"model": 98}}
    floors.save(known, tmp_path / "floors.toml")
    assert floors.load(tmp_path / "floors.toml") == known


def test_every_room_has_a_floor_and_no_other_folder() -> None:
    known = floors.load()
    package = ROOT / "src" / "pandoku"
    folders = {path.parent.name for path in package.glob("*/__init__.py")}
    assert set(known["python"]) == folders | {"top"}
    assert set(known.get("native", ())) <= set(native.FOLDERS)


def _file(lines: int, covered: int, branches: int, taken: int) -> dict[str, dict[str, int]]:
    return {
        "summary": {
            "num_statements": lines,
            "covered_lines": covered,
            "num_branches": branches,
            "covered_branches": taken,
        }
    }


def test_lines_and_branches_are_added_up_by_room() -> None:
    files = {
        "src/pandoku/errors.py": _file(4, 4, 0, 0),
        "src/pandoku/model/cage.py": _file(10, 9, 4, 2),
        "/x/site-packages/pandoku/model/houses/box.py": _file(5, 5, 2, 2),
    }
    assert rooms.by_room({"files": files}) == {"top": Reached(4, 4), "model": Reached(18, 21)}


def _object(file: str, *counts: int) -> dict[str, object]:
    lines = [{"line_number": 7 + i, "count": n} for i, n in enumerate(counts)]
    function = {"start_line": 7, "execution_count": counts[0], "demangled_name": "closing()"}
    one = {"file": file, "lines": lines, "functions": [function]}
    return {"current_working_directory": str(ROOT / "build"), "files": [one]}


def test_a_line_of_a_header_is_reached_if_it_ran_in_one_object_file() -> None:
    header = str(ROOT / "native" / "grid" / "sums.hpp")
    parts = [_object(header, 0, 0, 3), _object("../native/grid/sums.hpp", 5, 0, 0)]
    sources = native.merged(parts)
    assert native.by_folder(sources)["grid"] == Reached(2, 3)
    assert native.unreached(sources) == []


def test_a_function_that_never_ran_is_named() -> None:
    sources = native.merged([_object("../native/cages/table.cpp", 0, 0)])
    assert native.unreached(sources) == ["cages/table.cpp:7 closing()"]


def test_sources_of_others_and_of_the_tests_do_not_count() -> None:
    others = ["/usr/include/c++/12/vector", "../native/tests/test_cages.cpp"]
    assert native.merged(_object(file, 1) for file in others) == {}


def test_a_build_without_counters_says_what_to_configure(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"found none: configure with -DPANDOKU_COVERAGE=ON"):
        native.counted(tmp_path)


def test_the_command_fails_below_a_floor_and_says_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["coverage", "-n", "2"])
    monkeypatch.setattr(floors, "load", lambda: {"python": {"model": 98, "words": 90}})
    monkeypatch.setattr(rooms, "run_suite", lambda words, everywhere: words != ["-n", "2"])
    found = {"model": Reached(97, 100), "words": Reached(95, 100)}
    monkeypatch.setattr(rooms, "measured", lambda: found)
    assert command.main() == 1
    shown = capsys.readouterr()
    assert shown.err == "coverage: model: expected at least 98 %, found 97.00 %\n"
    assert shown.out.split()[-4:] == ["all", "96.00", "8", "200"]


def test_the_command_fails_if_a_test_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["coverage"])
    monkeypatch.setattr(rooms, "run_suite", lambda words, everywhere: 1)
    monkeypatch.setattr(rooms, "measured", lambda: pytest.fail("nothing is to be judged"))
    assert command.main() == 1
