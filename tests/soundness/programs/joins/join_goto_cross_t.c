extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(), r = 0; if (x > 10) goto big; r = 1; goto end; big: r = 2; if (x > 100) goto end; r = 3; end: if (!(r == (x > 100 ? 2 : x > 10 ? 3 : 1))) reach_error(); return 0; }
