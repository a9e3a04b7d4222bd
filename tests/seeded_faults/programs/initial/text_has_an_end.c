int main(void) {
  char text[] = "ab";
  int size = sizeof text;
  holds(size == 3);
  return 0;
}
