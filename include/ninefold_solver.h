/*
 * A Sudoku solver as a shared library, version 1 of the interface.
 *
 * A library that exports the four functions below can be measured beside Ninefold's own
 * engines, every answer checked, by any build of Ninefold that knows this version:
 *
 *     ninefold bench puzzles.txt --solver mine=./libmine.so
 *
 * and Ninefold itself is such a library (bindings/c), so that whoever calls these functions can
 * call it too.
 *
 * One state belongs to one thread at a time: several states may work at once, and a state
 * may be handed from one thread to another between two calls. No function may end the process,
 * print, or keep a pointer that it was given.
 */
#ifndef NINEFOLD_SOLVER_H
#define NINEFOLD_SOLVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What ninefold_solver_version returns for a library built with this file. It grows
 * whenever a library that was built before would be misunderstood. */
#define NINEFOLD_SOLVER_VERSION 1

/* Bytes from the start of a puzzle, or of a row, to the start of the next:
 * 81 cells and a line feed. */
#define NINEFOLD_SOLVER_STRIDE 82

/* A solver's own state; what is in it, the library alone knows. */
typedef struct ninefold_solver ninefold_solver;

/* NINEFOLD_SOLVER_VERSION, as it was when the library was built. Called first. */
uint32_t ninefold_solver_version(void);

/* A new state, or NULL if there cannot be one. Not timed. */
ninefold_solver *ninefold_solver_new(void);

/* Ends a state. Not timed. NULL is allowed. */
void ninefold_solver_free(ninefold_solver *solver);

/*
 * Solves a batch. This is what is timed.
 *
 *   solver     a state of ninefold_solver_new
 *   puzzles    count * 82 bytes: for each puzzle its 81 cells row by row, '1' to '9' for a clue
 *              and '.' for a blank, and a line feed
 *   count      the number of puzzles, at least 1
 *   limit      stop work on a puzzle when so many solutions are found, at least 1: 1 finds
 *              a solution, 2 proves that it is the only one
 *   rows       count * 82 bytes: the digits '1' to '9' of the first solution found go into
 *              the first 81 bytes of each; the line feed behind them is there already. What stands in
 *              the row of a puzzle without a solution does not matter
 *   solutions  count numbers: how many solutions were found, limit at most. A puzzle whose clues
 *              clash has none
 *   guesses    count numbers, 0 before the call: how many candidates were tried while
 *              another was left to try. A library that does not count leaves them alone
 *
 * Returns 0, or any other number if the batch could not be worked on.
 */
int32_t ninefold_solver_solve(ninefold_solver *solver, const uint8_t *puzzles, size_t count,
                              uint64_t limit, uint8_t *rows, uint64_t *solutions,
                              uint64_t *guesses);

#ifdef __cplusplus
}
#endif

#endif
