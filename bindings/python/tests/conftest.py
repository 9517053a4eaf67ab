"""Puzzles of every kind, and a judge that knows the rules and does not use the solver."""

from pathlib import Path

import pytest

UNITS = [
    *([9 * r + c for c in range(9)] for r in range(9)),
    *([9 * r + c for r in range(9)] for c in range(9)),
    *([27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for b in range(9)),
]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = "." * 81
SEVERAL = ".." + SOLUTION[2:9] + "." * 72
CLASH = "55" + "." * 79
NONE = "12345678.........9" + "." * 63
LONG = EASY + "."
SHORT = EASY[:80]
KINDS = {
    EASY: ("solved", 1),
    EASY.replace(".", "0"): ("solved", 1),
    SEVERAL: ("multiple", 2),
    EMPTY: ("multiple", 2),
    CLASH: ("invalid", 0),
    NONE: ("none", 0),
    LONG: ("malformed", 0),
    SHORT: ("malformed", 0),
    "": ("malformed", 0),
    "no puzzle": ("malformed", 0),
    EASY.replace("7", "é", 1): ("malformed", 0),
    EASY.replace("7", "?", 1): ("malformed", 0),
}


def is_solution(puzzle, solution):
    return (
        len(solution) == 81
        and all(p == s or p in ".0*_Xx" for p, s in zip(puzzle, solution))
        and all(sorted(solution[cell] for cell in unit) == list("123456789") for unit in UNITS)
    )


@pytest.fixture(scope="session")
def corpus():
    """Puzzles with one solution."""
    text = Path(__file__, "../../../../datasets/sample.txt").resolve().read_text()
    puzzles = [line[:81] for line in text.splitlines() if len(line) >= 81 and not line.startswith("#")]
    assert len(puzzles) > 50
    return puzzles


@pytest.fixture(scope="session")
def mixed(corpus):
    """A few thousand rows of every kind, nulls among them."""
    kinds = [None, *KINDS]
    return [kinds[i % 7 * 2 % len(kinds)] if i % 3 == 0 else corpus[i % len(corpus)] for i in range(5000)] + kinds


@pytest.fixture(scope="session")
def judge():
    """Judges lists of answers by the puzzles, for a limit of 2."""

    def judged(puzzles, solutions, counts, guesses, verdicts):
        assert len(puzzles) == len(solutions) == len(counts) == len(guesses) == len(verdicts)
        for row in zip(puzzles, solutions, counts, guesses, verdicts):
            puzzle, solution, count, guess, word = row
            if puzzle is None:
                assert row == (None,) * 5
                continue
            known = KINDS.get(puzzle, ("solved", 1))
            assert (word, count) == known, row
            assert guess >= 0
            if word == "solved":
                assert is_solution(puzzle, solution), row
            else:
                assert solution is None, row

    return judged
