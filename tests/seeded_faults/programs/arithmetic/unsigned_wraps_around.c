int main(void) {
  unsigned int u = __VERIFIER_nondet_uint();
  if (u < 4294967290u) return 0;
  unsigned int v = u + 10;
  holds(v < 10 && v >= 4);
  return 0;
}
