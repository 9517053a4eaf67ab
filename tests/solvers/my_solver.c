/* A slow solver as a function: 81 characters in and 81 out. The guide makes a library of it (docs/src/measuring.md). */
#include <string.h>

static int fits(const char *grid, int cell, char digit)
{
    for (int i = 0; i < 81; i++) {
        int box = i / 27 == cell / 27 && i % 9 / 3 == cell % 9 / 3;
        if (grid[i] == digit && (box || i / 9 == cell / 9 || i % 9 == cell % 9))
            return 0;
    }
    return 1;
}

int my_solver(const char *puzzle, char *grid)
{
    if (puzzle != grid)
        memcpy(grid, puzzle, 81);
    char *blank = memchr(grid, '.', 81);
    if (!blank)
        return 1;
    for (char digit = '1'; digit <= '9'; digit++) {
        if (!fits(grid, (int)(blank - grid), digit))
            continue;
        *blank = digit;
        if (my_solver(grid, grid))
            return 1;
    }
    *blank = '.';
    return 0;
}
