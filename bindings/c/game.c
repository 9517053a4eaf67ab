/* A game at 60 frames a second that asks Ninefold in each frame about the puzzle on its board, and
 * never waits for the answer longer than two milliseconds. Each line of standard input is the board
 * of a frame: 81 cells, '.' for a blank. It prints what the game can show. */
#define _POSIX_C_SOURCE 199309L
#include "ninefold_solver.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { STRIDE = NINEFOLD_SOLVER_STRIDE, FRAME = 16666667, PATIENCE = 2000000 };

/* What there is to say about a board. */
static const char *answer(uint8_t status, uint64_t solutions)
{
    switch (status) {
    case NINEFOLD_FINISHED:
        return solutions == 0 ? "no solution" : solutions == 1 ? "one solution" : "many solutions";
    case NINEFOLD_INVALID:
        return "two digits clash";
    case NINEFOLD_MALFORMED:
        return "not a board";
    default:
        return "not known in time";
    }
}

int main(void)
{
    ninefold_solver *solver = ninefold_solver_new();
    ninefold_request request = {0};
    char line[256];

    request.size = sizeof request;
    request.limit = 1000000000;
    request.deadline_ns = PATIENCE;
    while (fgets(line, sizeof line, stdin)) {
        uint8_t row[STRIDE], status;
        uint64_t solutions;
        struct timespec rest = {0, FRAME - PATIENCE};

        if (strcspn(line, "\r\n") != STRIDE - 1) {
            fprintf(stderr, "a line has not 81 cells: %s\n", line);
            return 2;
        }
        if (!solver || ninefold_solver_search(solver, &request, (uint8_t *)line, 1, row, &solutions,
                                              NULL, &status)) {
            fprintf(stderr, "the library could not work on this board\n");
            return 3;
        }
        printf("%s\n", answer(status, solutions));
        nanosleep(&rest, NULL);
    }
    ninefold_solver_free(solver);
    return 0;
}
