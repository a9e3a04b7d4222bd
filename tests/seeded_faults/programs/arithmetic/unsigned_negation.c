int main(void) {
  unsigned int u = __VERIFIER_nondet_uint();
  if (u == 0 || u > 9) return 0;
  holds(-u > 4294967000u);
  return 0;
}
