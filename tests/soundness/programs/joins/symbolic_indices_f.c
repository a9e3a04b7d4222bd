extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { int t[9]; for (int i = 0; i < 9; i++) t[i] = i == 5 ? 0 : 3 * i + 1; unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(); if (i < 9 && j < 9 && t[i] + t[j] != (int)(3 * (i + j)) + 2) reach_error(); return 0; }
