int main(void) {
  int x = -1;
  int more = x > 1u;
  holds(more);
  return 0;
}
