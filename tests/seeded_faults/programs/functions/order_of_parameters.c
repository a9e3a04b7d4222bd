static int minus(int a, int b) { return a - b; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100) return 0;
  holds(minus(x, 1) == x - 1);
  return 0;
}
