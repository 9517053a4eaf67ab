"""What the README and the package's own text show is what happens."""

import doctest
from pathlib import Path

import ninefold


def test_the_readme_is_right(corpus, tmp_path, monkeypatch):
    rows = [f"{puzzle.replace('.', '0')},{answer}\n" for puzzle, answer in zip(corpus, ninefold.solve(corpus))]
    (tmp_path / "sudoku.csv").write_text("quizzes,solutions\n" + "".join(rows))
    monkeypatch.chdir(tmp_path)
    readme = Path(__file__, "../../README.md").resolve()
    # The fences stand behind an empty line, so that they are no output.
    failed, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried > 8 and failed == 0


def test_the_packages_text_is_right():
    failed, tried = doctest.testmod(ninefold)
    assert tried > 2 and failed == 0
