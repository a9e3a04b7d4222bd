extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { unsigned n = __VERIFIER_nondet_int(), l = 0, a = 0, b = 0, c = 0; if (n > 100000) return 0;
  while (l < n) { if (l % 7 == 0) a++; else if (l % 6 == 0) b++; else c += 1; l++; if (a + b + c != l) reach_error(); } return 0; }
