extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(8), *q = malloc(8);
  if (p && q) { p[0] = 1; q[0] = 2; holds(p != q && p[0] == 1); }
  return 0;
}
