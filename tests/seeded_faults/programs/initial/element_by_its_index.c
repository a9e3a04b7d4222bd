static int a[4] = {[2] = 4};
int main(void) {
  holds(a[2] == 4);
  return 0;
}
