"""`python -m ninefold`: tables in, tables out, and no other files touched."""

import csv
import gzip
import os
import signal
import subprocess
import sys
import time
import types

import ninefold
import ninefold.__main__
import polars as pl
import pyarrow as pa
import pytest
from conftest import CLASH, EASY, EMPTY, SOLUTION, is_solution
from ninefold.__main__ import main
from pyarrow import feather, ipc, parquet


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
    assert after.column_names[3:] == ["solution", "count", "guesses", "verdict"]
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
    assert rows[0] == ["note", "Puzzle", "solution", "count", "guesses", "verdict"]
    assert [row[:3] for row in rows[1:-2]] == [[field, EASY, SOLUTION] for field in fields]
    assert [[*row[:4], row[5]] for row in rows[-2:]] == [
        ["none", CLASH, "", "0", "invalid"],
        ["no", "", "", "0", "malformed"],
    ]


@pytest.mark.parametrize("name", ["a.csv.gz", "A.CSV.GZ"])
def test_csv_may_be_compressed(folder, corpus, name):
    text = "puzzle,note\n" + "".join(f'{puzzle},"a, b"\n' for puzzle in corpus)
    (folder / name).write_bytes(gzip.compress(text.encode()))
    assert main([str(folder / name), "-o", str(folder / "b.csv.gz")]) == 0
    assert main([str(folder / "b.csv.gz"), "-o", str(folder / "c.csv"), "--full"]) == 0
    with gzip.open(folder / "b.csv.gz", "rt", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["puzzle"], row["note"]) for row in rows] == [(puzzle, "a, b") for puzzle in corpus]
    assert all(is_solution(row["puzzle"], row["solution"]) for row in rows)
    with open(folder / "c.csv", newline="") as file:
        assert [row["ninefold_solution"] for row in csv.DictReader(file)] == [row["solution"] for row in rows]
    (folder / "bad.csv.gz").write_bytes(gzip.compress(text.encode())[:-20])
    assert main([str(folder / "bad.csv.gz"), "-o", str(folder / "d.csv")]) == 3
    assert not (folder / "d.csv").exists()


def test_one_kind_of_table_becomes_another(folder, corpus):
    parquet.write_table(pa.table({"quiz": pa.array(corpus, pa.large_string())}), folder / "a.parquet")
    assert main([str(folder / "a.parquet"), "-o", str(folder / "b.csv")]) == 0
    assert main([str(folder / "b.csv"), "-o", str(folder / "c.parquet")]) == 0
    found = parquet.read_table(folder / "c.parquet")
    assert found.column_names == ["quiz", "solution", "ninefold_solution"]
    assert found["solution"].equals(found["ninefold_solution"])
    pairs = zip(found["quiz"].to_pylist(), found["solution"].to_pylist())
    assert all(is_solution(puzzle, solution) for puzzle, solution in pairs)


def a_file(table, path):
    feather.write_feather(table, path, compression="lz4", chunksize=1000)


def a_stream(table, path):
    with ipc.new_stream(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=1000)


@pytest.mark.parametrize("name, write", [("in.feather", a_file), ("in.arrow", a_stream), ("in.arrows", a_stream)])
def test_arrow_files_keep_their_columns(folder, mixed, name, write):
    before = table(mixed)
    write(before, folder / name)
    assert main([str(folder / name), "-o", str(folder / "out.arrow"), "--limit", "2"]) == 1
    after = feather.read_table(folder / "out.arrow")
    assert after.column_names == [*before.column_names, "solution"]
    assert after.select(before.column_names).equals(before)
    assert after["solution"].to_pylist() == ninefold.solve(mixed, 2)
    assert pl.read_ipc(folder / "out.arrow")["solution"].to_list() == ninefold.solve(mixed, 2)
    assert main([str(folder / "out.arrow"), "-o", str(folder / "out.arrows"), "--findings-exit-code", "0"]) == 0
    with ipc.open_stream(folder / "out.arrows") as reader:
        assert reader.read_all()["solution"].equals(after["solution"])


def test_types_that_a_kind_of_file_lacks_become_plain(folder, monkeypatch):
    # Each batch of a Parquet file has its own dictionary, and an Arrow file may have one alone.
    monkeypatch.setattr(ninefold.__main__, "ROWS", 2)
    level = pa.array(["easy", "hard", "easy", "new"]).dictionary_encode()
    parquet.write_table(pa.table({"puzzle": pa.array([EASY] * 4, pa.string_view()), "level": level}), folder / "in.parquet")
    assert main([str(folder / "in.parquet"), "-o", str(folder / "out.feather")]) == 0
    assert feather.read_table(folder / "out.feather")["level"].to_pylist() == level.to_pylist()
    assert main([str(folder / "out.feather"), "-o", str(folder / "out.csv")]) == 0
    with open(folder / "out.csv", newline="") as file:
        assert [row["ninefold_solution"] for row in csv.DictReader(file)] == [SOLUTION] * 4


