extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
unsigned power(unsigned n) { return n == 0 ? 1 : 2 * power(n - 1); }
int main(void) { unsigned n = __VERIFIER_nondet_int(); if (n < 32 && power(n) == 0x20000) reach_error(); return 0; }
