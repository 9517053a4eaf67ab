"""Threads, signals and forks: behaviour of the process, not of the puzzles."""

import importlib.util
import os
import signal
import subprocess
import sys
import threading

import ninefold
import pytest
from conftest import EASY, EMPTY, SOLUTION

# Work of hours, in a process that can be killed.
HOURS = f"[{EMPTY!r}] * 1000, limit=10**9, max_guesses=10**15, full=True"


def child(code, **options):
    # Python 3.12 warns of a fork in a process with other threads, which this test does.
    warnings = ["-W", "error", "-W", "ignore:This process:DeprecationWarning"]
    command = [sys.executable, *warnings, "-c", "import ninefold\n" + code]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends a process there")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_the_work(threads):
    # The signal is sent at all, so the lock is free during the call.
    done = child(f"""
import os, signal, threading, time
def send():
    time.sleep(0.3)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
sent = []
threading.Thread(target=send).start()
try:
    ninefold.solve({HOURS}, threads={threads})
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - sent[0])
print(ninefold.solve([{EASY!r}])[0])
""")
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first.startswith("interrupted") and second == SOLUTION


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals there")
def test_a_handler_is_called_and_the_work_goes_on():
    done = child(f"""
import os, signal, threading, time
class Enough(Exception): pass
def handler(*_):
    heard.append(1)
    if len(heard) == 2: raise Enough
def send():
    while len(heard) < 2:
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGUSR1)
heard = []
signal.signal(signal.SIGUSR1, handler)
threading.Thread(target=send).start()
try:
    ninefold.solve({HOURS})
except Enough:
    print("enough", len(heard))
""")
    assert done.stdout == "enough 2\n", done.stderr


