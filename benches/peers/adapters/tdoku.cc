// tdoku by Tom Dillon, BSD-2-Clause. Its source is included, because the solvers behind its own functions
// are shared by all threads, and one that counts to more than 1 returns no solution.
#include "src/solver_dpll_triad_simd.cc"

// For its generator, which nobody calls here.
std::vector<int> Util::Permutation(size_t) { return {}; }

struct ninefold_solver {
    static constexpr bool alone = false;
    static constexpr uint64_t most = UINT64_MAX;
    SolverDpllTriadSimd<1> last;   // hands out the solution that reaches the limit
    SolverDpllTriadSimd<2> every;  // hands out every solution

    uint64_t solve(const char *puzzle, uint64_t limit, char *row, uint64_t *guesses) {
        size_t found, tried;
        if (limit == 1) {
            found = last.SolveSudoku(puzzle, limit, row, &tried);
        } else {
            every.callback_ = [](const char *solution, void *row) {
                char *&first = *static_cast<char **>(row);
                if (first) memcpy(first, solution, 81);
                first = nullptr;
            };
            every.callback_arg_ = &row;
            found = every.SolveSudoku(puzzle, limit, nullptr, nullptr);
            tried = every.num_guesses_;
        }
        *guesses = tried;
        return found;
    }
};

#include "adapter.h"
