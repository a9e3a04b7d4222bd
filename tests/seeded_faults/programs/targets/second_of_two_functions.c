static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
int main(void) {
  int c = __VERIFIER_nondet_int();
  int (*f)(int) = one;
  if (c == 7) f = two;
  int x = f(0);
  if (c != 7) return 0;
  holds(x == 2);
  return 0;
}
