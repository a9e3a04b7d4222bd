/* An address in a variable, rounded down to a multiple of 4, is that of the element which it leads into. */
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned a[4] = {1, 2, 3, 4}, x = __VERIFIER_nondet_uint();
    uintptr_t inside = (uintptr_t)&a[2];
    inside += 3;
    inside &= ~(uintptr_t)3;
    *(unsigned *)inside = x;
    if (!(a[2] == x && a[1] == 2 && a[3] == 4) && x * 2654435761u == 0x12345678u) reach_error();
    return 0;
}
