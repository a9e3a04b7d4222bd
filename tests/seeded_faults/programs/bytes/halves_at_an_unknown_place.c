int main(void) {
  unsigned int x = 0x00020001;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  unsigned short *p = (unsigned short *)&x;
  p[i] = 5;
  holds(x == (i ? 0x00050001u : 0x00020005u));
  return 0;
}
