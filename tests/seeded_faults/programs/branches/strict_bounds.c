int main(void) {
  int x = __VERIFIER_nondet_int();
  int big = 0;
  if (x < 10) big = 1;
  if (!(x <= 9)) big = 2;
  holds((x == 10) <= (big == 2) && big != 0);
  return 0;
}
