int main(void) {
  int state = 0, count = 0;
  while (count < 4) {
    count++;
    if (state == 0) state = __VERIFIER_nondet_int() ? 1 : 0;
    else if (state == 1) state = __VERIFIER_nondet_int() ? 2 : 0;
    else if (state == 2) state = 3;
  }
  if (state == 3) { holds(count == 4); }
  return 0;
}