def test_threads_of_python_may_call_it_side_by_side(mixed):
    expected = ninefold.solve(mixed, 2, full=True)
    found = []
    threads = [threading.Thread(target=lambda: found.append(ninefold.solve(mixed, 2, full=True))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


FORK = f"""
import os
puzzles = [{EASY!r}, {EMPTY!r}] * 20_000
before = ninefold.solve(puzzles, full=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGCHLD"), reason="there is no fork")
def test_a_child_of_a_fork_solves():
    done = child(FORK + """
for _ in range(3):
    child = os.fork()
    if child == 0:
        os._exit(0 if ninefold.solve(puzzles, full=True) == before else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert ninefold.solve(puzzles, full=True) == before
print("alike")
""")
    assert done.stdout == "alike\n", done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGCHLD"), reason="there is no fork")
def test_processes_of_multiprocessing_solve():
    done = child(FORK + """
import multiprocessing
with multiprocessing.get_context("fork").Pool(3) as pool:
    parts = pool.map(ninefold.solve, [puzzles[i::4] for i in range(4)])
assert [parts[i % 4][i // 4] for i in range(len(puzzles))] == before.solutions
print("alike")
""")
    assert done.stdout == "alike\n", done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGCHLD"), reason="there is no fork")
def test_a_child_forked_in_the_midst_of_work_solves():
    done = child(FORK + f"""
import signal, threading, time
threading.Thread(target=lambda: ninefold.solve({HOURS}), daemon=True).start()
time.sleep(0.3)
child = os.fork()
if child == 0:
    os._exit(0 if ninefold.solve(puzzles, full=True) == before else 1)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(code, flush=True)
os._exit(0)
""")
    assert done.stdout == "0\n", done.stderr


MAKE = {
    "list": "puzzles = [PUZZLE] * COUNT",
    "numpy": "import numpy; puzzles = numpy.array([PUZZLE.encode()] * COUNT)",
    "pyarrow": "import pyarrow; puzzles = pyarrow.array([PUZZLE] * COUNT)",
    "views": "import pyarrow; puzzles = pyarrow.array([PUZZLE] * COUNT, pyarrow.string_view())",
}


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of addresses is kept there alone")
@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("kind", MAKE)
def test_no_memory_is_a_memory_error(kind, threads):
    # Each limit in a separate process, because a call may reuse memory of the one before.
    done = child(f"""
import os, resource
PUZZLE, SOLUTION, COUNT = {EASY!r}, {SOLUTION!r}, 20_000
{MAKE[kind]}
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
for more in [0.2, 1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 40, 70, 75, 80, 140, 150, 300, 1000]:
    child = os.fork()
    if child == 0:
        limit = size + int(more * 2**20)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        try:
            found = ninefold.solve(puzzles, full=True, threads={threads})[0]
            right = len(found) == COUNT and SOLUTION in str(found[COUNT - 1])
        except MemoryError:
            os._exit(10)
        os._exit(11 if right else 12)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
""", env=os.environ | {"RUST_BACKTRACE": "1"})
    codes = [int(code) for code in done.stdout.split()]
    assert (codes[0], codes[-1], set(codes)) == (10, 11, {10, 11}), done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of addresses is kept there alone")
def test_few_puzzles_need_no_thread_and_no_mapping():
    # A thread has a stack, which is mapped. The first call creates the thread's solver.
    done = child(f"""
import pyarrow, resource
few = [{EASY!r}] * 8
column = pyarrow.array(few)
assert ninefold.solve(few) == ninefold.solve(column).to_pylist() == [{SOLUTION!r}] * 8
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size, size))
for _ in range(100):
    assert ninefold.solve(few[0]) == {SOLUTION!r}
    assert ninefold.solve(few, full=True).counts == [1] * 8
    assert ninefold.solve(column)[7].as_py() == {SOLUTION!r}
print("solved")
""")
    assert done.stdout == "solved\n", done.stderr


def test_few_puzzles_of_many_guesses_have_the_answers_of_a_batch():
    puzzles = [EASY, EMPTY]
    few = ninefold.solve(puzzles, 10**9, full=True, max_guesses=5000)
    many = ninefold.solve(puzzles * 20, 10**9, full=True, max_guesses=5000)
    assert few.guesses == [0, 5000] and few.verdicts == ["solved", "gave-up"]
    assert few == ninefold.Answers(*(column[:2] for column in many))


def test_nothing_else_needs_to_be_installed():
    done = child(f"""
import sys
assert ninefold.solve([{EASY!r}]) == [{SOLUTION!r}]
print([name for name in ("numpy", "pyarrow", "pandas", "polars") if name in sys.modules])
""")
    assert done.stdout == "[]\n", done.stderr


# Their module in Python 3.13 and newer, and in older ones.
INTERPRETERS = next((name for name in ("_interpreters", "_xxsubinterpreters") if importlib.util.find_spec(name)), None)


@pytest.mark.skipif(not INTERPRETERS, reason="there are no sub-interpreters")
@pytest.mark.parametrize("kind", ["isolated", "legacy"])
def test_sub_interpreters_solve_if_they_share_the_lock(kind):
    # Python 3.12 and newer give each its own lock, unless it is told not to, which 3.13 can be.
    own_lock = sys.version_info >= (3, 12) and (kind == "isolated" or sys.version_info < (3, 13))
    kind = repr(kind) if sys.version_info >= (3, 13) else ""
    done = child(f"""
import {INTERPRETERS} as interpreters, os
reading, writing = os.pipe()
other = interpreters.create({kind})
interpreters.run_string(other, f'''
import os
try:
    import ninefold
    output = ninefold.solve({EASY!r})
except ImportError as error:
    output = str(error)
os.write({{writing}}, output.encode())
''')
interpreters.destroy(other)
os.close(writing)
print(os.read(reading, 1000).decode())
assert ninefold.solve({EASY!r}) == {SOLUTION!r}
""")
    assert done.returncode == 0, done.stderr
    refused = "module ninefold._native does not support loading in subinterpreters"
    assert done.stdout.strip() == (refused if own_lock else SOLUTION)
