#!/usr/bin/env python3
"""Rehearses a release on this machine: .github/workflows/release.yml, job by job, against registries that it throws away.

    tests/rehearsal/run.py FOLDER

FOLDER gets everything, and keeps what Cargo built for the next time. What is committed is rehearsed, in a clone:

1. `scripts/bump` makes the first version, and the tag's jobs run. Each upload stops half-way once, and its job is run again.
2. The version is installed by the commands of the README, each into an empty root, and solves a file.
3. The same uploads again change nothing.
4. `scripts/bump` makes the next version; its jobs run; every root is upgraded, and solves.
5. An image of a pre-release leaves `latest` alone.

Lines with NOT REHEARSED say what this machine cannot try.
"""

import contextlib
import hashlib
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from pathlib import Path

import crates_io
from workflow import Failed, Rehearsal

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Ports of the registries. Cargo builds everything again if its registry has another address.
CRATES, NPM, PYPI, IMAGES = range(48730, 48734)
UPLOADS = ["publish", "publish-crates", "publish-pypi", "publish-npm", "publish-image"]
IMAGE = f"127.0.0.1:{IMAGES}/owner/ninefold"
# The machines of GitHub that this one can stand in for.
MACHINES = {"x86_64": ["ubuntu-24.04"], "aarch64": ["ubuntu-24.04", "ubuntu-24.04-arm"]}
# npm's registry has no version that verdaccio's dependency of a dependency asks for by a tag.
VERDACCIO = '{"private": true, "dependencies": {"verdaccio": "6.2.0"}, "overrides": {"node-fetch": "2.7.0"}}\n'
VERDACCIO_CONFIG = """storage: {folder}
auth: {{htpasswd: {{file: {folder}/htpasswd}}}}
uplinks: {{}}
packages: {{'**': {{access: $all, publish: $all}}}}
listen: 127.0.0.1:{port}
log: {{type: stdout, format: pretty, level: warn}}
"""
IMAGES_CONFIG = """version: 0.1
storage: {{filesystem: {{rootdirectory: {folder}}}}}
http: {{addr: '127.0.0.1:{port}'}}
log: {{level: error}}
"""
USER_RUST = """fn main() -> Result<(), ninefold::SolveError> {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    println!("{}", ninefold::solve(puzzle)?.as_str());
    Ok(())
}
"""
USER_NODE = """import { pathToFileURL } from 'node:url';
import { solve } from 'ninefold';

const { rows } = await solve(pathToFileURL(process.argv[2]));
process.stdout.write(await rows.text());
"""
USER_PYTHON = """import ninefold, sys
print(*ninefold.solve(open(sys.argv[1]).read().split()), sep="\\n")
"""

# Twine leaves out files that exist for PyPI and its test site alone, though it knows how pypiserver says so.
TWINE = """import sys
from twine import repository
repository.TEST_WAREHOUSE = "{address}"
from twine.__main__ import main
sys.exit(main())
"""

started = time.monotonic()


def log(text):
    print(f"==> [{time.monotonic() - started:5.0f} s] {text}", flush=True)


def check(condition, what):
    if not condition:
        sys.exit(f"==> FAILED: {what}")


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, **options)


def output(*command, **options):
    return run(*command, stdout=subprocess.PIPE, text=True, **options).stdout.strip()


def next_patch(version):
    major, minor, patch = version.split("-")[0].split(".")
    return f"{major}.{minor}.{int(patch) + 1}"


