extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int main(void) { unsigned char x = __VERIFIER_nondet_uchar(), r = 0; if (x < 7) return 0; while (__VERIFIER_nondet_int()) { if (r == 10) x = 3; if (x < 7) reach_error(); if (r < 9) r++; } return 0; }
