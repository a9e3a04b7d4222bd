/* Operands in the order that gcc takes, where what changes one of them stands elsewhere, or under another name. */
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
//// cleanup_changes_result
static int g = 1; static void c(int *p) { g = 9; } static int f(void) { int x __attribute__((cleanup(c))) = 0; return g; } void go(void) { if (f() == 1) reach_error(); }
//// cleanup_beside
static int g = 1; static void c(int *p) { g = 9; } static int f(void) { int x __attribute__((cleanup(c))) = 0; return 2; } void go(void) { if (g * 10 + f() == 12) reach_error(); }
//// nested_fn_changes
void go(void) { int x = 1; int f(void) { x = 5; return 2; } if (x * 10 + f() == 12) reach_error(); }
//// asm_changes
static int g = 1; static int f(void) { __asm__("movl $5, %0" : "=m"(g)); return 2; } void go(void) { if (g * 10 + f() == 12) reach_error(); }
//// alias_changes
static int g = 1; extern int h __attribute__((alias("g"))); static int f(void) { h = 5; return 2; } void go(void) { if (g * 10 + f() == 12) reach_error(); }
//// alias_fn_changes
static int g = 1; static int f(void) { g = 5; return 2; } static int h(void) __attribute__((alias("f"))); void go(void) { if (g * 10 + h() == 12) reach_error(); }
//// label_fn_changes
static int g = 1; static int f(void) __asm__("ff"); static int f(void) { g = 5; return 2; } extern int h(void) __asm__("ff"); void go(void) { if (g * 10 + h() == 12) reach_error(); }
//// weakref_changes
static int g = 1; int f(void) { g = 5; return 2; } static int h(void) __attribute__((weakref("f"))); void go(void) { if (g * 10 + h() == 12) reach_error(); }
//// fp_in_struct_changes
static int g = 1; static int f(void) { g = 5; return 2; } struct O { int (*m)(void); }; void go(void) { struct O o = { f }; if (g * 10 + o.m() == 12) reach_error(); }
//// fp_returned
static int g = 1; static int f(void) { g = 5; return 2; } static int (*get(void))(void) { return f; } void go(void) { if (g * 10 + get()() == 12) reach_error(); }
//// kr_changes
static int g = 1; static int f(p) int *p; { *p = 5; return 2; } void go(void) { if (g * 10 + f(&g) == 12) reach_error(); }
//// inner_pointer_arg
static int f(int **p) { **p = 5; return 2; } void go(void) { int x = 1, *p = &x; if (x * 10 + f(&p) == 12) reach_error(); }
//// array_arg
static int f(int *p) { p[1] = 5; return 2; } void go(void) { int a[2] = {1, 1}; if (a[1] * 10 + f(a) == 12) reach_error(); }
//// struct_member_ptr
struct S { int v, *p; }; static int f(struct S *s) { *s->p = 5; return 2; } void go(void) { int x = 1; struct S s = {1, &x}; if (x * 10 + f(&s) == 12) reach_error(); }
//// union_member
union U { int a; short b; }; static union U u; static int f(void) { u.b = 5; return 2; } void go(void) { u.a = 1; if (u.a * 10 + f() == 12) reach_error(); }
//// bitfield_member
struct S { unsigned a : 4, b : 4; }; static struct S s = {1, 1}; static int f(void) { s.a = 5; return 2; } void go(void) { if (s.a * 10 + f() == 12) reach_error(); }
//// volatile_global
static volatile int g = 1; static int f(void) { g = 5; return 2; } void go(void) { if (g * 10 + f() == 12) reach_error(); }
//// cast_read
static int g = 1; static int f(void) { g = 5; return 2; } void go(void) { if ((char)g * 10 + f() == 12) reach_error(); }
//// float_read
static double g = 1; static int f(void) { g = 5; return 2; } void go(void) { if (g * 10 + f() == 12) reach_error(); }
//// index_read
static int a[3] = {1, 2, 3}; static int i; static int f(void) { i = 2; return 2; } void go(void) { if (a[i] * 10 + f() == 12) reach_error(); }
//// ternary_inside
static int g = 1; static int f(void) { g = 5; return 2; } void go(void) { if ((g ? g : 7) * 10 + f() == 12) reach_error(); }
//// compound_literal_read
static int g = 1; static int f(void) { g = 5; return 2; } void go(void) { if ((int[]){g, 3}[0] * 10 + f() == 12) reach_error(); }
//// sizeof_not_read
static int g = 1; static int f(void) { g = 5; return 2; } void go(void) { if (sizeof(g) * 10 + f() == 42 && g == 5) reach_error(); }
//// args_by_pointer_call
static int g = 1; static int f(void) { g = 5; return 2; } static int h(int a, int b) { return a * 10 + b; } void go(void) { int (*p)(int, int) = h; if (p(g, f()) == 52) reach_error(); }
//// variadic_args
static int g = 1; static int f(void) { g = 5; return 2; } static int h(int n, ...) { va_list a; va_start(a, n); int x = va_arg(a, int); int y = va_arg(a, int); va_end(a); return x * 10 + y; } void go(void) { if (h(0, g, f()) == 52) reach_error(); }
//// builtin_args
static int g = 1; static int f(void) { g = 5; return 2; } void go(void) { int r; __builtin_add_overflow(g, f(), &r); if (r == 3 || r == 7) reach_error(); }
//// expect_arg
static int g = 1; static int f(void) { g = 5; return 2; } void go(void) { if (__builtin_expect(g, 0) * 10 + f() == 12) reach_error(); }
//// memcpy_args
static char b[4] = "abc"; static int i; static int f(void) { i = 1; return 1; } void go(void) { char d[4] = "zz"; memcpy(d, b + i, f()); if (d[0] == 'b') reach_error(); }
//// strcmp_args
static char b[4] = "abc"; static char *f(void) { b[0] = 'x'; return "abc"; } void go(void) { if (strcmp(b, f()) != 0) reach_error(); }
//// abs_args
static int g = -3; static int f(void) { g = 2; return 1; } void go(void) { if (abs(g) * f() == 3) reach_error(); }
