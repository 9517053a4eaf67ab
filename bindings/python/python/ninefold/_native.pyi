"""The native half: takes lists, Arrow columns and arrays of cells, and returns the same."""

from collections.abc import Sequence
from typing import Final, final

from numpy import uint8, uint64
from numpy.typing import NDArray
from typing_extensions import Buffer, CapsuleType

__all__ = ["AS_TEXT", "VERDICTS", "BatchOptions", "Column", "__version__", "fault", "generate", "rate", "solve_arrow", "solve_cells", "solve_list", "solve_one", "verify"]

AS_TEXT: Final[str]
VERDICTS: Final[Sequence[str]]
__version__: Final[str]

@final
class BatchOptions:
    """The options of a batch."""

    def __new__(
        cls, limit: int, max_guesses: int, deadline: float | None, threads: int | None
    ) -> BatchOptions: ...

@final
class Column:
    """A column of answers with Arrow's PyCapsule interface."""

    def __len__(self) -> int: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[CapsuleType, CapsuleType]: ...

_Texts = list[str | None]

def solve_one(puzzle: str, options: BatchOptions, full: bool) -> tuple[str | None, tuple[int, int, str] | None]: ...
def fault(puzzle: str) -> str: ...
def solve_list(
    puzzles: list[str | None], options: BatchOptions, full: bool
) -> tuple[_Texts, tuple[list[int | None], list[int | None], _Texts] | None]: ...
def solve_arrow(
    puzzles: object, options: BatchOptions, full: bool, in_pieces: bool
) -> tuple[list[Column], tuple[list[Column], list[Column], list[Column]] | None]: ...
def solve_cells(
    puzzles: Buffer, are_values: bool, options: BatchOptions, full: bool
) -> tuple[NDArray[uint8], tuple[NDArray[uint64], NDArray[uint64], NDArray[uint8]] | None]: ...
def generate(
    count: int, seed: int, clues: tuple[int, int] | None, difficulty: str | None, minimal: bool, kind: str
) -> list[str]: ...
def rate(
    puzzles: Sequence[str | None], limit: int
) -> tuple[list[int | None], list[int | None], _Texts, list[int | None], list[bool | None]]: ...
def verify(puzzles: Sequence[str | None], answers: Sequence[str | None]) -> _Texts: ...
