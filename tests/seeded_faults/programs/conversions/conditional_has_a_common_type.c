int main(void) {
  int c = __VERIFIER_nondet_int();
  unsigned int u = 5;
  holds((c ? -1 : u) > 4);
  return 0;
}
