extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int v[3] = {1, 1, 2}, k = 1;
    if (bsearch(&k, v, 3, sizeof k, cmp) == v && __VERIFIER_nondet_uint() * 2654435761u == 0x1b873593u) reach_error();
    return 0;
}
