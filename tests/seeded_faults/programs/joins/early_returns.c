static int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
  return 0;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int s = sign(x);
  if (x == 0) { holds(s == 0); }
  if (x < 0) { holds(s == -1); }
  return 0;
}
