extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); int b; if (x == 0) b = x; else if (x == 1) b = x; else b = x; if (b != 0 && b != 1) reach_error(); return 0; }
