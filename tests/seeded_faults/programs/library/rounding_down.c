double floor(double);
int main(void) {
  double x = -2.5;
  double y = floor(x);
  holds(y == -3.0);
  return 0;
}
