"""The definition of a technique: its names, its finder, its words, and its requirements."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from html import escape
from itertools import chain, islice
from typing import Any, NamedTuple

from pandoku import _hooks
from pandoku.errors import TechniqueError
from pandoku.kernel.logic import MAX_STEPS, Finder
from pandoku.model import MOST_WAYS, Board, Constraint, NoteKind, Notes, Puzzle, Step, Ways
from pandoku.techniques._teaching import Glance, Slip
from pandoku.words import (
    ANYONE,
    Derived,
    Ledger,
    Sentence,
    StepReader,
    Words,
    as_clause,
    lines_as_html,
    outlined,
    rule_sentences,
)
from pandoku.words.claims import Concludes

MOST_WORDS = 15  # maximum number of words of a step in short
_NAME = re.compile(r"\w+")
# Phrases whose digits are bounds or requirements: "at least 6", "a 3 needs a 6".
_HEDGED = re.compile(r"\b(?:at least|at most|needs?)\b[^,;.]*")
_FEW_CHANGES = 3  # number of candidates that a line names in any case


class Explanation(NamedTuple):
    """The explanation of a step.

    Attributes:
        short: The step in a line of at most `MOST_WORDS` words, with short names: "naked pair: 37
            at r1c12 in row 1; no 3 at r1c57".
        full: The sentences of the reason, then the conclusion. Sentences of chains are numbered,
            and sentences of nested chains are also indented. In a path, the rules of constraints
            come first, each at the first step that uses it.
        rules: The rules of all constraints that the step uses, whether or not *full* states them.
        heading: The title of the step, its pattern and its outcome with full names: "naked pair: 3
            and 7 at r1c1 and r1c2 in row 1; remove 3 from r1c5 and r1c7".

    All texts have claims, and spans that identify the things that the text names (see `Sentence`).
    """

    short: Sentence
    full: tuple[Sentence, ...]
    rules: tuple[Sentence, ...] = ()
    heading: Sentence = Sentence("")

    @property
    def text(self) -> tuple[Sentence, ...]:
        """The sentences to read: *full*, or an outline of it with at most `MOST_IN_TEXT` words."""
        return outlined(self.full)

    def __str__(self) -> str:
        return "\n".join((self.heading, *self.text))

    def __rich__(self) -> Any:
        return _hooks.rich_of(str(self))

    def _repr_html_(self) -> str:
        return f"<p><strong>{escape(self.heading)}</strong></p>{lines_as_html(self.text)}"


@dataclass(frozen=True, slots=True, eq=False)
class Technique:
    """A method of deduction.

    A technique written in Python sets `needs` and `roles` itself. If `find` is a finder of the
    core, `needs` and `roles` come from the core's table.

    Attributes:
        name: Lower case, words joined by "-".
        summary: A one-line description.
        find: ``find(board, limit)`` returns or yields the technique's steps on a board, in a fixed
            order. The caller takes at most *limit* of them. Call `steps` instead, which also checks
            the steps.
        what: A function that returns the pattern of a step as a phrase: "3 and 7 at r1c1 and r1c2
            in row 1".
        reason: A function that returns or yields the sentences that prove the step, without the
            conclusion.
        look_for: For the help page: how to recognize the pattern.
        why: For the help page: why the technique is correct.
        title: The usual name. The default is *name* with spaces instead of "-".
        aliases: Other names.
        needs: Requirements on the puzzle: "unique" (the technique assumes exactly one solution),
            "cages" (the technique finds no steps without cages) or "constraints" (the technique
            finds no steps without constraints other than cages).
        rules: The kinds of constraints that the technique is about. Without one of them, it finds
            no step. () means any kinds.
        roles: The roles used in the facts of its steps.
        weight: The technique's rating in the scale pandoku, in the unit of ER (the rating of Sudoku
            Explainer). The rating of a chain also increases with its length. Techniques of Sudoku
            Explainer 1.2.1 have the same ratings as in that program. The weights of other
            techniques are derived from data (see `bench/rating_scale.md`). None means that the
            technique is not rated.
        is_case_of: The name of a more general technique that also finds the steps of this
            technique, or "". Scales that rate both techniques try the special case first.
        leaves_to: The name of a technique that explains some steps better, or "". The finder leaves
            these steps to it, so it may find no step where it would find one on a board with more
            candidates.
        in_short: A function that returns a step in a line, with its outcome. It is called with
            `Words.is_brief`. None, or a result of "", means a line of the title, the pattern and
            the outcome.
        thoughts: A function that yields the reason of a step in a few words, for its line, the
            preferred text first: "10 above column 4 is 28". It is called with `Words.is_brief`. If
            a technique for constraints has no such function, and the reason is one sentence, the
            line has this sentence.
        title_of: A function that returns the title of a step, such as "thermometer", if steps are
            called after the rule that they use. None means that all steps have *title*.
        total_of: A function that returns a key of the total that a step derives from houses and
            cages. Steps with equal keys have the same total, so that later steps of a path can
            refer to the first of them (`Words.derived`).
        joins: The name of an easier technique for cages, or "". If both techniques have a step for
            the same cage, a path in the order of effort joins them, as soon as it has a step that
            is as hard as this technique. The functions that make words then get a step with both
            parts (see `Facts.steps`).
        cost: The time that the finder takes, compared with other finders in Python: 0 for a usual
            one, and greater numbers for slower ones. A search for all steps in any order tries
            slower finders later, when the others have no step.
        fills: Whether a step that leaves only one digit in a cell places this digit. *find* yields
            eliminations, and the functions that make words describe eliminations.
        noted: The notes for a step if a reader does not write all pencil marks: "small" (the
            cells that its digits are confined to), "cage" (the sets of digits of its cage, next to
            the cage), "seen" (nothing, because the notes show the pattern), or "lists" (the digits
            that are left, in the cells that change).
        with_notes: A function of a step, the board before it and the notes of the same reader. It
            returns whether the notes are enough to see the step. None means that they always
            are, if the scale counts the technique among those that need few notes.
        asks_place: Whether a step that places a digit asks for the place of the digit in a house,
            instead of the digit of a cell.
        when: For lessons: the moment in a solve when it is worth looking for the pattern, in a
            sentence.
        scan: For lessons: the glances that find the pattern, in a person's order.
        slips: Errors that people make with the technique.
    """

    name: str
    summary: str
    find: Callable[[Board, int], Iterable[Step]]
    what: Callable[[Words], str]
    reason: Callable[[Words], Iterable[str]]
    look_for: str
    why: str
    title: str = ""
    aliases: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()
    rules: tuple[type[Constraint], ...] = ()
    roles: tuple[str, ...] = ()
    weight: float | None = None
    is_case_of: str = ""
    leaves_to: str = ""
    title_of: Callable[[Words], str] | None = None
    in_short: Callable[[Words], str] | None = None
    thoughts: Callable[[Words], Iterable[str]] | None = None
    total_of: Callable[[Step], Hashable] | None = None
    joins: str = ""
    cost: int = 0
    fills: bool = False
    noted: NoteKind = "lists"
    with_notes: Callable[[Step, Board, Notes], bool] | None = None
    asks_place: bool = False
    when: str = ""
    scan: tuple[Glance, ...] = ()
    slips: tuple[Slip, ...] = ()

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name.replace("-", " "))
        if isinstance(self.find, Finder):
            object.__setattr__(self, "needs", self.find.needs)
            object.__setattr__(self, "roles", self.find.roles)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Technique):
            return NotImplemented
        return all(getattr(self, each.name) == getattr(other, each.name) for each in fields(self))

    def __hash__(self) -> int:
        return hash(self.name)

    def __deepcopy__(self, memo: object) -> Technique:
        return self  # copies of some callables, such as partials, do not compare equal

    @property
    def is_native(self) -> bool:
        """True if the finder is in the compiled core."""
        return isinstance(self.find, Finder)

    def has_rules_in(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle has a constraint that the technique is about (see `rules`)."""
        return not self.rules or any(
            issubclass(kind, self.rules) for kind in {*map(type, puzzle.further)}
        )

    @property
    def source(self) -> str:
        """The place where the finder is defined: a file and a line, or "the compiled core"."""
        return "the compiled core" if self.is_native else source_of(self.find)

    def steps(self, board: Board, limit: int = MAX_STEPS) -> Iterator[Step]:
        """Yield the technique's steps on a board, at most *limit*, in a fixed order.

        The board's candidates are assumed to be correct. If the board lacks a candidate that is in
        the solution, steps can be wrong.

        Raises:
            TechniqueError: A finder written in Python fails, or yields something that is not a step
                on this board. The message names its file.
            EngineError: The finder is in the compiled core, which is not built.
        """
        if isinstance(self.find, Finder):
            return self.find(board, limit)
        steps = checked_steps(self.name, self.find, board, limit)
        return (_filling(step, board) for step in steps) if self.fills else steps

    def explain(
        self,
        step: Step,
        board: Board,
        ledger: Ledger | None = None,
        *,
        reader: StepReader = ANYONE,
        derived: Derived | None = None,
    ) -> Explanation:
        """Return the explanation of a step of this technique.

        Args:
            step: The step.
            board: The board before the step.
            ledger: The reasons for candidates that are missing although no digit in sight excludes
                them (see `Path.ledger`). Without *ledger*, the texts only state that they are
                missing.
            reader: The person who reads the explanation. Without all pencil marks, the conclusion
                names notes to write and to strike instead of candidates to remove.
            derived: The earlier step of the path that derived the same total (see `total_of`).

        Raises:
            TechniqueError: One of the functions that make words fails. The message names the
                technique's file.
        """
        words = Words(step, board, ledger, derived=derived, reader=reader)
        found = self._as_found(words)
        try:
            title, what = self._title(found), self._what(found)
            short, reason = self._short(words.brief()), tuple(self._reason(found))
        except Exception as error:
            raise self._failed(error) from error
        outcome = words.outcome()
        heading = words.read(f"{title}: {what}; {outcome}")
        is_told = found.step is step or _tells_digits(reason, step, words)
        told = f"So {outcome if is_told else words.left_over()}."
        if reason and words.plain(reason[-1]) == words.plain(told):
            reason = reason[:-1]
        elif reason and (shorter := words.without_end(reason[-1], told)):
            reason = (*reason[:-1], shorter)
        end = words.said(told, Concludes(step.placements, step.eliminations))
        rules = tuple(map(Sentence, rules_used(step, board.puzzle)))
        full = tuple(map(words.read, (*reason, end)))
        return Explanation(words.read(short), full, rules, heading)

    def _what(self, words: Words) -> str:
        """Return the pattern of a step, or the number of steps that it joins."""
        n_parts = len(self._chains(words.step))
        return f"{words.number(n_parts)} chains" if n_parts else self.what(words)

    def _chains(self, step: Step) -> tuple[Step, ...]:
        """Return the chains that a step joins. Each is a paragraph."""
        return () if self.joins else step.facts.steps

    def _reason(self, words: Words) -> Iterator[str]:
        """Yield the reason of a step, or a numbered paragraph for each chain that it joins."""
        chains = self._chains(words.step)
        if not chains:
            yield from self.reason(words)
        for number, part in enumerate(chains, 1):
            inner = words.inside(part)
            end = inner.said(f"So {inner.outcome()}.", Concludes((), part.eliminations))
            yield " ".join((f"{number}.", *self.reason(inner), end))

    def line(self, step: Step, board: Board, reader: StepReader = ANYONE) -> str:
        """Return only the text of `Explanation.short`, for tables of many steps.

        Raises:
            TechniqueError: One of the functions that make words fails. The message names the
                technique's file.
        """
        words = Words(step, board, is_brief=True, reader=reader)
        try:
            return words.plain(self._short(words))
        except Exception as error:
            raise self._failed(error) from error

    def _as_found(self, words: Words) -> Words:
        """Return the words of a step as the finder has yielded it."""
        if self.fills and words.step.placements:
            return words.inside(_emptying(words.step, words.board))
        return words

    def _short(self, words: Words) -> str:
        """Return the step in a line. A line with too many words has less of the pattern."""
        if self.in_short is not None and not self._chains(words.step):
            told = self.in_short(words)
            # The notes of a reader may make the line too long.
            if told and (words.reader.noting is None or len(told.split()) <= MOST_WORDS):
                return told
        outcome, found = words.outcome(), self._as_found(words)
        title, what = self._title(found), self._what(found)
        fewer = outcome
        if len(words.step.placements) + len(words.step.eliminations) > _FEW_CHANGES:
            fewer = words.in_numbers()
        # A name such as "six-cell thermometer r2c1" contains the title.
        is_named = title.lower() in words.plain(what).lower()
        head = what if is_named else f"{title}: {what}"
        end = ": " if is_named else "; "
        lines = (
            *self._lines_with_thoughts(found, words, outcome),
            f"{head}{end}{outcome}",
            f"{what}: {outcome}",
            f"{head}{end}{fewer}",
            f"{what}: {fewer}",
            f"{title}: {outcome}",
            f"{title}: {fewer}",
        )
        return next((each for each in lines if len(each.split()) <= MOST_WORDS), lines[-1])

    def _lines_with_thoughts(self, found: Words, words: Words, outcome: str) -> Iterator[str]:
        """Yield lines that give the reason in place of the title.

        Args:
            found: The words of the step as the finder has yielded it.
            words: The words of the step.
            outcome: Its effect.
        """
        if self._chains(found.step):
            return
        if self.thoughts is not None:
            told = [*self.thoughts(found)]
        elif self.needs & {"cages", "constraints"}:
            reason = [*islice(self.reason(found), 2)]
            told = [as_clause(each) for each in reason] if len(reason) == 1 else []
        else:
            return
        step = words.step
        if told and not step.eliminations and _is_told_by(told[0], step, words):
            yield told[0]
        yield from (f"{each}; {outcome}" for each in told)
        if len(step.placements) + len(step.eliminations) > 1:
            yield from (f"{each}; {words.in_numbers()}" for each in told)

    def step_title(self, step: Step, board: Board) -> str:
        """Return the title of a step: the title of the technique, unless `title_of` is set.

        Raises:
            TechniqueError: `title_of` fails. The message names the technique's file.
        """
        words = self._as_found(Words(step, board))
        try:
            return words.plain(self._title(words))
        except Exception as error:
            raise self._failed(error) from error

    def _title(self, words: Words) -> str:
        return self.title if self.title_of is None else self.title_of(words)

    def _failed(self, error: Exception) -> TechniqueError:
        return TechniqueError(
            f"technique {self.name!r} ({source_of(self.reason)}): its words raised "
            f"{type(error).__name__}: {error}"
        )

    def pattern(self, step: Step, board: Board, reader: StepReader = ANYONE) -> Sentence:
        """Return the pattern of a step as a phrase: "3 and 7 at r1c1 and r1c2 in row 1"."""
        words = self._as_found(Words(step, board, reader=reader))
        return words.read(self._what(words))


