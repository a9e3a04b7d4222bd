int main(void) {
  char s[] = "ab\x41";
  const char *t = "hello";
  holds(sizeof(s) == 4 && s[2] == 65 && s[3] == 0 && t[4] == 'o' && t[5] == 0);
  return 0;
}
