struct s { int *p; int v; };
int main(void) {
  int x = 1;
  struct s a = {&x, 2}, b;
  b = a;
  *b.p = 6;
  b.v = 7;
  holds(x == 6 && a.v == 2 && *a.p == 6);
  return 0;
}
