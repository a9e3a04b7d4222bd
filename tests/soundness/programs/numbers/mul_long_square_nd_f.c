extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); long q = (long)x * x; if (q >= 0 && q <= 4611686018427387904L) reach_error(); return 0; }
