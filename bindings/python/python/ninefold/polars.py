"""Expressions of polars: `solution`, `verdict` and `count` of a column of puzzles.

``import ninefold.polars`` also adds them to every expression: ``pl.col("puzzle").sudoku.solve()``. Type checkers do not know
those.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars

from ._kinds import Answers, solve

__all__ = ["Sudoku", "count", "solution", "verdict"]

_Answers = Answers[polars.Series, polars.Series, polars.Series]


def solution(puzzles: polars.Expr, limit: int = 1, *, max_guesses: int = 10_000_000, threads: int | None = None) -> polars.Expr:
    """The solution of each puzzle, named ``solution``. The arguments are those of `ninefold.solve`."""

    def solutions(column: polars.Series) -> polars.Series:
        return solve(column, limit, max_guesses=max_guesses, threads=threads)

    return _expression(puzzles, solutions, polars.String(), "solution")


def verdict(puzzles: polars.Expr, limit: int = 2, *, max_guesses: int = 10_000_000, threads: int | None = None) -> polars.Expr:
    """The verdict on each puzzle, named ``verdict``: one of `ninefold.VERDICTS`."""

    def verdicts(column: polars.Series) -> polars.Series:
        answers: _Answers = solve(column, limit, full=True, max_guesses=max_guesses, threads=threads)
        return answers.verdicts

    return _expression(puzzles, verdicts, polars.String(), "verdict")


def count(puzzles: polars.Expr, limit: int = 2, *, max_guesses: int = 10_000_000, threads: int | None = None) -> polars.Expr:
    """The number of solutions of each puzzle up to `limit`, named ``count``."""

    def counts(column: polars.Series) -> polars.Series:
        answers: _Answers = solve(column, limit, full=True, max_guesses=max_guesses, threads=threads)
        return answers.counts

    return _expression(puzzles, counts, polars.UInt64(), "count")


def _expression(
    puzzles: polars.Expr, answers: Callable[[polars.Series], polars.Series], dtype: polars.DataType, name: str
) -> polars.Expr:
    return puzzles.map_batches(answers, return_dtype=dtype, is_elementwise=True).alias(name)


@polars.api.register_expr_namespace("sudoku")
class Sudoku:
    """What an expression of puzzles can do."""

    def __init__(self, puzzles: polars.Expr) -> None:
        self._puzzles = puzzles

    def solve(self, limit: int = 1, **options: Any) -> polars.Expr:
        """See `solution`."""
        return solution(self._puzzles, limit, **options)

    def verdict(self, limit: int = 2, **options: Any) -> polars.Expr:
        """See `verdict`."""
        return verdict(self._puzzles, limit, **options)

    def count(self, limit: int = 2, **options: Any) -> polars.Expr:
        """See `count`."""
        return count(self._puzzles, limit, **options)
