int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  short s = __VERIFIER_nondet_short();
  int i = __VERIFIER_nondet_int();
  if (a == 200 && s == -300 && i == 123456) { holds(a + s + i == 123356); }
  return 0;
}
