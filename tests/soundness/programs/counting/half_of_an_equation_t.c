extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { unsigned i = 0, a = 0, b = 0; if (__VERIFIER_nondet_int() == 4711) b = 0;
  while (__VERIFIER_nondet_int() == 1) { i += 2; a++; b++; if (2 * b != i) return 0; } if (a != b) reach_error(); return 0; }
