extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char s = 1; while (1) { unsigned char c = __VERIFIER_nondet_uchar(); if (c == 0) break;
  s = (unsigned char)(s * 5 + (c << 2)); if ((s & 3) != 1) reach_error(); } return 0; }