def _is_told_by(sentence: str, step: Step, words: Words) -> bool:
    """Return whether a sentence states all placements: "r1c3 is 4, so r1c4 is 5"."""
    name, plain = words.geometry.name, words.plain(sentence)
    placed = [f"{name(cell)} is {words.puzzle.label_of(digit)}" for cell, digit in step.placements]
    return all(each in plain for each in placed)


def _tells_digits(reason: Iterable[str], step: Step, words: Words) -> bool:
    """Return whether each placed digit is in a sentence with its cell.

    A bound, such as "r1c1 is at least 6", is not counted, because it does not name the digit.
    """
    told = [{*_NAME.findall(_HEDGED.sub("", words.plain(each)))} for each in reason]
    name, label_of = words.geometry.name, words.puzzle.label_of
    return all(
        any({name(cell), label_of(digit)} <= each for each in told)
        for cell, digit in step.placements
    )


# ---- steps that leave one digit in a cell


def _filling(step: Step, board: Board) -> Step:
    """Return a step that places the digits of cells that have only one left."""
    left = {cell: board.masks[cell] for cell, _ in step.eliminations}
    for cell, digit in step.eliminations:
        left[cell] &= ~(1 << (digit - 1))
    if 0 in left.values():
        return step
    placed = {cell: mask.bit_length() for cell, mask in left.items() if mask.bit_count() == 1}
    gone = tuple(pair for pair in step.eliminations if pair[0] not in placed)
    return replace(step, placements=tuple(sorted(placed.items())), eliminations=gone)


