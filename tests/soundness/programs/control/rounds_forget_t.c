extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int main(void) { unsigned char a = 1, b = 1, c = 1; while (__VERIFIER_nondet_int()) { c = b; b = a; a = __VERIFIER_nondet_uchar() & 1; if (c > 1) reach_error(); } return 0; }
