static int one(int x) { return x + 1; }
static int two(int x) { return x * 2; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int (*f)(int) = n > 0 ? one : two;
  holds(f(10) == (n > 0 ? 11 : 20));
  return 0;
}
