"""Every kind of column: the answer has the same kind and is right."""

import io
import re
from datetime import timedelta

import duckdb
import ninefold
import ninefold.polars as polars
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pytest
from conftest import CLASH, EASY, EMPTY, KINDS, NONE, SOLUTION, is_solution

ARROW = [pa.string(), pa.large_string(), pa.string_view()]


def test_a_list_is_answered_as_a_list(mixed, judge):
    answers = ninefold.solve(mixed, limit=2, full=True)
    assert all(type(column) is list for column in answers)
    judge(mixed, *answers)
    assert ninefold.solve(mixed, limit=2) == answers.solutions
    assert ninefold.solve(tuple(mixed), limit=2) == answers.solutions
    assert ninefold.solve([]) == []
    assert ninefold.solve([], full=True) == ([], [], [], [])
    assert ninefold.solve(["\ud800" * 81, None], full=True).verdicts == ["malformed", None]


def test_the_limit_says_what_is_looked_for():
    puzzles = [EMPTY, EASY, NONE, CLASH]
    first = ninefold.solve(puzzles, full=True)
    assert first.verdicts == ["solved", "solved", "none", "invalid"]
    assert first.counts == [1, 1, 0, 0]
    assert is_solution(EMPTY, first.solutions[0]) and first.solutions[1] == SOLUTION
    many = ninefold.solve(puzzles, limit=500, full=True)
    assert many.counts == [500, 1, 0, 0]
    assert many.verdicts == ["multiple", "solved", "none", "invalid"]
    assert many.solutions == [None, SOLUTION, None, None]
    given_up = ninefold.solve([EMPTY], limit=10**9, max_guesses=1000, full=True)
    assert given_up.verdicts == ["gave-up"]


@pytest.mark.parametrize("limit", [1, 2, 500])
def test_solutions_alone_are_those_of_the_whole(mixed, limit):
    answers = ninefold.solve(mixed, limit, full=True)
    assert [word == "solved" for word in answers.verdicts] == [text is not None for text in answers.solutions]
    assert ninefold.solve(mixed, limit) == answers.solutions
    for kind in ARROW:
        assert ninefold.solve(pa.array(mixed, kind), limit).to_pylist() == answers.solutions
    rows = [text if text and len(text.encode()) == 81 else "?" * 81 for text in mixed]
    cells = np.frombuffer("".join(rows).encode(), np.uint8).reshape(-1, 81)
    wanted = "".join(solution or EMPTY for solution in answers.solutions).encode()
    assert ninefold.solve(cells, limit).tobytes() == wanted
    values = np.where((cells >= ord("1")) & (cells <= ord("9")), cells - ord("0"), 10 * (cells == ord("?")))
    assert ninefold.solve(values, limit).astype(np.uint8).tobytes() == bytes(b - 48 if b > 48 else 0 for b in wanted)


def test_what_is_given_up_has_no_solution():
    cells = np.frombuffer((EMPTY + EASY).encode(), np.uint8).reshape(2, 81)
    values = np.where(cells == ord("."), 0, cells - ord("0")).astype(np.uint8)
    assert ninefold.solve([EMPTY, EASY], max_guesses=0, full=True).verdicts == ["gave-up", "solved"]
    assert ninefold.solve([EMPTY, EASY], max_guesses=0) == [None, SOLUTION]
    assert ninefold.solve(pa.array([EMPTY, EASY]), max_guesses=0).to_pylist() == [None, SOLUTION]
    assert ninefold.solve(cells, max_guesses=0).tobytes() == (EMPTY + SOLUTION).encode()
    assert ninefold.solve(values, max_guesses=0).tolist() == [[0] * 81, [int(digit) for digit in SOLUTION]]


def test_text_under_a_null_is_not_solved():
    offsets, text = np.array([0, 81, 162], np.int32), (EASY + EASY).encode()
    buffers = [pa.py_buffer(bytes([0b10])), pa.py_buffer(offsets), pa.py_buffer(text)]
    puzzles = pa.Array.from_buffers(pa.string(), 2, buffers)
    for limit in (1, 2):
        assert ninefold.solve(puzzles, limit).to_pylist() == [None, SOLUTION]


@pytest.mark.parametrize("threads", [1, 2, 5, 1_000_000, 2**64 - 1])
def test_answers_do_not_depend_on_threads(mixed, threads):
    assert ninefold.solve(mixed, 2, full=True, threads=threads) == ninefold.solve(mixed, 2, full=True)


