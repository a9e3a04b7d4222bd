extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
struct pair { int key, value; };
static int by_key(const void *a, const void *b) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }
int main(void) {
    struct pair v[2] = {{1, 1}, {1, 2}};
    qsort(v, 2, sizeof *v, by_key);
    if (v[0].value == 2 && __VERIFIER_nondet_uint() * 2654435761u == 0x1b873593u) reach_error();
    return 0;
}