def _emptying(step: Step, board: Board) -> Step:
    """Return a step that eliminates the other candidates of the cells where it places digits."""
    filled = {(cell, digit) for cell, _ in step.placements for digit in board.candidates(cell)}
    gone = {*step.eliminations, *filled} - {*step.placements}
    return replace(step, placements=(), eliminations=tuple(sorted(gone)))


# ---- the rules that a step uses


def rules_used(step: Step, puzzle: Puzzle) -> list[str]:
    """Return the rules of the constraints in the facts of a step as sentences, without duplicates.

    The rules of cages are left out, because every picture of a cage has its clue.
    """
    used = dict.fromkeys(_constraints_in(step))
    constraints = [puzzle.constraints[at] for at in used if at >= len(puzzle.cages)]
    return rule_sentences(constraints, puzzle.geometry) if constraints else []


def _constraints_in(step: Step) -> Iterator[int]:
    """Yield the numbers of the constraints in the facts of a step and of its branches."""
    facts = step.facts
    yield from facts.constraints
    yield from (link.constraint for link in facts.links if link.constraint is not None)
    for each in (*facts.steps, *chain.from_iterable(facts.branches)):
        yield from _constraints_in(each)


# ---- checks of steps that techniques written in Python find


def checked_steps(
    name: str, find: Callable[[Board, int], Iterable[Step]], board: Board, limit: int
) -> Iterator[Step]:
    """Yield the steps of a finder written in Python, at most *limit*, after checking them.

    Args:
        name: The technique's name.
        find: The finder. It is called with the board and the limit.
        board: The board to search.
        limit: Maximum number of steps, at least 1.

    Raises:
        TechniqueError: The finder raises an exception, or yields something that is not a step on
            this board.
    """
    for step in islice(_guarded(name, find, board, limit), limit):
        if problem := _problem(name, step, board):
            raise TechniqueError(f"technique {name!r} ({source_of(find)}): {problem}")
        yield step


