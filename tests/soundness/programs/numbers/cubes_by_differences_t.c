extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100000, i = 0, x = 0, y = 1, z = 6; while (i != n) { x += y; y += z; z += 6; i++; }
  if (x != i*i*i) reach_error(); return 0; }
