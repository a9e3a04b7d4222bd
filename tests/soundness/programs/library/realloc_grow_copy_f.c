extern void reach_error(void);
#include <stdlib.h>
int main(void) { int *p = malloc(2 * sizeof *p), *q; if (!p) return 0; p[0] = 1; p[1] = 2; q = realloc(p, 4 * sizeof *q); if (!q) return 0; q[3] = 9; if (q[1] == 2 && q[0] == 1) reach_error(); return 0; }
