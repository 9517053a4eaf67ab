"""Not run: the types that a type checker must infer for `solve`, and the calls that it must refuse.

A comment that ignores an error is itself an error if there is none.
"""

from datetime import timedelta
from typing import Any, assert_type

import ninefold
import ninefold.polars
import numpy as np
import polars as pl
from numpy.typing import NDArray

assert_type(ninefold.solve(""), str | None)
assert_type(ninefold.solve("", 2, full=True).solutions, str | None)
assert_type(ninefold.solve("", full=True).counts, int)
assert_type(ninefold.solve([""]), list[str | None])
assert_type(ninefold.solve(("", None), 2), list[str | None])
assert_type(ninefold.solve([""], full=True).counts, list[int | None])
assert_type(ninefold.solve(pl.Series([""])), pl.Series)
assert_type(ninefold.solve(pl.Series([""]), full=True).verdicts, pl.Series)
assert_type(ninefold.solve(np.zeros((9, 9), np.uint8)), np.ndarray[tuple[int, int], np.dtype[np.uint8]])
assert_type(ninefold.solve([""], deadline=0.5), list[str | None])
assert_type(ninefold.count("", 2, deadline=timedelta(seconds=1)), int)
assert_type(ninefold.is_unique("", max_guesses=3), bool)
assert_type(ninefold.generate(1, clues=30, difficulty="easy"), list[str])
assert_type(ninefold.rate([""]).counts, list[int | None])
assert_type(ninefold.verify([""], [None]), list[str | None])
assert_type(ninefold.polars.solution(pl.col("puzzle")), pl.Expr)
assert_type(ninefold.polars.verdict(pl.col("puzzle")).alias("what"), pl.Expr)
assert_type(ninefold.polars.count(pl.col("puzzle"), 100, threads=1), pl.Expr)


def each(cells: NDArray[np.uint8], thing: Any) -> None:
    """What is known only as an array, or not at all."""
    assert_type(ninefold.solve(cells), NDArray[np.uint8])
    ninefold.solve(thing)


ninefold.solve(3)  # type: ignore[call-overload]
ninefold.solve(None)  # type: ignore[call-overload]
ninefold.solve({""})  # type: ignore[call-overload]
ninefold.solve(b"")  # type: ignore[arg-type]
ninefold.solve([3])  # type: ignore[list-item]
ninefold.solve("", "2")  # type: ignore[call-overload]
ninefold.count(["", ""], 2)  # type: ignore[arg-type]
ninefold.is_unique(3)  # type: ignore[arg-type]
ninefold.solve("", deadline="soon")  # type: ignore[call-overload]
ninefold.polars.count("puzzle")  # type: ignore[arg-type]
ninefold.generate(1, difficulty="simple")  # type: ignore[arg-type]
ninefold.verify([""], 3)  # type: ignore[arg-type]
