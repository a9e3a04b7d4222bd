extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); if (c == 1) goto j; if (__VERIFIER_nondet_int()) goto j; if (c) c = 0; j: if (c == 200) reach_error(); return 0; }
