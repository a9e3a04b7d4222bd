extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static int quiet(int n) { return 0; } static int loud(int n) { reach_error(); return 0; }
int main(void) { __typeof__(loud) *table[] = { quiet, loud }; int (*f)(int) = *table[__VERIFIER_nondet_uint() % 2u == 2u]; return f(1); }
