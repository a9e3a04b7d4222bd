static void set(int *p) { *p = 6; }
int main(void) {
  void (*f)(int *) = set;
  int x = 1;
  f(&x);
  holds(x == 6);
  return 0;
}
