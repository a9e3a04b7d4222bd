static int a[4] = {[0 ... 2] = 7};
int main(void) {
  holds(a[2] == 7);
  return 0;
}
