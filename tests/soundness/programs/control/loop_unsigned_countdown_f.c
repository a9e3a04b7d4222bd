extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { unsigned char n = __VERIFIER_nondet_uchar() & 7, c = 0; while (n--) c++; if (n == 255 && c <= 7) reach_error(); return 0; }