@pytest.mark.parametrize("kind", ARROW, ids=str)
def test_arrays_of_pyarrow(mixed, judge, kind):
    array = pa.array(mixed, kind)
    answers = ninefold.solve(array, limit=2, full=True)
    types = [column.type for column in answers]
    assert types == [kind, pa.uint64(), pa.uint64(), kind]
    assert all(type(column) is type(pa.array([], t)) for column, t in zip(answers, types))
    for column in answers:
        column.validate(full=True)
    judge(mixed, *(column.to_pylist() for column in answers))
    assert ninefold.solve(array, limit=2).equals(answers.solutions)
    # A slice of an array starts after the start of its buffers.
    for begin, length in [(1, 3), (13, 1000), (4999, 14), (5000, 0)]:
        part = ninefold.solve(array.slice(begin, length), limit=2, full=True)
        for column, whole in zip(part, answers):
            column.validate(full=True)
            assert column.equals(whole.slice(begin, length))
    empty = ninefold.solve(pa.array([], kind), full=True)
    assert [len(column) for column in empty] == [0] * 4
    assert ninefold.solve(pa.nulls(3, kind)).equals(pa.nulls(3, kind))


@pytest.mark.parametrize("kind", ARROW, ids=str)
def test_chunked_arrays_of_pyarrow(mixed, judge, kind):
    cuts = [0, 0, 1, 1000, 1001, len(mixed)]
    column = pa.chunked_array([pa.array(mixed[a:b], kind) for a, b in zip(cuts, cuts[1:])])
    answers = ninefold.solve(column, limit=2, full=True)
    assert all(type(answer) is pa.ChunkedArray for answer in answers)
    assert [answer.type for answer in answers] == [kind, pa.uint64(), pa.uint64(), kind]
    for answer in answers:
        answer.validate(full=True)
    judge(mixed, *(answer.to_pylist() for answer in answers))
    assert ninefold.solve(column, limit=2) == answers.solutions
    none = pa.chunked_array([], kind)
    assert ninefold.solve(none).equals(pa.chunked_array([], kind))
    assert ninefold.solve(column[3:4000], limit=2) == answers.solutions[3:4000]


def test_what_only_speaks_the_capsules_interface(mixed, judge):
    class Foreign:
        """A column of an unknown library."""

        def __init__(self, column):
            self.column = column

        def __arrow_c_stream__(self, requested_schema=None):
            return self.column.__arrow_c_stream__(requested_schema)

    column = pa.chunked_array([mixed[:700], mixed[700:]])
    answers = ninefold.solve(Foreign(column), limit=2, full=True)
    assert all(type(answer) is ninefold.Column for answer in answers)
    assert [len(answer) for answer in answers] == [len(mixed)] * 4
    judge(mixed, *(pa.array(answer).to_pylist() for answer in answers))
    assert ninefold.solve(answers.solutions) is not None


@pytest.mark.parametrize("way", ["__arrow_c_array__", "__arrow_c_stream__"])
def test_a_capsule_is_taken_once(way):
    column = pa.array([EASY]) if way == "__arrow_c_array__" else pa.chunked_array([[EASY]])
    capsules = getattr(column, way)()

    class Again:
        """Returns the same capsules each time."""

    setattr(Again, way, lambda self, requested_schema=None: capsules)
    assert pa.array(ninefold.solve(Again())).to_pylist() == [SOLUTION]
    with pytest.raises(ValueError, match="taken before"):
        ninefold.solve(Again())


def test_series_of_polars(mixed, judge):
    series = pl.Series("puzzle", mixed)
    answers = ninefold.solve(series, limit=2, full=True)
    assert [answer.dtype for answer in answers] == [pl.String, pl.UInt64, pl.UInt64, pl.String]
    assert [answer.name for answer in answers] == ["solution", "count", "guesses", "verdict"]
    judge(mixed, *(answer.to_list() for answer in answers))
    frame = pl.DataFrame({"puzzle": mixed, "id": range(len(mixed))})
    wider = frame.with_columns(ninefold.solve(frame["puzzle"], limit=2))
    assert wider.columns == ["puzzle", "id", "solution"]
    assert wider["solution"].equals(answers.solutions)
    chunked = pl.concat([series[:10], series[10:]], rechunk=False)
    assert chunked.n_chunks() == 2
    assert ninefold.solve(chunked, limit=2).equals(answers.solutions)


