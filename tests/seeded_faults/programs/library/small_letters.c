#undef isalpha
int isalpha(int c);
int main(void) {
  int c = 'q';
  int is = isalpha(c);
  holds(is != 0);
  return 0;
}
