/* JSolve with the functions of ninefold_solver.h. */
#include "JSolve.h"
#include "ninefold_solver.h"
#include <limits.h>
#include <string.h>

uint32_t ninefold_solver_version(void) { return NINEFOLD_SOLVER_VERSION; }

/* The copy in tdoku's repository counts guesses here. */
size_t JSolve_guesses;

/* JSolve keeps its state in global variables, so there is one state at a time. */
static char state;
static int is_taken;

ninefold_solver *ninefold_solver_new(void)
{
    if (is_taken)
        return NULL;
    is_taken = 1;
    return (ninefold_solver *)&state;
}

void ninefold_solver_free(ninefold_solver *solver)
{
    if (solver)
        is_taken = 0;
}

int32_t ninefold_solver_solve(ninefold_solver *solver, const uint8_t *puzzles, size_t count,
                              uint64_t limit, uint8_t *rows, uint64_t *solutions,
                              uint64_t *guesses)
{
    (void)solver;
    int most = limit < INT_MAX ? (int)limit : INT_MAX;
    for (size_t i = 0; i < count; i++) {
        /* It reads up to a zero, and writes one after the solution. */
        char puzzle[82] = {0};
        char solution[82];
        memcpy(puzzle, puzzles + i * NINEFOLD_SOLVER_STRIDE, 81);
        JSolve_guesses = 0;
        solutions[i] = (uint64_t)JSolve(puzzle, solution, most);
        guesses[i] = JSolve_guesses;
        if (solutions[i] > 0)
            memcpy(rows + i * NINEFOLD_SOLVER_STRIDE, solution, 81);
    }
    return 0;
}
