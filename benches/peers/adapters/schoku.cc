// schoku by Martin Schulz, GPL-3.0-or-later. It is a program in one file, which ends when it cannot hold as many
// guesses as a puzzle needs; here that is a batch that it cannot work on.
#include <cstdint>
#include <cstdlib>

struct too_deep {};
[[noreturn]] static void give_up(int) { throw too_deep{}; }
#define exit(code) give_up(code)
#define main schoku_main
#include "src/schoku.cpp"
#undef main
#undef exit

struct ninefold_solver {
    static constexpr bool alone = true;
    static constexpr uint64_t most = 2;
    Schoku::GridState stack[GRIDSTATE_MAX];
    signed char grids[2 * 82];  // the puzzle, and where it writes the solution

    ninefold_solver() {
        stack[0].stackpointer = 0;
        Schoku::bmi2_support = __builtin_cpu_supports("bmi2");
        Schoku::pext_support = Schoku::bmi2_support && !__builtin_cpu_is("znver2");
    }

    uint64_t solve(const char *puzzle, uint64_t limit, char *row, uint64_t *guesses) {
        using namespace Schoku;
        rules = limit == 1 ? FindOne : Multiple;
        Counters counters{};
        memcpy(grids, puzzle, 81);
        try {
            stack[0].initialize<VNone>(grids, counters);
            Status status = Schoku::solve<VNone>(grids + 82, stack, 1, counters);
            memcpy(row, grids + 82, 81);
            *guesses = counters.guesses;
            return status.solved ? status.unique ? 1 : 2 : 0;
        } catch (too_deep) {
            return UINT64_MAX;
        }
    }
};

#include "adapter.h"
