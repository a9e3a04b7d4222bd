extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) { double d = __VERIFIER_nondet_double(); if (d > 0.0 && d / 2.0 > d) reach_error(); if (d * 3.0 == 21.0 && d < 7.5) reach_error(); return 0; }
