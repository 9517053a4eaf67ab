// What schoku takes from the header of this name, which only compilers for Windows have.
#pragma once
#include <x86intrin.h>

inline unsigned short __popcnt16(unsigned short bits) { return __builtin_popcount(bits); }

template <typename Bits>
inline unsigned char test_and_change(Bits *bits, long long i, bool value) {
    constexpr long long size = 8 * sizeof(Bits);
    auto bit = Bits{1} << i % size;
    bool was = bits[i / size] & bit;
    bits[i / size] = value ? bits[i / size] | bit : bits[i / size] & ~bit;
    return was;
}

inline unsigned char _bittestandset(int *bits, int i) {
    return test_and_change(reinterpret_cast<unsigned *>(bits), i, true);
}
inline unsigned char _bittestandreset(int *bits, int i) {
    return test_and_change(reinterpret_cast<unsigned *>(bits), i, false);
}
inline unsigned char _bittestandreset64(long long *bits, long long i) {
    return test_and_change(reinterpret_cast<unsigned long long *>(bits), i, false);
}
