// The end of every adapter: the functions of ninefold_solver.h, for a solver that takes one puzzle at a
// time. Before it stands
//
//     struct ninefold_solver {
//         static constexpr bool alone;     // whether all states share what the solver remembers
//         static constexpr uint64_t most;  // solutions that it can count to
//         // Writes a solution and the guesses; returns the number of solutions, or more than
//         // the limit if it had to give up.
//         uint64_t solve(const char *puzzle, uint64_t limit, char *row, uint64_t *guesses);
//     };
#include <atomic>
#include <new>

// All else is hidden, so that the compiler may inline it as in a program.
#pragma GCC visibility push(default)
#include "ninefold_solver.h"
#pragma GCC visibility pop

static std::atomic<bool> taken{false};

uint32_t ninefold_solver_version() { return NINEFOLD_SOLVER_VERSION; }

ninefold_solver *ninefold_solver_new() {
    if (ninefold_solver::alone && taken.exchange(true)) return nullptr;
    return new (std::nothrow) ninefold_solver{};
}

void ninefold_solver_free(ninefold_solver *solver) {
    if (!solver) return;
    delete solver;
    taken = false;
}

int32_t ninefold_solver_solve(ninefold_solver *solver, const uint8_t *puzzles, size_t count, uint64_t limit,
                              uint8_t *rows, uint64_t *solutions, uint64_t *guesses) {
    if (limit > ninefold_solver::most) return 1;
    for (size_t i = 0; i < count; i++) {
        const char *puzzle = reinterpret_cast<const char *>(puzzles) + i * NINEFOLD_SOLVER_STRIDE;
        char *row = reinterpret_cast<char *>(rows) + i * NINEFOLD_SOLVER_STRIDE;
        solutions[i] = solver->solve(puzzle, limit, row, guesses + i);
        if (solutions[i] > limit) return 1;
    }
    return 0;
}
