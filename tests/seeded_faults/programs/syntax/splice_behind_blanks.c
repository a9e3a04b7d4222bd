int main(void) {
  int x = 1; // the next line is one of this comment \ 
  x = 2;
  holds(x == 1);
  return 0;
}
