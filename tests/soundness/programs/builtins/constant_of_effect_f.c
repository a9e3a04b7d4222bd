extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned calls; static int next(void) { calls++; return 0; }
int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x * 2654435761u == 0x9e3779b9u && !__builtin_constant_p((next(), 2))) reach_error(); return 0; }
