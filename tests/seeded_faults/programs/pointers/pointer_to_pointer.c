int main(void) {
  int a = 1, b = 2;
  int *p = &a, **pp = &p;
  *pp = &b;
  **pp = 5;
  holds(a == 1 && b == 5 && p == &b);
  return 0;
}
