int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  int x = a, y = 255;
  if (x == y) { holds(a == 255); }
  if (x >= y) { holds(a == 255); }
  if (!(x < y)) { holds(a == 255); }
  return 0;
}
