/* What a program of this folder calls but does not define: the error ends with exit code 42, and the inputs are the numbers of the
   environment variable INPUTS in turn, 0 when they are used up. */
#include <stdlib.h>
#include <unistd.h>

void reach_error(void) { _exit(42); }

void __VERIFIER_assume(int condition) {
    if (!condition) _exit(0);
}

static long next(void) {
    static char *rest;
    static int begun;
    if (!begun) rest = getenv("INPUTS");
    begun = 1;
    if (!rest || !*rest) return 0;
    long value = strtol(rest, &rest, 10);
    if (*rest == ',') rest++;
    return value;
}

#define INPUT(name, type) \
    type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(bool, _Bool)
INPUT(char, char)
INPUT(double, double)
INPUT(float, float)
INPUT(int, int)
INPUT(long, long)
INPUT(longlong, long long)
INPUT(short, short)
INPUT(uchar, unsigned char)
INPUT(uint, unsigned)
INPUT(ulong, unsigned long)
INPUT(ushort, unsigned short)
