int main(void) {
  int x = 6;
  int y = x ^ 3;
  holds(y == 5);
  return 0;
}
