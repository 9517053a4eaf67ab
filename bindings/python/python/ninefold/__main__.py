"""Solves a column of a Parquet, csv or Arrow file, and writes the table with the answers as new columns."""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from . import VERDICTS, __version__, solve
from ._kinds import NAMES

PUZZLES = ("puzzle", "quiz", "quizzes", "question")
"""The usual names of a column of puzzles."""

ROWS = 1 << 18
"""Rows of a Parquet or Arrow file that are solved at the same time."""

PATIENCE = 10
"""Seconds between two lines of progress."""


class Refused(Exception):
    """The user must change the request."""


class Failed(Exception):
    """Reading or writing failed."""


class Ended(BaseException):
    """A signal ends the program."""


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ninefold",
        description="Solves a column of a table: a .parquet, .csv, .csv.gz, .arrow or .feather file. Every row keeps its columns and its place, and gets "
        "a column `solution`. If there is no solution, it is null (in csv empty).",
        epilog="exit codes: 0 every puzzle is solved; 1 some are not; 2 refused; 3 reading or writing failed",
    )
    add = parser.add_argument
    add("table", type=Path, help="the file to read")
    add("-o", "--output", type=Path, required=True, metavar="FILE", help="the file to write, which does not exist")
    add("-c", "--column", metavar="NAME", help=f"the puzzles' column (default: one of {', '.join(PUZZLES)})")
    add("--limit", type=int, default=1, metavar="N", help="look for this many solutions (1); 2 proves uniqueness")
    add("--max-guesses", type=int, default=10_000_000, metavar="N", help="give up on a puzzle after this many guesses")
    add("--threads", type=int, metavar="N", help="threads that solve (all cores)")
    add("--full", action="store_true", help=f"add {', '.join(NAMES[1:])} too")
    add("--delimiter", default=",", metavar="C", help="the delimiter of csv (,)")
    add("-f", "--force", action="store_true", help="replace the output if it exists")
    add("-q", "--quiet", action="store_true", help="show neither progress nor what was done")
    add("--findings-exit-code", type=int, default=1, choices=(0, 1), help="exit code if some are not solved (1)")
    add("--version", action="version", version=f"ninefold {__version__}")
    return parser


def main(argv: list[str] | None = None) -> int:
    asked = arguments().parse_args(argv)
    try:
        found = run(asked)
    except Refused as refused:
        return say(2, refused)
    except ImportError as error:
        return say(2, f"{error}; pip install 'ninefold[files]'")
    except OverflowError as error:
        return say(2, f"a number is too big: {error}")
    except KeyboardInterrupt:
        return say(128 + signal.SIGINT, "interrupted")
    except Ended as ended:
        number = ended.args[0]
        return say(128 + number, f"ended by {signal.Signals(number).name}")
    except MemoryError as error:
        return say(3, f"not enough memory: {error}" if str(error) else "not enough memory")
    except (Failed, RuntimeError) as error:
        return say(3, error)
    return asked.findings_exit_code if found.total() > found["solved"] else 0


def say(code: int, message: Any) -> int:
    print(f"ninefold: {message}", file=sys.stderr)
    return code


def run(asked: argparse.Namespace) -> Counter[str]:
    """Solves a table. Returns the number of rows of each verdict."""
    from pyarrow import RecordBatch

    began = time.monotonic()
    for path in (asked.table, asked.output):
        if end_of(path) not in KINDS:
            raise Refused(f"{path} is none of {', '.join(KINDS)}")
    if asked.limit < 1 or asked.max_guesses < 0 or (asked.threads or 1) < 1 or len(asked.delimiter) != 1:
        raise Refused("limit and threads are at least 1, a delimiter is one character")
    if os.path.lexists(asked.output) and not asked.force:
        raise Refused(f"{asked.output} exists; --force replaces it")
    read, (write, plain) = KINDS[end_of(asked.table)][0], KINDS[end_of(asked.output)][1:]
    found: Counter[str] = Counter()
    with doing(f"cannot read {asked.table}"), read(asked.table, asked) as (schema, rows, batches):
        column = puzzles_of(schema, asked)
        added = added_to(schema, asked)
        empty, _ = answered(RecordBatch.from_pylist([], schema), column, added, asked)
        written = plain(empty.schema)
        with (
            doing(f"cannot write {asked.output}"),
            replacing(asked.output, asked.force) as path,
            write(path, written, asked) as writer,
            progress(rows, asked.quiet) as done,
        ):
            for batch in each(batches, asked.table):
                batch, verdicts = answered(batch, column, added, asked)
                writer.write_batch(batch.cast(written))
                found += verdicts
                done(len(batch))
    if not asked.quiet:
        words = ", ".join(f"{found[word]:,} {word}" for word in (*VERDICTS, "null") if found[word])
        seconds = time.monotonic() - began
        say(0, f"{found.total():,} rows in {seconds:.1f} s: {words or 'none'}; wrote {asked.output}")
    return found


