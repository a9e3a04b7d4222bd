int main(void) {
  int x = 5;
  int y = x++;
  holds(y == 5);
  return 0;
}