@pytest.mark.parametrize("dtype", [None, object, "string", "string[python]", pd.ArrowDtype(pa.string())], ids=str)
def test_series_of_pandas(mixed, judge, dtype):
    index = pd.Index(range(7, 7 + len(mixed)), name="id")
    series = pd.Series(mixed, index=index, name="puzzle", dtype=dtype)
    answers = ninefold.solve(series, limit=2, full=True)
    assert answers.solutions.dtype == answers.verdicts.dtype == series.dtype
    assert [answer.name for answer in answers] == ["solution", "count", "guesses", "verdict"]
    assert all(answer.index.equals(index) for answer in answers)
    lists = [[None if pd.isna(value) else value for value in answer] for answer in answers]
    judge(mixed, *lists)
    assert ninefold.solve(series, limit=2).equals(answers.solutions)
    frame = pd.DataFrame({"puzzle": series})
    frame["solution"] = ninefold.solve(frame["puzzle"], limit=2)
    assert frame["solution"].equals(answers.solutions)
    missing = pd.Series([EASY, None, float("nan"), pd.NA], dtype=object)
    assert ninefold.solve(missing).isna().tolist() == [False, True, True, True]


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.int64, np.uint64])
def test_arrays_of_values(corpus, dtype):
    texts = [*corpus, EMPTY, CLASH, NONE]
    values = np.array([[int(c) if c.isdigit() else 0 for c in puzzle] for puzzle in texts], dtype)
    answers = ninefold.solve(values, limit=2, full=True)
    assert answers.solutions.shape == values.shape and answers.solutions.dtype == dtype
    assert [column.dtype for column in answers[1:]] == [np.uint64, np.uint64, np.uint8]
    words = [ninefold.VERDICTS[number] for number in answers.verdicts]
    assert words == ["solved"] * len(corpus) + ["multiple", "invalid", "none"]
    assert answers.counts.tolist() == [1] * len(corpus) + [2, 0, 0]
    assert not answers.solutions[len(corpus) :].any()
    for puzzle, solution in zip(texts, answers.solutions[: len(corpus)]):
        assert is_solution(puzzle, "".join(map(str, solution)))
    boards = values.reshape(-1, 9, 9)
    assert np.array_equal(ninefold.solve(boards, limit=2), answers.solutions.reshape(-1, 9, 9))
    # The order of memory and gaps in it do not matter.
    assert np.array_equal(ninefold.solve(np.asfortranarray(values), limit=2), answers.solutions)
    assert np.array_equal(ninefold.solve(values[::2], limit=2), answers.solutions[::2])
    assert ninefold.solve(values[:0]).shape == (0, 81)
    # The caller may change the answer.
    answers.solutions[0, 0] = 0


def test_values_that_are_none_are_malformed():
    values = np.zeros((6, 81), np.int64)
    values[range(6), range(6)] = [10, 255, 256, -1, 2**40, 9]
    verdicts = ninefold.solve(values, full=True).verdicts
    assert [ninefold.VERDICTS[number] for number in verdicts] == ["malformed"] * 5 + ["solved"]


def test_arrays_of_text(mixed):
    texts = [text if text and len(text.encode()) == 81 else "?" * 81 for text in mixed]
    bytes_ = np.array([list(text.encode()) for text in texts], np.uint8)
    answers = ninefold.solve(bytes_, limit=2, full=True)
    by_list = ninefold.solve(texts, limit=2, full=True)
    assert [ninefold.VERDICTS[number] for number in answers.verdicts] == by_list.verdicts
    wanted = [solution or EMPTY for solution in by_list.solutions]
    assert [bytes(row).decode() for row in answers.solutions] == wanted
    fixed = ninefold.solve(np.array(texts, "S81"), limit=2)
    assert fixed.dtype == "S81" and [row.decode() for row in fixed] == wanted
    for strings in (np.array(texts), np.array(mixed, object), np.array(texts, np.dtypes.StringDType())):
        expected = ninefold.solve(strings.tolist(), limit=2)
        assert ninefold.solve(strings, limit=2).tolist() == expected


MASKABLE = {
    "values": lambda texts: np.array([[int(c) if c.isdigit() else 0 for c in text] for text in texts]),
    "bytes": lambda texts: np.array([list(text.encode()) for text in texts], np.uint8),
    "boards": lambda texts: np.array([list(text.encode()) for text in texts], np.int16).reshape(-1, 9, 9),
    "S81": lambda texts: np.array(texts, "S81"),
    "str": np.array,
    "object": lambda texts: np.array(texts, object),
}