class Registries:
    """The registries, empty, and what tells the tools of users and uploads of them."""

    def __init__(self, folder):
        self.folder, self.tools = folder / "registries", folder / "tools"
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("crates", "npm", "pypi", "images", "releases"):
            (self.folder / name).mkdir(parents=True)
        self.npmrc = self.folder / "npmrc"
        self.npmrc.write_text(f"registry=http://127.0.0.1:{NPM}/\n//127.0.0.1:{NPM}/:_authToken=rehearsal\n")
        self.crates = crates_io.serve(CRATES, self.folder / "crates")

    def start(self, stack):
        """Starts them, until the stack unwinds."""
        threading.Thread(target=self.crates.serve_forever, daemon=True).start()
        stack.callback(self.crates.shutdown)
        verdaccio = self.tools / "npm"
        verdaccio.mkdir(parents=True, exist_ok=True)
        (verdaccio / "package.json").write_text(VERDACCIO)
        run("npm", "install", "--silent", "--no-fund", "--no-audit", cwd=verdaccio)
        npm = self.folder / "npm.yaml"
        npm.write_text(VERDACCIO_CONFIG.format(folder=self.folder / "npm", port=NPM))
        images = self.folder / "images.yml"
        images.write_text(IMAGES_CONFIG.format(folder=self.folder / "images", port=IMAGES))
        bin_folder = Path(sys.executable).parent
        for port, command in {
            NPM: ["node", verdaccio / "node_modules/.bin/verdaccio", "--config", npm],
            PYPI: [bin_folder / "pypi-server", "run", "-i", "127.0.0.1", "-p", str(PYPI), "-P", ".", "-a", ".", "--disable-fallback", self.folder / "pypi"],
            IMAGES: ["docker-registry", "serve", images],
        }.items():
            with (self.folder / f"{port}.log").open("wb") as said:
                process = subprocess.Popen([str(part) for part in command], stdout=said, stderr=said, stdin=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            self.wait(port, process)

    @staticmethod
    def wait(port, process):
        for _ in range(600):
            check(process.poll() is None, f"the registry at {port} has ended")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return
            time.sleep(0.1)
        check(False, f"no registry answers at {port}")

    def content(self):
        """What they have, to be compared: names and hashes of all files but the logs."""
        files = [file for file in sorted(self.folder.rglob("*")) if file.is_file() and file.suffix != ".log"]
        return {str(file.relative_to(self.folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


class Release:
    """The clone in which versions are made, and their workflow."""

    def __init__(self, folder, registries):
        self.folder, self.registries, self.origin = folder, registries, folder / "origin"
        shutil.rmtree(self.origin, ignore_errors=True)
        shutil.rmtree(folder / "artifacts", ignore_errors=True)
        run("git", "clone", "--quiet", ROOT, self.origin)
        run("git", "config", "user.name", "rehearsal", cwd=self.origin)
        run("git", "config", "user.email", "rehearsal@example.invalid", cwd=self.origin)
        self.environment = {
            "PATH": f"{HERE / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "REHEARSAL_RUSTUP": shutil.which("rustup"),
            "REHEARSAL_RELEASES": str(registries.folder / "releases"),
            "NPM_CONFIG_USERCONFIG": str(registries.npmrc),
            "RUNNER_TOOL_CACHE": "/nowhere",
            "REGISTRY": f"127.0.0.1:{IMAGES}",
            "NINEFOLD_TLS": "false",
            # What buildah needs where nothing may be mounted.
            "BUILDAH_ISOLATION": "chroot",
            "STORAGE_DRIVER": "vfs",
        }

    def version(self):
        return tomllib.loads((self.origin / "Cargo.toml").read_text())["workspace"]["package"]["version"]

    def bump(self, version):
        """Makes that version a commit and a tag, and returns the commit."""
        log(f"scripts/bump {version}")
        run("scripts/bump", version, cwd=self.origin)
        run("cargo", "metadata", "--locked", "--format-version", "1", cwd=self.origin, stdout=subprocess.DEVNULL)
        run("git", "commit", "--quiet", "--all", "--message", f"release: {version}", cwd=self.origin)
        run("git", "tag", f"v{version}", cwd=self.origin)
        return output("git", "rev-parse", "HEAD", cwd=self.origin)

    def workflow(self, version):
        actions = {"rust-lang/crates-io-auth-action": self.crates_token, "pypa/gh-action-pypi-publish": self.publish_pypi}
        machines = MACHINES[platform.machine()]
        return Rehearsal(self.origin, f"v{version}", self.folder, machines, self.environment, actions, log)

    def crates_token(self, rehearsal, work, given):
        rehearsal.skip("how crates.io, PyPI and npm give a token to the workflow (trusted publishing)")
        rehearsal.set_by_actions |= cargo_environment(self.folder)
        return {"token": crates_io.TOKEN}

    def publish_pypi(self, rehearsal, work, given):
        files = sorted((work / given["packages-dir"]).iterdir())
        skip = ["--skip-existing"] if given.get("skip-existing") == "True" else []
        run(sys.executable, "-m", "twine", "check", "--strict", *files)
        address = f"http://127.0.0.1:{PYPI}/"
        upload = ["upload", "--non-interactive", "--disable-progress-bar", "-u", "-", "-p", "-", "--repository-url", address]
        run(sys.executable, "-c", TWINE.format(address=address), *upload, *skip, *files)


def cargo_environment(folder):
    """Cargo's own tests give crates.io another address in this way, too."""
    index = f"sparse+http://127.0.0.1:{CRATES}/index/"
    return {"CARGO_HOME": str(folder / "cargo"), "__CARGO_TEST_CRATES_IO_URL_DO_NOT_USE_THIS": index}


class User:
    """A root for each way to install, empty at first. `home` lies outside of this checkout, because Cargo would add the
    user's package to the workspace around it."""

    def __init__(self, home, folder, registries, release):
        self.folder, self.registries, self.release = Path(home), registries, release
        self.puzzles = ROOT / "datasets/sample.txt"
        venv = self.folder / "venv"
        run(sys.executable, "-m", "venv", venv)
        own = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        self.environment = own | cargo_environment(folder) | {
            "PATH": f"{venv / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PIP_INDEX_URL": f"http://127.0.0.1:{PYPI}/simple/",
            "PIP_NO_CACHE_DIR": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "NPM_CONFIG_USERCONFIG": str(registries.npmrc),
            "NPM_CONFIG_CACHE": str(self.folder / "npm-cache"),
            "CARGO_INSTALL_ROOT": str(self.folder / "cargo"),
            "CARGO_TARGET_DIR": str(folder / "target/user"),
        }
        # Cargo believes that a version of a registry never changes. That of an earlier rehearsal was another.
        shutil.rmtree(folder / "target/user", ignore_errors=True)
        self.npm, self.crate = self.folder / "npm", self.folder / "crate"
        self.npm.mkdir()
        (self.npm / "package.json").write_text('{"private": true}\n')
        (self.npm / "user.mjs").write_text(USER_NODE)
        (self.folder / "user.py").write_text(USER_PYTHON)
        run("cargo", "init", "--quiet", "--vcs", "none", "--name", "user", self.crate, env=self.environment)
        (self.crate / "src/main.rs").write_text(USER_RUST)

    def command(self, text, folder):
        log(f"  {text}")
        run("bash", "-ec", text, cwd=folder, env=self.environment)

    def install(self):
        """Runs the commands of the documents, as they are after the first release."""
        texts = tomllib.loads((self.release.origin / "scripts/packaging/install.toml").read_text())
        folders = {"cargo add": self.crate, "npm install": self.npm, "pip install": self.folder, "cargo install": self.folder}
        done = set()
        for name in ("program", "rust"):
            for line in re.findall(r"(?m)^(?:pip|cargo|npm) .*", texts[name]["released"]):
                command = line.split("  ")[0]
                start = " ".join(command.split()[:2])
                self.command(command, folders[start])
                done.add(start)
        check(done == set(folders), f"the documents install by {done}")

    def upgrade(self):
        self.command("pip install --upgrade ninefold", self.folder)
        self.command("cargo install --locked ninefold-cli", self.folder)
        self.command("npm update ninefold", self.npm)
        self.command("cargo update", self.crate)

    def try_all(self, version, commit):
        """Solves with each, and checks the answers."""
        unpacked = self.archive(version)
        programs = {"cargo": self.folder / "cargo/bin/ninefold", "pip": self.folder / "venv/bin/ninefold", "archive": unpacked / "bin/ninefold"}
        programs["image"] = self.image(version)
        for name, program in programs.items():
            said = output(program, "--version")
            check(said == f"ninefold {version} ({commit[:12]})", f"the program from {name} says {said}")
            self.judge(name, [program, "solve", "--quiet", self.puzzles])
        self.judge("the Python package", [self.folder / "venv/bin/python", self.folder / "user.py", self.puzzles])
        self.judge("the npm package", ["node", self.npm / "user.mjs", self.puzzles], cwd=self.npm)
        installed = output("npm", "ls", "ninefold", cwd=self.npm, env=self.environment)
        check(f"ninefold@{version}" in installed, f"npm has {installed}")
        solved = output("cargo", "run", "--quiet", "--release", cwd=self.crate, env=self.environment)
        check(solved.startswith("534678912"), f"the crate answers {solved}")
        locked = tomllib.loads((self.crate / "Cargo.lock").read_text())["package"]
        check({"ninefold": version}.items() <= {entry["name"]: entry["version"] for entry in locked}.items(), "Cargo.lock has another version")
        log(f"{version} is installed from cargo, pip, npm, the archive and the image, and solves: every answer checked")

    def archive(self, version):
        """Unpacks the release's archive for this machine over the one before, after a look at its checksum."""
        release = self.registries.folder / f"releases/v{version}"
        run("sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS", cwd=release)
        prefix = self.folder / "archive"
        prefix.mkdir(exist_ok=True)
        file = release / f"ninefold-{version}-{platform.machine()}-unknown-linux-gnu.tar.gz"
        run("tar", "-xzf", file, "-C", prefix, "--strip-components", "1")
        return prefix

    def image(self, version):
        """Pulls `latest`, which is that version, and unpacks the program."""
        pulled, unpacked = self.folder / "image", self.folder / "from-image"
        unpacked.mkdir(exist_ok=True)
        run("skopeo", "copy", "--quiet", "--src-tls-verify=false", f"docker://{IMAGE}:latest", f"dir:{pulled}")
        manifest = json.loads((pulled / "manifest.json").read_text())
        for layer in manifest["layers"]:
            run("tar", "-xf", pulled / layer["digest"].removeprefix("sha256:"), "-C", unpacked)
        return unpacked / "ninefold"

    def judge(self, name, command, **options):
        answers = output(*command, **options).splitlines()
        puzzles = self.puzzles.read_text().split()
        check(len(answers) == len(puzzles), f"{name} gives {len(answers)} answers to {len(puzzles)} puzzles")
        lines = "".join(f"{puzzle} {answer}\n" for puzzle, answer in zip(puzzles, answers))
        run("awk", "-f", ROOT / ".ci/judge.awk", input=lines.encode(), stdout=subprocess.DEVNULL)


def half_done(rehearsal, registries):
    """Runs the jobs that upload. Each stops half-way first."""
    outage = registries.folder / "releases/outage"
    outage.touch()
    fails(rehearsal, "publish")
    outage.unlink()
    rehearsal.run(["publish"])
    registries.crates.is_out = True
    fails(rehearsal, "publish-crates")
    registries.crates.is_out = False
    rehearsal.run(["publish-crates"])
    # PyPI and npm take a file or do not.
    rehearsal.run(["publish-pypi"])
    gone = next((registries.folder / "pypi").glob("*.whl"))
    gone.unlink()
    rehearsal.run(["publish-pypi"])
    check(gone.exists(), "the wheel that was missing is not uploaded again")
    rehearsal.run(["publish-npm", "publish-image"])
    tags = next((registries.folder / "images").rglob("_manifests/tags/latest"))
    shutil.rmtree(tags)
    rehearsal.run(["publish-image"])
    check(tags.exists(), "`latest` is not set again")


def fails(rehearsal, job):
    try:
        rehearsal.run([job])
    except Failed as failed:
        log(f"  stopped half-way, as it should: {failed}")
    else:
        check(False, f"{job} did not notice the outage")


def twice(rehearsal, registries):
    """The uploads again. They must change nothing."""
    before = registries.content()
    rehearsal.run(UPLOADS)
    changed = {name for name, _ in before.items() ^ registries.content().items()}
    # Verdaccio counts who asks.
    check(not {name for name in changed if not name.endswith(".verdaccio-db.json")}, f"a second run changes {changed}")
    log("the same uploads again: nothing has changed")


def pins_the_library(user, version):
    """A program of a version comes with the packages of that version, though newer ones exist."""
    folder = user.folder / "pinned"
    run("cargo", "init", "--quiet", "--vcs", "none", "--name", "pinned", folder, env=user.environment)
    user.command(f"cargo add --quiet ninefold-cli@={version} && cargo generate-lockfile", folder)
    locked = {entry["name"]: entry["version"] for entry in tomllib.loads((folder / "Cargo.lock").read_text())["package"]}
    for name in ("ninefold", "ninefold-files", "ninefold-referee"):
        check(locked[name] == version, f"ninefold-cli {version} takes {name} {locked[name]}")
    log(f"ninefold-cli {version} takes the packages {version}, though there are newer ones")


def pre_release(release, registries, before):
    """The image of a pre-release, made of the program of the version before, does not become `latest`."""
    version = f"{next_patch(before)}-rc.1"
    release.bump(version)
    rehearsal = release.workflow(version)
    for folder in (release.folder / "artifacts" / f"v{before}").glob("*-unknown-linux-musl"):
        for file in folder.glob("*.tar.gz"):
            to = rehearsal.artifacts / folder.name
            to.mkdir(parents=True)
            shutil.copy(file, to / file.name.replace(before, version))
    tags = next((registries.folder / "images").rglob("_manifests/tags"))
    latest = (tags / "latest/current/link").read_text()
    rehearsal.run(["publish-image"])
    check((tags / version / "current/link").exists(), f"there is no image {version}")
    check((tags / "latest/current/link").read_text() == latest, "a pre-release became `latest`")
    log(f"the image {version} is there, and `latest` is {before} still")


def has_revision(release, registries, version, commit):
    """What packagers build from says which commit it is."""
    file = registries.folder / f"releases/v{version}/ninefold-{version}-source.tar.gz"
    said = output("tar", "-xzOf", file, f"ninefold-{version}-source/crates/cli/revision")
    check(said == commit, f"the source archive says revision {said}")


def main():
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # What earlier rehearsals uploaded had the same names.
    for file in (folder / "cargo/registry").glob("*/127.0.0.1-*/*ninefold*"):
        shutil.rmtree(file) if file.is_dir() else file.unlink()
    for index in (folder / "cargo/registry/index").glob("127.0.0.1-*"):
        shutil.rmtree(index)
    registries = Registries(folder)
    release = Release(folder, registries)
    with contextlib.ExitStack() as stack:
        registries.start(stack)
        first = release.version()
        if f"## [{first}]" in (release.origin / "CHANGELOG.md").read_text():
            first = next_patch(first)
        commit = release.bump(first)
        rehearsal = release.workflow(first)
        rehearsal.run([job for job in rehearsal.workflow["jobs"] if job not in UPLOADS])
        half_done(rehearsal, registries)
        has_revision(release, registries, first, commit)
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="ninefold-user-"))
        user = User(home, folder, registries, release)
        user.install()
        user.try_all(first, commit)
        twice(rehearsal, registries)
        second = next_patch(first)
        commit = release.bump(second)
        release.workflow(second).run()
        user.upgrade()
        user.try_all(second, commit)
        pins_the_library(user, first)
        # A run for the first version, late, takes nothing back.
        twice(rehearsal, registries)
        pre_release(release, registries, second)
    for what in sorted(rehearsal.skipped):
        log(f"NOT REHEARSED: {what}")
    log(f"rehearsed: {first}, then {second}")


if __name__ == "__main__":
    main()
