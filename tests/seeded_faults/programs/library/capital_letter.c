int toupper(int c);
int main(void) {
  int c = 'q';
  int d = toupper(c);
  holds(d == 'Q');
  return 0;
}
