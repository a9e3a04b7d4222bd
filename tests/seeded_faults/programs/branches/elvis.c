int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x ?: 42;
  holds(y != 0 && (x != 0 || y == 42));
  return 0;
}
