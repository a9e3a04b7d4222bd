int main(void) {
  int a[3] = {1, 2, 3};
  for (int i = 0; i < 2; i++) a[i + 1] = a[i] + 10;
  holds(a[0] == 1 && a[1] == 11 && a[2] == 21);
  return 0;
}
