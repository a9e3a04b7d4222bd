extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int st; static void flip(void) { st = !st; }
int main(void) { unsigned n = __VERIFIER_nondet_uint() % 5; for (unsigned i = 0; i < n; i++) flip(); if (st == (int)(n & 1)) reach_error(); return 0; }
