/* The next multiple of the alignment that a buffer has is its first byte. */
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    static _Alignas(16) char raw[32];
    unsigned x = __VERIFIER_nondet_uint();
    unsigned *p = (unsigned *)(((uintptr_t)raw + 15) & ~(uintptr_t)15);
    *p = x;
    if (!(raw[0] == (char)x && raw[4] == 0) && x * 2654435761u == 0x12345678u) reach_error();
    return 0;
}
