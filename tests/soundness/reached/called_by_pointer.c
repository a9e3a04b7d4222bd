/* Calls through pointers to functions whose parameters do not tell their types: variadic ones, and those without a prototype. */
extern unsigned getpid(void);
void go(void);
//// variadic_beside_external
extern int ex(int, ...); static int log_it(int n, ...) { reach_error(); return 0; }
void go(void) { int (*f)(int, ...) = ex; if (getpid()) f = log_it; f(1, 2); }
//--
int ex(int n, ...) { return 0; }
//// variadic_beside_printf
extern int printf(const char *, ...); static int log_it(const char *format, ...) { reach_error(); return 0; }
void go(void) { int (*f)(const char *, ...) = printf; if (getpid()) f = log_it; f("%d", 1); }
//// variadic_beside_cast
static int two(int a, int b) { return a + b; } static int log_it(int n, ...) { reach_error(); return 0; }
void go(void) { int (*f)(int, ...) = (int (*)(int, ...))two; if (getpid()) f = log_it; f(1, 2); }
//// variadic_arguments_beside_external
extern int ex(int, ...);
static int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = n + __builtin_va_arg(l, int); __builtin_va_end(l); return s; }
void go(void) { int (*f)(int, ...) = ex; if (getpid()) f = sum; if (f(1, 2) == 3) reach_error(); }
//--
int ex(int n, ...) { return 0; }
//// old_style_float
static void wide(double a) { } static void narrow(a) float a; { if (a == 2) reach_error(); }
void go(void) { void (*f)() = wide; if (getpid()) f = narrow; f(2.0f); }
//// old_style_short
static void wide(int a) { } static void narrow(a) short a; { if (a == 2) reach_error(); }
void go(void) { void (*f)() = wide; if (getpid()) f = narrow; f(2); }
//// old_style_beside_external
extern void ex(); static void two(a, b) int a, b; { if (b == 2) reach_error(); }
void go(void) { void (*f)() = ex; if (getpid()) f = two; f(1, 2); }
//--
void ex() { }
//// no_prototype
static void none() { reach_error(); } static void one(int a) { }
void go(void) { void (*f)() = one; if (getpid()) f = none; f(); }
//// variadic_callback
extern void later(int (*)(int, ...));
static int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n += __builtin_va_arg(l, int); if (n == 12) reach_error(); return n; }
void go(void) { later(sum); }
//--
void later(int (*f)(int, ...)) { f(5, 7); }
//// variadic_result
extern int (*given(int (*)(int, ...)))(int, ...);
static int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n += __builtin_va_arg(l, int); __builtin_va_end(l); return n; }
void go(void) { if (given(sum)(5, 7) == 12) reach_error(); }
//--
int (*given(int (*f)(int, ...)))(int, ...) { return f; }
//// typeof_a_function
static int log_it(int n) { reach_error(); return 0; }
void go(void) { __typeof__(log_it) *f = log_it; f(1); }
//// dereferenced_pointer_to_typeof_a_function
static int ex(int n) { return 0; } static int log_it(int n) { reach_error(); return 0; }
void go(void) { int (*f)(int) = ex; if (getpid()) f = *(__typeof__(log_it) *[1]){ &log_it }[0]; f(1); }
//// typeof_a_function_is_no_pointer
static int log_it(int n) { return 0; } typedef int function(int);
void go(void) { if (__builtin_types_compatible_p(__typeof__(*&*log_it), function) && sizeof(__typeof__(log_it)) == 1) reach_error(); }
//// truth_of_an_old_style_parameter
int given(b) _Bool b; { return b; }
void go(void) { int (*volatile p)() = given; if (p(2) == 2) reach_error(); }
