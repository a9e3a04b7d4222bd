/* How much was written, which %n stores: in formats that are not written where they are used, or not so that one sees it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
//// vasprintf_p
#include <stdarg.h>
extern int vasprintf(char **, const char *, va_list); static char *mk(const char *f, ...) { va_list l; va_start(l, f); char *p = 0; vasprintf(&p, f, l); va_end(l); return p; } void go(void) { char *p = mk("%d", 42); if (p[0] == '4') reach_error(); }
//// fprintf_n
void go(void) { int n = 0; fprintf(stdout, "%s%n", "abc", &n); if (n == 3) reach_error(); }
//// printf_fmt_var_n
void go(void) { static const char fm[] = "abc%n"; const char *f = fm; int n = 0; printf(f, &n); if (n == 3) reach_error(); }
//// printf_fmt_arr_n
void go(void) { char fm[] = "abc%n"; int n = 0; printf(fm, &n); if (n == 3) reach_error(); }
//// vprintf_n
#include <stdarg.h>
static void pf(const char *f, ...) { va_list l; va_start(l, f); vprintf(f, l); va_end(l); } void go(void) { int n = 0; pf("abc%n", &n); if (n == 3) reach_error(); }
//// printf_n_parts
void go(void) { int n = 0; printf("abc%" "n", &n); if (n == 3) reach_error(); }
//// printf_n_hex
void go(void) { int n = 0; printf("abc\x25n", &n); if (n == 3) reach_error(); }
//// printf_n_octal
void go(void) { int n = 0; printf("abc\45n", &n); if (n == 3) reach_error(); }
//// printf_n_pos
void go(void) { int n = 0; printf("abc%1$n", &n); if (n == 3) reach_error(); }
//// printf_hn
void go(void) { short n = 0; printf("abc%hn", &n); if (n == 3) reach_error(); }
//// printf_n_ternary
void go(void) { int n = 0; volatile int k = 1; printf(k ? "abc%n" : "x", &n); if (n == 3) reach_error(); }
//// printf_n_macro_paren
void go(void) { int n = 0; printf(("abc%n"), &n); if (n == 3) reach_error(); }
//// printf_n_offset
void go(void) { int n = 0; printf("zzabc%n" + 2, &n); if (n == 3) reach_error(); }
//// syslog_like_dprintf
extern int dprintf(int, const char *, ...); void go(void) { int n = 0; dprintf(1, "abc%n", &n); if (n == 3) reach_error(); }
//// vsnprintf_n
#include <stdarg.h>
static void pf(const char *f, ...) { char b[20]; va_list l; va_start(l, f); vsnprintf(b, 20, f, l); va_end(l); } void go(void) { int n = 0; pf("abc%n", &n); if (n == 3) reach_error(); }
//// vsprintf_n
#include <stdarg.h>
static void pf(const char *f, ...) { char b[20]; va_list l; va_start(l, f); vsprintf(b, f, l); va_end(l); } void go(void) { int n = 0; pf("abc%n", &n); if (n == 3) reach_error(); }
//// snprintf_n_var
void go(void) { static const char *f = "abc%n"; char b[9]; int n = 0; snprintf(b, 9, f, &n); if (n == 3) reach_error(); }
//// fprintf_n_var
void go(void) { static const char *f = "abc%n"; int n = 0; fprintf(stderr, f, &n); if (n == 3) reach_error(); }
//// vfprintf_n
#include <stdarg.h>
static void pf(const char *f, ...) { va_list l; va_start(l, f); vfprintf(stdout, f, l); va_end(l); } void go(void) { int n = 0; pf("abc%n", &n); if (n == 3) reach_error(); }
