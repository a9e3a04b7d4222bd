extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int a = 0, b = 0, c = 0, *p; int k = __VERIFIER_nondet_int(); if (k == 0) p = &a; else if (k == 1) p = &b; else p = &c; *p = 1; if (!(a + 2 * b + 4 * c == (k == 0 ? 1 : k == 1 ? 2 : 4))) reach_error(); return 0; }
