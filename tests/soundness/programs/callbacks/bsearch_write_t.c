extern void reach_error(void);
#include <stdlib.h>
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) { int v[4] = {1, 3, 5, 7}, k = 5; int *p = bsearch(&k, v, 4, sizeof *v, cmp); *p = 50; if (!(v[2] == 50)) reach_error(); return 0; }
