int main(void) {
  int c = 2, x = 0;
  switch (c) { default: x = 1; break; case 2: x = 2; }
  holds(x == 2);
  return 0;
}
