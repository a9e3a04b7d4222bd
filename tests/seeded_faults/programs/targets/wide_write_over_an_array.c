int main(void) {
  unsigned char a[4] = {1, 2, 3, 4};
  *(unsigned *)a = 0;
  holds(a[3] == 0);
  return 0;
}
