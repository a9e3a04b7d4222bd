/* A tag in the low bit of the address of a second member is taken off again. */
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct node { unsigned first, second; };
static uintptr_t tagged;
int main(void) {
    struct node *p = malloc(sizeof *p);
    if (!p) return 0;
    unsigned x = __VERIFIER_nondet_uint();
    p->first = 5;
    tagged = (uintptr_t)&p->second | 1;
    *(unsigned *)(tagged ^ 1) = x;
    *(unsigned *)(tagged & ~(uintptr_t)1) += 2;
    if (!(p->second == x + 2 && p->first == 5) && x * 2654435761u == 0x12345678u) reach_error();
    return 0;
}
