"""`python -m ninefold`: tables in, tables out, and no other files touched."""

import csv
import os
import signal
import subprocess
import sys
import time

import ninefold
import pyarrow as pa
import pytest
from conftest import CLASH, EASY, EMPTY, SOLUTION, is_solution
from ninefold.__main__ import main
from pyarrow import parquet


@pytest.fixture
def folder(tmp_path):
    """An empty folder, in which no unexpected file may be left."""
    yield tmp_path
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def table(puzzles):
    return pa.table({"id": range(len(puzzles)), "puzzle": puzzles, "note": [None, *["x"] * (len(puzzles) - 1)]})


def test_a_parquet_file_keeps_its_columns(folder, mixed, capfd):
    before = table(mixed)
    parquet.write_table(before, folder / "in.parquet", row_group_size=1500)
    asked = [str(folder / "in.parquet"), "--column", "puzzle", "-o", str(folder / "out.parquet")]
    assert main([*asked, "--limit", "2", "--full"]) == 1
    after = parquet.read_table(folder / "out.parquet")
    assert after.select(before.column_names).equals(before)
    answers = ninefold.solve(mixed, 2, full=True)
    assert after.column_names[3:] == ["solution", "count", "guesses", "status"]
    assert [after[name].to_pylist() for name in after.column_names[3:]] == list(answers)
    # An existing file is refused, and stays.
    assert main(asked) == 2
    assert "exists" in capfd.readouterr().err
    assert parquet.read_table(folder / "out.parquet").equals(after)
    assert main([*asked, "--force", "--findings-exit-code", "0"]) == 0
    assert parquet.read_table(folder / "out.parquet").column_names[3:] == ["solution"]


@pytest.mark.parametrize("names", [("quizzes", "solutions"), ("puzzle", "solution")])
def test_the_csv_of_kaggle(folder, corpus, names):
    solutions = ninefold.solve(corpus)
    rows = [f"{puzzle.replace('.', '0')},{solution}\n" for puzzle, solution in zip(corpus, solutions)]
    (folder / "sudoku.csv").write_text(",".join(names) + "\n" + "".join(rows))
    done = [sys.executable, "-m", "ninefold", folder / "sudoku.csv", "-o", folder / "solved.csv"]
    subprocess.run(done, check=True)
    with open(folder / "solved.csv", newline="") as file:
        found = list(csv.DictReader(file))
    added = "ninefold_solution" if "solution" in names else "solution"
    assert list(found[0]) == [*names, added]
    assert [row[added] for row in found] == [row[names[1]] for row in found] == solutions


