"""Writes examples.txt and practice.txt beside the techniques: boards that only they solve.

    ./run python -m tests.techniques.make_examples [--rounds 30] [--seed 1] [--anew | --example]
        [NAME ...]

For every technique (or those that are named): an example with a near miss, and six boards of other
puzzles for practice, the easiest to see first. On all of them the technique is the easiest
there is in the scale pandoku, but for what always finds something too (`always_too`). Lines that
still hold are kept, unless --anew says otherwise. With --example, only the examples are made anew,
and an example is kept if no other is found.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

sys.path[:0] = [str(Path(__file__).parents[2])]

from pandoku.logic import next_step  # noqa: E402
from pandoku.model import Puzzle  # noqa: E402
from pandoku.play.drills import image_of  # noqa: E402
from pandoku.techniques import (  # noqa: E402
    TECHNIQUES,
    Example,
    Technique,
    example_board,
    example_of,
    example_text,
    examples_file,
    get_technique,
    practice_of,
)
from tests.techniques.board_search import (  # noqa: E402
    CAGED,
    CHANCE,
    MOST_ALONE,
    ODD,
    PLAIN,
    RULED,
    TRIALS,
    Met,
    Source,
    by_chance,
    concludes_once,
    is_easiest,
    nearly,
    on_paths,
    sources_for,
)
from tests.techniques.near_misses import near_misses  # noqa: E402
from tests.techniques.rule_puzzles import TYPICAL  # noqa: E402
from tests.techniques.seeing import effort  # noqa: E402

HEADS = {
    "examples.txt": "# A board for each technique, and a change that breaks it; "
    "see _examples.py.\n# Made by tests/techniques/make_examples.py.\n",
    "practice.txt": "# More boards for each technique; see _examples.py. "
    "Made by tests/techniques/make_examples.py.\n",
    "typical.txt": "# Positions where people meet each technique; see _examples.py. "
    "Made by tests/techniques/make_typical.py.\n",
}
PRACTICE = 6  # boards of a technique
ENOUGH = 14  # boards to choose from
ENOUGH_OF_A_SOURCE = 4  # of those with cages
CHANCE_FROM = 2  # the round from which on boards are made at random too
NEARLY = 12  # boards on which a path is nearly stuck
CHANCES = 50  # boards made at random of each puzzle
USUAL = ("sudoku9", "killer9", "calcudoku6")  # what people play most
USUAL_CELLS, USUAL_EMPTY = 4, 45  # in the lesson of a rule: cells of a step, and of a board
Pool = dict[str, list[Met]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--example", action="store_true")
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    names = asked.names or list(TECHNIQUES)
    chosen, examples = {}, {}
    for name in TECHNIQUES:
        is_kept = name not in names
        is_anew = (asked.anew or asked.example) and not is_kept
        if text := "" if is_anew else kept_example(name, is_kept=is_kept):
            examples[name] = text
        is_kept = is_kept or asked.example
        chosen[name] = [] if asked.anew and not is_kept else kept(name, is_kept=is_kept)
    olds = ((name, example_of(name)) for name in names if asked.example)
    spare = {name: line(old) for name, old in olds if old}
    wanted = [n for n in names if n not in examples or len(chosen[n]) < PRACTICE]
    pool: Pool = {name: [] for name in wanted}
    for round_ in range(asked.rounds):
        search(pool, asked.seed * 1000 + round_)
        for name in wanted:
            if round_ >= CHANCE_FROM and is_wanted(pool, name):
                search_by_chance(pool, name, asked.seed * 1000 + round_)
        short = [name for name in wanted if is_wanted(pool, name)]
        print(f"round {round_ + 1}: {len(short)} of {len(wanted)} not complete", flush=True)
        if not short or (round_ + 1 >= asked.rounds // 2 and all(map(pool.get, short))):
            break
    choose(pool, wanted, examples, chosen, spare)
    for name in wanted:
        if len(chosen[name]) < PRACTICE or name not in {**spare, **examples}:
            print(f"by chance: {name}, {len(pool[name])} met", flush=True)
            search_by_chance(pool, name, asked.seed)
            choose(pool, [name], examples, chosen)
        if len(chosen[name]) < PRACTICE and name in examples:  # what is left are images
            board = example_board(examples[name].partition(" | ")[0])
            pool[name] = [Met(image_of(board, seed), "image") for seed in range(2 * PRACTICE)]
            choose(pool, [name], examples, chosen)
    report({**spare, **examples}, chosen)


def choose(
    pool: Pool,
    names: list[str],
    examples: dict[str, str],
    chosen: dict[str, list[str]],
    spare: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Take the best of what was found, and write the files, with spare examples if none is new."""
    for name in names:
        if name not in examples and (text := best_example(pool[name], get_technique(name))):
            examples[name] = text
        lines = practice(name, chosen[name], pool[name], examples.get(name, ""))
        chosen[name] = easiest_first(name, lines)
    write("examples.txt", {name: [text] for name, text in {**spare, **examples}.items()})
    write("practice.txt", chosen)


def report(examples: dict[str, str], chosen: dict[str, list[str]]) -> None:
    print(f"no example: {', '.join(n for n in TECHNIQUES if n not in examples) or 'none'}")
    few = {name: len(lines) for name, lines in chosen.items() if len(lines) < PRACTICE}
    print(f"fewer than {PRACTICE} for practice: {few or 'none'}")
    print(f"by chance: {[n for n, of in chosen.items() if any('by chance' in x for x in of)]}")


# ---- what is there


