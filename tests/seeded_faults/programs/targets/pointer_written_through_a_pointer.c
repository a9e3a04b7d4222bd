int main(void) {
  int x = 1, y = 2, *p = &x, **q = &p;
  *q = &y;
  *p = 3;
  holds(y == 3);
  return 0;
}
