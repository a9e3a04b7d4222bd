/* Memory that functions of the library keep and change later, and functions of the library through pointers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
//// memstream_close
void go(void) { char *p = 0; size_t n = 0; FILE *f = open_memstream(&p, &n); fputs("abc", f); n = 9; fclose(f); if (n == 3) reach_error(); }
//// memstream_flush_ptr
void go(void) { char *p = 0; size_t n = 0; FILE *f = open_memstream(&p, &n); fputs("abc", f); p = 0; n = 0; fflush(f); if (p && n == 3) reach_error(); }
//// fmemopen_later
void go(void) { char b[8] = "xxxxxxx"; FILE *f = fmemopen(b, 8, "w"); b[0] = 'q'; fputs("ab", f); fclose(f); if (b[0] == 'a') reach_error(); }
//// setbuf_later
static char b[BUFSIZ]; void go(void) { setbuf(stdout, b); b[0] = 'q'; putchar('h'); if (b[0] == 'h') reach_error(); }
//// setbuf_elsewhere
static char b[BUFSIZ]; static void say(void) { printf("hello"); } void go(void) { setbuf(stdout, b); b[0] = 'q'; say(); if (b[0] == 'h') reach_error(); }
//// setbuf_label
static char b[BUFSIZ]; extern void sb(FILE *, char *) __asm__("setbuf"); void go(void) { sb(stdout, b); b[0] = 'q'; printf("hello"); if (b[0] == 'h') reach_error(); }
//// printf_by_pointer
static char b[BUFSIZ]; void go(void) { int (*pr)(const char *, ...) = printf; setbuf(stdout, b); b[0] = 'q'; pr("hello"); if (b[0] == 'h') reach_error(); }
//// initstate
#include <stdlib.h>
static char st[64]; void go(void) { initstate(5, st, 64); memset(st + 4, 0, 60); random(); int k = 0; for (int i = 4; i < 64; i++) if (st[i]) { k = 1; break; } srandom(7); for (int i = 4; i < 64; i++) if (st[i]) { k = 1; break; } if (k) reach_error(); }
//// strtok_r_state
void go(void) { char b[] = "a,b,c", *s; strtok_r(b, ",", &s); b[2] = 'x'; strtok_r(0, ",", &s); if (b[3] == 0) reach_error(); }
//// putenv_get
void go(void) { static char v[] = "QQ=abc"; putenv(v); char *p = getenv("QQ"); p[0] = 'z'; if (v[3] == 'z') reach_error(); }
//// putenv_get_const
void go(void) { static char v[] = "QQ=abc"; putenv(v); v[3] = 'k'; char *p = getenv("QQ"); if (p && p[0] == 'k') reach_error(); }
//// pipe_fds
#include <unistd.h>
void go(void) { int p[2] = { -1, -1 }; if (pipe(p) == 0 && p[0] >= 0) reach_error(); }
//// getline_grow
void go(void) { char *p = malloc(1); size_t n = 1; char *q = p; FILE *f = fmemopen("hello\n", 6, "r"); long k = getline(&p, &n, f); if (k == 6 && n > 1 && p[0] == 'h') reach_error(); }
//// tsearch_key
#include <search.h>
static int cmp(const void *a, const void *b) { return *(int *)a - *(int *)b; } void go(void) { void *root = 0; static int x = 1; tsearch(&x, &root, cmp); int y = 1; int **r = tfind(&y, &root, cmp); if (r && *r == &x) { **r = 5; if (x == 5) reach_error(); } }
//// hsearch_data
#include <search.h>
void go(void) { static int x = 1; hcreate(8); ENTRY e = { "k", &x }; hsearch(e, ENTER); ENTRY q = { "k", 0 }; ENTRY *r = hsearch(q, FIND); if (r) { *(int *)r->data = 5; if (x == 5) reach_error(); } }
//// lsearch_grow
#include <search.h>
static int cmp(const void *a, const void *b) { return *(int *)a - *(int *)b; } void go(void) { int a[4] = { 1, 2 }; size_t n = 2; int k = 9; lsearch(&k, a, &n, 4, cmp); if (a[2] == 9 && n == 3) reach_error(); }
//// insque
#include <search.h>
struct e { struct e *n, *p; int v; }; void go(void) { struct e a = { 0, 0, 1 }, b = { 0, 0, 2 }; insque(&a, 0); insque(&b, &a); if (a.n == &b && b.p == &a) reach_error(); }
//// sigaction_old
#include <signal.h>
static int x = 0; static void h(int n) { x = 7; } void go(void) { struct sigaction a = { 0 }, o; a.sa_handler = h; sigaction(10, &a, 0); sigaction(10, 0, &o); o.sa_handler(1); if (x == 7) reach_error(); }
//// readv_iov
#include <sys/uio.h>
#include <unistd.h>
void go(void) { char b[4] = "xyz"; int p[2]; pipe(p); write(p[1], "ab", 2); struct iovec v = { b, 2 }; readv(p[0], &v, 1); if (b[0] == 'a') reach_error(); }
//// read_pipe
#include <unistd.h>
void go(void) { char b[4] = "xyz"; int p[2]; pipe(p); write(p[1], "ab", 2); read(p[0], b, 2); if (b[0] == 'a') reach_error(); }
//// printf_p_scan
void go(void) { int x = 1; char b[32]; sprintf(b, "%p", (void *)&x); void *p = 0; sscanf(b, "%p", &p); *(int *)p = 5; if (x == 5) reach_error(); }
//// getcontext_kept
#include <time.h>
void go(void) { time_t t = 0; struct tm *a = gmtime(&t), *b; t = 86400 * 400; b = gmtime(&t); if (a->tm_year == 71) reach_error(); }
//// asctime_static
#include <time.h>
void go(void) { struct tm t = { .tm_year = 70, .tm_mday = 1 }; char *a = asctime(&t); char c = a[23]; t.tm_year = 71; asctime(&t); if (a[23] != c) reach_error(); }
//// strerror_static
void go(void) { char *a = strerror(12345); char c = a[14]; strerror(12399); if (c == '1') reach_error(); }
//// mbrtowc_ps
#include <wchar.h>
void go(void) { mbstate_t s = { 0 }; wchar_t w = 0; mbrtowc(&w, "a", 1, &s); if (w == 'a') reach_error(); }
//// wcstok
#include <wchar.h>
void go(void) { wchar_t b[] = L"a,b,c", *s; wcstok(b, L",", &s); wcstok(0, L",", &s); if (b[3] == 0) reach_error(); }
//// getsubopt
void go(void) { char b[] = "ro,size=5", *s = b, *v = 0; char *const t[] = { "ro", "size", 0 }; getsubopt(&s, t, &v); if (b[2] == 0) reach_error(); }
//// strsep
void go(void) { char b[] = "a,b", *s = b; strsep(&s, ","); if (b[1] == 0 && s == b + 2) reach_error(); }
//// sprintf_by_pointer
void go(void) { char b[8] = "x"; int (*sp)(char *, const char *, ...) = sprintf; sp(b, "%d", 5); if (b[0] == '5') reach_error(); }
//// sscanf_by_pointer
void go(void) { int x = 1; int (*sp)(const char *, const char *, ...) = sscanf; sp("5", "%d", &x); if (x == 5) reach_error(); }
//// sprintf_result_by_pointer
void go(void) { char b[8] = "x"; int (*sp)(char *, const char *, ...) = sprintf; int n = sp(b, "%d", 55); if (n == 2) reach_error(); }
//// sprintf_table
void go(void) { char b[8] = "x"; int (*t[2])(char *, const char *, ...) = { 0, sprintf }; t[1](b, "%d", 5); if (b[0] == '5') reach_error(); }
//// snprintf_ternary
void go(void) { char b[8] = "x"; (b[0] ? snprintf : 0)(b, 8, "%d", 5); if (b[0] == '5') reach_error(); }
//// vsnprintf_by_pointer
#include <stdarg.h>
static int (*vs)(char *, size_t, const char *, va_list) = vsnprintf; static void pf(char *b, const char *f, ...) { va_list l; va_start(l, f); vs(b, 8, f, l); va_end(l); } void go(void) { char b[8] = "x"; pf(b, "%d", 5); if (b[0] == '5') reach_error(); }
//// printf_n_by_pointer
void go(void) { int x = 7; int (*pr)(const char *, ...) = printf; pr("abc%n", &x); if (x == 3) reach_error(); }
//// printf_setvbuf_by_pointer
void go(void) { static char b[64]; setvbuf(stdout, b, _IOFBF, 64); b[0] = 'q'; int (*pr)(const char *, ...) = printf; pr("hello"); char c = b[0]; setvbuf(stdout, 0, _IONBF, 0); if (c == 'h' || c == 'q') reach_error(); }
//// strtod_by_pointer
void go(void) { char *e = 0; double (*f)(const char *, char **) = strtod; f("1.5x", &e); if (e && *e == 'x') reach_error(); }
//// frexp_by_pointer
#include <math.h>
void go(void) { int e = 9; double (*f)(double, int *) = frexp; f(8.0, &e); if (e == 4) reach_error(); }
//// modf_by_pointer
#include <math.h>
void go(void) { double i = 9; double (*f)(double, double *) = modf; f(8.5, &i); if (i == 8.0) reach_error(); }
//// div_by_pointer
void go(void) { div_t (*f)(int, int) = div; div_t d = f(7, 2); if (d.quot == 3) reach_error(); }
//// qsort_by_pointer
static int n; static int cmp(const void *a, const void *b) { n++; return *(int *)a - *(int *)b; } void go(void) { int a[2] = { 2, 1 }; void (*q)(void *, size_t, size_t, int (*)(const void *, const void *)) = qsort; q(a, 2, 4, cmp); if (a[0] == 1 && n) reach_error(); }
//// old_style_pointer
void go(void) { char b[8] = "x"; void *(*m)() = (void *(*)())memset; m(b, 'y', 3ul); if (b[1] == 'y') reach_error(); }
//// cast_pointer
void go(void) { char b[8] = "x"; ((void (*)(void *, int, size_t))(void *)memset)(b, 'y', 3); if (b[1] == 'y') reach_error(); }
//// struct_of_pointers
static struct { void *(*set)(void *, int, size_t); size_t (*len)(const char *); } ops = { memset, strlen }; void go(void) { char b[8] = "x"; ops.set(b, 'y', 3); if (ops.len(b) == 3) reach_error(); }
//// memcpy_ptr_in_struct
struct s { int *p; int k; }; void go(void) { int x = 1; struct s a = { &x, 2 }, b; void *(*m)(void *, const void *, size_t) = memcpy; m(&b, &a, sizeof a); *b.p = 5; if (x == 5) reach_error(); }
//// realloc_by_pointer
void go(void) { void *(*r)(void *, size_t) = realloc; int *p = malloc(4); *p = 7; p = r(p, 8); if (!p || p[0] == 7) reach_error(); }
//// calloc_by_pointer
void go(void) { void *(*c)(size_t, size_t) = calloc; int *p = c(2, 4); if (!p || p[1] == 0) reach_error(); }
//// free_by_pointer
void go(void) { void (*f)(void *) = free; int *p = malloc(4); f(p); reach_error(); }
//// strdup_by_pointer
void go(void) { char *(*d)(const char *) = strdup; char *p = d("ab"); if (!p || p[1] == 'b') reach_error(); }
//// getenv_by_pointer
void go(void) { char *(*g)(const char *) = getenv; static char v[] = "QQ=abc"; putenv(v); char *p = g("QQ"); if (p) reach_error(); }
//// abs_by_pointer
void go(void) { int (*a)(int) = abs; if (a(-3) == 3) reach_error(); }
//// fabs_by_pointer
#include <math.h>
void go(void) { double (*a)(double) = fabs; if (a(-3.5) == 3.5) reach_error(); }
//// sqrtf_by_pointer
#include <math.h>
void go(void) { float (*a)(float) = sqrtf; if (a(4) == 2) reach_error(); }
//// toupper_by_pointer
#include <ctype.h>
void go(void) { int (*t)(int) = toupper; if (t('a') == 'A') reach_error(); }
//// time_by_pointer
#include <time.h>
void go(void) { time_t x = -7; time_t (*t)(time_t *) = time; t(&x); if (x != -7) reach_error(); }
//// pipe_by_pointer
#include <unistd.h>
void go(void) { int p[2] = { -1, -1 }; int (*f)(int *) = pipe; f(p); if (p[0] >= 0) reach_error(); }
//// builtin_by_pointer
void go(void) { char b[3] = "ab", c[3]; __builtin_memcpy(c, b, 3); if (c[1] == 'b') reach_error(); }
//// fgets_gets
void go(void) { FILE *f = fmemopen("hello\n", 6, "r"); char b[8] = ""; fgets(b, 8, f); if (b[0] == 'h') reach_error(); }
//// fread_struct
void go(void) { FILE *f = fmemopen("hello\n", 6, "r"); struct { char a; short b; } s = { 0 }; fread(&s, 1, 4, f); if (s.a == 'h') reach_error(); }
//// fscanf_later
void go(void) { char t[] = "12 13"; FILE *f = fmemopen(t, 5, "r"); t[1] = '9'; int x = 0; fscanf(f, "%d", &x); if (x == 19) reach_error(); }
//// mmap_write
#include <sys/mman.h>
void go(void) { int *p = mmap(0, 4096, 3, 0x22, -1, 0); p[3] = 5; if (p[3] == 5) reach_error(); }
//// alloca_vla
void go(void) { int n = 3; char *p = __builtin_alloca(n); p[2] = 5; if (p[2] == 5) reach_error(); }
//// setvbuf_of_a_file
void go(void) { static char b[128]; FILE *f = tmpfile(); setvbuf(f, b, _IOFBF, 128); b[0] = 'q'; fprintf(f, "hello"); if (b[0] == 'h') reach_error(); }
//// setvbuf_by_pointer
void go(void) { static char b[128]; FILE *f = tmpfile(); int (*sv)(FILE *, char *, int, size_t) = setvbuf; sv(f, b, _IOFBF, 128); b[0] = 'q'; fputs("hello", f); if (b[0] == 'h') reach_error(); }
//// setvbuf_by_label
extern int sv(FILE *, char *, int, size_t) __asm__("setvbuf"); void go(void) { static char b[128]; FILE *f = tmpfile(); sv(f, b, _IOFBF, 128); b[0] = 'q'; fputs("hello", f); if (b[0] == 'h') reach_error(); }
