"""Millions of puzzles a second of CPU time, by kind: tests/speed.py PUZZLES

PUZZLES has 81 cells a line. The best of three calls counts.
"""

import resource
import sys
from pathlib import Path

import ninefold
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa


def spent():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def call(puzzles, full):
    before = spent()
    ninefold.solve(puzzles, full=full)
    return spent() - before


def main(path):
    lines = Path(path).read_text().split()
    count = len(lines)
    text = np.frombuffer("".join(lines).encode(), np.uint8).reshape(count, 81)
    array = pa.array(lines)
    part = max(1, count // 100)
    kinds = {
        "numpy values": np.where(text == ord("."), 0, text - ord("0")).astype(np.uint8),
        "numpy text": text,
        "pyarrow string": array,
        "pyarrow large_string": array.cast(pa.large_string()),
        "pyarrow string_view": array.cast(pa.string_view()),
        "pyarrow in 100 chunks": pa.chunked_array([array[i : i + part] for i in range(0, count, part)]),
        "polars": pl.Series(array),
        "pandas str": pd.Series(lines),
        "list": lines,
    }
    print(f"{count} puzzles: solutions, full")
    for name, puzzles in kinds.items():
        speeds = [count / min(call(puzzles, full) for _ in range(3)) / 1e6 for full in (False, True)]
        print(f"{name:22} {speeds[0]:6.2f} {speeds[1]:6.2f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
