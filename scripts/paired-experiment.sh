#!/usr/bin/env bash
# How far can `ninefold compare --paired` be trusted? Compares a program with
# itself, over and over, on a machine that is kept busy, and counts the false
# alarms; then slows one side down by a known share and counts how often that
# is found. Prints a Markdown table; progress goes to standard error.
#
#   scripts/paired-experiment.sh                      the full one: hours
#   scripts/paired-experiment.sh -a 10 -s 5           a small one: minutes
#   scripts/paired-experiment.sh -o table.md          the table to a file too
#
#   -a N   trials of a program against itself (300)
#   -s N   trials for each slowdown (100)
#   -d L   the slowdowns in per cent, as "5 2" (5)
#   -l N   processes that keep the machine busy in bursts (1)
#   -t T   time budget of a trial (60s)
#   -p P   program (builds target/release/ninefold)
#   -i F   corpus (datasets/sample.txt)
#   -o F   write the table to this file
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

same_trials=300
slow_trials=100
slowdowns='5'
load=1
time=60s
program=
input=datasets/sample.txt
output=
while getopts a:s:d:l:t:p:i:o: option; do
    case $option in
        a) same_trials=$OPTARG ;;
        s) slow_trials=$OPTARG ;;
        d) slowdowns=$OPTARG ;;
        l) load=$OPTARG ;;
        t) time=$OPTARG ;;
        p) program=$OPTARG ;;
        i) input=$OPTARG ;;
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
# Two files: the two sides may not even share a page of memory.
cp "$program" "$scratch/old"
cp "$program" "$scratch/new"

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

# trials NAME COUNT HANDICAP: runs them and adds a row to the table.
trials() {
    local name=$1 count=$2 handicap=$3
    declare -A seen=([0]=0 [1]=0 [4]=0 [faster]=0)
    local pairs=0 start=$SECONDS
    for ((trial = 1; trial <= count; trial++)); do
        local code=0
        rm -f "$scratch/trial.json"
        "$scratch/old" compare --paired "$scratch/old" "$scratch/new" "$input" --engines lanes --quiet \
            --time "$time" --handicap "$handicap" --seed "$trial" --json "$scratch/trial.json" \
            >"$scratch/trial.txt" || code=$?
        case $code in
            0) if grep -q 'Verdict: faster' "$scratch/trial.txt"; then code=faster; fi ;;
            1 | 4) ;;
            *)
                cat "$scratch/trial.txt" >&2
                exit "$code"
                ;;
        esac
        seen[$code]=$((seen[$code] + 1))
        pairs=$((pairs + $(sed -n 's/.*"samples": *\([0-9]*\).*/\1/p' "$scratch/trial.json" | head -n 1)))
        echo "$name $trial/$count: slower ${seen[1]} faster ${seen[faster]} same ${seen[0]} inconclusive ${seen[4]}" >&2
    done
    [[ $count -gt 0 ]] || return 0
    printf '| %s | %d | %d | %d | %d | %d | %d | %d |\n' "$name" "$count" "${seen[1]}" "${seen[faster]}" \
        "${seen[0]}" "${seen[4]}" $((pairs / count)) $(((SECONDS - start) / count)) >>"$scratch/rows.md"
}

trials 'the same program' "$same_trials" 0
for percent in $slowdowns; do
    trials "$percent % slower" "$slow_trials" "$(awk -v p="$percent" 'BEGIN { print p / 100 }')"
done

cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
{
    echo "$("$program" --version), revision $(git describe --always --dirty --abbrev=12 --match= 2>/dev/null || echo unknown),"
    echo "on ${cpu:-$(uname -m)} with $(getconf _NPROCESSORS_ONLN) CPUs, $load of them kept busy in bursts,"
    echo "$(date -u +%F), $(basename "$input"), threshold 2 %, confidence 99 %, at most $time a trial:"
    echo
    echo '| new program | trials | slower | faster | same | inconclusive | pairs (mean) | seconds (mean) |'
    echo '| :-- | --: | --: | --: | --: | --: | --: | --: |'
    cat "$scratch/rows.md"
} >"$scratch/table.md"
cat "$scratch/table.md"
if [[ -n $output ]]; then
    cp "$scratch/table.md" "$output"
fi
