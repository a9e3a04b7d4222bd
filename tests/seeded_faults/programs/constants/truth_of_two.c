int main(void) {
  int x = 2;
  _Bool y = x;
  holds(y == 1);
  return 0;
}
