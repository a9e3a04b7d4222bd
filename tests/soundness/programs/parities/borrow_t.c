extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned short low = 0;
  unsigned char high = 0;
  while (1) {
    unsigned char step = __VERIFIER_nondet_uchar() | 1;
    if (step == 1) break;
    unsigned short before = low;
    low = low - (step & 1) * 2;
    if (low > before) high ^= 1;
    if ((low & 1) | (high > 1)) reach_error();
    if (low < 0xfffc && low) low = 0;
  }
  return 0;
}
