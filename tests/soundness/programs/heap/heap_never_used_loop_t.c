extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
int main(void) { void *before = 0; int same = 0, n = __VERIFIER_nondet_int(); for (int i = 0; i < 3 && i < n; i++) { void *p = malloc(16); if (p == before) same++; before = p; } if (same > 0) reach_error(); return 0; }
