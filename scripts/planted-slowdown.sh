#!/usr/bin/env bash
# Tests that `ninefold compare --paired` finds a slower kernel, and nothing if
# there is none. It builds this source unchanged, and with a slowdown planted in
# the kernel of the engine `mrv` (every tenth puzzle is solved twice). Then it
# compares the first with itself and with the second.
#
#   scripts/planted-slowdown.sh [--time 60s] [build FOLDER | compare FOLDER]
#
# `build` only builds the programs, in the folder, for a later `compare`.
#
# Exit code 0 if it called the same code the same and the planted slowdown slower,
# 4 if the machine was too busy for a verdict in the time, 1 otherwise.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

time=60s
if [[ ${1:-} == --time ]]; then
    time=$2
    shift 2
fi
readonly part=${1:-all}
readonly kernel=src/kernel/mrv.rs
readonly place='self.load(puzzle);'
readonly planted='
        // Planted: every tenth search is done twice.
        static SEARCHES: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
        if SEARCHES.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 10 == 0 {
            let mut unused = [0; CELLS];
            std::hint::black_box(self.search(puzzle, limits, &mut unused));
        }'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
programs=${2:-$scratch}
mkdir -p "$programs"

build() {
    local target=${CARGO_TARGET_DIR:-$PWD/target}
    cargo build --release --bin ninefold
    cp "$target/release/ninefold" "$programs/old"
    cp "$programs/old" "$programs/same"

    mkdir "$scratch/source"
    git ls-files -z --cached --others --exclude-standard | xargs -0 tar -c | tar -x -C "$scratch/source"
    [[ $(grep -cF "$place" "$scratch/source/$kernel") == 1 ]] || {
        echo "$kernel does not have exactly one '$place': adapt this script" >&2
        exit 1
    }
    awk -v place="$place" -v planted="$planted" \
        'index($0, place) { print planted } { print }' "$scratch/source/$kernel" >"$scratch/kernel.rs"
    cp "$scratch/kernel.rs" "$scratch/source/$kernel"
    # Reuses the built dependencies, in a separate folder, so that nobody takes the slower program for
    # the real one.
    rm -rf "$target/planted"
    mkdir -p "$target/planted/release"
    cp -al "$target"/release/{deps,build,.fingerprint} "$target/planted/release"
    CARGO_TARGET_DIR=$target/planted cargo build --release --bin ninefold \
        --manifest-path "$scratch/source/Cargo.toml"
    cp "$target/planted/release/ninefold" "$programs/slower"
    rm -rf "$target/planted"
}

# expect NAME VERDICT CODE: compares and checks the exit code.
expect() {
    local code=0
    echo "==> $1: expecting $2" >&2
    "$programs/old" compare --paired "$programs/old" "$programs/$1" datasets/sample.txt --engines mrv --time "$time" || code=$?
    if [[ $code == 4 ]]; then
        echo "==> cannot tell: the machine is too busy, or the time too short" >&2
        exit 4
    fi
    if [[ $code != "$3" ]]; then
        echo "==> FAILED: exit code $code instead of $3" >&2
        exit 1
    fi
    echo "==> ok: exit code $code" >&2
}

if [[ $part != compare ]]; then build; fi
if [[ $part != build ]]; then
    expect same 'the same' 0
    expect slower slower 1
fi
