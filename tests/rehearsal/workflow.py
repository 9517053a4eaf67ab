"""Runs the jobs of a workflow on this machine: each step's commands as GitHub's machine would run them, and for each action
a function that stands in for it. What cannot be rehearsed is said; what is unknown is an error.
"""

import os
import platform
import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import yaml

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
# How GitHub starts a step without `shell`, and one with `shell: bash`.
SHELLS = {None: ["bash", "-e"], "bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail"]}


class Failed(Exception):
    """A step ended with an error."""


class Rehearsal:
    """One run of a workflow for one tag."""

    def __init__(self, origin, tag, folder, machines, environment, actions, log):
        """`origin` is a clone with the tag, `machines` are those that this one stands in for, and `actions` are
        functions by the names of actions, which get this object, the folder of the job and what the step gives."""
        file = Path(origin) / ".github/workflows/release.yml"
        self.workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
        self.origin, self.tag, self.folder = origin, tag, Path(folder)
        self.machines, self.environment, self.log = machines, environment, log
        self.actions = ACTIONS | actions
        self.artifacts = self.folder / "artifacts" / tag
        self.skipped = set()
        # What an action sets for the later steps of its job.
        self.set_by_actions = {}

    def names(self, matrix, steps):
        """The values of contexts that expressions may use."""
        names = {f"matrix.{name}": value for name, value in matrix.items()}
        names |= {f"steps.{step}.outputs.{name}": value for step, outputs in steps.items() for name, value in outputs.items()}
        return names | {
            "github.ref": f"refs/tags/{self.tag}",
            "github.event_name": "push",
            "github.server_url": "https://example.invalid",
            "github.repository": "owner/ninefold",
            "github.event.repository.private": False,
            "github.token": "rehearsal",
        } | {f"vars.PUBLISH_{what}": "true" for what in ("CRATES", "PYPI", "NPM", "IMAGE")}

    @staticmethod
    def value(expression, names):
        """What an expression is: names, strings, `==`, `!`, `&&`, `||` and startsWith."""
        text = re.sub(r"'[^']*'|[\w-]+(?:\.[\w-]+)+", lambda match: match[0] if match[0][0] == "'" else f"names[{match[0]!r}]", expression)
        text = re.sub(r"!(?!=)", " not ", text).replace("&&", " and ").replace("||", " or ").strip()
        return eval(text, {"names": names, "startsWith": lambda text, start: text.startswith(start)})

    def filled(self, text, names):
        """A value of the workflow with its expressions replaced."""
        if isinstance(text, dict):
            return {key: self.filled(value, names) for key, value in text.items()}
        return EXPRESSION.sub(lambda match: str(self.value(match[1], names)), str(text))

    def runs_if(self, condition, names):
        whole = EXPRESSION.fullmatch(str(condition))
        return bool(self.value(whole[1] if whole else str(condition), names))

    def cases(self, job):
        """Each entry of a job's matrix that this machine can stand in for."""
        for matrix in job.get("strategy", {}).get("matrix", {}).get("include", [{}]):
            machine = self.filled(job["runs-on"], self.names(matrix, {}))
            target = matrix.get("target", platform.machine())
            if machine in self.machines and target.startswith(platform.machine()):
                yield matrix
            else:
                self.skip(f"{target}, on a machine {machine}")

    def skip(self, what):
        if what not in self.skipped:
            self.skipped.add(what)
            self.log(f"NOT REHEARSED: {what}")

    def run(self, only=None):
        """All jobs in order, or those that are named. A job comes after those it needs, as the file has them."""
        for name, job in self.workflow["jobs"].items():
            if only and name not in only:
                continue
            for matrix in self.cases(job):
                names = self.names(matrix, {})
                if "if" in job and not self.runs_if(job["if"], names):
                    raise Failed(f"{name} would not run for {self.tag}")
                self.log(f"job {' '.join([name, *matrix.values()])} for {self.tag}")
                self.job(name, job, matrix)

    def job(self, name, job, matrix):
        # Its machine has nothing but what its steps put there.
        work = self.folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        outputs = {}
        self.set_by_actions = {}
        for number, step in enumerate(job["steps"]):
            names = self.names(matrix, outputs)
            if "if" in step and not self.runs_if(step["if"], names):
                continue
            environment = {"GITHUB_REF_NAME": self.tag, "GITHUB_REPOSITORY": names["github.repository"], "GITHUB_ACTOR": "owner"}
            for level in (self.workflow, job, step):
                environment |= self.filled(level.get("env", {}), names)
            environment = os.environ | environment | self.environment | self.set_by_actions
            if "uses" in step:
                action = step["uses"].split("@")[0]
                if action not in self.actions:
                    raise Failed(f"{name}: nothing stands in for {action}")
                given = self.filled(step.get("with", {}), names)
                outputs[step.get("id", str(number))] = self.actions[action](self, work, given) or {}
            else:
                shell = step.get("shell", job.get("defaults", {}).get("run", {}).get("shell"))
                script = self.filled(step["run"], names)
                self.log(f"  {step.get('name', script.splitlines()[0])}")
                done = subprocess.run([*SHELLS[shell], "-c", script], cwd=work, env=environment, stdin=subprocess.DEVNULL)
                if done.returncode != 0:
                    raise Failed(f"{name}: {script.splitlines()[0]}: exit code {done.returncode}")

    # What stands in for actions that only move files.

    def checkout(self, work, given):
        """A clone at the tag, as if it were all that is there."""
        depth = [] if given.get("fetch-depth") == "0" else ["--depth=1"]
        subprocess.run(["git", "clone", "--quiet", *depth, "--branch", self.tag, f"file://{self.origin}", str(work)], check=True)
        # One folder for what Cargo builds, so that no job builds again what another has built.
        built = self.folder / "target"
        built.mkdir(exist_ok=True)
        shutil.rmtree(built / "packed", ignore_errors=True)
        (work / "target").symlink_to(built)

    def upload(self, work, given):
        found = sorted(work.glob(given["path"]))
        if not found and given.get("if-no-files-found") == "error":
            raise Failed(f"no files at {given['path']}")
        to = self.artifacts / given["name"]
        shutil.rmtree(to, ignore_errors=True)
        to.mkdir(parents=True)
        for file in found:
            shutil.copy2(file, to)

    def download(self, work, given):
        to = work / given.get("path", ".")
        to.mkdir(parents=True, exist_ok=True)
        wanted = given.get("name") or given.get("pattern", "*")
        found = [folder for folder in sorted(self.artifacts.iterdir()) if fnmatch(folder.name, wanted)]
        if not found:
            raise Failed(f"there is no artifact {wanted}")
        for folder in found:
            for file in folder.iterdir():
                shutil.copy2(file, to)

    def attest(self, work, given):
        self.skip("attestations, which are signed with an identity that GitHub gives")


ACTIONS = {
    "actions/checkout": Rehearsal.checkout,
    "actions/upload-artifact": Rehearsal.upload,
    "actions/download-artifact": Rehearsal.download,
    "actions/attest-build-provenance": Rehearsal.attest,
}
