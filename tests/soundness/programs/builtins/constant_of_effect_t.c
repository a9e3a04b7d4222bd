extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned calls; static int next(void) { calls++; return 0; }
int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (!__builtin_constant_p(x) && __builtin_constant_p(next()) + calls) reach_error(); return 0; }
