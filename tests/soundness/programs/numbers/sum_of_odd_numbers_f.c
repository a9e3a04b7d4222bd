extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100000, i = 0, s = 0; while (i < n) { s += 2*i + 1; if (i == 70) s ^= 1; i++; }
  if (s != i*i) reach_error(); return 0; }
