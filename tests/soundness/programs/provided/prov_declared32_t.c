extern void reach_error(void); extern int a[20000], b[20000], c[20000]; extern int k(void);
int main(void) {
  int i = k(); b[0] = 8; a[16384] = c[16384] = 7; if (b[0] != 8) reach_error();
  a[0] = c[0] = 6; b[16384] = 9; if (a[0] != 6 || c[0] != 6) reach_error();
  return i; }
