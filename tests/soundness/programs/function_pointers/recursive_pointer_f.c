extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int sum(int n); static int (*next)(int) = sum; static int sum(int n) { static int here; here = n; if (n == 0) return 0; int rest = next(n - 1); return here + rest; }
int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n < 4 && sum(n) != (int)(n * (n + 1) / 2)) reach_error(); return 0; }
