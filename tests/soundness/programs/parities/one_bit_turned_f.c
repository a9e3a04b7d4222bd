extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 1, n = 0; while (__VERIFIER_nondet_int()) { x = x << 3 | x >> 29; n++; if (n == 11) x |= 0; }
  if (x == 2) reach_error(); return 0; }
