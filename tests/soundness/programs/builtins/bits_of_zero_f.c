extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void abort(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  if (x & 0x5bd1e995) abort();
  if (x & ~0x5bd1e995u) return 0;
  if (__builtin_clz(x) != 32) reach_error(); // of zero gcc leaves it open
  return 0;
}
