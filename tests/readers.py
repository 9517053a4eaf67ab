#!/usr/bin/env python3
"""Tables that ninefold wrote, read by pandas, polars and DuckDB.

Usage: tests/readers.py NINEFOLD CORPUS

CORPUS has one puzzle a line. The test makes tables of it in common forms, and
`ninefold solve` adds its columns. Then each reader must find all the old values,
and beside every puzzle its solution. The reader's own rows and the rules of
Sudoku decide.
"""

import csv
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
import pandas
import polars

UNITS = [
    [9 * r + c for c in range(9)] for r in range(9)
] + [
    [9 * r + c for r in range(9)] for c in range(9)
] + [
    [27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for b in range(9)
]


def answers(puzzle, solution):
    """Whether a solution is complete and right for the puzzle."""
    return (
        len(solution) == 81
        and all(p in (s, ".", "0") for p, s in zip(puzzle, solution))
        and all(sorted(solution[cell] for cell in unit) == list("123456789") for unit in UNITS)
    )


def with_pandas(path, form):
    if form["kind"] == "jsonl":
        # By default it reads 81 digits as a number.
        table = pandas.read_json(path, lines=True, dtype=False)
    else:
        table = pandas.read_csv(path, sep=form["delimiter"], dtype=str, keep_default_na=False)
    return list(table.columns), table.to_dict("records")


def with_polars(path, form):
    if form["kind"] == "jsonl":
        table = polars.read_ndjson(path)
    else:
        table = polars.read_csv(path, separator=form["delimiter"], infer_schema=False)
        table = table.fill_null("")
    return table.columns, table.to_dicts()


def with_duckdb(path, form):
    if form["kind"] == "jsonl":
        table = duckdb.sql(f"SELECT * FROM read_json('{path}', format='newline_delimited')")
    else:
        # Only the types are given; it finds delimiter, quotes and header by itself.
        table = duckdb.sql(f"SELECT * FROM read_csv('{path}', all_varchar=true)")
    rows = [dict(zip(table.columns, row)) for row in table.fetchall()]
    return table.columns, [{k: "" if v is None else v for k, v in row.items()} for row in rows]


READERS = {"pandas": with_pandas, "polars": with_polars, "duckdb": with_duckdb}


def form(name, puzzle, others, note=None, kind="csv", delimiter=",", end="\n", mark="", quote=csv.QUOTE_MINIMAL):
    return {
        "name": name, "puzzle": puzzle, "others": others, "note": note or (lambda i: f"note {i}"),
        "kind": kind, "delimiter": delimiter, "end": end, "mark": mark, "quote": quote,
    }


def odd(i):
    return ['', 'a, b; c', 'said "yes"', 'two\nlines', 'né 数独', "it's", 'tab\there'][i % 7]


FORMS = [
    form("kaggle", "quizzes", []),
    form("plain", "puzzle", ["id", "note"]),
    form("semicolons", "question", ["id", "note"], delimiter=";"),
    form("tabs", "quiz", ["id", "note"], delimiter="\t", end="\r\n"),
    form("bars", "puzzle", ["id", "note"], delimiter="|"),
    form("windows", "puzzle", ["id", "note"], end="\r\n", mark="\ufeff"),
    form("odd", "Puzzle", ["note", "id"], note=odd),
    form("quoted", "puzzle", ["note", "id"], note=odd, quote=csv.QUOTE_ALL, end="\r\n"),
    form("lines", "puzzle", ["note", "id"], note=odd, kind="jsonl"),
]


def table(form, puzzles):
    """A table, and its intended rows."""
    names = form["others"] + [form["puzzle"]]
    value = {"id": lambda i: str(i), "note": form["note"]}
    rows = [
        {name: puzzle if name == form["puzzle"] else value[name](i) for name in names}
        for i, puzzle in enumerate(puzzles)
    ]
    if form["kind"] == "jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), rows
    text = io.StringIO()
    writer = csv.DictWriter(
        text, names, delimiter=form["delimiter"], lineterminator=form["end"], quoting=form["quote"]
    )
    writer.writeheader()
    writer.writerows(rows)
    return form["mark"] + text.getvalue(), rows


def check(form, reader, path, wanted, added):
    names, rows = READERS[reader](str(path), form)
    what = f"{form['name']} by {reader}"
    expected = form["others"] + [form["puzzle"]] + added
    assert list(names) == expected, f"{what}: columns {names}, not {expected}"
    assert len(rows) == len(wanted), f"{what}: {len(rows)} rows, not {len(wanted)}"
    solution = added[0]
    for number, (row, meant) in enumerate(zip(rows, wanted)):
        for name, value in meant.items():
            # Some readers read every line end within quotes of csv as a line feed.
            read = str(row[name]).replace("\r\n", "\n")
            assert read == value, f"{what}: row {number}: {name} is {read!r}, not {value!r}"
        puzzle = row[form["puzzle"]]
        if meant[form["puzzle"]] == "nonsense":
            none = row[solution]
            assert none == "" or pandas.isna(none), f"{what}: row {number}: an answer to no puzzle"
        else:
            assert answers(puzzle, row[solution]), f"{what}: row {number}: {row[solution]}"


def main(ninefold, corpus):
    lines = Path(corpus).read_text().splitlines()
    puzzles = [line[:81] for line in lines if len(line) >= 81 and not line.startswith("#")][:200]
    puzzles[5] = "nonsense"
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for form in FORMS:
            text, wanted = table(form, puzzles)
            source = Path(folder, form["name"] + "." + form["kind"])
            source.write_bytes(text.encode())
            asked = [
                ([], ["solution"]),
                (["--append-column", "solution,verdict,reason"], ["solution", "verdict", "reason"]),
            ]
            for number, (options, added) in enumerate(asked):
                out = Path(folder, f"{form['name']}-{number}.{form['kind']}")
                done = subprocess.run([ninefold, "solve", "-q", source, "-o", out, *options])
                assert done.returncode == 1, f"{form['name']}: exit code {done.returncode}"
                for reader in READERS:
                    check(form, reader, out, wanted, added)
                    checked += len(wanted)
    versions = ", ".join(f"{m.__name__} {m.__version__}" for m in (pandas, polars, duckdb))
    print(f"{checked} rows read back from {len(FORMS)} forms of table by {versions}")


if __name__ == "__main__":
    main(*sys.argv[1:])
