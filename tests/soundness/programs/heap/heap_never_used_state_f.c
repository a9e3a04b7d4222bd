extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
int state; void *take(int n) { void *p = malloc((size_t)n); void *none = (void *)0; unsigned long a = (unsigned long)p, b = (unsigned long)none; if (a != b) state = 1; return p; }
void give(void *p) { if ((unsigned long)p != 0) { if (state != 1) reach_error(); } state = 0; free(p); }
int main(void) { void *p = take(4); give(p); p = take(4); state = __VERIFIER_nondet_int() != 77; give(p); return 0; }
