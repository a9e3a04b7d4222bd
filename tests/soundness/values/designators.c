/* Functions behind any number of operators that designate them.  Each function tells, behind its head, what it returns. */

static int two(int x) { return 2 * x; }
extern int atoi(const char *);

static long star_of_address(void) { // = 6
  return (*&two)(3);
}

static long stars_and_addresses(void) { // = 122
  return (**two)(1) + (&*two)(10) + (*&*&**two)(50);
}

static long library_function(void) { // = 12
  int (*g)(const char *) = *&atoi, (*h)(const char *) = &*atoi; return g("3") + h("4") + (*&atoi)("5");
}

static long same_address(void) { // = 11
  return (*&two == &two) + 10 * (**&two == two);
}

static int of_the_literals_length[] = (int[3]){1}, of_the_lists_length[] = (int[]){[4] = 3};

static long arrays_by_literals(void) { // = 12203
  return sizeof of_the_literals_length * 1000 + sizeof of_the_lists_length * 10 + of_the_literals_length[2] + of_the_lists_length[4];
}

struct listed { struct { int a, b; } p; int q; };
static long lists_of_ranges_initialised_again(void) { // = 2504240
  int n = 1;
  struct listed read[2] = {[0 ... 1] = {{n, 2}, 3}, [1].q = 4}, constant[2] = {[0 ... 1] = {{1, sizeof n}, +3}, [1].q = 4}, inner[2] = {[0 ... 1].p = {n, 2}, [1].p.a = 5};
  return read[1].p.b + read[1].q * 10 + read[0].p.b * 100 + constant[1].p.b * 1000 + inner[1].p.b * 10000 + inner[1].p.a * 100000 + inner[0].p.b * 1000000;
}
