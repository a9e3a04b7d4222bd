static int low(unsigned char c) { return c; }
static signed char narrow(int x) { return x; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 256 || x > 260) return 0;
  holds(low(x) == x - 256 && narrow(200) == -56);
  return 0;
}
