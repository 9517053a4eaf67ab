"""Expressions of polars: `solution`, `verdict` and `count` of a column of puzzles.

``import ninefold.polars`` also adds them to every expression: ``pl.col("puzzle").sudoku.solve()``. Type checkers do not know
those.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TypedDict, Unpack

import polars

from ._kinds import Answers, solve

__all__ = ["Options", "Sudoku", "count", "solution", "verdict"]


class Options(TypedDict, total=False):
    """Arguments of `ninefold.solve`."""

    max_guesses: int
    deadline: float | timedelta | None
    threads: int | None


_Answers = Answers[polars.Series, polars.Series, polars.Series]


def solution(puzzles: polars.Expr, limit: int = 1, **options: Unpack[Options]) -> polars.Expr:
    """The solution of each puzzle, named ``solution``. The arguments are those of `ninefold.solve`.

    A deadline counts for each part of the column that polars passes.
    """

    def solutions(column: polars.Series) -> polars.Series:
        return solve(column, limit, **options)

    return _expression(puzzles, solutions, polars.String(), "solution")


def verdict(puzzles: polars.Expr, limit: int = 2, **options: Unpack[Options]) -> polars.Expr:
    """The verdict on each puzzle, named ``verdict``: one of `ninefold.VERDICTS`."""

    def verdicts(column: polars.Series) -> polars.Series:
        answers: _Answers = solve(column, limit, full=True, **options)
        return answers.verdicts

    return _expression(puzzles, verdicts, polars.String(), "verdict")


def count(puzzles: polars.Expr, limit: int = 2, **options: Unpack[Options]) -> polars.Expr:
    """The number of solutions of each puzzle up to `limit`, named ``count``."""

    def counts(column: polars.Series) -> polars.Series:
        answers: _Answers = solve(column, limit, full=True, **options)
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

    def solve(self, limit: int = 1, **options: Unpack[Options]) -> polars.Expr:
        """See `solution`."""
        return solution(self._puzzles, limit, **options)

    def verdict(self, limit: int = 2, **options: Unpack[Options]) -> polars.Expr:
        """See `verdict`."""
        return verdict(self._puzzles, limit, **options)

    def count(self, limit: int = 2, **options: Unpack[Options]) -> polars.Expr:
        """See `count`."""
        return count(self._puzzles, limit, **options)
