int main(void) {
  int x = 2;
  int y = x + 3 * x;
  holds(y == 8);
  return 0;
}
