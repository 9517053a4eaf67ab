"""The kinds of input, each with its names, indexes and types.

This module imports no library that its user has not imported: if the user has an object of a
library, that is imported already.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, overload

from . import _native

_Solutions = TypeVar("_Solutions")
_Numbers = TypeVar("_Numbers")
_Words = TypeVar("_Words")


class Answers(NamedTuple, Generic[_Solutions, _Numbers, _Words]):
    """The full answer to each puzzle. A null puzzle is null in all of them."""

    solutions: _Solutions
    """The solution of each puzzle that is ``solved``."""
    counts: _Numbers
    """Solutions found, up to the limit."""
    guesses: _Numbers
    """Guesses made, the same in every run."""
    verdicts: _Words
    """One of `VERDICTS`, or for numpy its number there."""


NAMES = ("solution", "count", "guesses", "verdict")
"""The names of columns of answers, for kinds that have names."""

_CELLS = 81
_PATH = re.compile(r"[/\\]|\.[a-wyz]|\.xlsx?$")


class _ArrowArray(Protocol):
    """A column with Arrow's PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class _ArrowStream(Protocol):
    """A column in pieces with Arrow's PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class _Array(Protocol):
    """An array of numpy, or a series of pandas."""

    @property
    def dtype(self) -> Any: ...
    @property
    def shape(self) -> Any: ...


_Column = TypeVar("_Column", bound=_ArrowArray | _ArrowStream | _Array)
_Texts = list[str | None]


@overload
def solve(  # type: ignore[overload-overlap]
    puzzles: str,
    limit: int = 1,
    *,
    full: Literal[False] = False,
    max_guesses: int = ...,
    deadline: float | timedelta | None = None,
    threads: int | None = None,
) -> str | None: ...
@overload
def solve(  # type: ignore[overload-overlap]
    puzzles: str,
    limit: int = 1,
    *,
    full: Literal[True],
    max_guesses: int = ...,
    deadline: float | timedelta | None = None,
    threads: int | None = None,
) -> Answers[str | None, int, str]: ...
@overload
def solve(
    puzzles: Sequence[str | None],
    limit: int = 1,
    *,
    full: Literal[False] = False,
    max_guesses: int = ...,
    deadline: float | timedelta | None = None,
    threads: int | None = None,
) -> _Texts: ...
@overload
def solve(
    puzzles: Sequence[str | None],
    limit: int = 1,
    *,
    full: Literal[True],
    max_guesses: int = ...,
    deadline: float | timedelta | None = None,
    threads: int | None = None,
) -> Answers[_Texts, list[int | None], _Texts]: ...
@overload
def solve(
    puzzles: _Column,
    limit: int = 1,
    *,
    full: Literal[False] = False,
    max_guesses: int = ...,
    deadline: float | timedelta | None = None,
    threads: int | None = None,
) -> _Column: ...
@overload
def solve(
    puzzles: _Column,
    limit: int = 1,
    *,
    full: Literal[True],
    max_guesses: int = ...,
    deadline: float | timedelta | None = None,
    threads: int | None = None,
) -> Answers[_Column, _Column, _Column]: ...
def solve(
    puzzles: Any,
    limit: int = 1,
    *,
    full: bool = False,
    max_guesses: int = 10_000_000,
    deadline: float | timedelta | None = None,
    threads: int | None = None,
) -> Any:
    """Solves a batch of puzzles, on all cores, and returns the same kind.

    One puzzle as a str gets one answer. A puzzle is 81 cells, row by row: ``1`` to ``9`` for a clue, any of ``0 . * _ X x`` for
    a blank. Other texts are not errors: their solution is null, and `full` says why. Null
    stays null.

    Parameters
    ----------
    puzzles
        A str; a list of str and None; a column of strings of pyarrow, polars, pandas or any other
        library with Arrow's PyCapsule interface; or a numpy array. A numpy array has shape
        ``(n, 81)`` or ``(n, 9, 9)``, or ``(9, 9)`` for one puzzle, with integers, which are values
        (0 for blank) or the bytes of text; or ``n`` bytes of length 81; or ``n`` strings. In a
        masked array, a puzzle is null if any of its cells is masked. A column of nulls without a
        type is one of strings.
    limit
        Looks for this many solutions of each puzzle. With 1, `solutions` has any solution.
        With 2 or more, it has the solution only if there is exactly one, and the verdict is
        ``multiple`` otherwise.
    full
        Returns `Answers`: solutions, numbers of solutions, guesses and verdicts.
    max_guesses
        Gives up on a puzzle after this many guesses.
    deadline
        Ends the work this many seconds after the call began, or a millisecond later. The puzzles that are
        not done then are ``gave-up`` with fewer than `max_guesses` guesses. Which these are differs from run to run.
    threads
        Threads that solve (default: all cores, or fewer if memory is scarce). They end with the call.

    Raises
    ------
    TypeError, ValueError
        The argument is not a column of puzzles, or is the path of a file, or `limit` or `threads` is 0, or
        `deadline` is negative.
    OverflowError
        The array is not chunked, and has more solutions than 32-bit offsets can address.
    MemoryError
        There is no memory for the answers, or for a single thread that solves.
    KeyboardInterrupt
        Ctrl-C, or the exception of another signal handler, within some tenths of a second.

    The call releases the interpreter's lock. Other threads must not write to a numpy array
    until the call returns.
    """
    options = _options(limit, max_guesses, deadline, threads)
    kind = _kind(puzzles)
    solutions, rest = kind(puzzles, options, full)
    return solutions if rest is None else Answers(solutions, *rest)


class GaveUp(Exception):
    """There were not enough guesses, or not enough time, to answer."""


class OutOfTime(GaveUp):
    """There was not enough time to answer."""


def count(
    puzzle: str,
    limit: int,
    *,
    max_guesses: int = 10_000_000,
    deadline: float | timedelta | None = None,
) -> int:
    """Counts the solutions of one puzzle, up to `limit`. If the result is `limit`, there may be more.

    >>> count("." * 81, 1000)
    1000

    For many puzzles, use `solve` with ``full=True``. The other arguments are those of `solve`, too.

    Raises
    ------
    ValueError
        The text is malformed, or two clues clash. The message says where.
    GaveUp
        Neither the limit nor the end was reached within `max_guesses`.
    OutOfTime
        Nor within the `deadline`. It is a `GaveUp`, too.
    """
    if not isinstance(puzzle, str):
        raise TypeError(f"a puzzle is a str, not {type(puzzle).__name__}")
    options = _options(limit, max_guesses, deadline, 1)
    _, answer = _one(puzzle, options, True)
    found, guesses, verdict = answer
    if verdict in ("malformed", "invalid"):
        raise ValueError(_native.fault(puzzle))
    if verdict == "gave-up":
        work = f"after {guesses:,} guesses and {found:,} solutions"
        if guesses < max_guesses:
            raise OutOfTime(f"out of time {work}")
        raise GaveUp(f"gave up {work}")
    return int(found)


def is_unique(puzzle: str, *, max_guesses: int = 10_000_000, deadline: float | timedelta | None = None) -> bool:
    """Whether one puzzle has exactly one solution. Arguments and exceptions are those of `count`.

    >>> is_unique("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    True
    """
    return count(puzzle, 2, max_guesses=max_guesses, deadline=deadline) == 1


def _options(
    limit: int, max_guesses: int, deadline: float | timedelta | None, threads: int | None
) -> _native.BatchOptions:
    seconds = deadline.total_seconds() if isinstance(deadline, timedelta) else deadline
    return _native.BatchOptions(limit, max_guesses, seconds, threads)


def _kind(puzzles: Any) -> Any:
    if isinstance(puzzles, str):
        return _one
    if isinstance(puzzles, (list, tuple)):
        return _list
    if _is(puzzles, "numpy.ma", "MaskedArray"):
        return _masked
    if _is(puzzles, "numpy", "ndarray"):
        return _numpy
    if _is(puzzles, "pyarrow", "ChunkedArray"):
        return _chunked
    if _is(puzzles, "pyarrow", "Array"):
        return _array
    if _is(puzzles, "polars", "Series"):
        return _polars
    if _is(puzzles, "pandas", "Series"):
        return _pandas
    for (library, name), column in _TABLES.items():
        if _is(puzzles, library, name):
            raise TypeError(f"puzzles are one column, not a {name}: pass table{column}")
    if hasattr(puzzles, "__arrow_c_array__") or hasattr(puzzles, "__arrow_c_stream__"):
        return _other
    raise TypeError(f"puzzles are a str, a list, an array or a column, not {type(puzzles).__name__}")


_TABLES = {
    ("pandas", "DataFrame"): "[NAME]",
    ("polars", "DataFrame"): "[NAME]",
    ("polars", "LazyFrame"): ".collect()[NAME]",
    ("pyarrow", "Table"): "[NAME]",
    ("pyarrow", "RecordBatch"): "[NAME]",
    ("duckdb", "DuckDBPyRelation"): ".to_arrow_table()[NAME]",
}
"""Types of tables, and how to get one of their columns."""


def _is(thing: Any, library: str, name: str) -> bool:
    """Whether it has this type of a library, without importing the library."""
    module = sys.modules.get(library)
    kind = getattr(module, name, None)
    return kind is not None and isinstance(thing, kind)


def _one(puzzle: str, options: _native.BatchOptions, full: bool) -> Any:
    answer = _native.solve_one(puzzle, options, full)
    if answer[0] is None and len(puzzle) < _CELLS and _PATH.search(puzzle):
        raise ValueError(f"{puzzle!r} is no puzzle; for a file: ninefold solve FILE, or python -m ninefold TABLE")
    return answer


def _list(puzzles: Any, options: _native.BatchOptions, full: bool) -> Any:
    return _native.solve_list(list(puzzles), options, full)


def _arrow(puzzles: Any, options: _native.BatchOptions, full: bool, in_pieces: bool, make: Any) -> Any:
    """Converts each column of answers, which has a name and pieces, to the user's kind."""
    solutions, rest = _native.solve_arrow(puzzles, options, full, in_pieces)
    columns = [solutions] if rest is None else [solutions, *rest]
    results = [make(name, column) for name, column in zip(NAMES, columns)]
    return results[0], results[1:] or None


def _array(puzzles: Any, options: _native.BatchOptions, full: bool) -> Any:
    pyarrow = sys.modules["pyarrow"]
    return _arrow(puzzles, options, full, False, lambda _, pieces: pyarrow.array(pieces[0]))


def _chunked(puzzles: Any, options: _native.BatchOptions, full: bool) -> Any:
    pyarrow = sys.modules["pyarrow"]

    def make(_: str, pieces: list[_native.Column]) -> Any:
        return pyarrow.chunked_array([pyarrow.array(piece) for piece in pieces])

    return _arrow(puzzles, options, full, True, make)


def _other(puzzles: Any, options: _native.BatchOptions, full: bool) -> Any:
    return _arrow(puzzles, options, full, False, lambda _, pieces: pieces[0])


def _polars(puzzles: Any, options: _native.BatchOptions, full: bool) -> Any:
    polars = sys.modules["polars"]

    def make(name: str, pieces: list[_native.Column]) -> Any:
        series = [polars.Series(piece) for piece in pieces]
        return polars.concat(series).alias(name)

    return _arrow(puzzles, options, full, True, make)


def _pandas(puzzles: Any, options: _native.BatchOptions, full: bool) -> Any:
    pandas = sys.modules["pandas"]
    dtype, index = puzzles.dtype, puzzles.index
    # Solutions of any other type, categories above all, would be lost.
    if dtype != object and not isinstance(dtype, (pandas.StringDtype, pandas.ArrowDtype)):
        hint = _native.AS_TEXT if pandas.api.types.is_numeric_dtype(dtype) else ""
        raise TypeError(f"puzzles are a column of strings, not of {dtype}{hint}")
    types = [dtype, pandas.UInt64Dtype(), pandas.UInt64Dtype(), dtype]
    if isinstance(dtype, pandas.ArrowDtype):
        pyarrow = sys.modules["pyarrow"]
        types[1] = types[2] = pandas.ArrowDtype(pyarrow.uint64())
        if pyarrow.types.is_null(dtype.pyarrow_dtype):
            types[0] = types[3] = pandas.ArrowDtype(pyarrow.string())
    by_name = dict(zip(NAMES, types))

    def series(name: str, values: Any) -> Any:
        return pandas.Series(values, index=index, name=name, dtype=by_name[name], copy=False)

    if hasattr(puzzles.array, "__arrow_array__") and "pyarrow" in sys.modules:
        pyarrow = sys.modules["pyarrow"]
        column = puzzles.array.__arrow_array__()

        def make(name: str, pieces: list[_native.Column]) -> Any:
            chunked = pyarrow.chunked_array([pyarrow.array(piece) for piece in pieces])
            return series(name, by_name[name].__from_arrow__(chunked))

        return _arrow(column, options, full, True, make)
    # Missing is None, NaN or pandas' own NA.
    texts = puzzles.astype(object).where(puzzles.notna(), None).tolist()
    solutions, rest = _native.solve_list(texts, options, full)
    if rest is None:
        return series(NAMES[0], solutions), None
    return series(NAMES[0], solutions), [series(*pair) for pair in zip(NAMES[1:], rest)]


def _numpy(puzzles: Any, options: _native.BatchOptions, full: bool) -> Any:
    numpy = sys.modules["numpy"]
    dtype, shape = puzzles.dtype, puzzles.shape
    if puzzles.ndim == 1 and dtype.kind in "UTO":
        texts, others = _native.solve_list(puzzles.tolist(), options, full)
        columns = [numpy.array(column, dtype=object) for column in (texts, *(others or ()))]
        return columns[0], columns[1:] or None
    if dtype == "S81" and puzzles.ndim == 1:
        cells = numpy.ascontiguousarray(puzzles).view(numpy.uint8)
    elif dtype.kind in "ui" and (shape == (9, 9) or shape[1:] in ((_CELLS,), (9, 9))):
        if dtype.itemsize > 1 or dtype.kind == "i":
            # A value that does not fit into a byte must not become one that does.
            puzzles = numpy.where((puzzles < 0) | (puzzles > 255), 255, puzzles)
        cells = numpy.ascontiguousarray(puzzles, dtype=numpy.uint8)
    else:
        hint = _native.AS_TEXT if puzzles.ndim == 1 and dtype.kind in "uif" else ""
        raise TypeError(
            "puzzles are an array of integers of shape (n, 81), (n, 9, 9) or (9, 9), of bytes (S81) or "
            f"of strings, not of {dtype} of shape {shape}{hint}"
        )
    cells = cells.reshape(-1)
    # An empty text is zeros, which are not values here.
    are_values = dtype.kind != "S" and _are_values(memoryview(cells))
    solutions, answers = _native.solve_cells(cells, are_values, options, full)
    rest: list[Any] | None = answers and list(answers)
    if dtype.kind == "S":
        solutions = solutions.view(dtype)
    else:
        solutions = solutions.reshape(shape).astype(dtype, copy=False)
    if shape == (9, 9) and rest is not None:
        # One puzzle has one of each.
        rest = [column.reshape(()) for column in rest]
    return solutions, rest


def _masked(puzzles: Any, options: _native.BatchOptions, full: bool) -> Any:
    """A puzzle with any masked cell is null, because its value is unknown."""
    numpy = sys.modules["numpy"]
    mask = numpy.ma.getmaskarray(puzzles)
    cells = 2 if mask.shape[-2:] == (9, 9) else mask.ndim - 1
    null = mask.any(axis=tuple(range(mask.ndim - cells, mask.ndim)))
    kind = puzzles.dtype.kind
    texts = numpy.ma.getdata(puzzles).astype(object if kind in "UT" else puzzles.dtype)
    # A value that is not a puzzle and does not hint whether cells are numbers.
    texts[null] = {"i": -1, "u": 255, "S": b"?"}.get(kind)
    solutions, rest = _numpy(texts, options, full)

    def masked(column: Any) -> Any:
        rows = null.reshape((*null.shape, *[1] * (column.ndim - null.ndim)))
        return numpy.ma.array(column, mask=numpy.broadcast_to(rows, column.shape).copy())

    return masked(solutions), rest and [masked(column) for column in rest]


def _are_values(cells: Iterable[int]) -> bool:
    """Whether cells are values and not text, by the first cell that is one of both."""
    for cell in cells:
        if cell <= 9:
            return True
        if cell in b"123456789.0*_Xx":
            return False
    return True
