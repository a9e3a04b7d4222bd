int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  holds(~c < 0 && ~c == -1 - c);
  return 0;
}
