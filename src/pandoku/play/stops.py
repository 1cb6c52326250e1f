"""The course: a table of stops, from the full house to chains.

A stop teaches one technique, or a few that belong together. It has a lesson and drills of each
technique, and a puzzle that cannot be solved without them and needs nothing harder.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from pandoku.errors import TechniqueError
from pandoku.model import Puzzle
from pandoku.registry import nearest, plain_name

__all__ = [
    "BRANCHES",
    "COURSE",
    "STOP_NAMES",
    "CourseBranch",
    "Stop",
    "find_branch",
    "find_stop",
    "get_stop",
    "stop_in",
    "stop_of_puzzle",
    "taught_for",
]

_PUZZLES = Path(__file__).with_name("stops.txt")
_RIGHT = 3  # least number of right answers to the drills of a stop


@dataclass(frozen=True, slots=True)
class CourseBranch:
    """A part of the course. Its stops become harder one by one.

    Attributes:
        name: Name of the branch, such as "killer".
        title: Heading of the branch.
        after: Name of the stop of another branch that a learner should have reached, or "".
        kind: The kind of puzzle of the branch (see `pandoku.play.drill`): its lessons begin with
            boards of this kind, and its drills have no others. None means any kind.
    """

    name: str
    title: str
    after: str = ""
    kind: str | None = None


BRANCHES = {
    branch.name: branch
    for branch in (
        CourseBranch("sudoku", "Sudoku"),
        CourseBranch("killer", "Killer", after="naked-pair", kind="killer"),
        CourseBranch("calcudoku", "Calcudoku", after="naked-pair", kind="calcudoku"),
        CourseBranch("variants", "Variants", after="naked-pair"),
    )
}


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop of the course.

    Attributes:
        name: Name of the stop, such as "x-wing".
        branch: Name of its branch.
        title: Heading of the stop.
        techniques: Names of the techniques that it teaches, the easiest first.
        able: The skill that the learner gains: a sentence in the imperative.
    """

    name: str
    branch: str
    title: str
    techniques: tuple[str, ...]
    able: str

    @property
    def goal(self) -> int:
        """The number of right answers to its drills that the stop requires for each technique."""
        return -(-_RIGHT // len(self.techniques))

    @property
    def kind(self) -> str | None:
        """The kind of the boards of its lessons and drills, as in `CourseBranch`."""
        return BRANCHES[self.branch].kind

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, which needs the techniques of the stop and nothing harder."""
        title, name = f"{self.title} (course)", f"course-{self.name}"
        return _puzzles()[self.name].replace(title=title, id=name)

    @property
    def known(self) -> tuple[str, ...]:
        """The techniques that a learner knows after the stop, in the order of the course.

        >>> get_stop("hidden-single").known
        ('full-house', 'hidden-single')
        """
        first = BRANCHES[self.branch].after
        before = get_stop(first).known if first else ()
        stops = [each for each in COURSE if each.branch == self.branch]
        here = (name for each in stops[: stops.index(self) + 1] for name in each.techniques)
        return tuple(dict.fromkeys((*before, *here)))

    @property
    def place(self) -> str:
        """The place of the stop in its branch: "stop 6 of 15, Sudoku"."""
        branch = [each.name for each in COURSE if each.branch == self.branch]
        number = branch.index(self.name) + 1
        return f"stop {number} of {len(branch)}, {BRANCHES[self.branch].title}"

    def as_dict(self) -> dict[str, object]:
        """Return the fields as values that JSON can represent."""
        return {**asdict(self), "techniques": list(self.techniques)}


# fmt: off
COURSE = (
    Stop("full-house", "sudoku", "Full house", ("full-house",),
         "Fill the last empty cell of a row, a column or a box."),
    Stop("hidden-single", "sudoku", "Hidden single", ("hidden-single",),
         "Find the only place that is left for a digit in a row, a column or a box."),
    Stop("naked-single", "sudoku", "Naked single", ("naked-single",),
         "Find the cell that can hold one digit only."),
    Stop("locked-candidates", "sudoku", "Locked candidates", ("pointing", "claiming"),
         "See when the places for a digit in a box are all in one row or column, and the reverse."),
    Stop("naked-pair", "sudoku", "Naked pair", ("naked-pair", "locked-pair"),
         "Use two cells that share the same two candidates."),
    Stop("x-wing", "sudoku", "X-wing", ("x-wing",),
         "Follow one digit through two rows whose places for it are in the same two columns."),
    Stop("hidden-pair", "sudoku", "Hidden pair", ("hidden-pair",),
         "Find two digits that have only the same two cells of a house."),
    Stop("naked-triple", "sudoku", "Naked triple", ("naked-triple", "locked-triple"),
         "Use three cells that share three candidates, although no cell may have all of them."),
    Stop("swordfish", "sudoku", "Swordfish", ("swordfish",),
         "Extend the X-wing to three rows and three columns."),
    Stop("xy-wing", "sudoku", "XY-wing and XYZ-wing", ("xy-wing", "xyz-wing"),
         "Try both digits of a pivot, and remove what both of its pincers see."),
    Stop("unique-rectangle", "sudoku", "Unique rectangle",
         ("unique-rectangle-1", "unique-rectangle-2"),
         "Use the fact that a puzzle has one solution to break a rectangle of two digits."),
    Stop("skyscraper", "sudoku", "Skyscraper and kite",
         ("skyscraper", "two-string-kite", "turbot-fish"),
         "Connect two houses that have only two places for a digit."),
    Stop("x-chain", "sudoku", "X-chain", ("x-chain",),
         "Follow a single digit along a chain of any length."),
    Stop("xy-chain", "sudoku", "XY-chain", ("xy-chain",),
         "Follow cells with two candidates, one after the other, from end to end."),
    Stop("alternating-chain", "sudoku", "Alternating chains and loops",
         ("alternating-chain", "continuous-loop"),
         "Combine links within cells and within houses to a chain or a loop."),
    Stop("rule-of-45", "killer", "The rule of 45", ("cage-single", "innie", "outie"),
         "Complete a cage, and compare the cages of a house with the sum of the house."),
    Stop("cage-combinations", "killer", "Combinations of a cage",
         ("cage-combinations", "cage-partners"),
         "List the sets of digits that make the sum of a cage."),
    Stop("cage-pointing", "killer", "A cage that points", ("cage-hidden-single", "cage-pointing"),
         "Use a digit that a cage must have: it is gone from all cells that see its places."),
    Stop("innies-and-outies", "killer", "Innies and outies", ("innies", "outies"),
         "Find the sum of two or three cells that are left over in one or more houses."),
    Stop("killer-pair", "killer", "Killer pair", ("killer-pair",),
         "Join a cage and a cell that use up two digits of a house between them."),
    Stop("calcudoku-cages", "calcudoku", "Cages that calculate",
         ("cage-single", "cage-combinations"),
         "List the digits that give the result of a cage with +, -, × or ÷."),
    Stop("cage-orders", "calcudoku", "Orders of a cage", ("cage-permutations", "cage-line"),
         "Try the orders of the digits in a cage, and use a digit that a line must have."),
    Stop("cage-claiming", "calcudoku", "Cage claiming", ("cage-claiming",),
         "Keep a digit for the cage that needs it, and remove it from the rest of the line."),
    Stop("thermometer", "variants", "Thermometers", ("thermometer",),
         "Count from the bulb and from the tip to bound each cell of a thermometer."),
    Stop("dots", "variants", "Dots", ("dot-partners", "dot-chain"),
         "Find the digits that fit beside a white or a black dot, and along a chain of dots."),
    Stop("quadruple", "variants", "Quadruples", ("quadruple",),
         "Place the digits of a circle in the four cells around it."),
    Stop("whisper", "variants", "Whispers", ("high-and-low", "whisper"),
         "Alternate between low and high digits along a green line."),
    Stop("renban", "variants", "Renban lines", ("renban",),
         "Use the digits that every run of consecutive digits on a purple line must have."),
    Stop("arrow", "variants", "Arrows", ("sum-bounds", "sum-combinations"),
         "Bound the circle of an arrow and the cells along its shaft by their sum."),
    Stop("sandwich", "variants", "Sandwich sums", ("sandwich-crusts", "sandwich-sums"),
         "Find the places of 1 and 9, and the digits between them."),
)
# fmt: on


_BY_NAME = {stop.name: stop for stop in COURSE}
STOP_NAMES = (*_BY_NAME, *BRANCHES)  # the words that `pandoku course` completes


def find_stop(name: str) -> Stop | None:
    """Return the stop with a name, a title, or the name of one of its techniques, or None.

    If several stops teach the technique, the first stop is returned.
    """
    from pandoku.techniques import TECHNIQUES

    wanted = plain_name(name)
    for stop in COURSE:
        if wanted in (stop.name, plain_name(stop.title)):
            return stop
    technique = TECHNIQUES.get(wanted)
    return next((each for each in COURSE if technique and technique.name in each.techniques), None)


def get_stop(name: str) -> Stop:
    """Return the stop that `find_stop` finds.

    Raises:
        TechniqueError: There is no such stop.

    >>> get_stop("swordfish").able
    'Extend the X-wing to three rows and three columns.'
    """
    if (found := find_stop(name)) is not None:
        return found
    near = nearest(name, STOP_NAMES)
    meant = f"; did you mean {' or '.join(near)}?" if near else ";"
    raise TechniqueError(
        f"expected a stop of the course, found {name[:60]!r}{meant} `pandoku course` lists them"
    )


def find_branch(name: str) -> CourseBranch | None:
    """Return the branch with a name or a title, or None."""
    wanted = plain_name(name)
    return next((each for each in BRANCHES.values() if wanted == each.name), None)


def stop_in(branch: CourseBranch, name: str) -> Stop:
    """Return the stop of a branch that has a name, a title, or teaches a technique.

    Raises:
        TechniqueError: The branch has no such stop.

    >>> stop_in(BRANCHES["calcudoku"], "cage single").name
    'calcudoku-cages'
    """
    stop = get_stop(name)
    here = [each for each in COURSE if each.branch == branch.name]
    shared = (each for each in here if each == stop or plain_name(name) in each.techniques)
    if (found := next(shared, None)) is not None:
        return found
    raise TechniqueError(
        f"expected a stop of the branch {branch.name}, found {stop.name!r}, which is in the branch "
        f"{stop.branch}: `pandoku course {stop.name}`"
    )


def stop_of_puzzle(puzzle: Puzzle) -> Stop | None:
    """Return the stop that a puzzle belongs to, or None.

    >>> stop_of_puzzle(COURSE[0].puzzle).name
    'full-house'
    """
    name = next((name for name, each in _puzzles().items() if each == puzzle), "")
    return _BY_NAME.get(name)


def taught_for(puzzle: Puzzle) -> tuple[str, ...] | None:
    """Return the techniques that a learner knows at the stop of a puzzle.

    They suffice for the puzzle. None means that the puzzle does not belong to a stop.
    """
    stop = stop_of_puzzle(puzzle)
    return stop.known if stop else None


@lru_cache
def _puzzles() -> dict[str, Puzzle]:
    """Return the puzzle of each stop, by the name of the stop."""
    from pandoku.formats import Lines
    from pandoku.formats.json import format as json_format

    lines = _PUZZLES.read_text(encoding="utf-8").splitlines()
    words = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    items = json_format.FORMAT.read(Lines.of("\n".join(text for _, text in words)))
    found = zip(words, (item.value for item in items), strict=True)
    return {name: value for (name, _), value in found if isinstance(value, Puzzle)}