@pytest.mark.parametrize("kind", MASKABLE)
def test_what_is_masked_is_null(kind):
    plain = MASKABLE[kind]([SOLUTION, EASY, EMPTY, EASY])
    # All of the first puzzle is masked, and one cell of the third.
    mask = np.zeros(plain.shape, bool)
    mask[0] = True
    mask[(2, *[0] * (plain.ndim - 1))] = True
    puzzles = np.ma.array(plain, mask=mask)
    expected = ninefold.solve(plain, limit=2, full=True)
    answers = ninefold.solve(puzzles, limit=2, full=True)
    for answer, whole in zip(answers, expected):
        assert isinstance(answer, np.ma.MaskedArray) and answer.dtype == whole.dtype
        assert answer.shape == whole.shape
        rows = np.ma.getmaskarray(answer).reshape(4, -1)
        assert rows.all(axis=1).tolist() == rows.any(axis=1).tolist() == [True, False, True, False]
        assert answer[[1, 3]].tolist() == whole[[1, 3]].tolist()
    # The answer is not under the mask either.
    assert not np.array_equal(answers.solutions.data[0], expected.solutions[0])
    assert np.array_equal(ninefold.solve(puzzles, limit=2).mask, answers.solutions.mask)
    # The input is unchanged, and if no cell is masked, the answer has no mask.
    assert np.array_equal(puzzles.data, plain) and np.array_equal(puzzles.mask, mask)
    none = ninefold.solve(np.ma.array(plain), limit=2, full=True)
    assert not any(np.ma.getmaskarray(column).any() for column in none)
    assert ninefold.solve(puzzles[:0], full=True).verdicts.tolist() == []


def test_an_empty_text_of_bytes_is_no_puzzle():
    for texts in (["", EASY], [EASY, ""], [""]):
        answers = ninefold.solve(np.array(texts, "S81"), full=True)
        wanted = [(SOLUTION, "solved") if text else (EMPTY, "malformed") for text in texts]
        verdicts = [ninefold.VERDICTS[number] for number in answers.verdicts]
        assert list(zip([row.decode() for row in answers.solutions], verdicts)) == wanted


@pytest.mark.parametrize(
    "puzzles",
    [
        EASY.encode(), None, 5, {EASY}, iter([EASY]), [EASY, 5], [EASY.encode()], [[EASY]],
        np.zeros(81), np.zeros((3, 80), np.uint8), np.zeros((81,), np.uint8), np.zeros((2, 81)), np.array(["x"], "S80"),
        np.ma.zeros((2, 81)), np.ma.masked, np.ma.zeros((2, 80), int),
        pa.array([1]), pa.array([EASY]).dictionary_encode(), pa.table({"puzzle": [EASY]}), pa.array([b"x"]),
        pl.DataFrame({"puzzle": [EASY]}), pl.Series([1]), pd.DataFrame({"puzzle": [EASY]}), pd.Series([1]),
        pd.Series([EASY], dtype="category"), pd.Series([1], dtype=object), pd.Series([b"x"], dtype=pd.ArrowDtype(pa.binary())),
        pl.Series([EASY], dtype=pl.Categorical), np.zeros((9, 9)), np.zeros((1, 1, 9, 9), int),
    ],
    ids=lambda puzzles: f"{type(puzzles).__module__}.{type(puzzles).__name__}",
)  # fmt: skip
def test_what_is_no_column_of_puzzles_is_refused(puzzles):
    with pytest.raises(TypeError, match="puzzle"):
        ninefold.solve(puzzles)


