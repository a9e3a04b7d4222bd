/* Operands of sizeof and typeof are evaluated where a length in their type is computed, also where its value is known. */
//// element_of_rows
void go(void) { int n = 3, i = 0; int a[5][n]; long size = sizeof(a[i++]); if (size == 12 && i == 1) reach_error(); }
//// row_by_a_moved_pointer
void go(void) { int n = 3, i = 0; int a[4][n]; long size = sizeof(*(a + i++)); if (size == 12 && i == 1) reach_error(); }
//// rows_but_not_elements
void go(void) { int n = 3, i = 0; int a[5][n]; long size = sizeof(a[i++]) + sizeof(a[0][i++]); if (size == 16 && i == 1) reach_error(); }
//// moved_pointer_to_rows
void go(void) { int n = 2; int a[4][n]; int (*p)[n] = a; long size = sizeof(*p++); if (size == 8 && p == a + 1) reach_error(); }
//// typeof_rows
void go(void) { int n = 3, i = 0; int a[4][n]; __typeof__(a[i++]) row; if (sizeof row == 12 && i == 1) reach_error(); }
//// called_in_an_index
static int calls; static int next(void) { return calls++; }
void go(void) { int n = 3; int a[4][n]; if (sizeof(a[next()]) == 12 && calls == 1) reach_error(); }
//// order_of_two_lengths
static int k; static int up(void) { return ++k; }
long f(void) { return sizeof(char[up()][up() + 3]); }
void go(void) { if (f() == 8) reach_error(); }
//// order_in_a_pointer
static int k; static int up(void) { return ++k; } static int twice(void) { return k = k * 2 + 1; }
long f(void) { int (*p)[up()][twice()]; return k; }
void go(void) { if (f() == 2) reach_error(); }
//// order_in_a_parameter
static int k; static int up(void) { return ++k; } static int twice(void) { return k = k * 2 + 1; }
static int g(int a[up()][twice()]) { return k; }
long f(void) { return g(0); }
void go(void) { if (f() == 2) reach_error(); }
//// length_in_a_cast
static int k; static int up(void) { return ++k; }
long f(void) { int a[3], *p = (int *)(int (*)[up()])a; return k; }
void go(void) { if (f() == 1) reach_error(); }
//// length_in_a_cast_without_use
static int k; static int up(void) { return ++k; }
long f(void) { int a[3]; (void)(int (*)[up()])a; return k; }
void go(void) { if (f() == 1) reach_error(); }
//// length_in_a_cast_before_its_operand
static int k; static int up(void) { return ++k; } static int twice(void) { return k = k * 2 + 1; }
long f(void) { return (long)(int (*)[up()])(long)twice(); }
void go(void) { if (f() == 3) reach_error(); }
//// size_beyond_int
long f(void) { int n = 65535, m = 65535; n++; m++; return sizeof(char[n][m]) >> 32; }
void go(void) { if (f() == 1) reach_error(); }
//// length_in_a_typeof
static int k; static int up(void) { return ++k; }
void go(void) { typeof(int[up()]) a; if (k == 1) reach_error(); }
//// length_behind_a_pointer_in_a_typeof
static int k; static int up(void) { return ++k; }
void go(void) { typedef typeof(int (*)[up()]) rows; if (k == 1) reach_error(); }
//// moved_pointer_in_a_typeof
void go(void) { int n = 2, a[2][n]; int (*p)[n] = a; typeof(p++) q; if (p == a + 1) reach_error(); }
//// calls_in_the_lengths_of_a_parameter
static int k; static int up(void) { return ++k; }
static int g(int a[up()][up() + 2]) { return k; }
void go(void) { if (g(0) == 2) reach_error(); }
//// known_length_of_a_type_with_an_effect
static int k; static int up(void) { return ++k; }
void go(void) { long size = sizeof(char[(up(), 2)]); if (size == 2 && k == 1) reach_error(); }
//// known_length_of_rows_with_an_effect
void go(void) { int k = 0; long size = sizeof(int[2][(k++, 2)]); if (size == 16 && k == 1) reach_error(); }
//// length_that_begins_with_a_star
static int k; static int *up(void) { static int n = 3; k++; return &n; }
void go(void) { int n = 3, *p = &n; char v[*p]; if (sizeof v == 3 && sizeof(char[*up()]) == 3 && k == 1) reach_error(); }
//// class_of_an_operand
static int k; static int up(void) { return ++k; }
void go(void) { int class = __builtin_classify_type(up()); if (k == 0) reach_error(); }
