static void split(int x, int *tens, int *ones) { *tens = x / 10; *ones = x % 10; }
int main(void) {
  int x = __VERIFIER_nondet_int(), t, o;
  if (x < 10 || x > 99) return 0;
  split(x, &t, &o);
  holds(t >= 1 && t <= 9 && o >= 0 && o <= 9 && 10 * t + o == x);
  return 0;
}
