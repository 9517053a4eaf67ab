// Checks and times the passes of `scripts/lane-pass --search`, which builds and calls this program.
// It reads commands, one a line, and answers each with a line:
//
//   check FILE ROUNDS        "ok", or the fault
//   time FILE FILE BURSTS    ns a pass of both, timed in turn burst by burst
//
// FILE is a shared object with a function `pass`. Build this with -DLANES=N, 16 for AVX-512 and 8
// for AVX2, and -DSPILLS=N, the number of vectors for spills.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BURST = 100, MOST_BURSTS = 4096, EVERY = (1 << LANES) - 1 };
static const uint32_t ALL = 0x07ffffff, LEAD = 0111111111, BAND = 7 | 7 << 9 | 7 << 18;

typedef uint32_t Vector[LANES] __attribute__((aligned(4 * LANES)));
typedef struct { Vector x[3][9], has_other[9]; } Group;
typedef struct { uint16_t contradiction, open, changed; } PassResult;
// Lanes that are not frozen: as bits with AVX-512, as all ones or zero with AVX2.
#if LANES == 16
typedef uint32_t Live[1];
#else
typedef Vector Live;
#endif
typedef void Pass(Group *g, const Vector *constants, Vector *spills, const uint32_t *live,
                  PassResult *found);

static Vector constants[4], spills[SPILLS];
static Live live_now;

static void set_live(uint32_t bits) {
    if (sizeof live_now == 4) live_now[0] = bits;
    else for (int i = 0; i < LANES; i++) live_now[i] = -(bits >> i & 1);
}

static uint32_t next_stack(uint32_t a) { return (LEAD & a >> 2) | (~LEAD & a << 1); }
static uint32_t next_band(uint32_t a) { return (BAND & a >> 6) | (~BAND & a << 3); }
static uint32_t turn_once(uint32_t a) { return a << 9 | (a & ALL) >> 18; }
static uint32_t turn_twice(uint32_t a) { return a << 18 | (a & ALL) >> 9; }
static uint32_t another_digit(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t some = a | b | c;
    return (a & b) | (c & (a | b)) | turn_once(some) | turn_twice(some);
}

// Rows of the box against boxes, or columns: one keeps what the two others let it keep, if
// they take the two other boxes. `line` from one to the next, `step` from place to place in it.
static void keep(uint32_t *x, int line, int step, uint32_t (*next)(uint32_t)) {
    uint32_t m[3], y[3];
    for (int i = 0; i < 3; i++) {
        m[i] = x[i * line] | x[i * line + step] | x[i * line + 2 * step];
        y[i] = next(m[i]);
    }
    for (int i = 0; i < 3; i++) {
        int a = (i + 1) % 3, b = (i + 2) % 3;
        for (int j = 0; j < 3; j++) x[i * line + j * step] &= next((m[a] & y[b]) | (m[b] & y[a]));
    }
}

// The pass of pass.rs, lane by lane.
static void reference(Group *g, uint32_t live, PassResult *found) {
    memset(found, 0, sizeof *found);
    for (int lane = 0; lane < LANES; lane++) {
        uint32_t x[3][9], two[3], contradiction = 0, open = 0, full = ~0u, changed = 0, frozen = ~live >> lane & 1;
        for (int t = 0; t < 3; t++) {
            uint32_t alone = 0, once = 0, twice = 0;
            for (int p = 0; p < 9; p++) x[t][p] = g->x[t][p][lane];
            for (int p = 0; p < 9; p++) alone |= x[t][p] & ~g->has_other[p][lane];
            for (int p = 0; p < 9; p++) x[t][p] &= ~(alone & g->has_other[p][lane]);
            if (!frozen) keep(x[t], 3, 1, next_stack), keep(x[t], 1, 3, next_band);
            for (int p = 0; p < 9; p++) twice |= once & x[t][p], once |= x[t][p];
            two[t] = frozen ? 0 : twice;
            contradiction |= alone & twice;
            full &= once;
        }
        for (int p = 0; p < 9; p++) {
            uint32_t single = 0;
            for (int t = 0; t < 3; t++) single |= x[t][p] & ~two[t];
            uint32_t hidden = single | turn_once(single) | turn_twice(single);
            for (int t = 0; t < 3; t++) g->x[t][p][lane] = x[t][p] &= ~(hidden & two[t]);
            uint32_t has_other = another_digit(x[0][p], x[1][p], x[2][p]);
            uint32_t some = x[0][p] | x[1][p] | x[2][p];
            full &= has_other | some;
            open |= has_other & some;
            contradiction |= single & has_other;
            changed |= g->has_other[p][lane] ^ has_other;
            g->has_other[p][lane] = has_other;
        }
        found->contradiction |= (((contradiction | ~full) & ALL) != 0) << lane;
        found->open |= (open != 0) << lane;
        found->changed |= ((changed & ALL) != 0) << lane;
    }
}

static uint64_t seed = 88172645463325252;
static uint32_t below(uint32_t n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (seed >> 16) % n;
}

