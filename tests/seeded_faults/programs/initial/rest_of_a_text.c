int main(void) {
  char text[6] = "ab";
  holds(text[4] == 0);
  return 0;
}
