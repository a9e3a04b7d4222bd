/* Functions that call themselves by other ways than their names: each activation has its own variables. */
//// by_a_cleanup
static int count; static void end(int *p);
static int f(int depth) { int x __attribute__((cleanup(end))) = depth; return x * 10; }
static void end(int *p) { count++; if (*p > 0) f(*p - 1); }
void go(void) { if (f(2) == 20 && count == 3) reach_error(); }
//// by_a_dereferenced_name
static int f(int n) { int here = n; if (n > 0) here += (*f)(n - 1); return here + n; }
void go(void) { if (f(3) == 12) reach_error(); }
//// by_a_selected_name
static int f(int n) { int here = n; if (n > 0) here += _Generic(n, int: f)(n - 1); return here + n; }
void go(void) { if (f(3) == 12) reach_error(); }
//// by_a_chosen_name
static int f(int n) { int here = n; if (n > 0) here += __builtin_choose_expr(1, f, 0)(n - 1); return here + n; }
void go(void) { if (f(3) == 12) reach_error(); }
//// by_the_name_of_an_alias
static int f(int n); static int g(int n) __attribute__((alias("f")));
static int f(int n) { int here = n; if (n > 0) here += g(n - 1); return here + n; }
void go(void) { if (f(3) == 12) reach_error(); }
//// by_the_last_of_a_comma
static int f(int n) { int here = n; if (n > 0) here += (0, f)(n - 1); return here + n; }
void go(void) { if (f(3) == 12) reach_error(); }
