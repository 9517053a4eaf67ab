"""Solves text, a puzzle a line, in Spark: spark-submit --files ninefold solve.py IN... OUT

IN are files, or a directory whose files are read in the order of their names. OUT must not exist. It
gets part-00000 and so on, which together are the output of `ninefold solve --input-format line`, and
`_SUCCESS` when the output is complete.

Each partition goes through a process of the program, by the JVM's `pipe`. PySpark's own `rdd.pipe`
takes three times as long. Without `checkCode`, a job succeeds and lacks rows if a process dies. With
--shared, tasks only start the program, which reads its shard and writes its part itself. All workers
must see IN and OUT in the same place. OUT/_TRAILERS then has the lines and checksum that each process
wrote, for `ninefold verify --trailer`.
"""

import argparse
import os
import subprocess
import sys

from pyspark import SparkContext, SparkFiles
from pyspark.sql import SparkSession

GLOB = set("*?[]{},\\")


def arguments():
    parser = argparse.ArgumentParser(prog="solve.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("inputs", nargs="+", metavar="IN")
    add("output", metavar="OUT")
    add("--partitions", type=int, metavar="N", help="number of partitions (default: about 128 MiB each; with --shared one for each core)")
    add("--program", default="ninefold", help="the program: a file that --files sends, or a path on all workers (ninefold)")
    add("--shared", action="store_true", help="tasks read and write files that all workers see")
    add("--dataset", action="store_true", help="write with the committers of Spark data sets, which are safe on S3 (for s3a: always)")
    add("--threads", type=int, default=1, metavar="N", help="threads of each task; set spark.task.cpus to the same number (1)")
    add("--limit", type=int, metavar="N", help="this and the options below are those of `ninefold solve`")
    add("--max-guesses", type=int, metavar="N")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--unique", action="store_true")
    what.add_argument("--count", action="store_true")
    return parser


def options(asked):
    """The program's options. A line without a solution is not a failure of a task."""
    named = ["solve", "-q", "--findings-exit-code", "0", "--input-format", "line", "--threads", str(asked.threads)]
    for name in ("limit", "max_guesses"):
        if getattr(asked, name) is not None:
            named += ["--" + name.replace("_", "-"), str(getattr(asked, name))]
    return named + [f"--{name}" for name in ("unique", "count") if getattr(asked, name)]


def files(sc, inputs):
    """The inputs' files: those of a directory in the order of their names, whatever their sizes."""
    found = []
    for name in inputs:
        path = sc._jvm.org.apache.hadoop.fs.Path(name)
        system = path.getFileSystem(sc._jsc.hadoopConfiguration())
        status = system.getFileStatus(path)
        if not status.isDirectory():
            found.append(status.getPath().toString())
            continue
        names = [entry.getPath() for entry in system.listStatus(path) if entry.isFile()]
        names = [entry for entry in names if not entry.getName().startswith(("_", "."))]
        found += [entry.toString() for entry in sorted(names, key=lambda entry: entry.getName().encode())]
    if not found:
        raise SystemExit("no files in " + ", ".join(inputs))
    for name in found:
        # Hadoop accepts a list separated by commas, with patterns in it.
        if GLOB & set(name):
            raise SystemExit(f"{name}: a name with one of {' '.join(sorted(GLOB))} cannot be given to Spark")
    return found


def pipe(sc, asked):
    """Lines through the JVM to the program and back."""
    jvm, conf = sc._jvm, sc._jsc.hadoopConfiguration()
    # A carriage return does not end a line, and a task's output counts only when it is committed.
    conf.set("textinputformat.record.delimiter", "\n")
    conf.set("mapreduce.fileoutputcommitter.algorithm.version", "1")
    program = asked.program
    if "/" not in program:
        # A file of --files is in an executor's working folder, or where Spark says if there is no executor.
        program = SparkFiles.get(program) if sc.master.startswith("local") else "./" + program
    command = jvm.java.util.ArrayList()
    for word in [program, *options(asked)]:
        command.add(word)
    paths = ",".join(files(sc, asked.inputs))
    lines = sc._jsc.textFile(paths, asked.partitions) if asked.partitions else sc._jsc.textFile(paths)
    rows = lines.pipe(command, jvm.java.util.HashMap(), False, 1 << 16, "UTF-8")
    if not asked.output.startswith("s3a:") and not asked.dataset:
        rows.saveAsTextFile(asked.output)
        return
    session = SparkSession(sc)._jsparkSession
    session.createDataset(rows.rdd(), jvm.org.apache.spark.sql.Encoders.STRING()).write().text(asked.output)


def shared(sc, asked):
    """Solves in shards: the program itself reads and writes each of them."""
    output = os.path.abspath(asked.output)
    inputs = [name.removeprefix("file://").removeprefix("file:") for name in files(sc, asked.inputs)]
    count = asked.partitions or sc.defaultParallelism
    program, words = asked.program, options(asked)
    os.mkdir(output)

    def solve(index):
        path = program if "/" in program else SparkFiles.get(program)
        part = os.path.join(output, f"part-{index:05}")
        # Outputs appear when they are complete, so a task may run twice, even at the same time.
        command = [path, *words, "--trailer", "--shard", f"{index + 1}/{count}", "-f", "-o", part, *inputs]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise RuntimeError(f"shard {index + 1}: exit code {done.returncode}: {done.stderr[-2000:]}")
        return done.stderr

    trailers = sc.parallelize(range(count), count).map(solve).collect()
    with open(os.path.join(output, "_TRAILERS"), "w") as file:
        file.writelines(trailers)
    open(os.path.join(output, "_SUCCESS"), "x").close()


def main(argv):
    asked = arguments().parse_args(argv)
    sc = SparkContext.getOrCreate()
    (shared if asked.shared else pipe)(sc, asked)


if __name__ == "__main__":
    main(sys.argv[1:])
