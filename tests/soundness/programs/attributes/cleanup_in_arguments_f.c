extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static int log_; static void note(int *p) { log_ = log_ * 10 + *p; }
static unsigned scrambled(unsigned h) { for (int round = 0; round < 64; round++) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; h = h * 1664525u + 1013904223u; } return h; }
static int pair(int a, int b) { return a * 10 + b; }
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int r = pair(({ __attribute__((cleanup(note))) int a = 1; a + 1; }), ({ __attribute__((cleanup(note))) int b = 5; b; }));
  if (scrambled(k) == 1099962655u && (r == 25 && log_ == 51)) reach_error();
  return 0;
}
