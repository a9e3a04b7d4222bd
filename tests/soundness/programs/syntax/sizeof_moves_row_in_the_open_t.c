extern void reach_error(void);
int main(void) {
  int n = 3, i = 0;
  int a[5][n];
  long size = sizeof(a[i++]);
  if (!(size == 12 && i == 1)) reach_error();
  return 0;
}
