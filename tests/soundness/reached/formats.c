/* Formats that are built at run time, or written otherwise than as %n, and store how much was printed. */
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <stdlib.h>
long f(void);
void go(void) { if (f() == 7) reach_error(); }
//// built
long f(void) { int s = 1; char b[16] = "1234567%"; b[8] = 'n'; b[9] = 0; printf(b, &s); return s; }
//// built_code
long f(void) { int s = 1; char b[16] = "1234567%"; b[8] = 109 + 1; b[9] = 0; printf(b, &s); return s; }
//// built_inc
long f(void) { int s = 1; char b[16] = "1234567%m"; b[8]++; printf(b, &s); return s; }
//// built_strcat
long f(void) { int s = 1; char b[16] = "1234567%"; strcat(b, "no" + 0); b[9] = 0; printf(b, &s); return s; }
//// built_var
long f(void) { int s = 1; char b[16]; for (int i = 0; i < 7; i++) b[i] = '0'; b[7] = 37; b[8] = 110; b[9] = 0; printf(b, &s); return s; }
//// built_env
long f(void) { int s = 1; char b[16]; sprintf(b, "1234567%c%c", 37, 110); printf(b, &s); return s; }
//// built_snprintf
long f(void) { int s = 1; char b[16], c[20]; sprintf(b, "1234567%c%c", 37, 110); snprintf(c, 20, b, &s); return s; }
//// built_sprintf
long f(void) { int s = 1; char b[16], c[20]; sprintf(b, "1234567%c%c", 37, 110); sprintf(c, b, &s); return s; }
//// built_fprintf
long f(void) { int s = 1; char b[16]; sprintf(b, "1234567%c%c", 37, 110); fprintf(stderr, b, &s); return s; }
//// built_dprintf
#define _GNU_SOURCE
extern int dprintf(int, const char *, ...);
long f(void) { int s = 1; char b[16]; sprintf(b, "1234567%c%c", 37, 110); dprintf(2, b, &s); return s; }
//// built_vprintf
static void out(const char *m, ...) { va_list l; va_start(l, m); vprintf(m, l); va_end(l); } long f(void) { int s = 1; char b[16]; sprintf(b, "1234567%c%c", 37, 110); out(b, &s); return s; }
//// built_vsnprintf
static void out(const char *m, ...) { char c[20]; va_list l; va_start(l, m); vsnprintf(c, 20, m, l); va_end(l); } long f(void) { int s = 1; char b[16]; sprintf(b, "1234567%c%c", 37, 110); out(b, &s); return s; }
//// literal_vsnprintf
static void out(const char *m, ...) { char c[20]; va_list l; va_start(l, m); vsnprintf(c, 20, m, l); va_end(l); } long f(void) { int s = 1; out("1234567%n", &s); return s; }
//// literal_hhn
long f(void) { signed char s = 1; printf("1234567%hhn", &s); return s; }
//// literal_lln
long f(void) { long long s = 1; printf("1234567%lln", &s); return s; }
//// literal_jn
long f(void) { long s = 1; printf("1234567%jn", &s); return s; }
//// literal_positional
long f(void) { int s = 1; printf("1234567%1$n", &s); return s; }
//// literal_concat
long f(void) { int s = 1; printf("1234567%" "n", &s); return s; }
//// literal_escape
long f(void) { int s = 1; printf("1234567\x25n", &s); return s; }
//// literal_escape2
long f(void) { int s = 1; printf("1234567%\156", &s); return s; }
//// literal_width
long f(void) { int s = 1; printf("%*d%n", 7, 3, &s); return s; }
//// literal_cond
long f(void) { int s = 1; printf(s ? "1234567%n" : "x", &s); return s; }
//// array_global
static const char fmt[] = "1234567%n"; long f(void) { int s = 1; printf(fmt, &s); return s; }
//// array_chars
static const char fmt[] = { '1', '2', '3', '4', '5', '6', '7', '%', 'n', 0 }; long f(void) { int s = 1; printf(fmt, &s); return s; }
//// array_numbers
static const char fmt[] = { 49, 49, 49, 49, 49, 49, 49, 37, 110, 0 }; long f(void) { int s = 1; printf(fmt, &s); return s; }
//// macro_n
#define N "n"
long f(void) { int s = 1; printf("1234567%" N, &s); return s; }
//// fp
long f(void) { int s = 1; int (*p)(const char *, ...) = printf; p("1234567%n", &s); return s; }
//// fp_built
long f(void) { int s = 1; char b[16]; sprintf(b, "1234567%c%c", 37, 110); int (*p)(const char *, ...) = printf; p(b, &s); return s; }
//// struct_member
long f(void) { struct { int a, s; } t = { 1, 1 }; char b[16]; sprintf(b, "1234567%c%c", 37, 110); printf(b, &t.s); return t.s; }
//// array_elem
long f(void) { int t[3] = { 1, 1, 1 }; char b[16]; sprintf(b, "1234567%c%c", 37, 110); printf(b, t + 1); return t[1]; }
//// sscanf_n
long f(void) { int s = 1; sscanf("1234567x", "%*d%n", &s); return s; }
//// sscanf_built
long f(void) { int s = 1; char b[16]; sprintf(b, "%c%c", 37, 100); sscanf("7", b, &s); return s; }
//// strftime_like
#include <wchar.h>
long f(void) { int s = 1; wchar_t b[16]; wchar_t w[] = { 49, 49, 49, 49, 49, 49, 49, 37, 110, 0 }; swprintf(b, 16, w, &s); return s; }
//// asprintf_built
extern int asprintf(char **, const char *, ...);
long f(void) { int s = 1; char *q; char b[16]; sprintf(b, "1234567%c%c", 37, 110); asprintf(&q, b, &s); return s; }
//// syslog_like
#include <err.h>
long f(void) { int s = 1; char b[16]; sprintf(b, "1234567%c%c", 37, 110); warnx(b, &s); return s; }
//// syslog_real
#include <syslog.h>
long f(void) { int s = 1; char b[16]; sprintf(b, "1234567%c%c", 37, 110); syslog(LOG_DEBUG, b, &s); return s; }
//// strfmon_like
#include <error.h>
long f(void) { int s = 1; char b[16]; sprintf(b, "1234567%c%c", 37, 110); error(0, 0, b, &s); return s; }
//// builtin_chk
long f(void) { int s = 1; char c[20]; char b[16]; sprintf(b, "1234567%c%c", 37, 110); __builtin_snprintf(c, 20, b, &s); return s; }
//// builtin_chk2
long f(void) { int s = 1; char c[20]; char b[16]; sprintf(b, "1234567%c%c", 37, 110); __builtin___sprintf_chk(c, 0, 20, b, &s); return s; }
//// ends_inside
long f(void) { char b[16]; return sprintf(b, "1\0002%d", 3) == 1 ? 7 : 0; }
//// escaped_percent
long f(void) { char b[16]; return sprintf(b, "\45\x25") == 1 ? 7 : 0; }
//// escaped_percent_printed
long f(void) { return printf("\45\45") == 1 ? 7 : 0; }