def test_fields_of_csv_stay_as_they_are(folder):
    fields = ["007", "", 'said "yes", twice', "two\nlines", "1e5", "null", "数独", "2020-01-01"]
    with open(folder / "in.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerows([["note", "Puzzle"], *([field, EASY] for field in fields), ["none", CLASH], ["no", ""]])
    asked = [str(folder / "in.csv"), "-o", str(folder / "out.csv"), "--delimiter", ";", "--full"]
    assert main(asked) == 1
    with open(folder / "out.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter=";"))
    assert rows[0] == ["note", "Puzzle", "solution", "count", "guesses", "status"]
    assert [row[:3] for row in rows[1:-2]] == [[field, EASY, SOLUTION] for field in fields]
    assert [[*row[:4], row[5]] for row in rows[-2:]] == [
        ["none", CLASH, "", "0", "invalid"],
        ["no", "", "", "0", "malformed"],
    ]


def test_one_kind_of_table_becomes_another(folder, corpus):
    parquet.write_table(pa.table({"quiz": pa.array(corpus, pa.large_string())}), folder / "a.parquet")
    assert main([str(folder / "a.parquet"), "-o", str(folder / "b.csv")]) == 0
    assert main([str(folder / "b.csv"), "-o", str(folder / "c.parquet")]) == 0
    found = parquet.read_table(folder / "c.parquet")
    assert found.column_names == ["quiz", "solution", "ninefold_solution"]
    assert found["solution"].equals(found["ninefold_solution"])
    pairs = zip(found["quiz"].to_pylist(), found["solution"].to_pylist())
    assert all(is_solution(puzzle, solution) for puzzle, solution in pairs)


def test_a_table_without_rows_stays_one(folder):
    parquet.write_table(table([EASY]).slice(0, 0), folder / "in.parquet")
    assert main([str(folder / "in.parquet"), "-o", str(folder / "out.parquet")]) == 0
    after = parquet.read_table(folder / "out.parquet")
    assert (after.num_rows, after.column_names) == (0, ["id", "puzzle", "note", "solution"])


def test_what_is_wrong_is_said_and_nothing_is_left(folder, capfd):
    def said(code, *asked):
        assert main(["-o", str(folder / "out.parquet"), *map(str, asked)]) == code
        assert not (folder / "out.parquet").exists()
        return capfd.readouterr().err

    parquet.write_table(pa.table({"id": [1], "a": [EASY], "b": [EASY]}), folder / "in.parquet")
    assert "no column 'puzzle'" in said(2, folder / "in.parquet") and "--column" not in said(2, "x.txt")
    assert "'c'" in said(2, folder / "in.parquet", "--column", "c")
    assert "int64" in said(2, folder / "in.parquet", "--column", "id")
    assert "at least 1" in said(2, folder / "in.parquet", "--column", "a", "--limit", "0")
    assert "missing.parquet" in said(3, folder / "missing.parquet")
    (folder / "bad.parquet").write_bytes(b"PAR1 and no more")
    assert said(3, folder / "bad.parquet", "--column", "a")
    whole = (folder / "in.parquet").read_bytes()
    (folder / "cut.parquet").write_bytes(whole[: len(whole) // 2])
    assert said(3, folder / "cut.parquet", "--column", "a")
    (folder / "uneven.csv").write_text(f"puzzle,x\n{EASY},1\n{EASY},1,2\n")
    assert said(3, folder / "uneven.csv")
    (folder / "empty.csv").write_text("")
    assert said(3, folder / "empty.csv")


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends a process there")
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_a_signal_leaves_nothing(folder, number):
    number = getattr(signal, number)
    parquet.write_table(pa.table({"puzzle": [EMPTY] * 1000}), folder / "in.parquet")
    asked = ["--limit", "1000000000", "--max-guesses", "1000000000000000"]
    command = [sys.executable, "-m", "ninefold", folder / "in.parquet", "-o", folder / "out.parquet", *asked]
    running = subprocess.Popen(command, stderr=subprocess.PIPE)
    # The temporary file exists when the work starts.
    while len(os.listdir(folder)) < 2:
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(number)
    _, error = running.communicate(timeout=120)
    assert running.returncode == 128 + number, error
    assert os.listdir(folder) == ["in.parquet"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits there")
@pytest.mark.parametrize("name", ["out.csv", "out.parquet"])
def test_what_fails_is_named(folder, name):
    (folder / "in.csv").write_text("id,puzzle\n" + "".join(f"{i},{EASY}\n" for i in range(30_000)))
    (folder / "bad.csv").write_text("id,puzzle\n" + f"1,{EASY}\n" + "1,2,3\n")

    def run(table, output):
        code = """
import resource, sys
from ninefold.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
sys.exit(main(sys.argv[1:]))
"""
        done = subprocess.run([sys.executable, "-c", code, table, "-o", output], capture_output=True, text=True, cwd=folder)
        assert done.returncode == 3, done.stderr
        return done.stderr

    assert run("in.csv", name) == f"ninefold: cannot write {name}: File too large\n"
    assert run("in.csv", f"missing/{name}") == f"ninefold: cannot write missing/{name}: No such file or directory\n"
    assert run("missing.csv", name) == "ninefold: cannot read missing.csv: No such file or directory\n"
    assert run("bad.csv", name).startswith("ninefold: cannot read bad.csv: CSV parse error")
