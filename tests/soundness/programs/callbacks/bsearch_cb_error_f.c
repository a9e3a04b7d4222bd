extern void reach_error(void);
#include <stdlib.h>
static int c(const void *k, const void *e) { if (*(const int *)e == 3) reach_error(); return *(const int *)k - *(const int *)e; }
int main(void) { int v[3] = {1, 3, 5}, k = 3; bsearch(&k, v, 3, sizeof k, c); return 0; }
