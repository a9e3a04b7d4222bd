extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
static int in_I(int v) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n == v); return n; }
static int f(int c) { return c; }
int main(void) { if (f(in_I(156)) + 10 * f(in_I(2)) + 100 * f(in_I(3)) == 476) reach_error(); return 0; }
