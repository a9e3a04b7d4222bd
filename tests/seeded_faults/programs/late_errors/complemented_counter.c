int main(void) {
  int seen = 0;
  unsigned int n = 0;
  while (n < 8) {
    unsigned int m = ~n;
    if (m == 4294967290u) seen = 1;
    n++;
  }
  if (seen) { holds(n == 8); }
  return 0;
}
