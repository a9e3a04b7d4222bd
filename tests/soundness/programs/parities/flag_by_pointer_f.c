extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = 1, b = 2, *p = &a;
  while (__VERIFIER_nondet_uchar()) {
    *p ^= 4;
    p = p == &a ? &b : &a;
    if ((unsigned char)(a ^ b) == 7) reach_error();
    if (a & 4 && b & 4 && __VERIFIER_nondet_uchar() > 250) a = 1;
  }
  return 0;
}
