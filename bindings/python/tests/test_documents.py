"""The examples of the README, the guide and the package's docstrings give the output shown."""

import doctest
from pathlib import Path

import ninefold
import pytest

ROOT = Path(__file__).resolve().parents[3]


# The fences come after an empty line, so that they are not output.
@pytest.mark.parametrize("document, least", [("bindings/python/README.md", 3), ("docs/src/python.md", 15)])
def test_documents_are_right(document, least, corpus, tmp_path, monkeypatch):
    rows = [f"{puzzle.replace('.', '0')},{answer}\n" for puzzle, answer in zip(corpus, ninefold.solve(corpus))]
    (tmp_path / "sudoku.csv").write_text("quizzes,solutions\n" + "".join(rows))
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / document), module_relative=False, encoding="utf-8")
    assert tried >= least and failed == 0


def test_the_packages_text_is_right():
    failed, tried = doctest.testmod(ninefold)
    assert tried > 2 and failed == 0


def test_the_wheel_has_one_version():
    # The program, which lies beside the module, takes its own from there.
    assert f'version = "{ninefold.__version__}"' in (ROOT / "Cargo.toml").read_text()
