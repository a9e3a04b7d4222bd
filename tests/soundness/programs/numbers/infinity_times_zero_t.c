extern void reach_error(void);
#include <float.h>
extern double __VERIFIER_nondet_double(void);
int main(void) { double d = __VERIFIER_nondet_double(); if (d > DBL_MAX && 0.0 * d == d * 0.0) reach_error(); return 0; }