def test_it_says_what_it_did(folder, capfd):
    puzzles = [*[EASY] * 1234, CLASH, None, EMPTY, "?", "?"]
    parquet.write_table(pa.table({"puzzle": puzzles}), folder / "in.parquet")
    asked = [str(folder / "in.parquet"), "--limit", "2", "-o"]
    assert main([*asked, str(folder / "out.csv")]) == 1
    output = capfd.readouterr()
    assert output.out == ""
    begin, end = output.err.split(" s: ")
    assert begin.startswith("ninefold: 1,239 rows in ")
    assert end == f"1,234 solved, 1 multiple, 1 invalid, 2 malformed, 1 null; wrote {folder / 'out.csv'}\n"
    assert main([*asked, str(folder / "again.csv"), "--quiet"]) == 1
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def three_batches(folder, monkeypatch):
    monkeypatch.setattr(ninefold.__main__, "ROWS", 1000)
    parquet.write_table(pa.table({"puzzle": [EASY] * 2500}), folder / "in.parquet")
    return [str(folder / "in.parquet"), "-o", str(folder / "out.parquet")]


def test_progress_is_lines(three_batches, monkeypatch, capfd):
    monkeypatch.setattr(ninefold.__main__, "PATIENCE", 0)
    assert main(three_batches) == 0
    lines = capfd.readouterr().err.splitlines()
    assert lines[:3] == [f"ninefold: {done} of 2,500 rows" for done in ("1,000", "2,000", "2,500")]
    assert len(lines) == 4 and "2,500 solved" in lines[3]


def test_progress_is_a_bar_on_a_terminal_with_tqdm(three_batches, monkeypatch, capfd):
    class Bar:
        def __init__(self, total, **options):
            self.total, self.parts = total, []

        def __enter__(self):
            bars.append(self)
            return self

        def __exit__(self, *_):
            self.closed = True

        def update(self, rows):
            self.parts.append(rows)

    bars = []
    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Bar))
    monkeypatch.setattr(ninefold.__main__, "PATIENCE", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(three_batches) == 0
    assert [(bar.total, bar.parts, bar.closed) for bar in bars] == [(2500, [1000, 1000, 500], True)]
    assert "2,500 of" not in capfd.readouterr().err


def test_a_table_without_rows_stays_one(folder):
    parquet.write_table(table([EASY]).slice(0, 0), folder / "in.parquet")
    assert main([str(folder / "in.parquet"), "-o", str(folder / "out.parquet")]) == 0
    after = parquet.read_table(folder / "out.parquet")
    assert (after.num_rows, after.column_names) == (0, ["id", "puzzle", "note", "solution"])


def test_what_is_wrong_is_said_and_nothing_is_left(folder, capfd):
    def message(code, *asked):
        assert main(["-o", str(folder / "out.parquet"), *map(str, asked)]) == code
        assert not (folder / "out.parquet").exists()
        return capfd.readouterr().err

    parquet.write_table(pa.table({"id": [1], "a": [EASY], "b": [EASY]}), folder / "in.parquet")
    assert "no column 'puzzle'" in message(2, folder / "in.parquet") and "--column" not in message(2, "x.txt")
    assert "'c'" in message(2, folder / "in.parquet", "--column", "c")
    assert "int64" in message(2, folder / "in.parquet", "--column", "id")
    assert "at least 1" in message(2, folder / "in.parquet", "--column", "a", "--limit", "0")
    assert "too big" in message(2, folder / "in.parquet", "--column", "a", "--limit", str(2**64))
    assert ".feather" in message(2, folder / "in.txt")
    assert "missing.parquet" in message(3, folder / "missing.parquet")
    (folder / "bad.parquet").write_bytes(b"PAR1 and no more")
    assert message(3, folder / "bad.parquet", "--column", "a")
    whole = (folder / "in.parquet").read_bytes()
    (folder / "cut.parquet").write_bytes(whole[: len(whole) // 2])
    assert message(3, folder / "cut.parquet", "--column", "a")
    (folder / "uneven.csv").write_text(f"puzzle,x\n{EASY},1\n{EASY},1,2\n")
    assert message(3, folder / "uneven.csv")
    (folder / "empty.csv").write_text("")
    assert message(3, folder / "empty.csv")
    feather.write_feather(pa.table({"puzzle": [EASY] * 1000}), folder / "in.feather", compression="uncompressed")
    whole = (folder / "in.feather").read_bytes()
    for size in (0, 4, 12, len(whole) // 2, len(whole) - 1):
        (folder / "cut.feather").write_bytes(whole[:size])
        assert "cannot read" in message(3, folder / "cut.feather")


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
    assert error == (b"ninefold: interrupted\n" if number == signal.SIGINT else b"ninefold: ended by SIGTERM\n")
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
