"""Stands in for crates.io: takes uploads into a folder, and sends who asks for another crate to crates.io itself.

No registry from a package does this for the source that Cargo calls crates.io. With one under another name, Cargo would
look for our library where our program does not have it.
"""

import hashlib
import json
import struct
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

INDEX, CRATES = "https://index.crates.io", "https://static.crates.io/crates"
TOKEN = "rehearsal"
# What crates.io refuses.
LARGEST = 10 << 20
KEYWORDS, LONGEST_KEYWORD = 5, 20


def index_path(name):
    """Where the index has a crate of four letters or more."""
    return f"{name[:2]}/{name[2:4]}/{name}"


def fault(meta, crate, known):
    """Why crates.io would refuse this upload, or nothing."""
    if any(entry["vers"] == meta["vers"] for entry in known):
        return f"crate version `{meta['vers']}` is already uploaded"
    if len(crate) > LARGEST:
        return "the crate is too large"
    missing = [key for key in ("description", "license") if not meta.get(key)]
    if missing:
        return f"missing metadata: {missing}"
    keywords = meta["keywords"]
    if len(keywords) > KEYWORDS or any(len(word) > LONGEST_KEYWORD for word in keywords):
        return "too many keywords, or too long ones"
    return None


def entry(meta, crate):
    """A line of the index."""
    deps = []
    for dep in meta["deps"]:
        renamed = dep.get("explicit_name_in_toml")
        deps.append({
            "name": renamed or dep["name"],
            "req": dep["version_req"],
            "features": dep["features"],
            "optional": dep["optional"],
            "default_features": dep["default_features"],
            "target": dep["target"],
            "kind": dep["kind"],
            "registry": None,
            "package": dep["name"] if renamed else None,
        })
    # `dep:` in a feature needs the second field, and version 2 of the line.
    return {
        "name": meta["name"],
        "vers": meta["vers"],
        "deps": deps,
        "cksum": hashlib.sha256(crate).hexdigest(),
        "features": {},
        "features2": meta["features"],
        "yanked": False,
        "links": meta.get("links"),
        "rust_version": meta.get("rust_version"),
        "v": 2,
    }


class Handler(BaseHTTPRequestHandler):
    """One request of Cargo."""

    def log_message(self, *_):
        """Says nothing."""

    def answer(self, code, body=b"", location=None):
        self.send_response(code)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def known(self, name):
        file = self.server.folder / index_path(name)
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def do_GET(self):
        address = f"http://{self.headers['Host']}"
        path = self.path.removeprefix("/index/")
        if path == "config.json":
            config = {"dl": f"{address}/crates/{{crate}}/{{crate}}-{{version}}.crate", "api": address}
            return self.answer(200, json.dumps(config).encode())
        is_index = path != self.path
        file = self.server.folder / path.lstrip("/")
        if file.is_file():
            return self.answer(200, file.read_bytes())
        if is_index:
            return self.answer(302, location=f"{INDEX}/{path}")
        return self.answer(302, location=CRATES + self.path.removeprefix("/crates"))

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path != "/api/v1/crates/new" or self.headers["Authorization"] != TOKEN:
            return self.answer(403, b'{"errors": [{"detail": "no such request, or another token"}]}')
        (length,) = struct.unpack_from("<I", body)
        meta, crate = json.loads(body[4 : 4 + length]), body[8 + length :]
        known = self.known(meta["name"])
        if self.server.is_out and self.server.uploads:
            return self.answer(503, b'{"errors": [{"detail": "an outage"}]}')
        why = fault(meta, crate, known)
        if why:
            return self.answer(400, json.dumps({"errors": [{"detail": why}]}).encode())
        name, version = meta["name"], meta["vers"]
        packed = self.server.folder / "crates" / name / f"{name}-{version}.crate"
        packed.parent.mkdir(parents=True, exist_ok=True)
        packed.write_bytes(crate)
        line = self.server.folder / index_path(name)
        line.parent.mkdir(parents=True, exist_ok=True)
        line.write_text("".join(json.dumps(line) + "\n" for line in [*known, entry(meta, crate)]))
        self.server.uploads += 1
        return self.answer(200, b'{"warnings": {"invalid_categories": [], "invalid_badges": [], "other": []}}')


def serve(port, folder):
    """The server, which a thread runs until `shutdown`."""
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.folder = Path(folder)
    # With an outage it takes one upload and no more.
    server.is_out, server.uploads = False, 0
    return server
