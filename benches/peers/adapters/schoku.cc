/* schoku with the functions of ninefold_solver.h. */
#include "ninefold_solver.h"
#include <cstdio>
#include <cstring>
#include <new>

namespace Schoku {

/* schoku has space for 32 guesses at once. If a puzzle needs more, it prints that to stderr and
 * calls exit. Inside its namespace the names below come before those of the C library, so that it
 * prints nothing, and throws. */
struct too_many_guesses {
};

[[noreturn]] static void exit(int) { throw too_many_guesses(); }

static struct nowhere {
} stderr;

static void fprintf(nowhere, const char *) {}

} // namespace Schoku

#include "schoku.cpp"

struct ninefold_solver {
    Schoku::GridState stack[GRIDSTATE_MAX];
    Schoku::Counters counters;
    /* A puzzle, and its solution after it. If there is none, schoku copies the puzzle there. */
    signed char grids[2 * NINEFOLD_SOLVER_STRIDE];
};

/* schoku keeps what to search for in a global variable, so there is one state at a time. */
static bool is_taken;

uint32_t ninefold_solver_version(void) { return NINEFOLD_SOLVER_VERSION; }

ninefold_solver *ninefold_solver_new(void)
{
    if (is_taken || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi"))
        return nullptr;
    ninefold_solver *solver = new (std::nothrow) ninefold_solver();
    is_taken = solver != nullptr;
    /* As in its program. */
    Schoku::bmi2_support = __builtin_cpu_supports("bmi2");
    Schoku::pext_support = Schoku::bmi2_support && !__builtin_cpu_is("znver2");
    return solver;
}

void ninefold_solver_free(ninefold_solver *solver)
{
    if (solver)
        is_taken = false;
    delete solver;
}

/* Returns how many solutions were found, at most 2. Throws too_many_guesses. */
static uint64_t solve(ninefold_solver &solver, const uint8_t *puzzle, uint8_t *row)
{
    using namespace Schoku;
    signed char *solution = solver.grids + NINEFOLD_SOLVER_STRIDE;
    memcpy(solver.grids, puzzle, 81);
    solver.stack[0].initialize<VNone>(solver.grids, solver.counters);
    Status status = Schoku::solve<VNone>(solution, solver.stack, 1, solver.counters);
    if (!status.solved)
        return 0;
    memcpy(row, solution, 81);
    return status.unique ? 1 : 2;
}

int32_t ninefold_solver_solve(ninefold_solver *solver, const uint8_t *puzzles, size_t count,
                              uint64_t limit, uint8_t *rows, uint64_t *solutions,
                              uint64_t *guesses)
{
    /* It tells one solution from several, and does not count further. */
    if (limit > 2)
        return 1;
    Schoku::rules = limit == 1 ? Schoku::FindOne : Schoku::Multiple;
    try {
        for (size_t i = 0; i < count; i++) {
            size_t start = i * NINEFOLD_SOLVER_STRIDE;
            solver->counters.guesses = 0;
            solutions[i] = solve(*solver, puzzles + start, rows + start);
            guesses[i] = (uint64_t)solver->counters.guesses;
        }
    } catch (const Schoku::too_many_guesses &) {
        return 1;
    }
    return 0;
}
