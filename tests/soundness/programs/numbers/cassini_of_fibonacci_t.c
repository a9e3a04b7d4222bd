extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100000, a = 0, b = 1, s = 1; while (n--) { unsigned t = a + b; a = b; b = t;
  s = 0u - s; } if (b*b - a*b - a*a != s) reach_error(); return 0; }
