"""Not run: the types that a type checker must infer for `solve`."""

from typing import assert_type

import ninefold
import polars as pl

assert_type(ninefold.solve(""), str | None)
assert_type(ninefold.solve("", 2, full=True).solutions, str | None)
assert_type(ninefold.solve("", full=True).counts, int)
assert_type(ninefold.solve([""]), list[str | None])
assert_type(ninefold.solve(("", None), 2), list[str | None])
assert_type(ninefold.solve([""], full=True).counts, list[int | None])
assert_type(ninefold.solve(pl.Series([""])), pl.Series)
assert_type(ninefold.solve(pl.Series([""]), full=True).verdicts, pl.Series)
