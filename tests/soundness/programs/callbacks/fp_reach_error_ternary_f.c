extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void ok(void) {}
int main(void) { (__VERIFIER_nondet_int() ? ok : reach_error)(); return 0; }
