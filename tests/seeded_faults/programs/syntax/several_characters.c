int main(void) {
  int c = 'ab';
  holds(c == 24930);
  return 0;
}
