int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 256 && x != 0) return 0;
  _Bool b = x;
  holds((x == 0) == (b == 0) && b <= 1);
  return 0;
}
