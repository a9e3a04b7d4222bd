static int a[5] = {1, [2] = 5, 6};
int main(void) {
  holds(a[3] == 6);
  return 0;
}
