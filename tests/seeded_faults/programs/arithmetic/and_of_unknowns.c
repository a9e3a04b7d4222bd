int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  int both = a & b;
  holds(both <= a && both <= b);
  return 0;
}
