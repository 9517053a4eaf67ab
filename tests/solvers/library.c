/*
 * A solver as a shared library. Macros turn it into one with faults:
 *
 *     cc -O2 -shared -fPIC -Iinclude -o libsolver.so tests/solvers/library.c
 */
#ifdef TELLS
#define _GNU_SOURCE
#include <dlfcn.h>
#endif
#ifdef SLOWER
#include <time.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "ninefold_solver.h"
#include "search.h"

#ifndef VERSION
#define VERSION NINEFOLD_SOLVER_VERSION
#endif

struct ninefold_solver {
    int batches;
};

static const int version = VERSION;

uint32_t ninefold_solver_version(void) { return version; }

ninefold_solver *ninefold_solver_new(void) {
#ifdef TELLS
    /* Appends a line to a log file: the file this was loaded from, and the program that loaded it. */
    Dl_info here;
    char program[4096] = "";
    FILE *log = fopen(TELLS, "a");
    if (log && dladdr(&version, &here) && readlink("/proc/self/exe", program, sizeof program - 1) > 0)
        fprintf(log, "%s %s\n", here.dli_fname, program);
    if (log)
        fclose(log);
#endif
#ifdef NO_STATE
    return NULL;
#else
    return calloc(1, sizeof(ninefold_solver));
#endif
}

#ifndef NO_FREE
void ninefold_solver_free(ninefold_solver *solver) { free(solver); }
#endif

#ifdef SLOWER
/* CPU time of this thread, in nanoseconds. */
static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * (int64_t)1000000000 + time.tv_nsec;
}
#endif

int32_t ninefold_solver_solve(ninefold_solver *solver, const uint8_t *puzzles, size_t count,
                              uint64_t limit, uint8_t *out, uint64_t *solutions,
                              uint64_t *guesses) {
    (void)guesses;
#ifdef SLOWER
    const int64_t began = now();
#endif
    solver->batches++;
    for (size_t i = 0; i < count; i++) {
        solutions[i] = (uint64_t)solve((const char *)puzzles + 82 * i, (long)limit);
        if (solutions[i] > 0)
            memcpy(out + 82 * i, first, 81);
    }
#ifdef SLOWER
    /* Waits for this share of the time in addition, to test whether a comparison finds it. */
    const int64_t ended = now();
    const int64_t until = ended + (int64_t)((SLOWER) * (double)(ended - began));
    while (now() < until)
        ;
#endif
#ifdef PRINTS
    puts("solved");
    fflush(stdout);
#endif
#ifdef FAILS
    return 7;
#endif
#ifdef WRONG
    if (count > 2)
        out[82 * 2] = out[82 * 2] == '9' ? '1' : '9';
#endif
#ifdef WRITES
    memcpy((uint8_t *)puzzles, out, 81);
#endif
#ifdef NONE
    if (count > 1)
        solutions[1] = 0;
#endif
#ifdef TURNED
    uint8_t kept[82];
    memcpy(kept, out, 82);
    memmove(out, out + 82, 82 * (count - 1));
    memcpy(out + 82 * (count - 1), kept, 82);
#endif
#ifdef CRASHES
    if (solver->batches > 1)
        *(volatile int *)0 = 1;
#endif
#ifdef HANGS
    for (;;)
        sleep(1);
#endif
    return 0;
}
