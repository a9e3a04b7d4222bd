int main(void) {
  short a[5];
  int n = sizeof a / sizeof a[0];
  holds(n == 5);
  return 0;
}
