extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int a = __VERIFIER_nondet_int(), r; if (a < 0) return 0; if (!(__builtin_add_overflow(a, 1, &r) == (a == 2147483647))) reach_error(); return 0; }
