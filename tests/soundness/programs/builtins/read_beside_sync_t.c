extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  for (int round = 0; round < 64; round++) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; h = h * 1664525u + 1013904223u; }
  return h;
}
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int a = 3, *p = &a;
  long n = *p * 100 + __sync_fetch_and_add(p, 1);
  if (scrambled(k) == 1525146039u && (!(n == 303))) reach_error();
  return 0;
}
