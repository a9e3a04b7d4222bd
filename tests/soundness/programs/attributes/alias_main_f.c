extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static int run(void) { if (__VERIFIER_nondet_uint() * 2654435761u == 0x9e3779b9u) reach_error(); return 0; }
int main(void) __attribute__((alias("run")));
