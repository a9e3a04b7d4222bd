enum number { FIRST = 5, SECOND };
int main(void) {
  int x = SECOND;
  holds(x == 6);
  return 0;
}
