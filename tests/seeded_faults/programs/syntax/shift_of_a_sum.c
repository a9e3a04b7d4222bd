int main(void) {
  int x = 1;
  int y = x << 2 + 1;
  holds(y == 8);
  return 0;
}
