extern void *calloc(unsigned long, unsigned long);
int main(void) {
  int *p = calloc(3, sizeof(int));
  if (!p) return 0;
  p[1] = 4;
  holds(p[0] == 0 && p[1] == 4 && p[2] == 0);
  return 0;
}
