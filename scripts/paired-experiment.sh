#!/usr/bin/env bash
# Tests how far `ninefold compare --paired` can be trusted. It compares a program with
# itself, many times, on a busy machine, and counts the false alarms. Then it compares a
# solver with the same one slowed down by a known share (tests/solvers/library.c), and
# counts how often that is found. Needs a C compiler. Prints a Markdown table. Progress
# goes to standard error.
#
#   scripts/paired-experiment.sh                      everything: hours
#   scripts/paired-experiment.sh -a 10 -s 5           a few trials: minutes
#   scripts/paired-experiment.sh -o table.md          writes the table to a file too
#
#   -a N   trials of a program against itself (300)
#   -s N   trials for each slowdown (100)
#   -d L   the slowdowns in per cent, as "5 2" (5)
#   -l N   processes that keep the machine busy in bursts (1)
#   -t T   time budget of a trial (2m)
#   -p P   program (builds target/release/ninefold)
#   -i F   corpus (those of compare, with its engines)
#   -n N   seed of the first trial (1): another one for each of several side by side
#   -o F   write the table to this file
#
# Trials of the same and of slower programs take turns, so that both run on the same machine. After
# an interrupt it prints the table of the trials so far.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

same_trials=300
slow_trials=100
slowdowns='5'
load=1
time=2m
program=
input=
first=1
output=
while getopts a:s:d:l:t:p:i:n:o: option; do
    case $option in
        a) same_trials=$OPTARG ;;
        s) slow_trials=$OPTARG ;;
        d) slowdowns=$OPTARG ;;
        l) load=$OPTARG ;;
        t) time=$OPTARG ;;
        p) program=$OPTARG ;;
        i) input=$OPTARG ;;
        n) first=$OPTARG ;;
        o) output=$OPTARG ;;
        *) exit 2 ;;
    esac
done
if [[ -z $program ]]; then
    cargo build --release
    program=target/release/ninefold
fi

scratch=$(mktemp -d)
busy=()
cleanup() {
    for pid in ${busy[@]+"${busy[@]}"}; do
        kill "$pid" 2>/dev/null || true
    done
    rm -rf "$scratch"
}
trap cleanup EXIT
cp "$program" "$scratch/ninefold"
for percent in 0 $slowdowns; do
    ${CC:-cc} -O2 -shared -fPIC -Iinclude -DSLOWER="$percent / 100.0" -o "$scratch/slower-$percent.so" tests/solvers/library.c
done
files=0

# Works for up to a second, sleeps for up to a second, and so on.
burst() {
    RANDOM=$1
    while :; do
        local until=$((${EPOCHREALTIME/[.,]/} + RANDOM * 30))
        while ((${EPOCHREALTIME/[.,]/} < until)); do :; done
        sleep "0.$((RANDOM % 900 + 100))"
    done
}
for ((i = 1; i <= load; i++)); do
    burst "$i" &
    busy+=($!)
done

declare -A seen
enough=
trap 'enough=yes' INT TERM

# trial NAME PERCENT SEED: runs one trial and counts its verdict; without PERCENT, of the program itself.
trial() {
    local name=$1 code=0 start=$EPOCHSECONDS
    rm -f "$scratch/trial.json"
    # Older programs start the files that compare is given. For those, each trial uses new files and keeps
    # those of the last three, so that new files do not get their memory.
    files=$((files + 1))
    rm -f "$scratch"/{old,new}.$((files - 3))
    cp "$scratch/ninefold" "$scratch/old.$files"
    cp "$scratch/ninefold" "$scratch/new.$files"
    local sides=("$scratch/old.$files" "$scratch/new.$files")
    [[ -z $2 ]] || sides=(old new --solver "old=$scratch/slower-0.so" --solver "new=$scratch/slower-$2.so")
    "$scratch/ninefold" compare --paired "${sides[@]}" ${input:+"$input"} --quiet --time "$time" \
        --seed "$3" --json "$scratch/trial.json" >"$scratch/trial.txt" || code=$?
    [[ -z $enough ]] || return 0
    case $code in
        0) if grep -q 'Verdict: faster' "$scratch/trial.txt"; then code=faster; fi ;;
        1 | 4) ;;
        *)
            cat "$scratch/trial.txt" >&2
            exit "$code"
            ;;
    esac
    local pairs
    pairs=$(sed -n 's/.*"samples": *\([0-9]*\).*/\1/p' "$scratch/trial.json" | head -n 1)
    for what in trials "$code"; do
        seen[$name $what]=$((${seen[$name $what]:-0} + 1))
    done
    seen[$name pairs]=$((${seen[$name pairs]:-0} + pairs))
    seen[$name seconds]=$((${seen[$name seconds]:-0} + EPOCHSECONDS - start))
    row "$name" >&2
}

# row NAME: its row of the table.
row() {
    local count=${seen[$1 trials]:-0} what
    ((count > 0)) || return 0
    printf '| %s | %d' "$1" "$count"
    for what in 1 faster 0 4; do
        printf ' | %d' "${seen[$1 $what]:-0}"
    done
    printf ' | %d | %d |\n' $((${seen[$1 pairs]} / count)) $((${seen[$1 seconds]} / count))
}

most=$((same_trials > slow_trials ? same_trials : slow_trials))
for ((i = 1; i <= most; i++)); do
    # Both kinds are spread evenly over the rounds.
    if ((i * same_trials / most > (i - 1) * same_trials / most)); then
        trial 'the same program' '' $((first + i - 1))
    fi
    if ((i * slow_trials / most > (i - 1) * slow_trials / most)); then
        for percent in $slowdowns; do
            trial "$percent % slower" "$percent" $((first + i - 1))
        done
    fi
    [[ -z $enough ]] || break
done
{
    row 'the same program'
    for percent in $slowdowns; do
        row "$percent % slower"
    done
} >"$scratch/rows.md"

cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
{
    echo "$("$program" --version), revision $(git describe --always --dirty --abbrev=12 --match= 2>/dev/null || echo unknown),"
    echo "on ${cpu:-$(uname -m)} with $(getconf _NPROCESSORS_ONLN) CPUs, $load of them kept busy in bursts,"
    echo "$(date -u +%F), ${input:-corpora of compare}, threshold 2 %, confidence 99 %, at most $time a trial:"
    echo
    echo '| new program | trials | slower | faster | same | cannot tell | pairs (mean) | seconds (mean) |'
    echo '| :-- | --: | --: | --: | --: | --: | --: | --: |'
    cat "$scratch/rows.md"
} >"$scratch/table.md"
cat "$scratch/table.md"
if [[ -n $output ]]; then
    cp "$scratch/table.md" "$output"
fi
