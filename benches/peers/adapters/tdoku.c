/* tdoku with the functions of ninefold_solver.h. */
#include "ninefold_solver.h"
#include "tdoku.h"
#include <string.h>

uint32_t ninefold_solver_version(void) { return NINEFOLD_SOLVER_VERSION; }

/* tdoku keeps nothing from call to call. */
static char state;
ninefold_solver *ninefold_solver_new(void) { return (ninefold_solver *)&state; }
void ninefold_solver_free(ninefold_solver *solver) { (void)solver; }

/* Keeps the last solution found. */
static void keep(const char *solution, void *row) { memcpy(row, solution, 81); }

int32_t ninefold_solver_solve(ninefold_solver *solver, const uint8_t *puzzles, size_t count,
                              uint64_t limit, uint8_t *rows, uint64_t *solutions,
                              uint64_t *guesses)
{
    (void)solver;
    for (size_t i = 0; i < count; i++) {
        const char *puzzle = (const char *)puzzles + i * NINEFOLD_SOLVER_STRIDE;
        char *row = (char *)rows + i * NINEFOLD_SOLVER_STRIDE;
        if (limit == 1) {
            size_t own;
            solutions[i] = TdokuSolverDpllTriadSimd(puzzle, 1, 0, row, &own);
            guesses[i] = own;
        } else {
            /* TdokuSolverDpllTriadSimd returns a solution only for a limit of one. */
            solutions[i] = TdokuEnumerate(puzzle, limit, keep, row);
        }
    }
    return 0;
}
