extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned rotated(unsigned x, unsigned by) { return by ? (x << by) | (x >> (32 - by)) : x; }
int main(void) {
  unsigned r = 0x00010001u;
  for (unsigned char i = 0; i < 200; i++) {
    r = rotated(r, __VERIFIER_nondet_uchar() & 31);
    if (((r * 2654435761u) >> 7) == ((0x00030001u * 2654435761u) >> 7)) reach_error();
  }
  return 0;
}
