int main(void) {
  int c = 2, x = 0;
  switch (c) { case 1: switch (x) { case 2: x = 7; } break; default: x = 1; }
  holds(x == 1);
  return 0;
}
