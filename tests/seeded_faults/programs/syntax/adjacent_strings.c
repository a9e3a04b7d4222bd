int main(void) {
  static const char text[] = "ab" "cd";
  holds(sizeof text == 5);
  return 0;
}
