extern void reach_error(void);
static int more(int x) { return x + 100; }
static int same(int x) { return x; }
static int (*called)(int) = same;
static int moves(void) { called = more; return 1; }
int main(void) {
  long n = called(moves());
  if (!(n == 1)) reach_error();
  return 0;
}
