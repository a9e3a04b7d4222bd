extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char s = 0x10;
  if (__VERIFIER_nondet_uchar() > 127) goto middle;
  while (1) {
    s ^= 0x03;
    if (!(__VERIFIER_nondet_uchar() & 7)) return 0;
  middle:
    s = (unsigned char)((s << 4) | (s >> 4));
    if ((s * 37 & 255) == (0x31 * 37 & 255)) reach_error();
  }
}
