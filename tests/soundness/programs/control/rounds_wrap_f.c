extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int main(void) { unsigned char n = 0; while (__VERIFIER_nondet_int()) { n = n >= 200 ? n + 60 : n + 50; if (n == 4) reach_error(); } return 0; }
