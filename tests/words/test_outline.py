"""Outlines of long proofs: short, in order, with the first and the last sentence."""

from __future__ import annotations

import random

from pandoku.words import MOST_IN_TEXT, Sentence, outline_positions, outlined
from tests.together import together


def _proof(n: int, seed: int) -> list[Sentence]:
    chance = random.Random(seed)
    depths = [0, *(4 * chance.choice((0, 0, 1, 1, 2)) for _ in range(n - 2)), 0]
    return [Sentence(" " * depth + f"{at}. " + "word " * 30) for at, depth in enumerate(depths)]


@together("n, seed", [(n, seed) for n in (2, 3, 20, 300) for seed in range(20)])
def test_an_outline_is_short_and_in_order(n: int, seed: int) -> None:
    proof = _proof(n, seed)
    kept = outline_positions(proof)
    assert kept == sorted(set(kept))
    assert (kept[0], kept[-1]) == (0, n - 1)
    assert sum(len(proof[at].split()) for at in kept) <= MOST_IN_TEXT
    told = outlined(proof)
    assert [each for each in told if "…" not in each] == [proof[at] for at in kept]
    left_out = sum(int(each.split()[1].replace("one", "1")) for each in told if "…" in each)
    assert left_out == n - len(kept)


def test_what_proves_a_sentence_is_left_out_before_the_sentence() -> None:
    proof = [Sentence(text) for text in ("1. a", "    1.1. b", "        c", "    1.2. d", "2. e")]
    assert outline_positions(proof, 8) == [0, 1, 3, 4]
    assert outline_positions(proof, 6) == [0, 4]
    assert outline_positions(proof, 100) == [0, 1, 2, 3, 4]


def test_a_text_without_words_to_spare_is_left_as_it_is() -> None:
    proof = (Sentence("Row 1 is full."), Sentence("So r1c1 is 5."))
    assert outlined(proof) == proof
    assert outlined(()) == ()
