struct flags { unsigned low : 3; };
int main(void) {
  struct flags f = {1};
  int less = f.low - 2 < 0;
  holds(less);
  return 0;
}
