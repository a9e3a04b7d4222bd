/* Operands that do something to each other, in the order that gcc takes. */
static int c;
static int g[3] = { 1, 2, 3 };
static int *cnt(void) { c++; return &c; }
static int up(void) { c++; return c; }
static int set(void) { g[0] = 50; return 7; }
long f(void);
//// order_1
long f(void) { return *cnt() + up() * 100; }
void go(void) { if (f() == 201) reach_error(); }
//// order_2
long f(void) { return *cnt() + (cnt() == cnt()) * 100; }
void go(void) { if (f() == 101) reach_error(); }
//// order_3
long f(void) { return *cnt() + (up() == up()) * 100; }
void go(void) { if (f() == 1) reach_error(); }
//// order_5
long f(void) { return g[0] + set() * 100; }
void go(void) { if (f() == 701) reach_error(); }
//// order_6
long f(void) { int *p = g; return *p + set() * 100; }
void go(void) { if (f() == 701) reach_error(); }
//// order_7
long f(void) { int *p = g; return p[0] * 2 + (set() == set()) * 100; }
void go(void) { if (f() == 102) reach_error(); }
//// order_8
long f(void) { return c * 3 + (up() == up()) * 100; }
void go(void) { if (f() == 0) reach_error(); }
//// order_9
long f(void) { return c * 3 + (up() ? up() : 4) * 100; }
void go(void) { if (f() == 200) reach_error(); }
//// order_10
long f(void) { return c * 3 + (up() && up()) * 100; }
void go(void) { if (f() == 100) reach_error(); }
//// order_12
static long h(int a, int b, int d) { return a + b * 10 + d * 100; } long f(void) { return h(c, up(), c); }
void go(void) { if (f() == 11) reach_error(); }
//// order_13
static long h(int a, int b, int d) { return a + b * 10 + d * 100; } long f(void) { return h(up(), *cnt(), c); }
void go(void) { if (f() == 12) reach_error(); }
//// order_15
long f(void) { return *cnt() < up(); }
void go(void) { if (f() == 1) reach_error(); }
//// order_16
long f(void) { int a[4] = { 0 }; a[up()] = up(); return a[1] * 10 + a[2] * 100; }
void go(void) { if (f() == 20) reach_error(); }
//// order_19
long f(void) { *cnt() += up(); return c; }
void go(void) { if (f() == 3) reach_error(); }
//// order_20
long f(void) { g[up()] += *cnt(); return g[1] + g[2] * 10 + c * 100; }
void go(void) { if (f() == 242) reach_error(); }
//// order_21
long f(void) { double d = c + up() * 0.5; return d * 10; }
void go(void) { if (f() == 5) reach_error(); }
//// order_24
long f(void) { return *cnt() + ({ up(); up(); }) * 100; }
void go(void) { if (f() == 301) reach_error(); }
//// order_26
long f(void) { return (c == up()) + (up() == c) * 10; }
void go(void) { if (f() == 11) reach_error(); }
//// exchange
long f(void) { int a = 20; return a * 100 + __atomic_exchange_n(&a, 2, 5) * 17; }
void go(void) { if (f() == 2340) reach_error(); }
//// assigned_1
struct s { int x; struct s *n; }; static struct s a, d, *p = &a; static int arr[3], j; static int *q = arr;
static int other(void) { p = &d; j = 2; q = arr + 1; return 5; }
long f(void) { p->x = other(); return a.x + d.x * 10; }
void go(void) { if (f() == 5) reach_error(); }
//// assigned_3
struct s { int x; struct s *n; }; static struct s a, d, *p = &a; static int arr[3], j; static int *q = arr;
static int other(void) { p = &d; j = 2; q = arr + 1; return 5; }
long f(void) { *q = other(); return arr[0] + arr[1] * 10; }
void go(void) { if (f() == 5) reach_error(); }
//// assigned_4
struct s { int x; struct s *n; }; static struct s a, d, *p = &a; static int arr[3], j; static int *q = arr;
static int other(void) { p = &d; j = 2; q = arr + 1; return 5; }
long f(void) { a.n = &a; d.n = &d; p->n->x = other(); return a.x + d.x * 10; }
void go(void) { if (f() == 5) reach_error(); }
//// calls_from_the_left_1
long f(void) { return up() * 10 + up(); }
void go(void) { if (f() == 12) reach_error(); }
//// calls_from_the_left_2
static int twice(void) { c *= 2; return c; }
long f(void) { return (up() - twice()) * 100 + (twice() < up()) * 10 + c; }
void go(void) { if (f() == -85) reach_error(); }
//// calls_beside_a_read
long f(void) { return up() + (c + up()) * 10; }
void go(void) { if (f() == 41) reach_error(); }
//// place_behind_a_converted_call
long f(void) { static char a[2]; a[c] = up(); return a[1]; }
void go(void) { if (f() == 1) reach_error(); }
//// place_behind_an_operand
long f(void) { static int a[2]; a[c] = up() + 4; return a[1]; }
void go(void) { if (f() == 5) reach_error(); }
//// place_behind_an_operand_by_pointer
static struct s { int x; } first, second, *p = &first;
static int moves(void) { p = &second; return 3; }
long f(void) { p->x = -moves(); return second.x; }
void go(void) { if (f() == -3) reach_error(); }
//// place_behind_a_bit_field
static struct s { unsigned x : 5; } pair[2];
long f(void) { pair[c].x = (unsigned)up(); return pair[1].x; }
void go(void) { if (f() == 1) reach_error(); }
//// place_behind_an_argument
static int same(int x) { return x; }
long f(void) { static int a[2]; a[c] = same(up()); return a[1]; }
void go(void) { if (f() == 1) reach_error(); }
//// place_behind_a_statement
static struct s { int x; } pair[2];
static struct s one(void) { struct s it = {6}; up(); return it; }
long f(void) { pair[c] = (up(), one()); return pair[2 - 1].x; }
void go(void) { if (f() == 6) reach_error(); }
//// calls_in_the_middle
static int twice(void) { c *= 2; return c; }
static int other(void) { return 40; }
static long same(long x) { return x; }
long f(void) { return same((up() + (twice(), up())) + other()); }
void go(void) { if (f() == 43) reach_error(); }
//// calls_in_an_index
static int twice(void) { c *= 2; return c; }
long f(void) { static int a[9] = {0, 1, 2, 3, 4, 5, 6, 7}; return a[(up() + (twice(), up())) & 7]; }
void go(void) { if (f() == 3) reach_error(); }
//// calls_in_a_switch
static int twice(void) { c *= 2; return c; }
long f(void) { switch ((up() + (twice(), up())) & 7) { case 3: return 5; } return 0; }
void go(void) { if (f() == 5) reach_error(); }
//// member_of_a_member
struct in { int x; }; struct out { struct in inner; int y; } whole; static struct out *p = &whole;
static int write_member(void) { struct in *q = &whole.inner; q->x = 5; return 0; }
void go(void) { if (p->inner.x + write_member() == 0) reach_error(); }
//// member_of_a_whole_member
struct in { int x; }; struct out { struct in inner; int y; } whole; static struct out *p = &whole;
static int write_whole(void) { struct in s = {5}; p->inner = s; return 0; }
void go(void) { struct in *q = &p->inner; if (q->x + write_whole() == 0) reach_error(); }
//// member_of_a_member_by_typedef_names
typedef struct { int x; } in_t; typedef struct { in_t inner; } out_t; static out_t whole, *p = &whole;
static int write_member(void) { in_t *q = &p->inner; q->x = 5; return 0; }
void go(void) { if (p->inner.x + write_member() == 0) reach_error(); }
//// index_in_a_member_of_a_member
struct in { int x; }; struct out { struct in inner; int y; } whole; static struct out *p = &whole; static int a[9];
static int write_member(void) { struct in *q = &whole.inner; q->x = 5; return 1; }
void go(void) { a[p->inner.x] = write_member(); if (a[0] == 1) reach_error(); }
