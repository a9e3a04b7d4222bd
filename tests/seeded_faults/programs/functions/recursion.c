static int sum(int n) { if (n <= 0) return 0; int rest = sum(n - 1); return n + rest; }
int main(void) {
  holds(sum(4) == 10);
  return 0;
}