def end_of(path: Path) -> str:
    """The end of a file's name that says what it is."""
    name = path.name.lower()
    return ".csv.gz" if name.endswith(".csv.gz") else path.suffix.lower()


def compression_of(path: Path) -> str | None:
    """How a csv file is compressed, by its name."""
    return "gzip" if end_of(path) == ".csv.gz" else None


@contextmanager
def progress(total: int | None, quiet: bool) -> Iterator[Callable[[int], Any]]:
    """A function to call with the number of rows done since the last call. It shows a bar on a
    terminal if tqdm is installed, otherwise a line from time to time."""
    if quiet:
        yield lambda _: None
        return
    if sys.stderr.isatty():
        try:
            from tqdm import tqdm
        except ImportError:
            pass
        else:
            with tqdm(total=total, unit=" rows", unit_scale=True, leave=False) as bar:
                yield bar.update
            return
    yield lines_of_progress(total)


def lines_of_progress(total: int | None) -> Callable[[int], None]:
    done, last = 0, time.monotonic()

    def update(rows: int) -> None:
        nonlocal done, last
        done += rows
        if time.monotonic() - last >= PATIENCE:
            last = time.monotonic()
            say(0, f"{done:,} rows" if total is None else f"{done:,} of {total:,} rows")

    return update


def puzzles_of(schema: Any, asked: argparse.Namespace) -> str:
    import pyarrow

    names = [asked.column] if asked.column else PUZZLES
    by_name = {name: name for name in schema.names}
    if not asked.column:
        by_name = {name.lower(): name for name in schema.names}
    found: str | None = next((by_name[name] for name in names if name in by_name), None)
    if found is None:
        has = ", ".join(map(repr, schema.names))
        raise Refused(f"{asked.table} has no column {' or '.join(map(repr, names))}, but {has}; specify the column with --column")
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


def answered(batch: Any, column: str, added: list[str], asked: argparse.Namespace) -> tuple[Any, Counter[str]]:
    """A batch with its answers, and how many of its rows have each verdict."""
    import pyarrow

    answers = solve(
        batch.column(column), asked.limit, full=True, max_guesses=asked.max_guesses, threads=asked.threads
    )
    counts = answers.verdicts.cast(pyarrow.string()).value_counts()
    verdicts = Counter({row["values"] or "null": row["counts"] for row in counts.to_pylist()})
    for name, answer in zip(added, answers):
        batch = batch.append_column(name, answer)
    return batch, verdicts


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


Table = tuple[Any, int | None, Iterator[Any]]
"""A schema, the number of rows if that is known, and the rows in batches."""


@contextmanager
def from_parquet(path: Path, asked: argparse.Namespace) -> Iterator[Table]:
    from pyarrow.parquet import ParquetFile

    with ParquetFile(path) as file:
        yield file.schema_arrow, file.metadata.num_rows, file.iter_batches(batch_size=ROWS)


@contextmanager
def to_parquet(path: Path, schema: Any, asked: argparse.Namespace) -> Iterator[Any]:
    from pyarrow.parquet import ParquetWriter

    with ParquetWriter(path, schema, compression="zstd") as writer:
        yield writer


