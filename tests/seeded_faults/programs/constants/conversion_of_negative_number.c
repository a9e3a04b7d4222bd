int main(void) {
  double x = -2.75;
  int y = (int)x;
  holds(y == -2);
  return 0;
}
