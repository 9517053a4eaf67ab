/*
 * A Sudoku solver as a shared library, version 1 of the interface.
 *
 * If a library exports the four functions below, any build of Ninefold that knows this version
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

#ifdef __cplusplus
}
#endif

#endif
