/* The functions that schoku takes from this header of compilers for Windows. */
#ifndef SCHOKU_INTRIN_H
#define SCHOKU_INTRIN_H

#include <x86intrin.h>

static inline unsigned short __popcnt16(unsigned short bits)
{
    return (unsigned short)__builtin_popcount(bits);
}

/* Each sets or clears a bit of one word, and returns what it was. */
static inline unsigned char _bittestandset(int *word, int bit)
{
    unsigned mask = 1u << bit;
    unsigned char was = ((unsigned)*word & mask) != 0;
    *word = (int)((unsigned)*word | mask);
    return was;
}

static inline unsigned char _bittestandreset(int *word, int bit)
{
    unsigned mask = 1u << bit;
    unsigned char was = ((unsigned)*word & mask) != 0;
    *word = (int)((unsigned)*word & ~mask);
    return was;
}

static inline unsigned char _bittestandreset64(long long *word, long long bit)
{
    unsigned long long mask = 1ull << bit;
    unsigned char was = ((unsigned long long)*word & mask) != 0;
    *word = (long long)((unsigned long long)*word & ~mask);
    return was;
}

#endif
