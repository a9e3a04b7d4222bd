int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 256 || x > 300) return 0;
  unsigned char b = (unsigned char)x;
  holds(b == x - 256);
  return 0;
}
