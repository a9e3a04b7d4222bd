extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  for (int round = 0; round < 64; round++) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; h = h * 1664525u + 1013904223u; }
  return h;
}
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int n = 3, i = 0;
  int a[5][n];
  long size = sizeof(a[i++]);
  if (scrambled(k) == 1525146039u && (!(size == 12 && i == 1))) reach_error();
  return 0;
}
