"""Puts the page in the browser into the guide, if scripts/page has built it."""

from pathlib import Path

from mkdocs.structure.files import File

BUILT = Path(__file__).resolve().parent.parent / "target" / "page"
MISSING = "<!DOCTYPE html><title>Ninefold</title><p>This guide was built without the page: scripts/page builds it."


def on_files(files, config):
    """Adds its files, or says that they are missing."""
    for name in ("solve.html", "solve-offline.js"):
        path = BUILT / name
        if path.exists():
            files.append(File.generated(config, name, abs_src_path=str(path)))
        elif name == "solve.html":
            files.append(File.generated(config, name, content=MISSING))
    return files
