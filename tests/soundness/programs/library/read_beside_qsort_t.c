#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  for (int round = 0; round < 64; round++) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; h = h * 1664525u + 1013904223u; }
  return h;
}
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int least(int *a) { qsort(a, 2, sizeof *a, order); return a[0]; }
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int a[2] = {2, 1};
  long n = a[0] * 10 + least(a);
  if (scrambled(k) == 1525146039u && (!(n == 21))) reach_error();
  return 0;
}
