extern void reach_error(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) { unsigned short s = __VERIFIER_nondet_ushort(); if (s + 1 > 0 && s < 65536) reach_error(); return 0; }
