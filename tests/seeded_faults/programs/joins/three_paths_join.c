int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) goto done;
  if (__VERIFIER_nondet_int()) goto done;
  x = 0;
done:
  holds((x == 5777) <= (x > 5000));
  return 0;
}