def kept_example(name: str, *, is_kept: bool) -> str:
    """Return the line of a technique's example if it still holds or *is_kept*, else "".

    The near miss is made anew.
    """
    example, technique = example_of(name), get_technique(name)
    if is_kept:
        return line(example) if example else ""
    if example is None or not is_easiest(example.board, name):
        return ""
    return best_example([Met(example.board, CHANCE if example.by_chance else "")], technique)


def kept(name: str, *, is_kept: bool) -> list[str]:
    """Return the lines of the boards for practice that still hold, or all if *is_kept*."""
    boards = practice_of(name)
    return [line(each) for each in boards if is_kept or is_easiest(each.board, name)]


def line(example: Example) -> str:
    parts = [example_text(example.board), *filter(None, [example.unless])]
    return " | ".join(parts + ["by chance"] * example.by_chance)


# ---- the search


def is_wanted(pool: Pool, name: str, source: Source | None = None) -> bool:
    """Return whether more boards of a technique are looked for, here or anywhere."""
    found = Counter(each.source for each in pool[name])
    if found.total() >= ENOUGH:
        return False
    if source is None:
        return found.total() < ENOUGH
    if source not in sources_for(name):
        return False
    if source not in CAGED:
        return True
    if source.only or name in ODD:
        return source.only == name
    return found[f"{source.kind}{source.order}"] < ENOUGH_OF_A_SOURCE


def search(pool: Pool, seed: int) -> None:
    made = (source for name in pool for source in sources_for(name))
    for source in dict.fromkeys((*PLAIN, *CAGED, *RULED, *made)):
        names = [name for name in pool if is_wanted(pool, name, source)]
        is_slow = not all(get_technique(name).is_native for name in names)
        few = source._replace(n_puzzles=min(source.n_puzzles, 30)) if is_slow else source
        if len(names) <= MOST_ALONE and not is_slow:  # the rare ones are left
            few = source._replace(n_puzzles=source.n_puzzles * 4)
        for name, met in on_paths(names, few, seed) if names else ():
            if is_wanted(pool, name, source):
                pool[name].append(met)


def search_by_chance(pool: Pool, name: str, seed: int) -> None:
    """Make boards at random, of every kind in turn, until there are enough."""
    sources = sources_for(name)
    if not get_technique(name).is_native:
        return
    is_without = not best_example(pool[name], get_technique(name))
    if is_without and name in TRIALS:
        pool[name] += nearly(name, seed, NEARLY)
    for source in sources:
        if source.only != (name if name in ODD else ""):
            continue
        few = source._replace(n_puzzles=min(source.n_puzzles, 20))
        for met in by_chance(name, few, seed, CHANCES):
            if is_without and not concludes_once(met.board, name):
                continue
            pool[name].append(met)
            if len(pool[name]) > PRACTICE + 2 and best_example(pool[name], get_technique(name)):
                return


# ---- the choice


def best_example(found: list[Met], technique: Technique) -> str:
    """Return the line of the simplest board whose pattern a change breaks; "" if there is none."""
    for met in sorted(found, key=lambda met: simplicity(met, technique)):
        by_chance = met.source == CHANCE
        step = next(technique.steps(met.board, 1))
        for change in near_misses(met.board, step, technique):
            return line(Example(met.board, change, by_chance=by_chance))
    return ""


def simplicity(met: Met, technique: Technique) -> tuple[bool, int, int, int]:
    """Return what puts simple boards first: one conclusion, a usual kind, a small step."""
    step = next(technique.steps(met.board, 1))
    size = len(step.facts.cells) + len(step.facts.links) + len(step.facts.branches) * 5
    size += sum(len(fact.fillings) for fact in step.facts.cages)
    rank = USUAL.index(met.source) if met.source in USUAL else len(USUAL)
    is_mixed = not concludes_once(met.board, technique.name)
    if technique.name not in TYPICAL:
        return is_mixed, rank, size, sum(map(int.bit_count, met.board.masks))
    # Two cells of a line, or the end of a puzzle, do not show what people look for.
    n_words = len(str(technique.explain(step, met.board)).split())
    distance = abs(met.board.digits.count(0) - USUAL_EMPTY)
    return is_mixed, abs(size - USUAL_CELLS), distance // 15, n_words


def practice(name: str, kept: list[str], found: list[Met], example: str) -> list[str]:
    """Return the lines for practice: the sources in turn, each board of a puzzle of its own."""
    lines, seen = list(kept), {puzzle_of(example)} | set(map(puzzle_of, kept))
    rank: Counter[str] = Counter()
    turns = []
    for met in found:
        turns.append((met.source == CHANCE, rank[met.source], met))
        rank[met.source] += 1
    for _, _, met in sorted(turns, key=lambda each: each[:2]):
        text = line(Example(met.board, by_chance=met.source == CHANCE))
        if len(lines) < PRACTICE and puzzle_of(text) not in seen:
            lines.append(text)
            seen.add(puzzle_of(text))
    return lines


def easiest_first(name: str, lines: list[str]) -> list[str]:
    """Return lines for practice, sorted by the effort of seeing the step that hints lead to."""

    def effort_of(text: str) -> float:
        board, technique = example_board(text.partition(" | ")[0]), get_technique(name)
        step = next_step(board, techniques=[technique], is_proper=True)
        return effort(board, step or next(technique.steps(board, 1)))

    return sorted(lines, key=effort_of)


def puzzle_of(text: str) -> Puzzle | None:
    return example_board(text.partition(" | ")[0]).puzzle if text else None


def write(file: str, lines: dict[str, list[str]]) -> None:
    """Write every line into the file beside its technique, in the order of the registry."""
    texts: dict[Path, str] = {}
    for name in TECHNIQUES:
        for each in lines.get(name, ()):
            path = examples_file(name).with_name(file)
            texts[path] = texts.get(path, HEADS[file]) + f"{name} {each}\n"
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
