extern void reach_error(void);
#include <stdlib.h>
static int c(const void *a, const void *b) { reach_error(); return 0; }
int main(void) { char v[3] = {3, 2, 1}; qsort(v, 3, 1, c); return 0; }
