/*
 * Solvers that try to look faster than they are. Each answers right.
 *
 *     cc -O1 -o cheats tests/solvers/cheats.c                                         a command: ./cheats HOW [FILE]
 *     cc -O1 -shared -fPIC -Iinclude -DHOW='"forks"' -o libcheats.so tests/solvers/cheats.c     a library
 *
 *     works          does not cheat
 *     memory FILE    remembers answers; writes to FILE how many it knew already
 *     disk FILE      remembers answers in FILE, for the next run
 *     eighth FILE    the same, and solves every eighth request honestly
 *     others         lets four processes solve at the same time
 *     forks          lets one other process solve
 *     yields         the same, and never sleeps: it waits for a CPU while the other works
 *     each           lets another process solve each request, and waits for it
 *     ignored        the same, but the system forgets that process when it ends
 *     puzzles        lets another process solve each puzzle, which the system forgets
 *     daemon         lets a process solve that is nobody's child
 *     thread         starts the process that solves from another thread
 *     waits          sleeps in each request, and so needs less CPU time than it takes
 *
 * Only as a command:
 *
 *     early          prints what it will be asked next, before it is asked
 *     sleeps         sleeps when it gets a single puzzle
 *     burns FILE     works for nearly as long as last time when it gets one puzzle or none
 *
 * Only as a library:
 *
 *     claims         replaces what the worker says of the time by a claim of its own
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "search.h"

enum { SLOTS = 1 << 21, WORK = 30, OTHERS = 4, MOST = 1 << 20 };

static const char *how = "", *file_name;

/* Solving is slow here, so that it shows if it is left out. */
static const char *answer(const char *puzzle) {
    for (int i = 0; i < WORK; i++)
        solve(puzzle, 1);
    return first;
}

static int is(const char *name) { return strcmp(how, name) == 0; }

/* What it remembers. */

static char known[SLOTS][2][82];
static FILE *file;
static long requests;

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

static void read_file(void) {
    char line[256];
    file = fopen(file_name, "a+");
    if (file == NULL || is("memory"))
        return;
    while (fgets(line, sizeof line, file)) {
        char(*place)[82] = slot(line);
        memcpy(place[0], line, 81);
        memcpy(place[1], line + 82, 81);
    }
}

static void by_memory(const char *puzzles, long count, char *answers) {
    int is_honest = is("eighth") && requests % 8 == 0;
    long hits = 0;
    for (long i = 0; i < count; i++) {
        const char *puzzle = puzzles + 82 * i;
        char(*place)[82] = slot(puzzle);
        int is_known = place[0][0] != 0;
        hits += is_known;
        if (!is_known || is_honest)
            memcpy(answers + 82 * i, answer(puzzle), 81);
        else
            memcpy(answers + 82 * i, place[1], 81);
        if (is_known)
            continue;
        memcpy(place[0], puzzle, 81);
        memcpy(place[1], answers + 82 * i, 81);
        if (!is("memory"))
            fprintf(file, "%.81s %.81s\n", place[0], place[1]);
    }
    if (is("memory"))
        fprintf(file, "%ld %ld\n", count, hits);
    fflush(file);
}

/* Other processes. */

static struct { int to, from; } others[OTHERS];

static void whole(ssize_t (*io)(int, void *, size_t), int pipe, char *bytes, size_t size) {
    while (size > 0) {
        ssize_t done = io(pipe, bytes, size);
        if (done <= 0)
            _exit(9);
        bytes += done;
        size -= (size_t)done;
    }
}

static ssize_t write_some(int pipe, void *bytes, size_t size) { return write(pipe, bytes, size); }

/* Starts a process that answers puzzle by puzzle. */
static void *start_other(void *number) {
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0)
        exit(9);
    if (fork() == 0) {
        char line[82];
        if (is("daemon")) {
            setsid();
            if (fork() != 0)
                _exit(0);
        }
        close(to[1]);
        close(from[0]);
        while (read(to[0], line, 82) == 82) {
            memcpy(line, answer(line), 81);
            whole(write_some, from[1], line, 82);
        }
        _exit(0);
    }
    if (is("daemon"))
        wait(NULL);
    close(to[0]);
    close(from[1]);
    long i = (long)number;
    others[i].to = to[1];
    others[i].from = from[0];
    if (is("yields"))
        fcntl(from[0], F_SETFL, O_NONBLOCK);
    return NULL;
}

