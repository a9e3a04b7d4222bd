int main(void) {
  static const char text[] = "\0012";
  holds(sizeof text == 3 && text[0] == 1 && text[1] == '2');
  return 0;
}
