#!/usr/bin/env python3
"""scripts/spark on a cluster of this machine: a master and two workers.

Usage: tests/spark.py NINEFOLD

Half a million lines in a directory of unequal files go through 24 partitions. A worker and its
executor are killed with -9 between the fourth and the last committed task. The output must be
that of a single machine, byte for byte. A process that fails, a missing program and a truncated
input must make the job fail, without `_SUCCESS`.

Nothing here depends on a time: tasks after the sixth wait until the worker is dead.
"""

import contextlib
import csv
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow
import pyspark
from pyarrow import parquet
from pyspark.sql import SparkSession

ROOT = Path(__file__).resolve().parent.parent
HOME = Path(pyspark.__file__).parent
SCRIPTS = ROOT / "scripts" / "spark"
PATIENCE = 300
"""Seconds after which a wait fails."""


def wait_for(what, condition):
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"no {what}"
        time.sleep(0.1)
    return found


def corpus(folder):
    """Files whose order of names differs from that of their sizes and of their creation."""
    kinds = ["sample", "hard", "multiple", "easy", "unsolvable", "medium", "tricky", "invalid", "few-clues"]
    lines = [line for kind in kinds for line in (ROOT / f"datasets/{kind}.txt").read_bytes().splitlines()]
    lines += [b"# a comment, n\xc3\xa9", b"", b"no puzzle", b"\ttab"]
    lines *= -(-500_000 // len(lines))
    folder.mkdir()
    cuts = {"b": 0.1, "c-9": 0.5, "a": 0.2, "c-10": 0.17, "d": 0.03}
    begin = 0
    for name, part in cuts.items():
        end = begin + int(part * len(lines))
        (folder / name).write_bytes(b"\n".join(lines[begin:end]) + b"\n")
        begin = end
    return [folder / name for name in sorted(cuts)]


def script(path, text):
    path.write_text("#!/usr/bin/env bash\n" + text)
    path.chmod(0o755)
    return path


class Cluster:
    """A master and workers, each a child process."""

    def __init__(self, folder):
        self.folder, self.running = folder, []
        log = self.start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0")
        found = wait_for("master", lambda: re.search(r"Starting Spark master at (spark://\S+)", log.read_text()))
        self.url = found.group(1)
        for name in ("first", "second"):
            worker = ["org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "-c", "1", "-m", "640M"]
            self.start(name, *worker, "-d", str(folder / name), self.url)

    def start(self, name, *command):
        log = self.folder / f"{name}.log"
        environment = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_DAEMON_MEMORY": "256m", "SPARK_LOCAL_IP": "127.0.0.1"}
        with open(log, "wb") as file:
            spark = [HOME / "bin" / "spark-class", *command, "--webui-port", "0"]
            self.running.append(subprocess.Popen(spark, stdout=file, stderr=file, env=environment))
        return log

    def kill_a_worker(self):
        """Kills the second worker and its executor, so that they cannot report anything."""
        worker = self.running[-1]
        executors = [child for child in children(worker.pid)]
        assert executors, "the second worker has no executor"
        for number in (worker.pid, *executors):
            os.kill(number, signal.SIGKILL)

    def end(self):
        for process in reversed(self.running):
            process.kill()
            process.wait()


def children(parent):
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                # The name in brackets may contain anything.
                if int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]) == parent:
                    found.append(int(entry.name))
    return found


