int main(void) {
  int state = 0, locked = 0;
  while (__VERIFIER_nondet_int()) {
    switch (state) {
    case 0: locked = 1; state = 1; break;
    case 1: state = __VERIFIER_nondet_int() ? 2 : 1; break;
    case 2: locked = 0; state = 0; break;
    }
  }
  if (state == 1) { holds(locked == 1); }
  return 0;
}
