"""Solves a column of a table in Spark: spark-submit solve_table.py IN... OUT

IN are Parquet or csv (with a header), by their names or --format. OUT must not exist, and gets the same
format. Every row keeps its columns and gets `solution`, `verdict` and `count`. The workers' Python must have
the package `ninefold`. Each row stays together, but the order of rows is not defined: carry an id if it
matters.
"""

import argparse
import sys

from pyspark.sql import SparkSession
from pyspark.sql.types import LongType, StringType, StructField, StructType

PUZZLES = ("puzzle", "quiz", "quizzes", "question")
ADDED = (StructField("solution", StringType()), StructField("verdict", StringType()), StructField("count", LongType()))


def arguments():
    parser = argparse.ArgumentParser(
        prog="solve_table.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    add = parser.add_argument
    add("inputs", nargs="+", metavar="IN")
    add("output", metavar="OUT")
    add("--format", choices=("parquet", "csv"), help="format of IN and OUT, if the first name does not show it")
    add("--column", metavar="NAME", help=f"the column of puzzles (default: one of {', '.join(PUZZLES)})")
    add("--limit", type=int, default=1, metavar="N", help="search for up to N solutions (1); 2 proves uniqueness")
    add("--max-guesses", type=int, default=10_000_000, metavar="N", help="give a puzzle up after N guesses")
    add("--threads", type=int, default=1, metavar="N", help="threads of each task; set spark.task.cpus to the same number (1)")
    return parser


def puzzles_of(frame, asked):
    names = (asked.column,) if asked.column else PUZZLES
    by_name = {name if asked.column else name.lower(): name for name in frame.columns}
    found = [by_name[name] for name in names if name in by_name]
    if not found:
        raise SystemExit(f"no column {' or '.join(names)} among {', '.join(frame.columns)}: give one with --column")
    return found[0]


def solved(frame, column, asked):
    """The frame with the answers' columns after its own."""
    taken = {field.name.lower() for field in ADDED} & {name.lower() for name in frame.columns}
    names = [f"ninefold_{field.name}" if field.name in taken else field.name for field in ADDED]
    fields = [StructField(name, field.dataType) for name, field in zip(names, ADDED)]
    schema = StructType([*frame.schema.fields, *fields])
    limit, max_guesses, threads = asked.limit, asked.max_guesses, asked.threads

    def solve(batches):
        import ninefold
        import pyarrow

        for batch in batches:
            answers = ninefold.solve(
                batch.column(column), limit, full=True, max_guesses=max_guesses, threads=threads
            )
            counts = answers.counts.cast(pyarrow.int64())
            columns = [*batch.columns, answers.solutions, answers.verdicts, counts]
            yield pyarrow.RecordBatch.from_arrays(columns, [*batch.schema.names, *names])

    return frame.mapInArrow(solve, schema)


def main(argv):
    asked = arguments().parse_args(argv)
    kind = asked.format or ("csv" if asked.inputs[0].rstrip("/").endswith(".csv") else "parquet")
    spark = SparkSession.builder.getOrCreate()
    # All fields are text and stay as they are. Quotes within quotes are doubled: Spark's default differs.
    plain = {"header": True, "escape": '"', "ignoreLeadingWhiteSpace": False, "ignoreTrailingWhiteSpace": False}
    plain = plain if kind == "csv" else {}

    def read(paths):
        options = {**plain, "multiLine": True} if plain else {}
        return spark.read.options(**options).format(kind).load(paths)

    frame = read(asked.inputs)
    column = puzzles_of(frame, asked)
    solved(frame, column, asked).write.options(**plain).format(kind).save(asked.output)
    # For Parquet this is fast, because each file's end has its number of rows.
    before, after = frame.count(), read([asked.output]).count()
    if before != after:
        raise SystemExit(f"{before} rows became {after}")
    print(f"{after} rows")


if __name__ == "__main__":
    main(sys.argv[1:])
