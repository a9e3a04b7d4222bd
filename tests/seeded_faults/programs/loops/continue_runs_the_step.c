int main(void) {
  int odd = 0;
  for (int i = 0; i < 6; i++) {
    if (i % 2 == 0) continue;
    odd++;
  }
  holds(odd == 3);
  return 0;
}
