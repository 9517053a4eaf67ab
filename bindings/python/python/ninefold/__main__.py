"""Solves a column of a Parquet or csv file, and writes the table with the answers as new columns."""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from . import __version__, solve
from ._kinds import NAMES

PUZZLES = ("puzzle", "quiz", "quizzes", "question")
"""The usual names of a column of puzzles."""

ROWS = 1 << 18
"""Rows of a Parquet file in memory at the same time."""


class Refused(Exception):
    """The user must change the request."""


class Failed(Exception):
    """Reading or writing failed."""


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ninefold",
        description="Solves a column of a table. Every row keeps its columns and its place, and gets "
        "a column `solution`. If there is no solution, it is null (in csv empty).",
        epilog="exit codes: 0 every puzzle is solved; 1 some are not; 2 refused; 3 reading or writing failed",
    )
    add = parser.add_argument
    add("table", type=Path, help="a .parquet or .csv file")
    add("-o", "--output", type=Path, required=True, metavar="FILE", help="a .parquet or .csv file that does not exist")
    add("-c", "--column", metavar="NAME", help=f"the puzzles' column (default: one of {', '.join(PUZZLES)})")
    add("--limit", type=int, default=1, metavar="N", help="look for this many solutions (1); 2 proves uniqueness")
    add("--max-guesses", type=int, default=10_000_000, metavar="N", help="give up on a puzzle after this many guesses")
    add("--threads", type=int, metavar="N", help="threads that solve (all cores)")
    add("--full", action="store_true", help=f"add {', '.join(NAMES[1:])} too")
    add("--delimiter", default=",", metavar="C", help="the delimiter of csv (,)")
    add("-f", "--force", action="store_true", help="replace the output if it exists")
    add("--findings-exit-code", type=int, default=1, choices=(0, 1), help="exit code if some are not solved (1)")
    add("--version", action="version", version=f"ninefold {__version__}")
    return parser


def main(argv: list[str] | None = None) -> int:
    asked = arguments().parse_args(argv)
    try:
        unsolved = run(asked)
    except Refused as refused:
        return say(2, refused)
    except ImportError as error:
        return say(2, f"{error}; pip install 'ninefold[files]'")
    except KeyboardInterrupt:
        return say(128 + signal.SIGINT, "interrupted")
    except MemoryError as error:
        return say(3, f"not enough memory: {error}" if str(error) else "not enough memory")
    except (Failed, RuntimeError) as error:
        return say(3, error)
    return asked.findings_exit_code if unsolved else 0


def say(code: int, message: Any) -> int:
    print(f"ninefold: {message}", file=sys.stderr)
    return code


def run(asked: argparse.Namespace) -> int:
    """Solves a table. Returns the number of rows without a solution."""
    from pyarrow import RecordBatch

    kinds = {".parquet": (from_parquet, to_parquet), ".csv": (from_csv, to_csv)}
    for path in (asked.table, asked.output):
        if path.suffix.lower() not in kinds:
            raise Refused(f"{path} is neither .parquet nor .csv")
    if asked.limit < 1 or asked.max_guesses < 0 or (asked.threads or 1) < 1 or len(asked.delimiter) != 1:
        raise Refused("limit and threads are at least 1, a delimiter is one character")
    if os.path.lexists(asked.output) and not asked.force:
        raise Refused(f"{asked.output} exists; --force replaces it")
    read, write = kinds[asked.table.suffix.lower()][0], kinds[asked.output.suffix.lower()][1]
    with doing(f"cannot read {asked.table}"), read(asked.table, asked) as (schema, batches):
        column = puzzles_of(schema, asked)
        added = added_to(schema, asked)
        empty, _ = answered(RecordBatch.from_pylist([], schema), column, added, asked)
        unsolved = 0
        with (
            doing(f"cannot write {asked.output}"),
            replacing(asked.output, asked.force) as path,
            write(path, empty.schema, asked) as writer,
        ):
            for batch in each(batches, asked.table):
                batch, more = answered(batch, column, added, asked)
                writer.write_batch(batch)
                unsolved += more
    return unsolved


