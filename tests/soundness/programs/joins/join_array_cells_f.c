extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { int a[3] = {0}; unsigned k = __VERIFIER_nondet_uint() % 3; if (k == 0) a[0] = 1; else a[k] = 2; if (k == 1) a[0] = 5; if (a[0] == (k == 0 ? 1 : k == 1 ? 5 : 0) && a[2] == (k == 2 ? 2 : 0)) reach_error(); return 0; }
