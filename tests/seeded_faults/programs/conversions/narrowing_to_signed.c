int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 128 || x > 200) return 0;
  signed char b = (signed char)x;
  holds(b < 0 && b == x - 256);
  return 0;
}
