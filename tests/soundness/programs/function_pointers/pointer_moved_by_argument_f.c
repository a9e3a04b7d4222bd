extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  for (int round = 0; round < 64; round++) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; h = h * 1664525u + 1013904223u; }
  return h;
}
static int more(int x) { return x + 100; }
static int same(int x) { return x; }
static int (*called)(int) = same;
static int moves(void) { called = more; return 1; }
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  long n = called(moves());
  if (scrambled(k) == 1525146039u && (n == 1)) reach_error();
  return 0;
}
