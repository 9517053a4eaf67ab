/*
 * Solvers that try to look faster than they are. Each answers right.
 *
 *     cheats memory LOG      remembers answers; writes to LOG how many it knew already
 *     cheats disk FILE       the same, in a file for the next run
 *     cheats early           prints what it will be asked next, before it is asked
 *     cheats two             lets another process solve half of the puzzles
 *     cheats waits           sleeps in each request, and so needs less CPU time than it takes
 *     cheats sleeps          sleeps when it gets a single puzzle, so that much is subtracted as its start
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "search.h"

enum { SLOTS = 1 << 16, WORK = 30, OTHERS = 4 };

static char known[SLOTS][2][82];
static FILE *file;

static unsigned hash(const char *puzzle) {
    unsigned hash = 2166136261u;
    for (int i = 0; i < 81; i++)
        hash = (hash ^ (unsigned char)puzzle[i]) * 16777619u;
    return hash % SLOTS;
}

/* The place of a puzzle, or a free one. */
static char (*slot(const char *puzzle))[82] {
    unsigned at = hash(puzzle);
    while (known[at][0][0] && strncmp(known[at][0], puzzle, 81) != 0)
        at = (at + 1) % SLOTS;
    return known[at];
}

/* Solving is slow here, so that it shows if it is left out. */
static const char *answer(const char *puzzle) {
    for (int i = 0; i < WORK; i++)
        solve(puzzle, 1);
    return first;
}

/* Returns whether the answer was known. */
static int recall(const char *puzzle, int keeps) {
    char(*place)[82] = slot(puzzle);
    int is_known = place[0][0] != 0;
    if (!is_known) {
        memcpy(place[0], puzzle, 81);
        memcpy(place[1], answer(puzzle), 81);
        if (keeps)
            fprintf(file, "%.81s %.81s\n", place[0], place[1]);
    }
    printf("%.81s\n", place[1]);
    return is_known;
}

static char puzzles[1 << 20][84];

/* Other processes, each of which solves a share. */
static struct { FILE *in, *out; } others[OTHERS];

static void start_other(int i) {
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0)
        exit(9);
    if (fork() == 0) {
        char line[84];
        FILE *in = fdopen(to[0], "r"), *out = fdopen(from[1], "w");
        close(to[1]);
        while (fgets(line, sizeof line, in)) {
            fprintf(out, "%.81s\n", answer(line));
            fflush(out);
        }
        _exit(0);
    }
    close(to[0]);
    close(from[1]);
    others[i].out = fdopen(to[1], "w");
    others[i].in = fdopen(from[0], "r");
}

static void in_shares(long count) {
    char line[84];
    for (long i = 0; i < count; i++) {
        if (others[i % OTHERS].out == NULL)
            start_other(i % OTHERS);
        fputs(puzzles[i], others[i % OTHERS].out);
    }
    for (int i = 0; i < OTHERS; i++)
        if (others[i].out != NULL)
            fflush(others[i].out);
    for (long i = 0; i < count; i++)
        if (fgets(line, sizeof line, others[i % OTHERS].in))
            fputs(line, stdout);
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    char line[256];
    if (strcmp(how, "sleeps") == 0) {
        long count = 0;
        while (count < 1 << 20 && fgets(puzzles[count], 84, stdin))
            count++;
        if (count == 1)
            usleep(50000);
        for (long i = 0; i < count; i++)
            printf("%.81s\n", answer(puzzles[i]));
        return 0;
    }
    int keeps = strcmp(how, "disk") == 0;
    if (argc > 2 && (file = fopen(argv[2], "a+")) != NULL && keeps)
        while (fgets(line, sizeof line, file)) {
            char(*place)[82] = slot(line);
            memcpy(place[0], line, 81);
            memcpy(place[1], line + 82, 81);
        }
    long count, limit, hits, asked;
    puts("ninefold-solver 1");
    fflush(stdout);
    while (scanf("solve %ld %ld\n", &count, &limit) == 2) {
        for (long i = 0; i < count; i++)
            if (!fgets(puzzles[i], 84, stdin))
                return 1;
        hits = 0;
        asked = count;
        if (strcmp(how, "waits") == 0)
            usleep(20000);
        if (strcmp(how, "others") == 0)
            in_shares(count);
        else if (strcmp(how, "early") == 0)
            for (long i = 0; i < 2 * count; i++) {
                if (i == count)
                    fflush(stdout);
                printf("%.81s\n", answer(puzzles[i % count]));
            }
        else
            for (long i = 0; i < count; i++)
                hits += recall(puzzles[i], keeps);
        fflush(stdout);
        if (file != NULL && !keeps)
            fprintf(file, "%ld %ld\n", asked, hits);
        if (file != NULL)
            fflush(file);
    }
    return 0;
}
