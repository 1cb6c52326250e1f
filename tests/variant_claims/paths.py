"""Check the JSON document of a path: its boards, its steps, and the claims of its sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import inf
from time import process_time

from tests.variant_claims.chains import Known
from tests.variant_claims.judges import Case, is_true, link_holds, ways_hold
from tests.variant_claims.prover import Parts, Prover
from tests.variant_claims.reading import Json, NotJudged, Pair, Position, Reading

# Steps whose proof is a chain of claims that begins with an assumption. Each claim is judged. The
# facts of such a step need not prove it all at once.
TRIALS = {"rule-trial"}


@dataclass
class Report:
    """The results of some paths.

    Attributes:
        counts: How many steps, sentences, claims and so on were judged.
        not_judged: How many claims and steps were not judged, by the reason.
        failures: What is false, a line for each.
    """

    counts: Counter[str] = field(default_factory=Counter)
    not_judged: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        self.counts += other.counts
        self.not_judged += other.not_judged
        self.failures += other.failures


def check_path(
    document: Json,
    name: str = "",
    solution: Sequence[int] | None = None,
    seconds: float = inf,
) -> Report:
    """Check a path.

    Args:
        document: The path as JSON.
        name: The name of the puzzle in lines about failures.
        solution: The solution, or None to search for it by the rules as they are read here.
        seconds: Limit of processor time. The claims of later steps are counted as not judged.
    """
    return _Check(document, name, seconds).run(solution)


class _Check:
    def __init__(self, document: Json, name: str, seconds: float) -> None:
        self.document, self.name = document, name
        self.reading = Reading(document["puzzle"])
        self.prover = Prover(self.reading)
        self.report = Report()
        self.ends = process_time() + seconds

    def run(self, solution: Sequence[int] | None) -> Report:
        try:
            if solution is None:
                solution = self._only_solution()
            if solution is not None:
                self._check_rules(solution)
                self._check_steps(solution)
        finally:
            self.prover.close()
        return self.report

    def fails(self, text: str) -> None:
        self.report.failures.append(f"{self.name}: {text}")

    def counts(self, what: str, n: int = 1) -> None:
        self.report.counts[what] += n

    # ---- the puzzle

    def _only_solution(self) -> list[int] | None:
        try:
            found = self.prover.solutions()
        except NotJudged as reason:
            self.report.not_judged[f"path: {reason}"] += 1
            return None
        if len(found) != 1:
            self.fails(f"expected one solution, found {len(found)} or more")
            return None
        return found[0]

    def _check_rules(self, solution: Sequence[int]) -> None:
        """Check that the solution meets each rule, so that it is read rightly."""
        full = Position(solution, [()] * len(solution))
        for number, rule in enumerate(self.reading.rules):
            try:
                is_met = self.prover.can_complete(full, Parts(rules=(number,)))
            except NotJudged as reason:
                self.report.not_judged[f"{reason}"] += 1
                continue
            self.counts("rules read")
            if not is_met:
                self.fails(f"the solution does not meet {rule}")

    # ---- the steps

    def _check_steps(self, solution: Sequence[int]) -> None:
        document, reading = self.document, self.reading
        position = Position.of(document["start"])
        for cell, digit in enumerate(solution):
            if digit not in position.values(cell):
                self.fails(f"the first board has no {digit} at {reading.name(cell)}")
        self.counts("paths")
        for step in document["steps"]:
            self._check_step(Case(self.prover, position, solution, {}), step)
            for cell, digit in reading.pairs(step["eliminations"]):
                position.remove(cell, digit)
            for cell, digit in reading.pairs(step["placements"]):
                position.place(cell, digit, self.prover.sight[cell])
        if position.digits != document["end"]["digits"]:
            self.fails("the last board has other digits")
        elif any(
            left != {*listed}
            for left, listed, digit in zip(
                position.candidates, document["end"]["candidates"], position.digits, strict=True
            )
            if not digit
        ):
            self.fails("the last board has other candidates")

    def _check_step(self, case: Case, step: Json) -> None:
        where = f"step {step['step']}, {step['technique']}"
        self.counts("steps")
        self._check_changes(case, step, where)
        if len(step["claims"]) != len(step["text"]):
            self.fails(f"{where}: expected claims for each sentence")
        if process_time() > self.ends:
            self.report.not_judged["step after the time limit"] += 1
            return
        for text, claims in zip(step["text"], step["claims"], strict=False):
            self.counts("sentences")
            if not claims:
                self.counts(f"sentences without a claim: {step['technique']}")
            for claim in claims:
                self._judge(case, claim, f"{where}: {text}")
        for ways in step.get("ways", ()):
            judge = partial(ways_hold, case, ways, _named_by(self.reading, step))
            self._count_if(judge, "lists of ways", f"{where} - other ways: {ways}")
        for link in step["links"]:
            judge = partial(link_holds, case, link)
            self._count_if(judge, "links", f"{where} - no link: {link}")
        if step.get("constraints"):
            self._check_proof(case, step, where)

    def _check_changes(self, case: Case, step: Json, where: str) -> None:
        """Compare the changes of a step with the solution, and with the board."""
        reading, position = case.reading, case.position
        changes = [(*pair, True) for pair in reading.pairs(step["placements"])]
        changes += [(*pair, False) for pair in reading.pairs(step["eliminations"])]
        if not changes:
            self.fails(f"{where}: it changes nothing")
        for cell, digit, is_placed in changes:
            self.counts("placements" if is_placed else "eliminations")
            what = f"{reading.name(cell)} {'is' if is_placed else 'is not'} {digit}"
            if (case.solution[cell] == digit) != is_placed:
                self.fails(f"{where}: {what}, but the solution has {case.solution[cell]}")
            if digit not in position.candidates[cell]:
                self.fails(f"{where}: {what} was known before")

    def _judge(self, case: Case, claim: Json, where: str) -> None:
        self.counts(f"claims: {claim['name']}")
        failure = f"{where} - false: {claim}"
        self._count_if(lambda: is_true(case, claim), "claims", failure, f"{claim['name']}: ")

    def _count_if(self, judge: Callable[[], bool], what: str, failure: str, kind: str = "") -> None:
        """Judge something, count it, and note a failure."""
        try:
            found = judge()
        except NotJudged as reason:
            self.report.not_judged[f"{kind or f'{what}: '}{reason}"] += 1
            return
        self.counts(what)
        if not found:
            self.fails(failure)

    # ---- the proof of a step that names rules

    def _check_proof(self, case: Case, step: Json, where: str) -> None:
        """Check that the named rules and houses, the candidates and sight prove the changes."""
        try:
            if step["technique"] in TRIALS:
                self.counts("trials")
                if not _ends_in_contradiction(case, step):
                    self.fails(f"{where}: the trial ends without a contradiction")
                return
            parts = _named_by(case.reading, step)
            for cell, digit in case.reading.pairs(step["eliminations"]):
                self.counts("eliminations judged by named rules")
                if case.can(parts, true=[(cell, digit)]):
                    name = case.reading.name(cell)
                    self.fails(f"{where}: {name} can be {digit} - {step['short']}")
            for cell, digit in case.reading.pairs(step["placements"]):
                self.counts("placements judged by named rules")
                # The cell may be outside the rules, so each of its other candidates must be false.
                others = (each for each in case.position.candidates[cell] if each != digit)
                if any(case.can(parts, true=[(cell, other)]) for other in others):
                    name = case.reading.name(cell)
                    self.fails(f"{where}: {name} need not be {digit} - {step['short']}")
        except NotJudged as reason:
            self.report.not_judged[f"proof of {step['technique']}: {reason}"] += 1


def _named_by(reading: Reading, step: Json) -> Parts:
    """Return the rules, houses and cells of a step and of its links."""
    links: list[Json] = step["links"]
    rules = [each["constraint"] for each in step.get("constraints", ())]
    rules += [each["cage"] for each in (*step["cages"], *links) if each["cage"] is not None]
    rules += [each["constraint"] for each in links if "constraint" in each]
    houses = [reading.house(each) for each in step["houses"]]
    houses += [reading.house(each["house"]) for each in links if each["house"]]
    cells = reading.cells(cell for cell, _ in step["cells"])
    cells += reading.cells(pair[0] for each in links for pair in (*each["start"], *each["end"]))
    return Parts(*(tuple(dict.fromkeys(part)) for part in (rules, houses, cells)))


def _ends_in_contradiction(case: Case, step: Json) -> bool:
    """Return whether each assumption of a trial leads to a contradiction.

    Each claim rests on earlier ones of the same assumption.
    """
    starts, cases = case.reading.pairs(step["eliminations"]), dict[Pair, Known]()
    for claim in (claim for of_sentence in step["claims"] for claim in of_sentence):
        if claim["name"] == "open":
            pairs = product(case.reading.cells(claim["cells"]), claim["digits"])
            for pair in {*pairs}.intersection(starts) - cases.keys():
                known = cases[pair] = case.known([(*pair, True)])
        elif not known.takes(claim):
            return False
    return cases.keys() == {*starts} and all(known.is_broken() for known in cases.values())
