int main(void) {
  int x = -7;
  int y = x % 3;
  holds(y == -1);
  return 0;
}
