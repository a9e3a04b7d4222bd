extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() * 8, y = 4, z = 0;
  while (__VERIFIER_nondet_uchar() & 3) {
    x += 2 * y;
    y += __VERIFIER_nondet_uchar() * 4u;
    z = x + y;
    if ((z ^ 0x5a5a5a58u) == 0x5a5a5a59u) reach_error();
  }
  return 0;
}
