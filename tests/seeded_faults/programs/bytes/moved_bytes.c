extern void *memmove(void *, const void *, unsigned long);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  memmove(a + 1, a, 3 * sizeof(int));
  holds(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3);
  return 0;
}
