// JSolve by Jason Linhart, BSD-3-Clause, as patched in tdoku's repository to count its guesses.
#include <atomic>  // before its macros
#include <cstddef>
#include <cstdint>
#include <new>

size_t JSolve_guesses;
#include "other/jsolve/JSolve.c"
#undef true
#undef false

struct ninefold_solver {
    static constexpr bool alone = true;
    static constexpr uint64_t most = INT32_MAX;

    uint64_t solve(const char *puzzle, uint64_t limit, char *row, uint64_t *guesses) {
        JSolve_guesses = 0;
        int found = JSolve(puzzle, row, static_cast<int>(limit));
        row[81] = '\n';  // it ends its answer with a 0
        *guesses = JSolve_guesses;
        return found;
    }
};

#include "adapter.h"
