int main(void) {
  int found = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if (i * 3 + j == 5) { found = i * 10 + j; break; }
    }
  }
  holds(found == 12);
  return 0;
}
