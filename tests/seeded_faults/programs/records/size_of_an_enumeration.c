enum letter { A, B };
int main(void) {
  int size = sizeof(enum letter);
  holds(size == 4);
  return 0;
}
