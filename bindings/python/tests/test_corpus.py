"""Puzzles that are made, rated and verified."""

import os
import signal
import sys
import threading

import ninefold
import pytest

from conftest import CLASH, EASY, EMPTY, NONE, SOLUTION


def test_puzzles_are_made_as_asked():
    puzzles = ninefold.generate(50, seed=7, clues=(28, 30), difficulty="medium")
    ratings = ninefold.rate(puzzles)
    assert len(set(puzzles)) == 50
    assert all(81 - puzzle.count(".") == clues and 28 <= clues <= 30 for puzzle, clues in zip(puzzles, ratings.clues))
    assert set(ratings.levels) == {"hidden-singles"} and set(ratings.counts) == {1}
    assert ninefold.generate(20, seed=7, clues=(28, 30), difficulty="medium") == puzzles[:20]
    assert ninefold.generate(20, seed=8, clues=(28, 30), difficulty="medium") != puzzles[:20]
    assert set(ninefold.rate(ninefold.generate(20, minimal=True)).minimal) == {True}
    assert set(ninefold.rate(ninefold.generate(20, kind="multiple"), limit=3).counts) <= {2, 3}
    assert set(ninefold.rate(ninefold.generate(20, kind="unsolvable")).counts) == {0}
    assert ninefold.generate(0) == []


@pytest.mark.parametrize(
    "wrong",
    [{"clues": 5}, {"clues": (30, 20)}, {"difficulty": "Easy"}, {"kind": "other"}, {"kind": "multiple", "minimal": True}],
)
def test_what_cannot_be_made_is_refused(wrong):
    with pytest.raises(ValueError, match="clues|difficulty|kind"):
        ninefold.generate(1, **wrong)


def test_ratings_say_what_is_known():
    ratings = ninefold.rate([EASY, None, EMPTY, CLASH, NONE, "no puzzle", SOLUTION], limit=5)
    assert ratings.clues == [30, None, 0, 2, 9, None, 81]
    assert ratings.counts == [1, None, 5, None, 0, None, 1]
    assert ratings.levels == ["naked-singles", None, None, None, "naked-singles", None, "naked-singles"]
    assert ratings.guesses[0] == 0 and ratings.guesses[3] is None
    assert ratings.minimal == [False, None, None, None, None, None, False]
    assert ninefold.rate([]) == ([], [], [], [], [])
    # More than what is rated between two looks for signals.
    many = ninefold.rate([EASY, None, EMPTY] * 300)
    assert many.counts == [1, None, 2] * 300
    with pytest.raises(TypeError):
        ninefold.rate(EASY)


def test_answers_are_judged(mixed):
    answers = ninefold.solve(mixed)
    judged = ninefold.verify(mixed, answers)
    for puzzle, answer, reason in zip(mixed, answers, judged):
        expected = None if answer is not None or puzzle is None else "there is no answer"
        assert reason == expected
    other = SOLUTION.translate(str.maketrans("12", "21"))
    reasons = ninefold.verify([EASY, EASY, EASY, "55", EMPTY], [other, SOLUTION[:80], EASY, SOLUTION, SOLUTION])
    for reason, part in zip(reasons[:4], ["is not the clue", "80 cells", "is not a digit", "malformed"]):
        assert part in reason
    assert reasons[4] is None
    with pytest.raises(ValueError, match="2 puzzles and 1 answers"):
        ninefold.verify([EASY, EASY], [SOLUTION])


def test_ctrl_c_ends_generating():
    if sys.platform == "win32":
        pytest.skip("no signal to oneself")
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        ninefold.generate(10**7, difficulty="extreme")