// Solved grids, their digits renamed, with other candidates in three cells of four: any number,
// few or many. Some have wrong digits, some lack candidates. Rubbish above bit 26 of has_other.
static void fill(Group *g, int kind) {
    memset(g, 0, sizeof *g);
    for (int lane = 0; lane < LANES; lane++) {
        int digits[9];
        for (int i = 0; i < 9; i++) {
            int j = below(i + 1);
            digits[i] = digits[j], digits[j] = i;
        }
        uint32_t more = kind == 0 ? below(256) : kind == 1 ? below(40) : 200 + below(56);
        uint32_t wrong = below(1 << below(9)), lost = below(1 << below(6));
        for (int cell = 0; cell < 81; cell++) {
            int row = cell / 9, column = cell % 9, single = below(4) == 0;
            int place = row % 3 * 3 + column % 3, box = row / 3 * 3 + column / 3;
            int solution = digits[(row % 3 * 3 + row / 3 + column) % 9];
            if (below(256) < wrong) solution = below(9);
            for (int d = 0; d < 9; d++)
                if (d == solution ? below(256) >= lost : !single && below(256) < more)
                    g->x[d / 3][place][lane] |= 1u << (9 * (d % 3) + box);
        }
        for (int p = 0; p < 9; p++) {
            uint32_t has_other = another_digit(g->x[0][p][lane], g->x[1][p][lane], g->x[2][p][lane]);
            g->has_other[p][lane] = (has_other & ALL) | below(32) << 27;
        }
    }
}

// Each round is twelve passes from a new state; now and then other lanes are frozen.
static const char *check(Pass *pass, int rounds) {
    static Group want, have;
    for (int round = 0; round < rounds; round++) {
        uint32_t live = round % 4 ? below(EVERY + 1) : EVERY;
        fill(&want, round % 3);
        have = want;
        for (int i = 0; i < 12; i++) {
            PassResult a, b;
            if (i % 5 == 4) live = below(EVERY + 1);
            reference(&want, live, &a);
            set_live(live);
            pass(&have, constants, spills, live_now, &b);
            for (int lane = 0; lane < LANES; lane++)
                for (int p = 0; p < 9; p++) {
                    for (int t = 0; t < 3; t++)
                        if (want.x[t][p][lane] != have.x[t][p][lane]) return "wrong candidates";
                    if ((want.has_other[p][lane] ^ have.has_other[p][lane]) & ALL) return "wrong has_other";
                }
            if ((a.contradiction ^ b.contradiction) & live) return "wrong lanes with a contradiction";
            if ((a.open ^ b.open) & live) return "wrong open lanes";
            if ((a.changed ^ b.changed) & live) return "wrong changed lanes";
        }
    }
    return "ok";
}

static double burst(Pass *pass, Group *g) {
    struct timespec from, to;
    PassResult found;
    set_live(EVERY);
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int i = 0; i < BURST; i++) pass(g, constants, spills, live_now, &found);
    clock_gettime(CLOCK_MONOTONIC, &to);
    return ((to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec)) / BURST;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The mean of the bound of the fastest fifth and of the median.
static double typical(double *ns, int bursts) {
    qsort(ns, bursts, sizeof *ns, ascending);
    return (ns[bursts / 5] + ns[bursts / 2]) / 2;
}

static void compare(Pass *a, Pass *b, int bursts) {
    static Group g;
    static double ns[2][MOST_BURSTS];
    if (bursts > MOST_BURSTS) bursts = MOST_BURSTS;
    fill(&g, 0);
    for (int i = 0; i < 10; i++) burst(a, &g), burst(b, &g);
    for (int i = 0; i < bursts; i++) ns[0][i] = burst(a, &g), ns[1][i] = burst(b, &g);
    printf("%.3f %.3f\n", typical(ns[0], bursts), typical(ns[1], bursts));
}

int main(void) {
    char line[4096], what[8], name[2][2000];
    int n;
    setvbuf(stdout, 0, _IOLBF, 0);
    for (int i = 0; i < LANES; i++)
        constants[0][i] = LEAD, constants[1][i] = BAND, constants[2][i] = ALL;
    while (fgets(line, sizeof line, stdin)) {
        void *file[2] = {0};
        Pass *pass[2] = {0};
        int files = 1 + (line[0] == 't');
        if (files == 1) sscanf(line, "%7s %1999s %d", what, name[0], &n);
        if (files == 2) sscanf(line, "%7s %1999s %1999s %d", what, name[0], name[1], &n);
        for (int i = 0; i < files; i++) {
            file[i] = dlopen(name[i], RTLD_NOW);
            pass[i] = file[i] ? (Pass *)dlsym(file[i], "pass") : 0;
        }
        int has512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vbmi2");
        if (!(LANES == 16 ? has512 : __builtin_cpu_supports("avx2")))
            printf("this CPU lacks AVX-512 (F, VBMI2), or AVX2\n");
        else if (!pass[0] || !pass[files - 1])
            printf("cannot load a pass\n");
        else if (files == 1)
            printf("%s\n", check(pass[0], n));
        else
            compare(pass[0], pass[1], n);
        for (int i = 0; i < files; i++)
            if (file[i]) dlclose(file[i]);
    }
}
