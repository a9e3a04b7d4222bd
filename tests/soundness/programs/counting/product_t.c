extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int product(int n, int m) { return m ? n + product(n, m - 1) : 0; }
int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (a < 0 || a > 3000 || b < 0 || b > 3000) return 0;
  if (product(a, b) != product(b, a) + 0) reach_error(); return 0; }
