"""Long proofs in outline: the sentences that a reader needs first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.words._spans import Sentence

MOST_IN_TEXT = 400  # maximum number of words of a proof that is shown completely


def outline_positions(sentences: Sequence[str], most: int = MOST_IN_TEXT) -> list[int]:
    """Return the positions of the sentences of an outline, ascending.

    The most deeply indented sentences are left out first: they prove the sentences before them. If
    that is not enough, sentences from the middle are left out.

    Args:
        sentences: The sentences of a proof.
        most: Maximum number of words in the outline. The first and the last sentence are always in
            it.

    >>> outline_positions(["1. a b", "    1.1. c d e", "2. f", "3. g h"], most=8)
    [0, 2, 3]
    """
    words = [len(sentence.split()) for sentence in sentences]
    depths = [len(sentence) - len(sentence.lstrip(" ")) for sentence in sentences]
    kept = [*range(len(sentences))]
    for depth in sorted({*depths} - {0}, reverse=True):
        if sum(words[at] for at in kept) > most:
            kept = [at for at in kept if depths[at] < depth]
    room, chosen = most, list[int]()
    for at in _from_both_ends(kept):
        room -= words[at]
        if room < 0 and len(chosen) >= 2:
            break
        chosen.append(at)
    return sorted(chosen)


def _from_both_ends(items: Sequence[int]) -> Iterator[int]:
    """Yield the first item, the last, the second, the last but one, and so on."""
    for number in range(len(items)):
        half = number // 2
        yield items[-1 - half] if number % 2 else items[half]


def outlined(sentences: Sequence[Sentence], most: int = MOST_IN_TEXT) -> tuple[Sentence, ...]:
    """Return a proof in outline. A line such as "… 12 more lines" stands for those left out.

    Args:
        sentences: The sentences of a proof.
        most: Maximum number of words of the sentences that are not left out.

    >>> outlined([Sentence("1. a b"), Sentence("    1.1. c d e"), Sentence("2. f g")], most=6)
    ('1. a b', '    … one more line', '2. f g')
    """
    told, before = list[Sentence](), -1
    for at in outline_positions(sentences, most):
        if n := at - before - 1:
            left_out = sentences[before + 1]
            indent = " " * (len(left_out) - len(left_out.lstrip(" ")))
            told.append(Sentence(f"{indent}… {'one more line' if n == 1 else f'{n} more lines'}"))
        told.append(sentences[at])
        before = at
    return tuple(told)
