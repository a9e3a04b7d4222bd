extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int c;
static char a[3];
static int up(void) { c++; return c; }
int main(void) {
  a[c] = up();
  a[c] = a[c] + (up() - 2);
  if (a[1] != 1 || a[2] != 1) reach_error();
  return 0;
}
