/*
 * A solver as a command, by both protocols that Ninefold supports:
 *
 *     ninefold bench puzzles.txt --solver 'plain=./command {limit}' --solver 'up=./command stay'
 */
#include <stdio.h>
#include <stdlib.h>

#include "search.h"

static void answer(const char *puzzle, long limit) {
    long number = solve(puzzle, limit);
    if (number > 0)
        printf("%ld,%.81s\n", number, first);
    else
        puts("0");
}

int main(int argc, char **argv) {
    char line[256];
    if (argc > 1 && strcmp(argv[1], "stay") == 0) {
        long count, limit;
        puts("ninefold-solver 1");
        fflush(stdout);
        while (scanf("solve %ld %ld\n", &count, &limit) == 2) {
            while (count-- > 0 && fgets(line, sizeof line, stdin))
                answer(line, limit);
            fflush(stdout);
#ifdef ONCE
            return 0;
#endif
        }
        return 0;
    }
    long limit = argc > 1 ? atol(argv[1]) : 1;
    while (fgets(line, sizeof line, stdin))
        answer(line, limit);
    return 0;
}
