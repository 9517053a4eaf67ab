"""Solves a column of a table in Spark: spark-submit solve_table.py IN... OUT

IN are Parquet or csv (with a header), by their names or --format. OUT must not exist, and gets the same
format. Every row keeps its columns and gets `solution`, `verdict` and `count`. The workers' Python must have
the package `ninefold`. Each row stays together, but the order of rows is not defined: carry an id if it
matters.

Several tasks read one csv file, if each line is a row. A field with a line break leaves a line with an open
quote, an odd number of them. Such a line makes the job fail, and --multiline reads the file in one task.
"""

import argparse
import csv
import sys

from pyspark.sql import Observation, SparkSession
from pyspark.sql import functions as f
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
    add("--multiline", action="store_true", help="a field of the csv may have line breaks: one task reads each file")
    add("--column", metavar="NAME", help=f"the column of puzzles (default: one of {', '.join(PUZZLES)})")
    add("--limit", type=int, default=1, metavar="N", help="search for up to N solutions (1); 2 proves uniqueness")
    add("--max-guesses", type=int, default=10_000_000, metavar="N", help="give a puzzle up after N guesses")
    add("--threads", type=int, default=1, metavar="N", help="threads of each task; set spark.task.cpus to the same number (1)")
    return parser


def read(spark, asked, kind, options):
    """The table, and an observation of the number of its lines that are headers."""
    if kind != "csv" or asked.multiline:
        return spark.read.options(**options, multiLine=asked.multiline).format(kind).load(asked.inputs), None
    lines = spark.read.text(asked.inputs).where("value != ''")
    header = lines.first()
    if header is None:
        raise SystemExit(f"no header in {', '.join(asked.inputs)}")
    [names] = csv.reader([header.value.removeprefix("\ufeff")])
    schema = StructType([StructField(name, StringType()) for name in names])
    line, is_header = f.col("value"), f.col("value") == header.value
    quotes = f.length(line) - f.length(f.replace(line, f.lit('"'), f.lit("")))
    broken = f.raise_error(f.concat(f.lit("a field has a line break, or a quote too many (see --multiline): "), line))
    headers = Observation()
    lines = lines.observe(headers, f.count_if(is_header).alias("lines"))
    checked = f.when(quotes % 2 == 0, line).otherwise(broken)
    rows = lines.where(~is_header).select(f.from_csv(checked, schema.toDDL(), options).alias("row"))
    return rows.select("row.*"), headers


def check_headers(spark, asked, headers):
    """Each file has the header once. A row that is the same as the header would be lost."""
    jvm, conf = spark._jvm, spark._jsc.hadoopConfiguration()
    paths = [jvm.org.apache.hadoop.fs.Path(jvm.java.net.URI(name)) for name in spark.read.text(asked.inputs).inputFiles()]
    files = sum(path.getFileSystem(conf).getFileStatus(path).getLen() > 0 for path in paths)
    if headers.get["lines"] != files:
        raise SystemExit(f"{headers.get['lines']} lines are the first one again, in {files} files: see --multiline")


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
    kind = asked.format or ("csv" if asked.inputs[0].rstrip("/").endswith((".csv", ".csv.gz")) else "parquet")
    spark = SparkSession.builder.getOrCreate()
    # All fields are text and stay as they are. Quotes within quotes are doubled: Spark's default differs.
    plain = {"header": True, "escape": '"', "ignoreLeadingWhiteSpace": False, "ignoreTrailingWhiteSpace": False}
    plain = plain if kind == "csv" else {}
    frame, headers = read(spark, asked, kind, plain)
    column = puzzles_of(frame, asked)
    count = f.count(f.lit(1)).alias("rows")
    before, after = Observation(), Observation()
    answered = solved(frame.observe(before, count), column, asked).observe(after, count)
    answered.write.options(**plain).format(kind).save(asked.output)
    if headers:
        check_headers(spark, asked, headers)
    if before.get["rows"] != after.get["rows"]:
        raise SystemExit(f"{before.get['rows']} rows became {after.get['rows']}")
    print(f"{after.get['rows']} rows")


if __name__ == "__main__":
    main(sys.argv[1:])
