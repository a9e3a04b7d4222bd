int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  int x = a, y = b + 255;
  if (a == 255 && b == 0) { holds(!(x < y) && x == y && x >= y); }
  return 0;
}
