extern void reach_error(void);
#include <stdlib.h>
int main(void) { void *p = 0; if (posix_memalign(&p, 32, 64)) return 0; int *q = p; q[3] = 4; if (q[3] == 4 && ((unsigned long)p % 32) == 0) reach_error(); return 0; }
