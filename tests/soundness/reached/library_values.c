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
