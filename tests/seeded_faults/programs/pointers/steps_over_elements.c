int main(void) {
  int a[5] = {10, 11, 12, 13, 14};
  int *p = a + 1, *q = &a[4];
  p++;
  p[1] = 20;
  holds(*p == 12 && a[3] == 20 && q - p == 2 && *(q - 2) == 12 && p < q);
  return 0;
}