def test_a_column_of_nulls_is_one_of_strings():
    for nulls in (pa.nulls(3), pa.chunked_array([pa.nulls(2), pa.nulls(1)])):
        answers = ninefold.solve(nulls, full=True)
        assert [column.type for column in answers] == [pa.string(), pa.uint64(), pa.uint64(), pa.string()]
        assert all(column.to_pylist() == [None] * 3 for column in answers)
        for column in answers:
            column.validate(full=True)
    series = ninefold.solve(pl.Series([None, None]))
    assert series.dtype == pl.String and series.to_list() == [None, None]
    assert ninefold.solve(pd.Series([None, None])).isna().all()
    null = ninefold.solve(pd.Series([None], dtype=pd.ArrowDtype(pa.null())))
    assert null.dtype == pd.ArrowDtype(pa.string()) and null.isna().all()
    assert len(ninefold.solve(pa.nulls(0))) == 0


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_one_board_has_one_answer(dtype):
    board = np.array([int(cell) if cell != "." else 0 for cell in EASY], dtype).reshape(9, 9)
    solved = np.array([int(cell) for cell in SOLUTION], dtype).reshape(9, 9)
    assert np.array_equal(ninefold.solve(board), solved) and ninefold.solve(board).dtype == dtype
    answers = ninefold.solve(board, 2, full=True)
    assert np.array_equal(answers.solutions, solved)
    assert [column.shape for column in answers[1:]] == [(), (), ()]
    assert answers.counts == 1 and ninefold.VERDICTS[answers.verdicts] == "solved"
    text = np.frombuffer(EASY.encode(), np.uint8).reshape(9, 9)
    assert ninefold.solve(text).tobytes() == SOLUTION.encode()
    masked = np.ma.array(board, mask=np.arange(81).reshape(9, 9) == 5)
    answers = ninefold.solve(masked, full=True)
    assert all(np.ma.getmaskarray(column).all() for column in answers)
    assert not np.ma.getmaskarray(ninefold.solve(np.ma.array(board))).any()


def test_expressions_of_polars():
    frame = pl.DataFrame({"puzzle": [EASY, EMPTY, NONE, CLASH, None]})
    puzzle = pl.col("puzzle")
    wider = frame.lazy().with_columns(polars.solution(puzzle, 2), polars.verdict(puzzle), polars.count(puzzle, 5)).collect()
    assert wider.columns == ["puzzle", "solution", "verdict", "count"]
    assert wider["solution"].to_list() == [SOLUTION, None, None, None, None]
    assert wider["verdict"].to_list() == ["solved", "multiple", "none", "invalid", None]
    assert wider["count"].to_list() == [1, 5, 0, 0, None]
    same = frame.with_columns(puzzle.sudoku.solve(2), puzzle.sudoku.verdict(), puzzle.sudoku.count(5))
    assert same.equals(wider)
    few = frame.select(polars.verdict(puzzle, max_guesses=0, threads=1)).to_series().to_list()
    assert few == ["solved", "gave-up", "none", "invalid", None]


def test_one_puzzle_has_one_answer():
    assert ninefold.solve(EASY) == SOLUTION
    assert ninefold.solve(np.str_(EASY), 2) == SOLUTION
    assert ninefold.solve("no puzzle") is None
    assert ninefold.solve("..xx..", full=True) == (None, 0, 0, "malformed")
    assert ninefold.solve(EASY, 2, full=True) == (SOLUTION, 1, 0, "solved")
    assert ninefold.solve(EMPTY, 2, full=True)[:2] == (None, 2)


def test_one_puzzle_is_counted():
    assert ninefold.count(EASY, 1) == ninefold.count(EASY, 1000) == 1
    assert ninefold.count(EMPTY, 777) == 777
    assert ninefold.count(NONE, 2) == 0
    assert ninefold.is_unique(EASY) is True
    assert ninefold.is_unique(EMPTY) is False and ninefold.is_unique(NONE) is False
    for wrong, reason in {
        "no puzzle": "malformed: has 9 cells, not 81",
        EASY + ".": "malformed: has 82 cells, not 81",
        "": "malformed: has 0 cells, not 81",
        EMPTY[:80] + "z": "malformed: column 81: 'z' is neither",
        "\ud800" * 81: "malformed: not Unicode",
        CLASH: "clues clash: 5 twice in one row: r1c1 and r1c2",
    }.items():
        with pytest.raises(ValueError, match=reason):
            ninefold.count(wrong, 2)
        with pytest.raises(ValueError, match=reason):
            ninefold.is_unique(wrong)
    with pytest.raises(ninefold.GaveUp, match="gave up after 0 guesses") as raised:
        ninefold.is_unique(EMPTY, max_guesses=0, deadline=1000)
    assert raised.type is ninefold.GaveUp
    with pytest.raises(TypeError, match="is a str"):
        ninefold.count([EASY], 2)


@pytest.mark.parametrize("cell", [0, 9, ord("."), ord("9")])
def test_the_first_cells_show_what_they_are(cell):
    cells = iter([ord("?"), cell, 200])
    assert ninefold._kinds._are_values(cells) == (cell <= 9)
    assert list(cells) == [200]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("deadline", [0.002, timedelta(milliseconds=2), 0])
