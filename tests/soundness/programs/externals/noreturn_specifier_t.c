extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Noreturn void die(void), die2(void);
int main(void) { if (__VERIFIER_nondet_int()) die(); else die2(); reach_error(); return 0; }