def puzzles_of(schema: Any, asked: argparse.Namespace) -> str:
    import pyarrow

    names = [asked.column] if asked.column else PUZZLES
    by_name = {name: name for name in schema.names}
    if not asked.column:
        by_name = {name.lower(): name for name in schema.names}
    found: str | None = next((by_name[name] for name in names if name in by_name), None)
    if found is None:
        has = ", ".join(map(repr, schema.names))
        raise Refused(f"{asked.table} has no column {' or '.join(map(repr, names))}, but {has}: --column names one")
    if schema.names.count(found) > 1:
        raise Refused(f"{asked.table} has more than one column {found!r}")
    kind = schema.field(found).type
    if not (pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind) or pyarrow.types.is_string_view(kind)):
        raise Refused(f"column {found!r} is of {kind}, and puzzles are strings")
    return found


def added_to(schema: Any, asked: argparse.Namespace) -> list[str]:
    """The names of the columns to add, with `ninefold_` before a name that the table already has."""
    wanted = NAMES if asked.full else NAMES[:1]
    names = [f"ninefold_{name}" if name in schema.names else name for name in wanted]
    taken = [name for name in names if name in schema.names]
    if taken:
        raise Refused(f"{asked.table} has a column {taken[0]!r} already")
    return names


def answered(batch: Any, column: str, added: list[str], asked: argparse.Namespace) -> tuple[Any, int]:
    """A batch with its answers, and how many of its rows have no solution."""
    answers = solve(
        batch.column(column), asked.limit, full=True, max_guesses=asked.max_guesses, threads=asked.threads
    )
    unsolved = answers.solutions.null_count
    for name, answer in zip(added, answers):
        batch = batch.append_column(name, answer)
    return batch, unsolved


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Errors say what could not be done, and name no file but the user's."""
    try:
        yield
    except (OSError, ValueError) as error:
        # pyarrow's own errors are of these two kinds.
        number = error.errno if isinstance(error, OSError) else None
        raise Failed(f"{what}: {os.strerror(number) if number else error}") from error


def each(batches: Iterator[Any], table: Path) -> Iterator[Any]:
    """The batches of a table, read while another table is written."""
    with doing(f"cannot read {table}"):
        yield from batches


@contextmanager
def replacing(output: Path, force: bool) -> Iterator[Path]:
    """A file beside the output, renamed to it when it is complete and on the disk."""
    name = output.parent / f".{output.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp"
    try:
        # Like any file of the user. Only after this is there something to remove.
        os.close(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        yield name
        with open(name, "rb+") as file:
            os.fsync(file.fileno())
        if force:
            os.replace(name, output)
        else:
            # Unlike renaming, linking never replaces a file that appeared meanwhile.
            try:
                os.link(name, output)
            except FileExistsError:
                raise Refused(f"{output} exists by now; --force replaces it") from None
            except OSError:
                # A file system without links.
                if os.path.lexists(output):
                    raise Refused(f"{output} exists by now; --force replaces it") from None
                os.replace(name, output)
    finally:
        if os.path.lexists(name):
            os.unlink(name)


@contextmanager
def from_parquet(path: Path, asked: argparse.Namespace) -> Iterator[tuple[Any, Iterator[Any]]]:
    from pyarrow.parquet import ParquetFile

    with ParquetFile(path) as file:
        yield file.schema_arrow, file.iter_batches(batch_size=ROWS)


@contextmanager
def to_parquet(path: Path, schema: Any, asked: argparse.Namespace) -> Iterator[Any]:
    from pyarrow.parquet import ParquetWriter

    with ParquetWriter(path, schema, compression="zstd") as writer:
        yield writer


@contextmanager
def from_csv(path: Path, asked: argparse.Namespace) -> Iterator[tuple[Any, Iterator[Any]]]:
    import pyarrow
    from pyarrow import csv

    parsing = csv.ParseOptions(delimiter=asked.delimiter, newlines_in_values=True)
    # Reads only the header. All fields are text and stay unchanged.
    with csv.open_csv(path, parse_options=parsing) as reader:
        names = reader.schema.names
    types = dict.fromkeys(names, pyarrow.string())
    converting = csv.ConvertOptions(column_types=types, strings_can_be_null=False)
    reading = csv.ReadOptions(block_size=1 << 24)
    with csv.open_csv(path, reading, parsing, converting) as reader:
        yield reader.schema, iter(reader)


@contextmanager
def to_csv(path: Path, schema: Any, asked: argparse.Namespace) -> Iterator[Any]:
    from pyarrow import csv

    options = csv.WriteOptions(delimiter=asked.delimiter, quoting_style="needed", quoting_header="needed")
    with csv.CSVWriter(path, schema, write_options=options) as writer:
        yield writer


def program() -> NoReturn:
    # Clean up before a signal ends the program.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    sys.exit(main())


if __name__ == "__main__":
    program()
