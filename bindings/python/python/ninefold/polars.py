"""Expressions of polars: ``import ninefold.polars`` adds ``pl.col("puzzle").sudoku.solve()``."""

from __future__ import annotations

from typing import Any

import polars

from ._kinds import solve


@polars.api.register_expr_namespace("sudoku")
class Sudoku:
    """What an expression of puzzles can do."""

    def __init__(self, puzzles: polars.Expr) -> None:
        self._puzzles = puzzles

    def solve(self, limit: int = 1, **options: Any) -> polars.Expr:
        """The solution of each puzzle, named ``solution``. The arguments are those of `ninefold.solve` without `full`."""

        def solutions(puzzles: polars.Series) -> polars.Series:
            solved: polars.Series = solve(puzzles, limit, **options)
            return solved

        expression = self._puzzles.map_batches(solutions, return_dtype=polars.String, is_elementwise=True)
        return expression.alias("solution")