@contextmanager
def from_csv(path: Path, asked: argparse.Namespace) -> Iterator[Table]:
    import pyarrow
    from pyarrow import csv, input_stream

    parsing = csv.ParseOptions(delimiter=asked.delimiter, newlines_in_values=True)
    # Reads only the header. All fields are text and stay unchanged.
    with input_stream(path, compression=compression_of(path)) as source, csv.open_csv(source, parse_options=parsing) as reader:
        names = reader.schema.names
    types = dict.fromkeys(names, pyarrow.string())
    converting = csv.ConvertOptions(column_types=types, strings_can_be_null=False)
    reading = csv.ReadOptions(block_size=1 << 24)
    with input_stream(path, compression=compression_of(path)) as source, csv.open_csv(source, reading, parsing, converting) as reader:
        yield reader.schema, None, iter(reader)


@contextmanager
def to_csv(path: Path, schema: Any, asked: argparse.Namespace) -> Iterator[Any]:
    from pyarrow import csv, output_stream

    options = csv.WriteOptions(delimiter=asked.delimiter, quoting_style="needed", quoting_header="needed")
    # The name of the temporary file does not tell that it is compressed.
    with (
        output_stream(path, compression=compression_of(asked.output)) as sink,
        csv.CSVWriter(sink, schema, write_options=options) as writer,
    ):
        yield writer


@contextmanager
def from_arrow(path: Path, asked: argparse.Namespace) -> Iterator[Table]:
    """A file (Feather version 2 is the same), or a stream in a file."""
    from pyarrow import OSFile, ipc

    # Not mapped: a file that another program cuts meanwhile must not end this one.
    with OSFile(os.fspath(path)) as source:
        is_file = source.read(6) == b"ARROW1"
        source.seek(0)
        with ipc.open_file(source) if is_file else ipc.open_stream(source) as reader:
            batches = map(reader.get_batch, range(reader.num_record_batches)) if is_file else iter(reader)
            yield reader.schema, None, in_parts(batches)


def in_parts(batches: Iterator[Any]) -> Iterator[Any]:
    for batch in batches:
        for first in range(0, len(batch), ROWS):
            yield batch.slice(first, ROWS)


@contextmanager
def to_arrow(path: Path, schema: Any, asked: argparse.Namespace) -> Iterator[Any]:
    from pyarrow import ipc

    make = ipc.new_stream if asked.output.suffix.lower() == ".arrows" else ipc.new_file
    with make(path, schema, options=ipc.IpcWriteOptions(compression="zstd")) as writer:
        yield writer


def as_it_is(schema: Any) -> Any:
    return schema


def without_views(schema: Any) -> Any:
    """pyarrow writes no views into csv."""
    import pyarrow

    return replaced(without_dictionaries(schema), pyarrow.types.is_string_view, lambda _: pyarrow.large_string())


def without_dictionaries(schema: Any) -> Any:
    """An Arrow file has one dictionary for all batches, and each batch may come with its own."""
    import pyarrow

    return replaced(schema, pyarrow.types.is_dictionary, lambda kind: kind.value_type)


def replaced(schema: Any, is_other: Callable[[Any], bool], plain: Callable[[Any], Any]) -> Any:
    """A schema whose columns of some types have plain ones, without the metadata of the old type."""
    import pyarrow

    fields = [pyarrow.field(field.name, plain(field.type)) if is_other(field.type) else field for field in schema]
    return pyarrow.schema(fields, schema.metadata)


ARROW = (from_arrow, to_arrow, without_dictionaries)
CSV = (from_csv, to_csv, without_views)
KINDS = {
    ".parquet": (from_parquet, to_parquet, as_it_is),
    ".csv": CSV,
    ".csv.gz": CSV,
    ".arrow": ARROW,
    ".feather": ARROW,
    ".ipc": ARROW,
    ".arrows": ARROW,
}
"""By the end of a file's name: what reads it, what writes it, and the schema that it can have."""


def program() -> NoReturn:
    # Clean up before a signal ends the program.
    def end(number: int, _: Any) -> NoReturn:
        raise Ended(number)

    signal.signal(signal.SIGTERM, end)
    sys.exit(main())


if __name__ == "__main__":
    program()
