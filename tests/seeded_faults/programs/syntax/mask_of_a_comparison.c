int main(void) {
  int x = 2;
  int y = x & 2 == 2;
  holds(y == 0);
  return 0;
}