def killed_in_the_midst(folder, ninefold, files, single):
    for name in ("runs", "waiting"):
        (folder / name).mkdir()
    # Six tasks run; all others wait until a process is killed.
    program = script(
        folder / "send" / "ninefold",
        f"""
mktemp -d "{folder}/runs/XXXXXXXX" >/dev/null
if [[ ! -e "{folder}/killed" ]]; then
    for slot in 1 2 3 4 5 6; do mkdir "{folder}/slot-$slot" 2>/dev/null && exec "{ninefold}" "$@"; done
    mktemp -d "{folder}/waiting/XXXXXXXX" >/dev/null
    until [[ -e "{folder}/killed" ]]; do sleep 0.1; done
fi
exec "{ninefold}" "$@"
""",
    )
    out = folder / "out"
    cluster = Cluster(folder)
    try:
        submit = [HOME / "bin" / "spark-submit", "--master", cluster.url, "--driver-memory", "512m"]
        submit += ["--conf", "spark.ui.enabled=false", "--conf", "spark.executor.memory=512m", "--files", program]
        submit += [SCRIPTS / "solve.py", files[0].parent, out, "--partitions", "24"]
        with open(folder / "driver.log", "wb") as log:
            driver = subprocess.Popen(submit, stdout=log, stderr=log, env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"})
        cluster.running.insert(0, driver)

        def committed():
            assert driver.poll() is None, (folder / "driver.log").read_text()[-5000:]
            return len(list(out.glob("_temporary/0/task_*")))

        wait_for("fourth task", lambda: committed() >= 4)
        # One for each executor: no other process works.
        wait_for("second executor", lambda: len(list((folder / "waiting").iterdir())) >= 2)
        before = committed()
        cluster.kill_a_worker()
        (folder / "killed").touch()
        assert driver.wait(PATIENCE) == 0, (folder / "driver.log").read_text()[-5000:]
    finally:
        cluster.end()
    parts = sorted(out.glob("part-*"))
    runs = len(list((folder / "runs").iterdir()))
    assert len(parts) >= 24 and 4 <= before < len(parts), (before, len(parts))
    assert runs > len(parts), "no task was run again"
    assert b"".join(part.read_bytes() for part in parts) == single.read_bytes()
    assert (out / "_SUCCESS").exists() and not (out / "_temporary").exists()
    print(f"killed after {before} of {len(parts)} tasks, {runs} runs: the single machine's output")


def fails(out, call, message):
    try:
        call()
    except (Exception, SystemExit) as error:
        assert message in str(error), error
        assert not (out / "_SUCCESS").exists()
        return
    raise AssertionError(f"{out.name}: it did not fail")


def failures(folder, solve, files):
    small = folder / "small.txt"
    small.write_bytes(b"".join(files[0].read_bytes().splitlines(keepends=True)[:5000]))
    for name, message in [("fails", "exited with status 3"), ("dies", "exited with status 137"), ("absent", "absent")]:
        out = folder / f"out-{name}"
        fails(out, lambda: solve.main(["--program", name, str(small), str(out), "--partitions", "2"]), message)
        out = folder / f"shared-{name}"
        message = {"fails": "exit code 3", "dies": "exit code -9"}.get(name, message)
        fails(out, lambda: solve.main(["--shared", "--program", name, str(small), str(out), "--partitions", "2"]), message)
    whole = gzip.compress(small.read_bytes())
    (folder / "cut.txt.gz").write_bytes(whole[: len(whole) // 2])
    out = folder / "out-cut"
    fails(out, lambda: solve.main([str(folder / "cut.txt.gz"), str(out)]), "end of input stream")
    kept = folder / "kept"
    kept.mkdir()
    fails(kept, lambda: solve.main([str(small), str(kept)]), "already exists")
    fails(kept, lambda: solve.main(["--shared", str(small), str(kept)]), "exists")
    fails(folder / "none", lambda: solve.main([str(folder / "nothing"), str(folder / "none")]), "nothing")
    print("what fails, dies, is absent, cut or there already makes a job fail")


def in_shards(folder, solve, ninefold, files, single):
    out = folder / "shared"
    solve.main(["--shared", str(files[0].parent), str(out), "--partitions", "5"])
    assert b"".join(part.read_bytes() for part in sorted(out.glob("part-*"))) == single.read_bytes()
    assert (out / "_SUCCESS").exists()
    whole = folder / "whole.txt"
    whole.write_bytes(b"".join(file.read_bytes() for file in files))
    verify = [ninefold, "verify", whole, single, "--trailer", out / "_TRAILERS", "--show", "1"]
    done = subprocess.run(verify, capture_output=True, text=True)
    assert done.returncode <= 1 and ", 0 wrong" in done.stdout and "trailer:" not in done.stdout, done
    print("5 shards: the single machine's output, and the sum of their trailers")


def as_a_dataset(folder, solve, files, single):
    out = folder / "dataset"
    solve.main(["--dataset", str(files[0].parent), str(out), "--partitions", "7"])
    parts = sorted(out.glob("part-*"))
    assert len(parts) >= 7 and (out / "_SUCCESS").exists()
    assert b"".join(part.read_bytes() for part in parts) == single.read_bytes()
    print(f"{len(parts)} partitions written as a data set: the single machine's output")


def records_read(folder):
    """How many records Spark's tasks have read so far, by its own account."""
    [log] = (folder / "events").iterdir()
    events = [json.loads(line) for line in log.read_text().splitlines()]
    tasks = [event["Task Metrics"] for event in events if event["Event"] == "SparkListenerTaskEnd"]
    return sum(task["Input Metrics"]["Records Read"] for task in tasks)


def tables(folder, solve_table, ninefold, files):
    import ninefold as package

    rows = files[0].read_text().splitlines()[:30_000]
    texts = [None if row == "" else row for row in rows]
    notes = [None if i % 5 == 0 else f'{i}, "né"\nand more' for i in range(len(rows))]
    table = pyarrow.table({"id": range(len(rows)), "note": notes, "puzzle": texts, "solution": rows})
    parquet.write_table(table, folder / "in.parquet", row_group_size=4000)
    answers = package.solve(texts, 2, full=True)
    solve_table.main([str(folder / "in.parquet"), str(folder / "table"), "--limit", "2"])
    found = parquet.read_table(folder / "table").sort_by("id")
    assert found.column_names == [*table.column_names, "ninefold_solution", "verdict", "count"]
    assert found.select(table.column_names).equals(table)
    assert found["ninefold_solution"].to_pylist() == answers.solutions
    assert found["verdict"].to_pylist() == answers.verdicts and found["count"].to_pylist() == answers.counts
    assert (folder / "table" / "_SUCCESS").exists()

    def write(path, records):
        with open(path, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(records)

    def check(out, asked, notes):
        solve_table.main([*map(str, asked), str(out), "--limit", "2"])
        read = []
        for part in out.glob("part-*"):
            with open(part, newline="", encoding="utf-8") as file:
                read += csv.DictReader(file)
        assert list(read[0]) == ["id", "note", "Puzzle", "solution", "verdict", "count"]
        read.sort(key=lambda row: int(row["id"]))
        for row, note, text, solution in zip(read, notes, rows, answers.solutions, strict=True):
            assert (row["note"], row["Puzzle"], row["solution"]) == (note or "", text, solution or ""), row
        assert (out / "_SUCCESS").exists()

    broken, plain = folder / "broken.csv", folder / "plain"
    write(broken, [["id", "note", "Puzzle"], *zip(range(len(rows)), notes, rows)])
    check(folder / "broken", [broken, "--multiline"], notes)
    # Two files, each with the header. Fields have commas and quotes, but no line breaks.
    notes = [note and note.replace("\n", " ") for note in notes]
    records = [list(record) for record in zip(range(len(rows)), notes, rows)]
    plain.mkdir()
    for name, part in (("a.csv", records[:9000]), ("b.csv", records[9000:])):
        write(plain / name, [["id", "note", "Puzzle"], *part])
    spark = SparkSession.builder.getOrCreate()
    spark.conf.set("spark.sql.files.maxPartitionBytes", "256k")
    before = records_read(folder)
    check(folder / "lines", [plain, "--format", "csv"], notes)
    # Each line once, with both headers, and the first one before.
    read = records_read(folder) - before
    assert len(rows) + 2 <= read <= len(rows) + 10, f"{read} records read of {len(rows)}"
    assert len(list((folder / "lines").glob("part-*"))) > 2, "a file is one partition"
    # What would be torn or lost is an error.
    write(folder / "again.csv", [*[["id", "note", "Puzzle"]] * 2, *records[:9]])
    for input in (broken, folder / "again.csv"):
        out = folder / f"{input.stem}-torn"
        try:
            solve_table.main([str(input), str(out)])
        except (Exception, SystemExit) as error:
            assert "--multiline" in str(error), error
        else:
            raise AssertionError(input)
    assert not (folder / "broken-torn" / "_SUCCESS").exists()
    print(f"{len(rows)} rows of Parquet and of csv keep their columns")


def main(ninefold):
    ninefold = str(Path(ninefold).resolve())
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    # In processes that live for seconds, the second compiler takes half of the time.
    os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = corpus(folder / "in")
        single = folder / "single"
        solve = [ninefold, "solve", "-q", "--findings-exit-code", "0", "--input-format", "line", "-o", single]
        subprocess.run([*solve, *files], check=True)
        (folder / "send").mkdir()
        killed_in_the_midst(folder, ninefold, files, single)
        sys.path.insert(0, str(SCRIPTS))
        import solve
        import solve_table

        sent = [ninefold, script(folder / "fails", 'head -n 100; exit 3\n'), script(folder / "dies", "head -n 100; kill -9 $$\n")]
        conf = pyspark.SparkConf().setMaster("local[2]").set("spark.ui.enabled", "false")
        (folder / "events").mkdir()
        conf.set("spark.eventLog.enabled", "true").set("spark.eventLog.dir", (folder / "events").as_uri())
        conf.set("spark.eventLog.rolling.enabled", "false").set("spark.eventLog.compress", "false")
        conf.set("spark.files", ",".join(map(str, sent))).set("spark.ui.showConsoleProgress", "false")
        sc = pyspark.SparkContext(conf=conf)
        sc.setLogLevel("OFF")
        in_shards(folder, solve, ninefold, files, single)
        as_a_dataset(folder, solve, files, single)
        failures(folder, solve, files)
        tables(folder, solve_table, ninefold, files)
        sc.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
