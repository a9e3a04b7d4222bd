extern void reach_error(void);
#include <stdlib.h>
static int desc(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? 1 : x > y ? -1 : 0; }
int main(void) { int v[2] = {1, 9}; qsort(v, 2, sizeof v[0], desc); if (!(v[0] == 9 && v[1] == 1)) reach_error(); return 0; }
