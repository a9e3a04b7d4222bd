int main(void) {
  int x = __VERIFIER_nondet_int(), y = 1;
  int v = (y = 4, y + 1);
  if (!(x > 2 || x < -2) && !(x == 0)) { holds(v == 5 && x != 0 && x >= -2); }
  return 0;
}
