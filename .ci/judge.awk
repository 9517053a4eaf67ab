# Reads "puzzle... solution" lines (the solution is the last field) and judges
# every solution: 81 digits, each digit once in every row, column and box, every
# clue kept. Blank lines and comments need no solution; an answer that starts
# with "!" says why there is none.
function fault(why) {
    print "line " NR ": " why
    faults++
}

/^[ \t]*$/ || /^#/ { next }
$NF ~ /^!/ { refused++; next }
length($NF) != 81 || $NF ~ /[^1-9]/ { fault("no solution: " $NF); next }
{
    split("", seen)
    for (i = 0; i < 81; i++) {
        digit = substr($NF, i + 1, 1)
        clue = substr($1, i + 1, 1)
        if (clue ~ /[1-9]/ && clue != digit) fault("clue " clue " at cell " i + 1 " became " digit)
        row = int(i / 9); column = i % 9; box = int(row / 3) * 3 + int(column / 3)
        if (seen["r", row, digit]++ || seen["c", column, digit]++ || seen["b", box, digit]++)
            fault("digit " digit " twice, at cell " i + 1)
    }
    right++
}
END {
    print right + 0 " solutions judged, " refused + 0 " lines answered with a reason, " faults + 0 " faults"
    exit (faults > 0 || right == 0)
}
