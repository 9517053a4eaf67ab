/* A small solver: the blank with the fewest candidates first, depth first. */
#ifndef SEARCH_H
#define SEARCH_H

#include <string.h>

static int rows[9], columns[9], boxes[9];
static char grid[81], first[81];
static long wanted, found;

static int box(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

static void place(int cell, int digit) {
    rows[cell / 9] ^= digit;
    columns[cell % 9] ^= digit;
    boxes[box(cell)] ^= digit;
}

static int free_digits(int cell) {
    return ~(rows[cell / 9] | columns[cell % 9] | boxes[box(cell)]) & 511;
}

static void search(void) {
    int best = -1, fewest = 10;
    for (int cell = 0; cell < 81 && fewest > 1; cell++) {
        if (grid[cell] != '.')
            continue;
        int number = __builtin_popcount((unsigned)free_digits(cell));
        if (number < fewest) {
            best = cell;
            fewest = number;
        }
    }
    if (best < 0) {
        if (found++ == 0)
            memcpy(first, grid, 81);
        return;
    }
    for (int left = free_digits(best); left && found < wanted; left &= left - 1) {
        int digit = left & -left;
        place(best, digit);
        grid[best] = (char)('1' + __builtin_ctz((unsigned)digit));
        search();
        place(best, digit);
    }
    grid[best] = '.';
}

/* The number of solutions up to a limit; the first of them is in `first`. */
static long solve(const char *puzzle, long limit) {
    memset(rows, 0, sizeof rows);
    memset(columns, 0, sizeof columns);
    memset(boxes, 0, sizeof boxes);
    memcpy(grid, puzzle, 81);
    wanted = limit;
    found = 0;
    for (int cell = 0; cell < 81; cell++) {
        if (grid[cell] == '.')
            continue;
        int digit = 1 << (grid[cell] - '1');
        if (!(free_digits(cell) & digit))
            return 0;
        place(cell, digit);
    }
    search();
    return found;
}

#endif
