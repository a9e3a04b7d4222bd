static int a[] = {[3] = 1, [0] = 2};
int main(void) {
  int n = sizeof a / sizeof a[0];
  holds(n == 4);
  return 0;
}
