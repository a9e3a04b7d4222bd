int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), d = __VERIFIER_nondet_uchar();
  if (d == 0) return 0;
  int q = x / d;
  if (d == 1 && x == 200) { holds(q == 200); }
  return 0;
}
