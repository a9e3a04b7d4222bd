int main(void) {
  int c = '\x041';
  holds(c == 65);
  return 0;
}
