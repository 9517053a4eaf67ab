#!/usr/bin/env python3
"""The program as Windows runs it: with a console, NUL, pipes and files as its streams.

Usage: tests/windows.py NINEFOLD.EXE

Runs on Windows, and elsewhere under wine. Wine 8 lacks a library that Rust's programs load, so
the test builds a stub of it with mingw. It tests Ctrl-C only on Windows: wine's `signal` takes SIG_GET, which
asks for the handler, as a new handler, and so the program crashes.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WINE = os.name != "nt"
PATIENCE = 120
"""Seconds after which a wait fails."""
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MANY = 20_000
STUB = """
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return RtlGenRandom(data, length); }
"""
# Commands that print, and their output.
PRINTING = {
    ("solve", "-q", "in.txt"): ANSWER,
    ("generate", "-q", "-n", "1", "--seed", "1"): "",
    ("engines",): "lanes",
    ("man",): ".TH",
}


def prepare(program):
    """Creates a folder with the files of the tests, and changes to it."""
    shutil.copy(program, "ninefold.exe")
    Path("in.txt").write_bytes(f"{PUZZLE}\n".encode())
    Path("many.txt").write_bytes(f"{PUZZLE}\n".encode() * MANY)
    if WINE:
        os.environ |= {"WINEPREFIX": os.path.abspath("wine"), "WINEDEBUG": "-all"}
        Path("stub.c").write_text(STUB)
        stub = ["x86_64-w64-mingw32-gcc", "-shared", "-o", "bcryptprimitives.dll", "stub.c", "-ladvapi32"]
        subprocess.run(stub, check=True)
        subprocess.run(["wine", "wineboot", "--init"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def settled(start):
    """Repeats a call that wine kills: wine kills a process that takes more than some seconds to end."""

    def started(*args, **options):
        while True:
            for stream in options.values():
                if hasattr(stream, "seek"):
                    stream.seek(0)
            done = start(*args, **options)
            if not WINE or done[0] != -signal.SIGKILL:
                return done

    return started


@settled
def run(*args, **options):
    """The exit code and both outputs, as text with line feeds only."""
    command = ["wine"] * WINE + ["ninefold.exe", *args]
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE} | options
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, encoding="utf-8", timeout=PATIENCE, **options)
    return done.returncode, done.stdout, done.stderr


@settled
def shell(line):
    """The exit code and the output of a line of cmd."""
    command = ["wine"] * WINE + ["cmd", "/c", line]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE}
    done = subprocess.run(command, text=True, encoding="utf-8", timeout=PATIENCE, **streams)
    return done.returncode, done.stdout


@settled
def in_console(*command):
    """The exit code with a console as all three streams, and its contents; on Windows None."""
    if not WINE:
        done = subprocess.run(command, creationflags=subprocess.CREATE_NEW_CONSOLE, timeout=PATIENCE)
        return done.returncode, None
    import fcntl
    import pty
    import struct
    import termios

    child, terminal = pty.fork()
    if child == 0:
        # Wide enough that no line is wrapped.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 200, 200, 0, 0))
        os.execvp("wine", ["wine", *command])
    shown = b""
    try:
        while more := os.read(terminal, 1 << 16):
            shown += more
    except OSError:
        pass  # So Linux says that nobody has the terminal any more.
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode(errors="replace"))


def check(what, found, wanted):
    assert found == wanted, f"{what}: {found!r}, not {wanted!r}"


def outputs():
    for args, word in PRINTING.items():
        code, text, errors = run(*args)
        assert code == 0 and text and word in text, (args, code, text, errors)
        with open("out.txt", "w") as file:
            check(args, run(*args, stdout=file)[0], 0)
        check(args, Path("out.txt").read_text("utf-8"), text)
        Path("out.txt").unlink()
        line = " ".join(["ninefold.exe", *args])
        check(line, shell(f"{line} > out.txt")[0], 0)
        check(line, Path("out.txt").read_text("utf-8"), text)
        Path("out.txt").unlink()
        check(line, shell(f"{line} > NUL")[0], 0)
        check(line, run(*args, stdout=subprocess.DEVNULL)[0], 0)
        code, shown = in_console("ninefold.exe", *args)
        assert code == 0 and word in (shown or word), (args, code, shown)


def devices():
    for name in ("NUL", "nul"):
        check(name, run("solve", "-q", "in.txt", "-o", name), (0, "", ""))
    code, _, errors = run("solve", "-q", "in.txt", "--resume", "-o", "NUL")
    assert code == 2 and "needs a plain file, not NUL" in errors, errors
    check("NUL", run("solve", "-q", "NUL"), (0, "", ""))
    code, shown = in_console("ninefold.exe", "solve", "-q", "in.txt", "-o", "CONOUT$")
    assert code == 0 and ANSWER in (shown or ANSWER), (code, shown)


def inputs():
    wanted = (0, ANSWER + "\n", "")
    check("a pipe", run("solve", "-q", stdin=None, input=f"{PUZZLE}\n"), wanted)
    with open("in.txt") as file:
        check("a file", run("solve", "-q", "-", stdin=file), wanted)
    check("cmd", shell("ninefold.exe solve -q < in.txt"), (0, ANSWER + "\n"))
    check("cmd's pipe", shell("type in.txt | ninefold.exe solve -q"), (0, ANSWER + "\n"))
    check("NUL", shell("ninefold.exe solve -q < NUL"), (0, ""))


def files():
    """A stream that is a file is still recognized as a file."""
    check("a file", run("solve", "-q", "in.txt", "-f", "-o", "out.txt"), (0, "", ""))
    check("a file", Path("out.txt").read_text("utf-8"), ANSWER + "\n")
    for args, word in [
        (("in.txt", "-o", "out.txt"), "exists"),
        (("in.txt", "-f", "-o", "IN.TXT"), "is the same file as input in.txt"),
    ]:
        code, _, errors = run("solve", "-q", *args)
        assert code == 2 and word in errors, errors
    check("< and -o", shell("ninefold.exe solve -q - -f -o in.txt < in.txt")[0], 2)
    check("< and -o", Path("in.txt").read_text("utf-8"), f"{PUZZLE}\n")
    Path("out.txt").unlink()


@settled
def first_row():
    """The exit code, the first row and the errors of a run whose output is closed after that row."""
    command = ["wine"] * WINE + ["ninefold.exe", "solve", "-q", "many.txt"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    row = child.stdout.readline()
    child.stdout.close()
    errors = child.stderr.read()
    return child.wait(PATIENCE), row, errors


def closed_pipe():
    check("a closed pipe", first_row(), (141, ANSWER + "\n", ""))


def ctrl_c():
    # One console for a process that sends Ctrl-C, and for the program, which is at work.
    hard = f"{'.' * 81}\n" * 2000
    Path("hard.txt").write_text(f"{PUZZLE}\n" * 1000 + hard)
    check("Ctrl-C", in_console(sys.executable, os.path.abspath(__file__), "--interrupt")[0], 130)
    check("files", [name for name in os.listdir() if "out" in name], [])


def interrupt():
    """Runs the program in this console, sends Ctrl-C when its first rows are written, and ends as it does."""
    import ctypes

    kernel = ctypes.windll.kernel32
    kernel.SetConsoleCtrlHandler(None, False)
    endless = ["--limit", "1000000000", "--max-guesses", "1000000000000", "--chunk-size", "4K"]
    child = subprocess.Popen(["ninefold.exe", "solve", "-q", *endless, "hard.txt", "-o", "out.txt"])
    kernel.SetConsoleCtrlHandler(None, True)
    end = time.monotonic() + PATIENCE
    while not any(path.stat().st_size for path in Path().glob(".out.txt.*.part")):
        if child.poll() is not None or time.monotonic() > end:
            child.kill()
            sys.exit(1)
        time.sleep(0.05)
    kernel.GenerateConsoleCtrlEvent(0, 0)
    sys.exit(child.wait())


def main():
    if sys.argv[1:] == ["--interrupt"]:
        interrupt()
    program = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        prepare(program)
        try:
            for test in (outputs, devices, inputs, files, closed_pipe, *[ctrl_c] * (not WINE)):
                test()
                print(f"ok: {test.__name__}", flush=True)
        finally:
            if WINE:
                # It has ended, and has written all its output.
                subprocess.run(["wineserver", "--kill"])
                subprocess.run(["wineserver", "--wait"])
            os.chdir(program.parent)
    if WINE:
        print("skipped: ctrl_c: wine's signal() ends the program")


if __name__ == "__main__":
    main()
