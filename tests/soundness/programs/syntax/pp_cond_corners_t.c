extern void reach_error(void);
#define A 1
#define DEF defined
#if (2 || 1 / 0) && -1 > 0u && 'a' == 97 && (0 ? 1 / 0 : 1) && 0x7fffffffffffffff + 1u > 0 && ~0u == 0xffffffffffffffff && __has_include("nothere.h") == 0 && defined A && !defined(B)
#define R1 1
#elif garbage (
#else
#define R1 2
#endif
#if 0
# if 1 /* ' */
# else
# endif
"unterminated
#elif 1L << 40 && '\377' < 0 && -1 / 2 == 0 && -1 >> 1 < 0
#define R2 3
#endif
#ifdef A /**/ 
#undef A
#define A() 4
#endif
#if A + 0
#define R3 1
#else
#define R3 5
#endif
#if __STDC_VERSION__ >= 201112L && __GNUC__ >= 4 && __INT_MAX__ == 2147483647 && __CHAR_BIT__ == 8 && __SIZEOF_LONG__ == 4 || __LP64__
#define R4 6
#endif
static long go(void) { int A = A(); return R1 + R2 * 10 + R3 * 100 + A * 1000 + R4 * 10000; }
int main(void) { if (!(go() == 64531)) reach_error(); return 0; }
