static int next(void) { static int n = 5; return n++; }
int main(void) {
  int a = next();
  int b = next();
  holds(a == 5 && b == 6);
  return 0;
}
