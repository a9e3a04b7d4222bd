int main(void) {
  int last = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    int v = __VERIFIER_nondet_int();
    if (v < 0 || v > 10) v = 0;
    last = v;
    sum += v;
  }
  if (last == 10) { holds(sum >= 10 && sum <= 30); }
  return 0;
}
