int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  int both = a & b;
  if (a == 4 && b == 3) { holds(both == 0); }
  return 0;
}
