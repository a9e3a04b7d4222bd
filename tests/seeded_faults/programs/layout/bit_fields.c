struct f { unsigned int a : 3; signed int b : 4; unsigned int c : 1; unsigned int d : 27; };
int main(void) {
  struct f v;
  int x = __VERIFIER_nondet_int();
  if (x < 8 || x > 15) return 0;
  v.a = x;
  v.b = x;
  v.c = 3;
  v.d = 5;
  holds(v.a == x - 8 && v.b == x - 16 && v.c == 1 && v.d == 5 && sizeof(v) == 8);
  return 0;
}
