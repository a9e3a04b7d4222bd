enum letter { A, B };
int main(void) {
  enum letter x = A;
  x = (enum letter)(x - 1);
  holds(x > 0);
  return 0;
}