def test_a_deadline_ends_what_would_take_hours(threads, deadline):
    hours = {"limit": 10**15, "max_guesses": 10**15, "deadline": deadline}
    with pytest.raises(ninefold.OutOfTime, match="out of time after .* guesses") as raised:
        ninefold.count(EMPTY, **hours)
    assert isinstance(raised.value, ninefold.GaveUp)
    for puzzles in ([EMPTY] * 40, pa.array([EMPTY] * 3000)):
        answers = ninefold.solve(puzzles, full=True, threads=threads, **hours)
        assert set(map(str, answers.verdicts)) == {"gave-up"}
        assert max(map(int, answers.guesses)) < hours["max_guesses"]
    expressions = pl.DataFrame({"puzzle": [EMPTY]}).select(polars.verdict(pl.col("puzzle"), **hours, threads=threads))
    assert expressions.item() == "gave-up"
    assert ninefold.solve(EASY, deadline=1000) == SOLUTION


@pytest.mark.parametrize("deadline", [-1, float("nan"), float("inf"), timedelta(days=-1), 1e300])
def test_a_deadline_is_a_time(deadline):
    with pytest.raises(ValueError, match="deadline"):
        ninefold.solve(EASY, deadline=deadline)


@pytest.mark.parametrize("path", ["puzzles.txt", "./puzzles", r"C:\puzzles"])
def test_a_path_is_no_puzzle(path):
    with pytest.raises(ValueError, match="file"):
        ninefold.solve(path)


KAGGLE = "quizzes,solutions\n" + f"{EASY.replace('.', '0')},{SOLUTION}\n" * 2


@pytest.mark.parametrize(
    "numbers",
    [
        pd.read_csv(io.StringIO(KAGGLE))["quizzes"],
        pd.Series([1]), pd.Series([1.5]), pd.Series([1], dtype="Int64"), pd.Series([1], dtype=pd.ArrowDtype(pa.int64())),
        [int(SOLUTION)], [np.int64(5)], [5.5], np.array([5, 6]), np.array([1e80]), np.array([5], object),
        pl.Series([1]), pl.Series([1.5]), pa.array([1]), pa.chunked_array([[1.5]]),
        pyarrow.csv.read_csv(io.BytesIO(KAGGLE.encode()))["quizzes"],
        duckdb.sql("SELECT 5 AS quizzes").to_arrow_table()["quizzes"],
    ],
    ids=lambda numbers: f"{type(numbers).__module__}.{type(numbers).__name__}",
)  # fmt: skip
def test_numbers_are_told_to_be_read_as_text(numbers):
    with pytest.raises(TypeError, match=r"puzzle.*: read the column as text.*dtype=str"):
        ninefold.solve(numbers)


ROWS = {"puzzle": [EASY]}


@pytest.mark.parametrize(
    "table",
    [
        pa.table(ROWS), pa.RecordBatch.from_pydict(ROWS), pd.DataFrame(ROWS), pl.DataFrame(ROWS), pl.LazyFrame(ROWS),
        duckdb.sql(f"SELECT '{EASY}' AS puzzle"),
    ],
    ids=lambda table: f"{type(table).__module__}.{type(table).__name__}",
)  # fmt: skip
def test_a_table_is_told_to_name_its_column(table):
    with pytest.raises(TypeError, match=f"puzzles are one column, not a {type(table).__name__}") as refused:
        ninefold.solve(table)
    # What it says works.
    way = re.search(r"pass table(\S*)$", str(refused.value))[1].replace("NAME", "'puzzle'")
    assert pa.array(ninefold.solve(eval("table" + way))).to_pylist() == [SOLUTION]


def test_a_table_that_nobody_knows_is_told_too():
    class Foreign:
        def __arrow_c_stream__(self, requested_schema=None):
            return pa.table(ROWS).__arrow_c_stream__(requested_schema)

    with pytest.raises(TypeError, match="not of Struct.*: pass one of its columns"):
        ninefold.solve(Foreign())


def test_what_cannot_be_asked_is_refused():
    for wrong in ({"limit": 0}, {"threads": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            ninefold.solve([EASY], **wrong)
    for wrong in ({"limit": -1}, {"max_guesses": -1}, {"limit": 2**64}):
        with pytest.raises(OverflowError):
            ninefold.solve([EASY], **wrong)
    with pytest.raises(TypeError):
        ninefold.solve([EASY], 1, True)


def test_every_verdict_has_its_word():
    assert {verdict for verdict, _ in KINDS.values()} | {"gave-up", "at-least"} == set(ninefold.VERDICTS)
    assert ninefold.VERDICTS[0] == "solved"
