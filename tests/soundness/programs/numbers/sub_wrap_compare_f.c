extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); if (a - b > a) reach_error(); return 0; }
