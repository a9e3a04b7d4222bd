extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) {
  int *a = malloc(12), *b = calloc(1, 4); if (!a || !b) return 0; a[2] = 1; b[0] = 2;
  int shorter = __VERIFIER_nondet_int() == 1234567; int *p = realloc(shorter ? b : a, 12); if (!p) return 0;
  if (shorter ? p[0] != 2 : p[2] != 1) reach_error(); return 0; }
