int main(void) {
  unsigned int u = __VERIFIER_nondet_uint();
  if (u < 4294967290u) return 0;
  long l = u;
  l = l + 10;
  holds(l > 4294967299L);
  return 0;
}
