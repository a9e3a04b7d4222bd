int main(void) {
  unsigned char b = __VERIFIER_nondet_uchar();
  int i = b;
  holds(i >= 0 && i <= 255);
  return 0;
}
