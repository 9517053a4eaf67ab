#!/usr/bin/env python3
"""Runs every command of the guide, as a reader would type it.

Usage: tests/guide.py NINEFOLD [PAGE...]

Each page has its own folder, with links to the folders of the repository. The commands of its `sh`
blocks run there in order. A command must end with 0, or with a code in the comment after it:
`# exit code 1 or 4`. If an `output` block follows, the commands must have printed exactly that. A
block with a title becomes the file of that name.

Measurements are short, because nobody needs good figures here.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(\w+)(?: title=\"(\S+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODES = re.compile(r"#.*\bexit code ([\d, or]+)")
# Needs of a page besides the program, and whether they exist here.
NEEDS = {
    "machines.md": ("GNU parallel", lambda: shutil.which("parallel")),
    "python.md": ("the Python package", lambda: importlib.util.find_spec("ninefold")),
}
# Replaces the program: runs it with short measuring times.
SHORT = """#!/usr/bin/env bash
arguments=("$@") time=()
case "$1 $*" in
    bench*) time=(--time 1s) ;;
    compare*--paired*) time=(--time 3s) ;;
esac
exec {program} "${{arguments[@]}}" "${{time[@]}}"
"""


def commands(block):
    """The commands of a block, each with the exit codes that it may have."""
    for command in block.replace("\\\n", " ").splitlines():
        if command and not command.startswith("#"):
            codes = CODES.search(command)
            yield command, {int(code) for code in re.findall(r"\d+", codes[1])} if codes else {0}


def fail(page, what):
    sys.exit(f"FAILED: {page.name}: {what}")


def run(page, folder, environment):
    """Runs a page's commands. Returns their number."""
    count, printed = 0, None
    markdown = page.read_text(encoding="utf-8")
    blocks = BLOCK.findall(markdown)
    if 2 * len(blocks) != len(re.findall("^ *```", markdown, re.MULTILINE)):
        fail(page, "a block that is none of a kind and perhaps a title")
    for kind, name, text in blocks:
        if name:
            (folder / name).write_text(text, encoding="utf-8")
            (folder / name).chmod(0o755)
        elif kind == "output" and text != printed:
            fail(page, f"the guide shows\n{text}but the commands printed\n{printed}")
        if kind != "sh":
            continue
        printed = ""
        for command, codes in commands(text):
            done = subprocess.run(
                ["bash", "-o", "pipefail", "-c", command],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
            )
            printed += done.stdout
            if done.returncode not in codes:
                fail(page, f"exit code {done.returncode} of: {command}\n{done.stdout}")
            count += 1
    return count


def main():
    program, *names = sys.argv[1:]
    pages = [Path(name) for name in names] or sorted((ROOT / "docs/src").glob("*.md"))
    count = 0
    with tempfile.TemporaryDirectory() as scratch:
        programs = Path(scratch, "bin")
        programs.mkdir()
        short = programs / "ninefold"
        short.write_text(SHORT.format(program=Path(program).resolve()))
        short.chmod(0o755)
        path = [str(programs), str(Path(sys.executable).parent), os.environ["PATH"]]
        environment = {**os.environ, "PATH": os.pathsep.join(path), "PYTHONWARNINGS": "ignore"}
        for page in pages:
            need, is_here = NEEDS.get(page.name, ("", lambda: True))
            if not is_here():
                print(f"SKIPPED: {page.name}: it needs {need}")
                continue
            folder = Path(scratch, page.stem)
            folder.mkdir()
            for part in ["benches", "bindings", "datasets", "include", "scripts", "tests"]:
                (folder / part).symlink_to(ROOT / part)
            count += run(page, folder, environment)
    print(f"{count} commands of {len(pages)} pages")
    if count == 0:
        sys.exit("FAILED: no page has a command")


main()
