"""Ninefold solves Sudoku puzzles by the million.

>>> import ninefold
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> ninefold.solve([puzzle, None, "no puzzle"])
['534678912672195348198342567859761423426853791713924856961537284287419635345286179', None, None]
>>> ninefold.solve([puzzle, "no puzzle", "." * 81], limit=2, full=True).verdicts
['solved', 'malformed', 'multiple']

`solve` takes lists, numpy arrays, columns of pyarrow, polars and pandas, and any other object with
Arrow's PyCapsule interface. It returns the same kind that you give it. `count` and `is_unique` take one puzzle.
`generate`, `rate` and `verify` make puzzles, say how hard they are, and judge answers.
"""

from ._corpus import Ratings, generate, rate, verify
from ._kinds import Answers, GaveUp, OutOfTime, count, is_unique, solve
from ._native import VERDICTS, Column, __version__

__all__ = [
    "VERDICTS", "Answers", "Column", "GaveUp", "OutOfTime", "Ratings", "__version__", "count", "generate", "is_unique", "rate",
    "solve", "verify",
]  # fmt: skip
