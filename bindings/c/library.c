/* A solver as a library, to start from: put your search in the place of this one, then
 *     cc -O2 -shared -fPIC -I include -o libmine.so library.c
 *     ninefold bench puzzles.txt --solver mine=./libmine.so */
#include "ninefold_solver.h"

#include <string.h>

static int fits(const uint8_t *grid, int cell, uint8_t digit)
{
    int row = cell / 9, column = cell % 9, corner = row / 3 * 27 + column / 3 * 3;
    for (int i = 0; i < 9; i++)
        if (grid[row * 9 + i] == digit || grid[i * 9 + column] == digit || grid[corner + i / 3 * 9 + i % 3] == digit)
            return 0;
    return 1;
}

/* Solutions from this cell on, up to the limit; the first goes into `row`. */
static uint64_t search(uint8_t *grid, int cell, uint64_t limit, uint8_t *row)
{
    uint64_t found = 0;
    while (cell < 81 && grid[cell] != '.')
        cell++;
    if (cell == 81)
        return row ? memcpy(row, grid, 81), 1 : 1;
    for (uint8_t digit = '1'; digit <= '9' && found < limit; digit++)
        if (fits(grid, cell, digit)) {
            grid[cell] = digit;
            found += search(grid, cell + 1, limit - found, found ? NULL : row);
            grid[cell] = '.';
        }
    return found;
}

static int clash(uint8_t *grid)
{
    for (int cell = 0; cell < 81; cell++) {
        uint8_t clue = grid[cell];
        grid[cell] = '.';
        if (clue != '.' && !fits(grid, cell, clue))
            return 1;
        grid[cell] = clue;
    }
    return 0;
}

/* The library: its version, a state (here nothing is kept between calls), and a batch. */
static char state;
uint32_t ninefold_solver_version(void) { return NINEFOLD_SOLVER_VERSION; }
ninefold_solver *ninefold_solver_new(void) { return (ninefold_solver *)&state; }
void ninefold_solver_free(ninefold_solver *solver) { (void)solver; }

int32_t ninefold_solver_solve(ninefold_solver *solver, const uint8_t *puzzles, size_t count, uint64_t limit,
                              uint8_t *rows, uint64_t *solutions, uint64_t *guesses)
{
    uint8_t grid[81];
    (void)solver, (void)guesses;
    for (size_t i = 0; i < count; i++) {
        memcpy(grid, puzzles + i * NINEFOLD_SOLVER_STRIDE, 81);
        solutions[i] = clash(grid) ? 0 : search(grid, 0, limit, rows + i * NINEFOLD_SOLVER_STRIDE);
    }
    return 0;
}
