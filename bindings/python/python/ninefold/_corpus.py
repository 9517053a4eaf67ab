"""Makes puzzles, rates them, and verifies answers: lists of texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from . import _native


class Ratings(NamedTuple):
    """The ratings of puzzles. All are None for what is no puzzle."""

    clues: list[int | None]
    """Clues."""
    counts: list[int | None]
    """Solutions, up to the limit; None if two clues clash, or after ten million guesses."""
    levels: list[str | None]
    """``naked-singles``, ``hidden-singles``, ``locked-candidates`` or ``guessing``: the simplest that is enough for a puzzle
    with one solution or none."""
    guesses: list[int | None]
    """Guesses of a fixed search, which does not depend on the engine."""
    minimal: list[bool | None]
    """Whether every clue is needed, for a puzzle with one solution."""


def generate(
    count: int,
    *,
    seed: int = 1,
    clues: int | tuple[int, int] | None = None,
    difficulty: Literal["easy", "medium", "hard", "extreme"] | None = None,
    minimal: bool = False,
    kind: Literal["unique", "multiple", "unsolvable", "invalid"] = "unique",
) -> list[str]:
    """Makes puzzles, on the caller's thread. The same arguments give the same puzzles, and the program makes them, too.

    >>> generate(2, clues=30, difficulty="easy") == generate(3, clues=(30, 30), difficulty="easy")[:2]
    True

    Parameters
    ----------
    count
        How many. There are fewer if 100,000 grids were not enough for one.
    seed
        Another seed gives other puzzles.
    clues
        The number of clues, or the smallest and the largest. Without it, one that suits the other arguments.
    difficulty
        ``easy``: naked singles suffice. ``medium``: also hidden singles. ``hard``: locked candidates or fewer than eight guesses.
        ``extreme``: eight guesses or more.
    minimal
        Whether every clue must be needed.
    kind
        Puzzles with one solution, with several, with none, or with two clues that clash.

    Raises
    ------
    ValueError
        No puzzle can fit the arguments.
    KeyboardInterrupt
        Ctrl-C, or the exception of another signal handler.
    """
    if isinstance(clues, int):
        clues = (clues, clues)
    return _native.generate(count, seed, clues, difficulty, minimal, kind)


def rate(puzzles: Sequence[str | None], limit: int = 2) -> Ratings:
    """Rates puzzles, on the caller's thread, and counts solutions up to `limit`, which is at least 2.

    >>> rate(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    Ratings(clues=[30], counts=[1], levels=['naked-singles'], guesses=[0], minimal=[False])
    """
    return Ratings(*_native.rate(puzzles, limit))


def verify(puzzles: Sequence[str | None], answers: Sequence[str | None]) -> list[str | None]:
    """What is wrong with each answer, None if it is right. For an answer that is None, there is none.

    >>> verify(["1" + "." * 80], ["2" * 81])
    ['the answer is wrong: r1c1 is not the clue']

    A puzzle that is None is not judged. Whether a puzzle has other solutions does not matter: see `is_unique`.

    Raises
    ------
    ValueError
        There are not as many answers as puzzles.
    """
    return _native.verify(puzzles, answers)
