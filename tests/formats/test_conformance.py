"""What every format promises. A new format is tested because it is registered."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pandoku.constraints import RULES, AntiKnight, RulesInWords, words_in
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import (
    FORMATS,
    Item,
    Lines,
    dumps,
    dumps_many,
    format_for_path,
    get_format,
    items,
    left_out,
    loads,
    loads_board,
    sniff,
)
from pandoku.formats._again import plain_form
from pandoku.model import Board, Cage, Geometry, Puzzle
from tests.data import by_default
from tests.formats.reading import words_back
from tests.in_full import in_full
from tests.together import together

NAMES = list(FORMATS)
QUICK = settings(
    max_examples=by_default(10, full=400),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)
# Formats whose texts are those of another, which is detected.
READ_AS = {"sdm": "line"}
each_format = together("name", NAMES)
for_each_format = pytest.mark.parametrize("name", NAMES)  # what takes longer
ONLY_READ = {
    "digit-link",
    "dzn",
    "ksudoku",
    "penpa",
    "photo-labels",
    "sdku",
    "sentence",
    "sudoq",
    "tatham",
}
ONLY_BOARDS = {"sdx"}  # a puzzle without progress is the same text as in another format
each_writer = together("name", [n for n in NAMES if n not in ONLY_READ | ONLY_BOARDS])


# ------------------------------------------------------------------ puzzles of every kind


def partition(order: int, largest: int, seed: int) -> list[list[int]]:
    """Cut the grid into connected cages of at most *largest* cells."""
    rng = random.Random(seed)
    free = set(range(order * order))
    cages = []
    while free:
        cage = [min(free)]
        free.remove(cage[0])
        size = rng.randint(1, largest)
        while len(cage) < size:
            around = {
                cell + step
                for cell in cage
                for step, inside in (
                    (-order, cell >= order),
                    (order, cell < order * (order - 1)),
                    (-1, cell % order > 0),
                    (1, cell % order < order - 1),
                )
                if inside
            } & free
            if not around:
                break
            cage.append(rng.choice(sorted(around)))
            free.remove(cage[-1])
        cages.append(cage)
    return cages


def boxes(order: int) -> list[tuple[int, int]]:
    return [(r, order // r) for r in range(2, order) if order % r == 0]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    kind = draw(st.sampled_from(("plain", "boxes", "sums", "calculations", "killer", "wild")))
    order = draw(st.integers(1, 36) if kind in ("plain", "boxes") else st.integers(1, 9))
    seed = draw(st.integers(0, 2**32))
    rng = random.Random(seed)
    density = draw(st.sampled_from((0.0, 0.3, 1.0)))
    givens = tuple(
        rng.randint(1, order) if rng.random() < density else 0 for _ in range(order * order)
    )
    usual = Geometry.sudoku(order)
    if kind == "plain":
        return Puzzle(usual, givens)
    if kind == "boxes":
        box = draw(st.sampled_from([None, *boxes(order)]))
        return Puzzle(Geometry(order, box, diagonals=draw(st.booleans())), givens)
    cells = partition(order, draw(st.integers(1, 5)), seed)
    target = st.integers(0, 60)
    if kind == "sums":
        return Puzzle(
            Geometry.latin(order), cages=tuple(Cage("+", draw(target), tuple(c)) for c in cells)
        )
    if kind == "killer":
        cages = tuple(Cage("+", draw(st.integers(1, 45)), tuple(c), repeats=False) for c in cells)
        return Puzzle(usual, cages=cages)
    if kind == "calculations":
        sign = st.sampled_from("+-*/?")
        cages = tuple(
            Cage("=" if len(c) == 1 else draw(sign), draw(target), tuple(c)) for c in cells
        )
        alone = {c[0]: rng.randint(1, order) for c in cells if len(c) == 1 and rng.random() < 0.5}
        cages = tuple(cage for cage in cages if cage.cells[0] not in alone)
        digits = tuple(alone.get(cell, 0) for cell in range(order * order))
        return Puzzle(Geometry.latin(order), digits, cages)
    return draw(wild(order, givens))


@st.composite
def wild(draw: st.DrawFn, order: int, givens: tuple[int, ...]) -> Puzzle:
    """A puzzle with what few formats can hold, defects included."""
    n_cells = order * order
    some_cells = st.lists(st.integers(0, n_cells - 1), min_size=1, max_size=4, unique=True)
    cage = st.builds(
        lambda sign, target, cells, repeats: Cage(sign, target, tuple(cells), repeats),
        st.sampled_from("+-*/=?"),
        st.none() | st.integers(-5, 10**9),
        some_cells,
        st.booleans(),
    )
    rotated = [(cell % order + cell // order) % order for cell in range(n_cells)]
    geometry = draw(
        st.sampled_from(
            [
                Geometry.sudoku(order),
                Geometry(order, regions=tuple(rotated)),
                Geometry.latin(order, extra=(tuple(range(0, n_cells, order)),)),
            ]
        )
    )
    masks = st.lists(st.integers(1, geometry.all_mask), min_size=n_cells, max_size=n_cells)
    odd = draw(st.booleans())
    return Puzzle(
        geometry,
        (order + 1, *givens[1:]) if odd else givens,
        tuple(draw(st.lists(cage, max_size=4))),
        candidates=draw(st.none() | masks.map(tuple)),
    )


def rules(puzzle: Puzzle) -> object:
    """Return what decides the solutions.

    A lone cell's operation is a matter of spelling, and so are candidates that givens rule out.
    """
    cages = sorted(
        (
            "=" if len(cage.cells) == 1 and cage.target is not None else cage.operation,
            -1 if cage.target is None else cage.target,
            tuple(sorted(cage.cells)),
            cage.repeats or len(cage.cells) == 1,
        )
        for cage in puzzle.cages
    )
    is_sound = all(0 <= given <= puzzle.order for given in puzzle.givens)  # else there is no board
    masks = Board.start(puzzle).masks if is_sound else puzzle.candidates
    return puzzle.geometry, puzzle.givens, cages, masks


def full(order: int, box: tuple[int, int] | None = None) -> tuple[int, ...]:
    """A finished Latin square, solved for a box of the given size."""
    rows, columns = box or (1, order)
    return tuple(
        ((r % rows) * columns + r // rows + c) % order + 1
        for r in range(order)
        for c in range(order)
    )


def samples() -> Iterator[Puzzle]:
    """Puzzles whose text no other format takes for its own."""
    for order in (2, 3, 4, 5, 6, 9, 10, 12, 16, 25, 33, 35, 36):
        usual = Geometry.sudoku(order)
        yield Puzzle(usual, full(order, usual.box))
        yield Puzzle(usual, tuple(d * (d % 3 == order % 3) for d in full(order, usual.box)))
        yield Puzzle(Geometry.latin(order), full(order))
    for order in range(1, 10):
        cells = partition(order, 4, order)
        digits = full(order)
        sums = tuple(Cage("+", sum(digits[c] for c in cage), tuple(cage)) for cage in cells)
        yield Puzzle(Geometry.latin(order), cages=sums)
        killers = tuple(Cage("+", cage.target, cage.cells, repeats=False) for cage in sums)
        yield Puzzle(Geometry.sudoku(order), cages=killers)


@cache
def _all_samples() -> list[Puzzle]:
    return list(samples())


@cache
def storable(name: str) -> list[Puzzle]:
    """Return samples that a format can store: a few that follow from its name, or all."""
    module, every = get_format(name), _all_samples()
    drawn = random.Random(name).sample(range(len(every)), len(every))
    found = (at for at in drawn if module.why_not(every[at]) is None)
    return [every[at] for at in sorted(islice(found, by_default(5, full=99)))]


def read_all(text: str, name: str | None = None) -> list[Item]:
    return list(items(Lines.of(text), name))


# ------------------------------------------------------------------ what it says of itself


@each_format
def test_a_format_describes_itself(name: str) -> None:
    module = get_format(name)
    assert name == module.name
    assert name.islower()
    assert f"`{name}`" in Path(FORMATS.home(name)).read_text().splitlines()[0]
    assert "\n" not in module.summary + module.carries
    assert module.separator in ("", "\n")
    assert all(s.startswith(".") and format_for_path(f"a{s}") is module for s in module.suffixes)
    assert {kept.partition(":")[0] for kept in module.keeps} <= {
        "id", "kind", "title", "author", "source", "words", "solution", "extra", "symbols"
    }  # fmt: skip


@each_format
def test_the_example_of_a_format_is_recognized_and_read(name: str) -> None:
    example = get_format(name).example
    assert READ_AS.get(name, name) == sniff(Lines.of(example)).name
    puzzle = loads(example)
    assert [p for p in puzzle.problems() if p.severity == "error"] == []


# ------------------------------------------------------------------ round trips


@pytest.mark.turns(4)
@for_each_format
def test_a_format_reads_what_it_writes_or_says_why_not(name: str) -> None:
    @given(puzzles())
    @QUICK
    def round_trip(puzzle: Puzzle) -> None:
        reason = get_format(name).why_not(puzzle)
        if reason is not None:
            with pytest.raises(FormatError, match=re.escape(reason)):
                dumps(puzzle, name)
            return
        text = dumps(puzzle, name)
        assert text.endswith("\n")
        again = loads(text, format=name)
        assert rules(again) == rules(puzzle)
        # The order of a cage's cells may show in the first text, not in the next.
        second = dumps(again, name)
        assert dumps(loads(second, format=name), name) == second

    round_trip()


@each_writer
def test_a_format_can_write_its_own_example(name: str) -> None:
    module = get_format(name)
    assert module.why_not(loads(module.example)) is None


@together("name", sorted(ONLY_READ | ONLY_BOARDS))
def test_a_format_that_is_only_read_refuses_to_write_its_own_example(name: str) -> None:
    example = get_format(name).example
    reason = get_format(name).why_not(loads(example))
    assert reason is not None
    with pytest.raises(FormatError, match=re.escape(reason)):
        dumps(loads(example), name)
    if name in ONLY_BOARDS:
        assert dumps(loads_board(example), name) == example


@pytest.mark.turns(4)
@for_each_format
def test_a_format_keeps_constraints_or_says_why_not(name: str) -> None:
    for rule in RULES.values():
        puzzle = rule.example
        if get_format(name).why_not(puzzle) is not None:
            continue
        # A clue of a row that stands at the other end, and means the same, is the same clue.
        again = words_back(loads(dumps(puzzle, name)), puzzle)
        if not words_in(puzzle):  # a document may say the rules of what it draws
            again = again.without(RulesInWords)
        assert plain_form(again) == plain_form(puzzle), rule.make.NAME


@each_writer
def test_a_format_names_the_constraints_that_it_cannot_keep(name: str) -> None:
    puzzle = loads(get_format(name).example).replace(words=None).with_(AntiKnight())
    reason = get_format(name).why_not(puzzle)
    if reason is None:
        assert loads(dumps(puzzle, name)) == puzzle
    else:
        assert "anti-knight" in reason


@pytest.mark.turns(4)
@for_each_format
def test_what_a_format_writes_is_recognized(name: str) -> None:
    for puzzle in storable(name):
        if (name, puzzle.order) != ("sdk", 1):
            text = dumps(puzzle, name)
            found = sniff(Lines.of(text)).name
            if found == READ_AS.get(name):
                continue
            # A link to SudokuPad may have a document of f-puzzles in it.
            assert found == name or (found, name) == ("f-puzzles", "sudokupad"), text


@each_writer
def test_what_a_format_keeps_comes_back(name: str) -> None:
    module = get_format(name)
    told = {key: f"some {key}" for key in ("id", "kind", "title", "author", "source")}
    puzzle = loads(module.example).replace(**told)
    again = loads(dumps(puzzle, name), format=name)
    lost = left_out(module, puzzle)
    for key, text in told.items():
        assert getattr(again, key) == (None if key in lost else text)


@pytest.mark.turns(3)
@each_writer
def test_many_puzzles_in_one_text_come_back_in_order(name: str) -> None:
    many = storable(name)
    assert many
    found = read_all("".join(dumps_many(many, name)), name)
    assert [rules(item.value) for item in found if isinstance(item.value, Puzzle)] == [
        rules(puzzle) for puzzle in many
    ]
    lines = [item.line for item in found]
    assert lines == sorted(set(lines))
    assert len(found) == len(many)


@each_format
def test_line_ends_of_windows_and_a_missing_last_one_change_nothing(name: str) -> None:
    text = get_format(name).example
    for variant in (text.replace("\n", "\r\n"), text.rstrip("\n"), text + "\n\n", "\ufeff" + text):
        assert in_full(loads(variant)) == in_full(loads(text))


# ------------------------------------------------------------------ mistakes


def broken(text: str, name: str, frame: tuple[str, str] = ("", "")) -> str:
    """Put a wrong character into a text, as near to its middle as makes it unreadable."""
    header, footer = frame
    for at in sorted(range(len(text) - 1), key=lambda at: abs(at - len(text) // 2)):
        if text[at] == "\n":
            continue
        wrong = f"{text[:at]}\x7f{text[at + 1 :]}"
        found = read_all(header + wrong + footer, name)
        if len(found) == 1 and isinstance(found[0].value, FormatError):
            return wrong
    raise AssertionError(f"no single character breaks {name}")


@each_writer
def test_a_bad_puzzle_is_named_with_its_line_and_the_rest_go_on(name: str) -> None:
    module = get_format(name)
    header, footer = frame = module.frame
    good = module.write(loads(module.example))
    bad = broken(good, name, frame)
    text = header + module.separator.join([good, bad, good]) + footer
    found = read_all(text, name)
    assert [isinstance(item.value, Puzzle) for item in found] == [True, False, True]
    height = (good + module.separator).count("\n")
    above = header.count("\n")
    error = found[1].value
    assert isinstance(error, FormatError)
    for line in (found[1].line, error.line):
        assert line is not None
        assert above + height < line <= above + 2 * height
    assert f"{name}: line " in str(error)


@each_format
def test_an_error_shows_where_it_is_when_it_knows_the_column(name: str) -> None:
    text = broken(get_format(name).example, name)
    error = read_all(text, name)[0].value
    assert isinstance(error, FormatError)
    assert error.line is not None
    if error.column is not None:
        assert 1 <= error.column <= len(text.splitlines()[error.line - 1]) + 1
        assert str(error).splitlines()[-1].strip() == "^"


HOPELESS = {
    "empty": b"",
    "blank": b" \n\t\n\n",
    "binary": bytes(range(256)) * 4,
    "no_utf8": b"53..7....\xff\n",
    "utf16": "53..7....\n".encode("utf-16"),
    "long_line": b"1" * 5_000_000,
}


@together("name", [None, *NAMES])
@together("what", HOPELESS)
def test_a_hopeless_text_is_refused(name: str | None, what: str) -> None:
    try:
        found = list(items(Lines(BytesIO(HOPELESS[what])), name))
    except FormatError:
        return
    assert found
    assert not any(isinstance(item.value, Puzzle) for item in found)


@together("name", [None, *NAMES])
def test_a_long_text_without_a_puzzle_is_refused(name: str | None) -> None:
    words = "the quick brown fox jumps over the lazy dog\n" * by_default(200, full=23_000)
    try:
        found = read_all(words, name)
    except FormatError:
        return
    assert found
    assert not any(isinstance(item.value, Puzzle) for item in found)


@pytest.mark.turns(3)
@together("name", [None, *NAMES])
@together("unit", ["1", "[", "{", "-", "a ", "1 ", "|", "[1,", '"', "::", "\t"])
def test_a_long_line_of_one_kind_ends_in_a_result(name: str | None, unit: str) -> None:
    try:
        found = read_all(unit * (by_default(2_500, full=300_000) // len(unit)) + "!", name)
    except FormatError:
        return
    assert not any(isinstance(item.value, Puzzle) for item in found)


def survive(text: str, name: str | None) -> None:
    """Read a text; only puzzles and errors of pandoku may come out."""
    with suppress(PandokuError):
        for item in items(Lines.of(text), name):
            assert item.line >= 1
            if isinstance(item.value, Puzzle):
                item.value.problems()
            else:
                assert str(item.value)


ALPHABET = "0123456789.abcxAXv<>^=+-*/?:;,_|[](){}\"' \t\r\n#é×\x00\ud800"


@given(st.text(st.sampled_from(ALPHABET), max_size=120), st.sampled_from([None, *NAMES]))
@settings(QUICK, max_examples=by_default(120, full=5000))
def test_no_text_raises_anything_but_our_errors(text: str, name: str | None) -> None:
    survive(text, name)


@pytest.mark.turns(3)
@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 6), st.text(ALPHABET, max_size=3))),
    st.booleans(),
)
@settings(QUICK, max_examples=by_default(120, full=5000))
def test_no_damage_to_an_example_raises_anything_but_our_errors(
    name: str, damages: list[tuple[int, int, str]], named: bool
) -> None:
    text = get_format(name).example * 2
    for at, gone, put in damages:
        text = text[:at] + put + text[at + gone :]
    survive(text, name if named else None)


def test_an_unknown_format_is_named_with_its_neighbors() -> None:
    with pytest.raises(FormatError, match="'lime'; try line"):
        get_format("lime")


def test_a_text_that_no_format_recognizes_is_shown_with_the_way_to_the_formats() -> None:
    with pytest.raises(FormatError, match=r"'To be, or not'.*`pandoku formats`"):
        loads("To be, or not\nto be\n")


def test_two_puzzles_where_one_is_wanted_are_refused() -> None:
    with pytest.raises(FormatError, match="line 2: expected one puzzle, found 2; "):
        loads("1...............\n" * 2)