static ssize_t read_awake(int pipe, void *bytes, size_t size) {
    ssize_t done;
    while ((done = read(pipe, bytes, size)) < 0 && errno == EAGAIN)
        sched_yield();
    return done;
}

/* Each process gets a puzzle before any answer is read. */
static void by_others(const char *puzzles, long count, char *answers, long number) {
    char line[82];
    for (long i = 0; i < number; i++)
        if (others[i].to == 0) {
            pthread_t thread;
            if (!is("thread"))
                start_other((void *)i);
            else if (pthread_create(&thread, NULL, start_other, (void *)i) == 0)
                pthread_join(thread, NULL);
        }
    for (long from = 0; from < count; from += number) {
        for (long i = from; i < from + number && i < count; i++) {
            memcpy(line, puzzles + 82 * i, 82);
            whole(write_some, others[i % number].to, line, 82);
        }
        for (long i = from; i < from + number && i < count; i++) {
            whole(is("yields") ? read_awake : read, others[i % number].from, line, 82);
            memcpy(answers + 82 * i, line, 81);
        }
    }
}

/* A process for this part, which leaves its answers in shared memory. */
static void by_new_process(const char *puzzles, long count, char *answers) {
    size_t size = 82 * (size_t)count;
    char *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int done[2];
    char byte;
    if (shared == MAP_FAILED || pipe(done) != 0)
        exit(9);
    if (!is("each"))
        signal(SIGCHLD, SIG_IGN);
    pid_t child = fork();
    if (child == 0) {
        close(done[0]);
        for (long i = 0; i < count; i++)
            memcpy(shared + 82 * i, answer(puzzles + 82 * i), 81);
        _exit(0);
    }
    close(done[1]);
    if (read(done[0], &byte, 1) != 0)
        exit(9);
    close(done[0]);
    if (is("each"))
        waitpid(child, NULL, 0);
    for (long i = 0; i < count; i++)
        memcpy(answers + 82 * i, shared + 82 * i, 81);
    munmap(shared, size);
}

/* Answers `count` lines of 82 bytes; the last byte of each answer stays as it is. */
static void batch(const char *puzzles, long count, char *answers) {
    if (file_name && file == NULL && !is("burns"))
        read_file();
    if (is("waits"))
        usleep(20000);
    if (is("memory") || is("disk") || is("eighth"))
        by_memory(puzzles, count, answers);
    else if (is("others"))
        by_others(puzzles, count, answers, OTHERS);
    else if (is("forks") || is("yields") || is("daemon") || is("thread"))
        by_others(puzzles, count, answers, 1);
    else if (is("each") || is("ignored"))
        by_new_process(puzzles, count, answers);
    else if (is("puzzles"))
        for (long i = 0; i < count; i++)
            by_new_process(puzzles + 82 * i, 1, answers + 82 * i);
    else
        for (long i = 0; i < count; i++)
            memcpy(answers + 82 * i, answer(puzzles + 82 * i), 81);
    requests++;
}

#ifdef HOW

#include "ninefold_solver.h"

#ifndef FILE_NAME
#define FILE_NAME NULL
#endif

static int seats, answers_go_to;

uint32_t ninefold_solver_version(void) { return NINEFOLD_SOLVER_VERSION; }

/* The pipe for answers of the process that loaded this, unless it is that of messages. */
static int pipe_of_answers(void) {
    struct stat messages, other;
    if (fstat(2, &messages) != 0)
        return -1;
    for (int i = 3; i < 64; i++)
        if (fstat(i, &other) == 0 && S_ISFIFO(other.st_mode) && other.st_ino != messages.st_ino &&
            (fcntl(i, F_GETFL) & O_ACCMODE) == O_WRONLY)
            return i;
    return -1;
}

