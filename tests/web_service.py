#!/usr/bin/env python3
"""Builds the web service of the guide, and sends it 10,000 requests of which half have too many solutions.

Usage: tests/web_service.py [CONNECTIONS]

Checks each answer, and prints how long the answers took. It needs Rust, and gets axum and tokio by Cargo.
"""

import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUESTS = 10_000
PACKAGE = """
[package]
name = "web-service"
version = "0.0.0"
edition = "2024"
[workspace]
[dependencies]
axum = "0.8"
ninefold = {{ path = "{root}" }}
tokio = {{ version = "1", features = ["net", "rt-multi-thread", "macros", "sync", "time"] }}
"""


def built(folder):
    """The program of the guide's page."""
    page = (ROOT / "docs/src/security.md").read_text()
    [source] = re.findall(r'^```rust title="main.rs"\n(.*?)^```$', page, re.MULTILINE | re.DOTALL)
    (folder / "src").mkdir()
    (folder / "src/main.rs").write_text(source)
    (folder / "Cargo.toml").write_text(PACKAGE.format(root=ROOT))
    command = ["cargo", "build", "--release", "--quiet", "--target-dir", folder / "target"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "target/release/web-service"


def connected(port):
    """A connection, once the service listens."""
    for _ in range(1000):
        try:
            connection = HTTPConnection("127.0.0.1", port)
            connection.connect()
            return connection
        except ConnectionRefusedError:
            time.sleep(0.01)
    sys.exit("the service does not listen")


def ask(port, puzzles, times, late, wrong):
    """Asks for the puzzles, one after the other. Each answer has a time. Refusals for want of time, and wrong answers,
    are kept."""
    connection = connected(port)
    # Without this, each request waits for the acknowledgement of the last.
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for puzzle, expected in puzzles:
        began = time.monotonic()
        connection.request("GET", f"/count/{puzzle}")
        response = connection.getresponse()
        answer = response.status, response.read().decode()
        times.append(time.monotonic() - began)
        if answer == expected:
            continue
        if answer[0] in (422, 503):
            late.append(answer)
        else:
            wrong.append((puzzle, answer))


def main():
    connections = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    easy = (ROOT / "datasets/easy.txt").read_text().split()
    unbounded = "." * 81, (422, "gave up at the deadline")
    puzzles = []
    for i in range(REQUESTS // 2):
        puzzles += [(easy[i % len(easy)], (200, "1")), unbounded]
    random.Random(1).shuffle(puzzles)
    times, late, wrong = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(folder))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        service = subprocess.Popen([program, f"127.0.0.1:{port}"])
        try:
            each = [threading.Thread(target=ask, args=(port, puzzles[i::connections], times, late, wrong)) for i in range(connections)]
            for thread in each:
                thread.start()
            for thread in each:
                thread.join()
        finally:
            service.kill()
    times.sort()
    assert len(times) == REQUESTS, f"{len(times)} answers"
    assert not wrong, wrong[:3]
    # One request after the other waits for nobody.
    assert connections > 1 or not late, late[:3]
    quantiles = [f"{share:.1%} {1000 * times[int(share * (REQUESTS - 1))]:.2f} ms" for share in (0.5, 0.99, 0.999, 1)]
    print(f"{REQUESTS} answers on {connections} connections, {len(late)} of them refused: {', '.join(quantiles)}")


if __name__ == "__main__":
    main()
