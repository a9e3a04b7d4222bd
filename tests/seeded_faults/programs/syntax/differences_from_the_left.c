int main(void) {
  int x = 9;
  int y = x - 3 - 2;
  holds(y == 4);
  return 0;
}
