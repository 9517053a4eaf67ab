/* Solves puzzles with any library that has the functions of ninefold_solver.h. Each line of
 * standard input is 81 cells, '.' for a blank. For each, it prints the number of solutions and
 * one of them. The first argument is the limit of solutions. */
#include "ninefold_solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 2048, STRIDE = NINEFOLD_SOLVER_STRIDE };

static uint8_t puzzles[BATCH * STRIDE], rows[BATCH * STRIDE];
static uint64_t solutions[BATCH], guesses[BATCH];

/* Reads up to BATCH lines, however they end; ends the program at one that is no puzzle. */
static size_t read_batch(void)
{
    char line[256];
    size_t count = 0;

    while (count < BATCH && fgets(line, sizeof line, stdin)) {
        if (strcspn(line, "\r\n") != STRIDE - 1) {
            fprintf(stderr, "a line has not 81 cells: %s\n", line);
            exit(2);
        }
        line[STRIDE - 1] = '\n';
        memcpy(puzzles + count++ * STRIDE, line, STRIDE);
    }
    return count;
}

int main(int argc, char **argv)
{
    uint64_t limit = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    ninefold_solver *solver;
    size_t count, i;

    if (ninefold_solver_version() != NINEFOLD_SOLVER_VERSION) {
        fprintf(stderr, "the library has version %u of the interface\n",
                (unsigned)ninefold_solver_version());
        return 3;
    }
    solver = ninefold_solver_new();
    while ((count = read_batch()) > 0) {
        memcpy(rows, puzzles, count * STRIDE);
        memset(guesses, 0, sizeof guesses);
        if (!solver || ninefold_solver_solve(solver, puzzles, count, limit, rows, solutions, guesses)) {
            fprintf(stderr, "the library could not work on these puzzles\n");
            return 3;
        }
        for (i = 0; i < count; i++)
            printf("%llu %.81s\n", (unsigned long long)solutions[i],
                   solutions[i] ? (char *)rows + i * STRIDE : "-");
    }
    ninefold_solver_free(solver);
    return 0;
}