/* Divides a number in a text. */
static void divide(char *number) {
    size_t digits = strspn(number, "0123456789");
    if (digits == 0)
        return;
    char divided[32];
    snprintf(divided, sizeof divided, "%0*ld", (int)digits, atol(number) / 40 + 1);
    size_t zeros = strspn(divided, "0");
    memset(number, ' ', digits);
    memcpy(number + zeros, divided + zeros, digits - zeros);
}

/* Passes on what the worker prints, with another claim. */
static void *claim(void *from) {
    char line[256];
    FILE *prints = fdopen((int)(long)from, "r");
    FILE *answers = fdopen(answers_go_to, "w");
    while (fgets(line, sizeof line, prints)) {
        int is_claim = strncmp(line, "used ", 5) == 0;
        if (is_claim)
            for (char *at = line; (at = strstr(at, "_ns\":")); at += 5)
                divide(at + 5);
        fputs(line, answers);
        if (is_claim || strncmp(line, "ninefold", 8) == 0)
            fflush(answers);
    }
    return NULL;
}

ninefold_solver *ninefold_solver_new(void) {
    how = HOW;
    file_name = FILE_NAME;
    pthread_t thread;
    int ours[2], theirs = pipe_of_answers();
    if (is("claims") && seats++ == 0 && pipe(ours) == 0) {
        int kept = dup(theirs);
        dup2(ours[1], theirs);
        close(ours[1]);
        answers_go_to = kept;
        pthread_create(&thread, NULL, claim, (void *)(long)ours[0]);
    }
    return (ninefold_solver *)&seats;
}

void ninefold_solver_free(ninefold_solver *solver) { (void)solver; }

int32_t ninefold_solver_solve(ninefold_solver *solver, const uint8_t *puzzles, size_t count, uint64_t limit,
                              uint8_t *out, uint64_t *solutions, uint64_t *guesses) {
    (void)solver, (void)limit, (void)guesses;
    batch((const char *)puzzles, (long)count, (char *)out);
    for (size_t i = 0; i < count; i++)
        solutions[i] = 1;
    return 0;
}

#else

static char puzzles[MOST][82], answers[MOST][82];

static void burn(double seconds) {
    struct timespec time;
    double until = 0;
    do {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        double now = (double)time.tv_sec + (double)time.tv_nsec / 1e9;
        until = until == 0 ? now + seconds : until;
        if (now >= until)
            return;
    } while (1);
}

static void print(long count) {
    for (long i = 0; i < count; i++)
        printf("%.81s\n", answers[i]);
    fflush(stdout);
}

int main(int argc, char **argv) {
    how = argc > 1 ? argv[1] : "works";
    file_name = argc > 2 ? argv[2] : NULL;
    long count, limit;
    if (is("sleeps") || is("burns")) {
        char line[256];
        for (count = 0; count < MOST && fgets(line, sizeof line, stdin); count++)
            memcpy(puzzles[count], line, 82);
        if (is("sleeps") && count == 1)
            usleep(50000);
        double last = 0;
        if (is("burns") && (file = fopen(file_name, "r")) != NULL && fscanf(file, "%lf", &last) == 1)
            fclose(file);
        if (count <= 1)
            burn(0.85 * last);
        batch(puzzles[0], count, answers[0]);
        print(count);
        if (is("burns") && count > 1 && (file = fopen(file_name, "w")) != NULL) {
            fprintf(file, "%f", (double)clock() / CLOCKS_PER_SEC);
            fclose(file);
        }
        return 0;
    }
    puts("ninefold-solver 1");
    fflush(stdout);
    while (scanf("solve %ld %ld", &count, &limit) == 2 && getchar() == '\n') {
        if (count > MOST || fread(puzzles, 82, (size_t)count, stdin) != (size_t)count)
            return 1;
        batch(puzzles[0], count, answers[0]);
        print(count);
        if (is("early"))
            print(count);
    }
    return 0;
}

#endif
