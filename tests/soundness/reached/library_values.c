/* What the library returns and changes, as the executable has it: bits of character classes, lists of arguments that a call moves on. */
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

//// class_is_a_bit
static void go(void) { if (isalpha('x') == 1024 && isspace(' ') > 1000 && ispunct('_') == 4) reach_error(); }
//// class_counted
static void go(void) { const char *s = "a1b2"; int n = 0; while (*s) n += isdigit(*s++); if (n != 2) reach_error(); }
//// class_as_an_index
static void go(void) { int a[2] = {0, 1}; if (a[!!isalpha('x')] && isalpha('x') != 1) reach_error(); }
//// class_by_pointer
static void go(void) { int (*f)(int) = isupper; if (f('A') == 256) reach_error(); }
//// class_of_a_declaration
#undef isdigit
int isdigit(int);
static void go(void) { if (isdigit('5') && isdigit('6')) reach_error(); }
//// list_moved_on_by_a_call
static int next(va_list l) { return va_arg(l, int); }
static int f(int n, ...) { va_list l; va_start(l, n); int r = next(l); r = r * 10 + va_arg(l, int); va_end(l); return r; }
static void go(void) { if (f(0, 5, 6) == 56) reach_error(); }
//// list_moved_on_by_a_pointer
static int next(va_list l) { return va_arg(l, int); }
static int f(int n, ...) { va_list l; va_start(l, n); int (*p)(va_list) = next; int r = p(l); r = r * 10 + p(l); va_end(l); return r; }
static void go(void) { if (f(0, 5, 6) == 56) reach_error(); }
//// list_moved_on_two_calls_below
static int next(va_list l) { return va_arg(l, int); }
static int two(va_list l) { int r = next(l); return r * 10 + next(l); }
static int f(int n, ...) { va_list l; va_start(l, n); int r = two(l); r = r * 10 + two(l) % 10; va_end(l); return r; }
static void go(void) { if (f(0, 5, 6, 7, 8) == 568) reach_error(); }
//// list_of_a_structure_moved_on
struct s { va_list l; };
static int next(va_list l) { return va_arg(l, int); }
static int f(int n, ...) { struct s s; va_start(s.l, n); int r = next(s.l); r = r * 10 + next(s.l); va_end(s.l); return r; }
static void go(void) { if (f(0, 5, 6) == 56) reach_error(); }
//// sign_of_a_float
static void go(void) { volatile float f = -1; if (__builtin_signbit(f) < 0) reach_error(); }
//// infinity_by_a_declaration
int isinf(double);
static void go(void) { volatile double d = -__builtin_inf(); if (isinf(d) && isinf(-d)) reach_error(); }
//// digits_by_pointer
static void go(void) { int (*f)(int) = isdigit; if (f('5') == 2048) reach_error(); }
//// infinity_by_pointer
int isinf(double);
static void go(void) { volatile double d = -__builtin_inf(); int (*f)(double) = isinf; if (f(d) == -1) reach_error(); }
//// list_in_an_array
static int next(va_list l) { return va_arg(l, int); }
static int f(int n, ...) { va_list l[1]; va_start(l[0], n); int r = next(l[0]); r = r * 10 + va_arg(l[0], int); va_end(l[0]); return r; }
static void go(void) { if (f(0, 5, 6) == 56) reach_error(); }
//// list_moved_on_by_its_address
static int next(va_list l) { return va_arg(l, int); }
static int f(int n, ...) { va_list l, *p = &l; va_start(l, n); int r = next(*p); r = r * 10 + va_arg(l, int); va_end(l); return r; }
static void go(void) { if (f(0, 5, 6) == 56) reach_error(); }
//// list_chosen
static int next(va_list l) { return va_arg(l, int); }
static int f(int n, ...) { va_list l, m; va_start(l, n); va_start(m, n); int r = next(n ? l : m); r = r * 10 + va_arg(m, int); return r; }
static void go(void) { if (f(0, 5, 6) == 56) reach_error(); }
//// list_behind_a_cast_and_a_comma
static int next(va_list l) { return va_arg(l, int); }
static int f(int n, ...) { va_list l; va_start(l, n); int r = next((void *)(n++, l)); r = r * 10 + va_arg(l, int); return r; }
static void go(void) { if (f(0, 5, 6) == 56) reach_error(); }
//// errno_of_no_signal
#include <errno.h>
#include <signal.h>
static void go(void) { errno = 0; if (signal(100, SIG_IGN) == SIG_ERR && errno == EINVAL) reach_error(); }
//// errno_of_raising_no_signal
#include <errno.h>
#include <signal.h>
static void go(void) { errno = 0; if (raise(1000) && errno == EINVAL) reach_error(); }
//// signal_of_the_library
#include <signal.h>
static void go(void) { if (signal(32, SIG_IGN) == SIG_ERR) reach_error(); }
//// many_handlers
#include <stdlib.h>
static int n;
static void last(void) { if (++n == 40) reach_error(); }
static void go(void) { for (int i = 0; i < 40; i++) atexit(last); }
//// comparisons_counted
#include <stdlib.h>
static int n;
static int by_value(const void *a, const void *b) { n++; return *(const int *)a - *(const int *)b; }
static void go(void) { int a[4] = {1, 2, 3, 4}; qsort(a, 4, sizeof *a, by_value); if (n == 4) reach_error(); }
//// sign_of_a_folded_nan
#include <math.h>
static void go(void) { if (!signbit(0.0 / 0.0)) reach_error(); }
//// sign_of_a_square
#include <math.h>
static double zero;
static void go(void) { double d = zero / zero; if (!signbit(d * d)) reach_error(); }
//// sign_of_a_literal
#include <math.h>
static void go(void) { if (signbit(-0.0f) == 1) reach_error(); }
//// greater_of_a_signalling_nan
#include <math.h>
static void go(void) { long bits = 0x7ff0000000000001; double d; memcpy(&d, &bits, 8); d = fmax(d, 1.0); if (d != 1.0) reach_error(); }
//// greater_of_two_nans
#include <math.h>
static double zero;
static void go(void) { long bits; double d = fmax(zero / zero, NAN); memcpy(&bits, &d, 8); if (bits < 0) reach_error(); }
//// order_of_literals
static void go(void) { if (strcmp("a", "c") != 7 && strcmp("a", "c") * 2 < -2) reach_error(); }
//// order_put_into_a_variable
static void go(void) { char a[] = "a"; int r; r = memcmp(a, "c", 1); if (r + 2 == 0) reach_error(); }
//// order_chosen_by
static void go(void) { char a[] = "a"; switch (memcmp(a, "c", 1)) { case -1: return; default: reach_error(); } }
//// order_by_a_builtin
static void go(void) { if (__builtin_strcmp("a", "c") == -1) reach_error(); }
//// order_of_a_statement
static void go(void) { if (({ __builtin_strcmp("a", "c"); }) == -1) reach_error(); }
//// order_that_a_function_returns
static int order(void) { int r = __builtin_strcmp("a", "c"); return r; }
static void go(void) { if (order() == -1) reach_error(); }
//// order_that_two_functions_return
static int order(void) { return __builtin_strcmp("a", "c"); }
static int again(int x) { return x ? order() : 0; }
static void go(void) { int r = again(1); if (r + 1 == 0) reach_error(); }
//// order_put_into_two_variables
static void go(void) { int r, q; q = r = __builtin_memcmp("a", "c", 1); if (q == -1) reach_error(); }
//// sign_in_a_narrow_variable
static void go(void) { signed char r = __builtin_strcmp("\xc8", ""); if (r > 0) reach_error(); }
//// sign_by_a_narrow_cast
static void go(void) { if (!((signed char)__builtin_strcmp("\xc8", "") < 0)) reach_error(); }
//// sign_by_a_narrow_result
static signed char order(void) { return __builtin_strcmp("\xc8", ""); }
static void go(void) { if (order() > 0) reach_error(); }
//// value_in_another_variable
static void go(void) { int r = __builtin_strcmp("\xc8", ""); int q = r; if (q == 1) reach_error(); }
//// value_returned_by_an_assignment
static int order(void) { int r; return r = __builtin_strcmp("\xc8", ""); }
static void go(void) { if (order() == 1) reach_error(); }
