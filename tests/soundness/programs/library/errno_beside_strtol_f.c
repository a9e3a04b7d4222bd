#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  for (int round = 0; round < 64; round++) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; h = h * 1664525u + 1013904223u; }
  return h;
}
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  errno = 0;
  long n = errno * 1000 + (strtol("99999999999999999999", 0, 10) > 0);
  if (scrambled(k) == 1525146039u && (n == 1)) reach_error();
  return 0;
}
