int main(void) {
  int c = 3, x = 0;
  switch (c) { case 3 ... 5: x = 1; }
  holds(x == 1);
  return 0;
}
