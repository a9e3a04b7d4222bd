int main(void) {
  char c = '\v';
  holds(c == 11);
  return 0;
}
