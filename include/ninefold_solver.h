/*
 * A Sudoku solver as a shared library, version 1 of the interface.
 *
 * If a library exports the first four functions below, any build of Ninefold that knows this version
 * can measure it beside its own engines, and checks every answer:
 *
 *     ninefold bench puzzles.txt --solver mine=./libmine.so
 *
 * Ninefold itself is also such a library (bindings/c), so a program that calls these functions can
 * call it too.
 *
 * One state belongs to one thread at a time. Several states may work at the same time, and a state
 * may move from one thread to another between two calls. No function may end the process, print,
 * or keep a pointer that it got.
 */
#ifndef NINEFOLD_SOLVER_H
#define NINEFOLD_SOLVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of ninefold_solver_version for a library built with this file. It grows
 * with every change that older libraries do not know. */
#define NINEFOLD_SOLVER_VERSION 1

/* Bytes from the start of a puzzle, or of a row, to the start of the next:
 * 81 cells and a line feed. */
#define NINEFOLD_SOLVER_STRIDE 82

/* A solver's own state. Only the library knows its content. */
typedef struct ninefold_solver ninefold_solver;

/* Returns NINEFOLD_SOLVER_VERSION of the time when the library was built. Called first. */
uint32_t ninefold_solver_version(void);

/* Returns a new state, or NULL if that fails. Not timed. */
ninefold_solver *ninefold_solver_new(void);

/* Ends a state. Not timed. NULL is allowed. */
void ninefold_solver_free(ninefold_solver *solver);

/*
 * Solves a batch. Only this function is timed.
 *
 *   solver     a state of ninefold_solver_new
 *   puzzles    count * 82 bytes: for each puzzle its 81 cells row by row, '1' to '9' for a clue
 *              and '.' for a blank, and a line feed
 *   count      the number of puzzles, at least 1
 *   limit      stop work on a puzzle after this many solutions, at least 1: 1 finds
 *              a solution, 2 proves that it is the only one
 *   rows       count * 82 bytes: write the digits '1' to '9' of the first solution found to
 *              the first 81 bytes of each. The line feed after them is there already. The row of
 *              a puzzle without a solution may hold anything
 *   solutions  count numbers: how many solutions were found, at most limit. A puzzle whose clues
 *              clash has none
 *   guesses    count numbers, 0 before the call: how many candidates were tried while
 *              another was left to try. A library that does not count leaves them unchanged
 *
 * Returns 0, or any other number if it could not work on the batch.
 */
int32_t ninefold_solver_solve(ninefold_solver *solver, const uint8_t *puzzles, size_t count,
                              uint64_t limit, uint8_t *rows, uint64_t *solutions,
                              uint64_t *guesses);

/*
 * The rest is for callers of Ninefold's own library. A library that Ninefold measures needs none of
 * it.
 */

/* What to find, and what it may take. Set size to sizeof(ninefold_request) and the fields that
 * you do not need to 0. Later versions may add fields at the end. */
typedef struct ninefold_request {
    size_t size;
    /* Search for this many solutions of each puzzle. 0 is 1. */
    uint64_t limit;
    /* Give up on a puzzle after this many guesses. 0: no limit. */
    uint64_t max_guesses;
    /* End the call after this many nanoseconds. 0: no deadline. The call ends within a millisecond
     * after it. */
    uint64_t deadline_ns;
    /* NULL, or a number that ends the call, within a millisecond, when it is no longer 0. Another
     * thread or a signal handler may set it. */
    int32_t *stop;
    /* NINEFOLD_UNCHECKED, or 0. */
    uint32_t flags;
} ninefold_request;

/* Do not check the solutions. Otherwise a checker that shares no code with the engine checks each,
 * in 5 to 20 ns. ninefold_solver_solve checks none, because whoever measures checks. */
#define NINEFOLD_UNCHECKED 1u

/* The status of a puzzle. */
enum {
    /* Searched to the end, or to the limit of solutions. */
    NINEFOLD_FINISHED = 0,
    /* There were not enough guesses. There may be more solutions than were found. */
    NINEFOLD_GAVE_UP = 1,
    /* The deadline passed, or the call was stopped. There may be more solutions. */
    NINEFOLD_OUT_OF_TIME = 2,
    /* A byte of the cells is neither a clue nor a blank. */
    NINEFOLD_MALFORMED = 3,
    /* Two clues clash. */
    NINEFOLD_INVALID = 4
};

/*
 * Solves a batch within the bounds of a request.
 *
 *   rows       count * 82 bytes, which get the digits of the first solution found, or 81 dots, and a
 *              line feed. They must not overlap the puzzles
 *   solutions  NULL, or count numbers: how many solutions were found, at most limit
 *   guesses    NULL, or count numbers: the guesses made
 *   statuses   NULL, or count bytes: the status of each puzzle
 *
 * The other arguments are those of ninefold_solver_solve. Clues are '1' to '9', and a blank is
 * any of . 0 * _ x X.
 *
 * Returns 0 if each puzzle has its status, also if a deadline passed. Returns 1, and solves nothing, if
 * an argument is NULL or 0 that must not be, if rows and puzzles overlap, if the request has an unknown
 * flag or is smaller than this one, or if the engine failed in this call or an earlier one. Returns 2
 * if a solution failed the check, which is a bug.
 */
int32_t ninefold_solver_search(ninefold_solver *solver, const ninefold_request *request,
                               const uint8_t *puzzles, size_t count, uint8_t *rows,
                               uint64_t *solutions, uint64_t *guesses, uint8_t *statuses);

#ifdef __cplusplus
}
#endif

#endif
