extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n < 2 || n > 6) return 0; int *p = malloc(n * sizeof *p); if (!p) return 0; p[n - 1] = 5; p[0] = 1; if (!(p[n - 1] == 5)) reach_error(); free(p); return 0; }
