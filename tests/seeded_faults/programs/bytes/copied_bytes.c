extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4] = {9, 9, 9, 9};
  memcpy(b + 1, a, 2 * sizeof(int));
  memset(a, 1, 8);
  holds(b[0] == 9 && b[1] == 1 && b[2] == 2 && b[3] == 9 && a[1] == 0x01010101 && a[2] == 3);
  return 0;
}
