"""CPU time a puzzle by the size of a batch, in C and in Python: tests/sizes.py LIBRARY PUZZLES...

LIBRARY is the shared library for C (`cargo build --release --package ninefold-solver`), PUZZLES has 81 cells a line. Every row
solves the same puzzles, on one thread. The callers take turns, and the median of the rounds counts. Python's times are also
multiples of those of `ninefold_solver_search`, which checks solutions, too. A loop in C calls the library, so `cc` is needed.
"""

import ctypes
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ninefold
import numpy as np
import pyarrow as pa

SIZES = [1, 8, 16, 24, 32, 33, 48, 64, 100, 200, 500, 1000, 2000, 4000, 10_000]
STRIDE = 82

PUZZLES = 10_000
"""Puzzles of a round, so that its time is long enough for the clock."""

ROUNDS = 11

IN_C = ["C, unchecked", "C"]

LOOP = """
#include <stdlib.h>
#include <ninefold_solver.h>

static uint64_t solutions[10000], guesses[10000];
static uint8_t rows[10000 * 82], statuses[10000];

/* Solves puzzles in calls of this size. */
int loop(ninefold_solver *solver, int is_search, const uint8_t *puzzles, size_t count, size_t size, uint64_t limit)
{
    ninefold_request request = {.size = sizeof request, .limit = limit, .max_guesses = 10000000};
    int failed = 0;
    for (size_t i = 0; i + size <= count; i += size) {
        const uint8_t *part = puzzles + 82 * i;
        failed |= is_search
            ? ninefold_solver_search(solver, &request, part, size, rows, solutions, guesses, statuses)
            : ninefold_solver_solve(solver, part, size, limit, rows, solutions, guesses);
    }
    return failed;
}
"""


def c_loop(library, folder):
    """The loop in C, and a state of the library."""
    library = Path(library).resolve()
    include = Path(__file__).resolve().parents[3] / "include"
    source, loop = folder / "loop.c", folder / "loop.so"
    source.write_text(LOOP)
    link = ["-L", library.parent, "-lninefold_solver", f"-Wl,-rpath,{library.parent}"]
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-I", include, source, "-o", loop, *link], check=True)
    loop, library = ctypes.CDLL(str(loop)), ctypes.CDLL(str(library))
    library.ninefold_solver_new.restype = ctypes.c_void_p
    return loop.loop, ctypes.c_void_p(library.ninefold_solver_new())


def callers(lines, size, limit, loop, solver):
    """What solves all lines in calls of this size, by the name of its column."""
    text = ("\n".join(lines) + "\n").encode()

    def in_c(is_search):
        count = ctypes.c_size_t(len(lines))
        assert loop(solver, is_search, text, count, ctypes.c_size_t(size), ctypes.c_uint64(limit)) == 0

    def in_python(parts):
        for part in parts:
            ninefold.solve(part, limit, threads=1)

    cells = np.frombuffer(text, np.uint8).reshape(-1, STRIDE)[:, :81].copy()
    values = np.where(cells == ord("."), 0, cells - ord("0")).astype(np.uint8)
    kinds = {"list": lines, "bytes": cells.reshape(-1).view("S81"), "uint8": values, "Arrow": pa.array(lines)}
    starts = range(0, len(lines) - size + 1, size)
    found = {name: lambda is_search=i: in_c(is_search) for i, name in enumerate(IN_C)}
    for name, puzzles in kinds.items():
        found[name] = lambda parts=[puzzles[i : i + size] for i in starts]: in_python(parts)
    return found


def cpu_time(call):
    before = time.process_time_ns()
    call()
    return time.process_time_ns() - before


def main(library, *corpora):
    with tempfile.TemporaryDirectory() as folder:
        loop, solver = c_loop(library, Path(folder))
    for path in corpora:
        lines = [line[:81] for line in Path(path).read_text().splitlines() if len(line) >= 81]
        lines = (lines * (PUZZLES // len(lines) + 1))[:PUZZLES]
        for limit in (1, 2):
            print(f"\n{Path(path).name}, limit {limit}: ns a puzzle; Python also as a multiple of C\n")
            for row, size in enumerate(SIZES):
                calls = callers(lines, size, limit, loop, solver)
                times = {name: [] for name in calls}
                for turn in range(ROUNDS + 1):
                    for name, call in calls.items():
                        spent = cpu_time(call)
                        # The first round is the warm-up.
                        if turn > 0:
                            times[name].append(spent / (len(lines) // size * size))
                times = {name: statistics.median(spent) for name, spent in times.items()}
                if row == 0:
                    print("| puzzles a call |", " | ".join(times), "|")
                    print("| ---: |", "---: |" * len(times))
                cells = [f"{times[name]:,.0f}" for name in IN_C]
                cells += [f"{spent:,.0f} ({spent / times['C']:.2f})" for name, spent in times.items() if name not in IN_C]
                print(f"| {size:,} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
