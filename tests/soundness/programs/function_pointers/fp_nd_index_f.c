extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int a(void) { return 3; } static int b(void) { return 4; } static int c(void) { return 5; }
static int (*t[])(void) = {a, b, c};
int main(void) { unsigned i = __VERIFIER_nondet_uint(); if (i > 2) return 0; if (t[i]() == (int)i + 3) reach_error(); return 0; }