def source_of(function: Callable[..., object]) -> str:
    """Return the place where a function is defined, "FILE, line N", as far as it is known."""
    code = getattr(function, "__code__", None)
    if code is not None:
        return f"{code.co_filename}, line {code.co_firstlineno}"
    module = sys.modules.get(getattr(function, "__module__", None) or type(function).__module__)
    return getattr(module, "__file__", None) or repr(function)


def _guarded(
    name: str, find: Callable[[Board, int], Iterable[Step]], board: Board, limit: int
) -> Iterator[Step]:
    try:
        yield from find(board, limit)
    except Exception as error:
        raise TechniqueError(
            f"technique {name!r} ({source_of(find)}): its finder raised "
            f"{type(error).__name__}: {error}"
        ) from error


def _problem(name: str, step: object, board: Board) -> str | None:
    """Return the first defect of a step on a board, or None if the step is valid."""
    if not isinstance(step, Step):
        return f"expected it to yield a Step, found {step!r}"
    if step.technique != name:
        return f"expected a step of {name!r}, found one of {step.technique!r}"
    if not step.placements and not step.eliminations:
        return "expected a step that places or eliminates something, found one without effect"
    try:
        return (
            _problem_of_facts(step, board)
            or _problem_of_changes("places", step.placements, board)
            or _problem_of_changes("eliminates", step.eliminations, board)
        )
    except (AttributeError, TypeError, ValueError):
        return f"expected pairs (cell, digit) and facts as `Facts` describes them, found {step!r}"


