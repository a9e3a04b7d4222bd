extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { unsigned char n = __VERIFIER_nondet_int(), v; unsigned i = 0, s = 0; if (n > 3) return 0;
  while (i < n) { v = __VERIFIER_nondet_int(); s += v; i++; } if (s > 765) reach_error(); return 0; }
