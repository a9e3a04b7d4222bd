/* Operations on 64-bit integers that a 32-bit processor has no instruction for: the compiler calls them by these names.

   Division: one bit of the quotient a step, the remainder r kept below the divisor b:  r' = 2 r + bit,  subtract b where r' >= b.
   A divisor above 2^63 may let r' pass 2^64; its carry says that b has to be subtracted. */
typedef long long verilab_signed;
typedef unsigned long long verilab_unsigned;

LIBRARY verilab_unsigned __udivmoddi4(verilab_unsigned a, verilab_unsigned b, verilab_unsigned *remainder) {
    verilab_unsigned quotient = 0, rest = 0;
    int bit;
    if (!b) __builtin_trap();
    for (bit = 63; bit >= 0; bit--) {
        int carry = (int)(rest >> 63);
        rest = rest << 1 | (a >> bit & 1);
        quotient <<= 1;
        if (carry || rest >= b) {
            rest -= b;
            quotient |= 1;
        }
    }
    if (remainder) *remainder = rest;
    return quotient;
}

static verilab_unsigned verilab_magnitude(verilab_signed x) { return x < 0 ? 0 - (verilab_unsigned)x : (verilab_unsigned)x; }

LIBRARY verilab_unsigned __udivdi3(verilab_unsigned a, verilab_unsigned b) { return __udivmoddi4(a, b, 0); }

LIBRARY verilab_unsigned __umoddi3(verilab_unsigned a, verilab_unsigned b) {
    verilab_unsigned rest;
    __udivmoddi4(a, b, &rest);
    return rest;
}

LIBRARY verilab_signed __divdi3(verilab_signed a, verilab_signed b) {
    verilab_unsigned quotient = __udivmoddi4(verilab_magnitude(a), verilab_magnitude(b), 0);
    return (verilab_signed)((a < 0) != (b < 0) ? 0 - quotient : quotient);
}

LIBRARY verilab_signed __moddi3(verilab_signed a, verilab_signed b) {
    verilab_unsigned rest;
    __udivmoddi4(verilab_magnitude(a), verilab_magnitude(b), &rest);
    return (verilab_signed)(a < 0 ? 0 - rest : rest);
}

LIBRARY verilab_signed __divmoddi4(verilab_signed a, verilab_signed b, verilab_signed *remainder) {
    *remainder = __moddi3(a, b);
    return __divdi3(a, b);
}

LIBRARY int __popcountsi2(unsigned x) {
    int count = 0;
    for (; x; x &= x - 1) count++;
    return count;
}

LIBRARY int __popcountdi2(verilab_signed x) { return __popcountsi2((unsigned)x) + __popcountsi2((unsigned)((verilab_unsigned)x >> 32)); }
LIBRARY int __paritysi2(unsigned x) { return __popcountsi2(x) & 1; }
LIBRARY int __paritydi2(verilab_signed x) { return __popcountdi2(x) & 1; }

LIBRARY int __clzdi2(verilab_unsigned x) {
    unsigned high = (unsigned)(x >> 32);
    return high ? __builtin_clz(high) : 32 + __builtin_clz((unsigned)x);
}

LIBRARY int __ctzdi2(verilab_unsigned x) { return (unsigned)x ? __builtin_ctz((unsigned)x) : 32 + __builtin_ctz((unsigned)(x >> 32)); }
LIBRARY int __ffsdi2(verilab_unsigned x) { return x ? __ctzdi2(x) + 1 : 0; }
LIBRARY unsigned __bswapsi2(unsigned x) { return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24; }

LIBRARY verilab_unsigned __bswapdi2(verilab_unsigned x) {
    return (verilab_unsigned)__bswapsi2((unsigned)x) << 32 | __bswapsi2((unsigned)(x >> 32));
}

LIBRARY verilab_unsigned __fixunsxfdi(long double x) {
    const long double half = 9223372036854775808.0L;
    return x >= half ? (verilab_unsigned)(verilab_signed)(x - half) + (1ULL << 63) : (verilab_unsigned)(verilab_signed)x;
}

LIBRARY verilab_unsigned __fixunsdfdi(double x) { return __fixunsxfdi(x); }
LIBRARY verilab_unsigned __fixunssfdi(float x) { return __fixunsxfdi(x); }
LIBRARY long double __floatundixf(verilab_unsigned x) { return (long double)(verilab_signed)(x >> 1) * 2 + (int)(x & 1); }
LIBRARY double __floatundidf(verilab_unsigned x) { return (double)__floatundixf(x); }
LIBRARY float __floatundisf(verilab_unsigned x) { return (float)__floatundixf(x); }