def _problem_of_facts(step: Step, board: Board) -> str | None:
    n, n_cells, facts = board.puzzle.order, len(board.digits), step.facts
    named = [*step.placements, *step.eliminations, *((c, d) for c, d, _ in facts.candidates)]
    named += [pair for link in facts.links for pair in (*link.start, *link.end)]
    named += [(cell, 1) for cell, _ in facts.cells]
    for cell, digit in named:
        if not (0 <= cell < n_cells and 1 <= digit <= n):
            return f"expected cells 0..{n_cells - 1} and digits 1..{n}, found {(cell, digit)}"
    n_cages = len(board.puzzle.cages)
    for fact in facts.cages:
        if not 0 <= fact.cage < n_cages:
            return f"expected one of the puzzle's {n_cages} cages, found cage {fact.cage}"
    n_constraints = len(board.puzzle.constraints)
    for number in facts.constraints:
        if not n_cages <= number < n_constraints:
            return f"expected a constraint {n_cages}..{n_constraints - 1}, found {number}"
    return next((found for each in facts.ways if (found := _problem_of_ways(each, board))), None)


def _problem_of_ways(fact: Ways, board: Board) -> str | None:
    n, n_constraints, n_cells = board.puzzle.order, len(board.puzzle.constraints), len(fact.cells)
    if not 0 <= fact.constraint < n_constraints:
        return f"expected ways of a constraint 0..{n_constraints - 1}, found {fact.constraint}"
    if not 1 <= len(fact.ways) <= MOST_WAYS:
        return f"expected 1..{MOST_WAYS} ways, found {len(fact.ways)}"
    for cell in fact.cells:
        if not 0 <= cell < len(board.digits):
            return f"expected cells 0..{len(board.digits) - 1} with ways, found {cell}"
    for way in fact.ways:
        if len(way) != n_cells or not all(1 <= digit <= n for digit in way):
            return f"expected ways of {n_cells} digits 1..{n}, found {way}"
    return None


def _problem_of_changes(verb: str, pairs: Iterable[tuple[int, int]], board: Board) -> str | None:
    # A step must not place or eliminate a missing candidate. Its words and its picture would be
    # wrong, and a step without any effect would be found again and again.
    for cell, digit in pairs:
        if board.digits[cell] or not board.masks[cell] >> (digit - 1) & 1:
            where = board.puzzle.geometry.name(cell)
            return f"it {verb} {digit} at {where}, which is not a candidate there; leave that out"
    return None
