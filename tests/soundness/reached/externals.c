/* Addresses that external functions get in other types than pointers, and through pointers to functions; they are used behind //--. */
extern void *memcpy(void *, const void *, unsigned long);
long f(void);
void go(void) { if (f() == 7) reach_error(); }
//// two_ints
extern void ext(unsigned, unsigned); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; ext(a, a >> 32); return s; }
//--
void ext(unsigned l, unsigned h) { *(int *)((unsigned long)h << 32 | l) = 7; }
//// struct_ints
struct t { unsigned a, b; }; extern void ext(struct t *); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; struct t t = { a, a >> 32 }; ext(&t); return s; }
//--
void ext(struct t *t) { *(int *)((unsigned long)t->b << 32 | t->a) = 7; }
//// struct_ints_value
struct t { unsigned a, b; }; extern void ext(struct t); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; struct t t = { a, a >> 32 }; ext(t); return s; }
//--
void ext(struct t t) { *(int *)((unsigned long)t.b << 32 | t.a) = 7; }
//// char_buf
extern void ext(char *); long f(void) { int s = 1; int *p = &s; char b[8]; __builtin_memcpy(b, &p, 8); ext(b); return s; }
//--
void ext(char *b) { int *p; __builtin_memcpy(&p, b, 8); *p = 7; }
//// char_buf_loop
extern void ext(const unsigned char *); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; unsigned char b[8]; for (int i = 0; i < 8; i++) b[i] = a >> (8 * i); ext(b); return s; }
//--
void ext(const unsigned char *b) { int *p; __builtin_memcpy(&p, b, 8); *p = 7; }
//// double_pun
extern void ext(double); long f(void) { int s = 1; union { int *p; double d; } u; u.p = &s; ext(u.d); return s; }
//--
void ext(double d) { union { int *p; double d; } u; u.d = d; *u.p = 7; }
//// double_conv
extern void ext(double); long f(void) { int s = 1; ext((double)(unsigned long)&s); return s; }
//--
void ext(double d) { *(int *)(unsigned long)d = 7; }
//// double_ptr
extern void ext(double *); long f(void) { int s = 1; double d = (double)(unsigned long)&s; ext(&d); return s; }
//--
void ext(double *d) { *(int *)(unsigned long)*d = 7; }
//// shorts
extern void ext(unsigned short, unsigned short, unsigned short, unsigned short); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; ext(a, a >> 16, a >> 32, a >> 48); return s; }
//--
void ext(unsigned short a, unsigned short b, unsigned short c, unsigned short d) { *(int *)((unsigned long)d << 48 | (unsigned long)c << 32 | (unsigned long)b << 16 | a) = 7; }
//// chars_calls
extern void ext(int, unsigned char); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 8; i++) ext(i, a >> (8 * i)); return s; }
//--
static unsigned long k; void ext(int i, unsigned char b) { k |= (unsigned long)b << (8 * i); if (i == 7) *(int *)k = 7; }
//// varargs_ints
extern void ext(int, ...); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; ext(2, (unsigned)a, (unsigned)(a >> 32)); return s; }
//--
#include <stdarg.h>
void ext(int n, ...) { va_list l; va_start(l, n); unsigned a = va_arg(l, unsigned), b = va_arg(l, unsigned); *(int *)((unsigned long)b << 32 | a) = 7; }
//// varargs_ptr
extern void ext(int, ...); long f(void) { int s = 1; ext(2, &s); return s; }
//--
#include <stdarg.h>
void ext(int n, ...) { va_list l; va_start(l, n); *va_arg(l, int *) = 7; }
//// varargs_struct
struct t { unsigned a, b; }; extern void ext(int, ...); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; struct t t = { a, a >> 32 }; ext(2, t); return s; }
//--
#include <stdarg.h>
void ext(int n, ...) { va_list l; va_start(l, n); struct t t = va_arg(l, struct t); *(int *)((unsigned long)t.b << 32 | t.a) = 7; }
//// union_ints
union u { int *p; unsigned w[2]; }; extern void ext(unsigned *); long f(void) { int s = 1; union u u; u.p = &s; ext(u.w); return s; }
//--
void ext(unsigned *w) { **(int **)w = 7; }
//// array_in_struct
struct t { char h; unsigned char b[8]; }; extern void ext(struct t); long f(void) { int s = 1; int *p = &s; struct t t; t.h = 1; memcpy(t.b, &p, 8); ext(t); return s; }
//--
void ext(struct t t) { int *p; memcpy(&p, t.b, 8); *p = 7; }
//// bitfields
struct t { unsigned long a : 24, b : 40; }; extern void ext(struct t); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; struct t t = { a & 0xffffff, a >> 24 }; ext(t); return s; }
//--
void ext(struct t t) { *(int *)((unsigned long)t.b << 24 | t.a) = 7; }
//// bitfields_ptr
struct t { unsigned a : 16, b : 16, c : 16; }; extern void ext(struct t *); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; struct t t = { a & 0xffff, a >> 16 & 0xffff, a >> 32 }; ext(&t); return s; }
//--
void ext(struct t *t) { *(int *)((unsigned long)t->c << 32 | (unsigned long)t->b << 16 | t->a) = 7; }
//// int128
extern void ext(unsigned __int128); long f(void) { int s = 1; ext((unsigned __int128)(unsigned long)&s << 32); return s; }
//--
void ext(unsigned __int128 a) { *(int *)(unsigned long)(a >> 32) = 7; }
//// vector
typedef unsigned v __attribute__((vector_size(8))); extern void ext(v); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; v t = { a, a >> 32 }; ext(t); return s; }
//--
void ext(v t) { *(int *)((unsigned long)t[1] << 32 | t[0]) = 7; }
//// difference
extern void ext(long, char *); static char base[4]; long f(void) { int s = 1; ext((char *)&s - base, base); return s; }
//--
void ext(long d, char *b) { *(int *)(b + d) = 7; }
//// difference_int
extern void ext(unsigned, unsigned, int *); static int base[4]; long f(void) { int s = 1; unsigned long d = (unsigned long)&s - (unsigned long)base; ext(d, d >> 32, base); return s; }
//--
void ext(unsigned l, unsigned h, int *b) { *(int *)((unsigned long)b + ((unsigned long)h << 32 | l)) = 7; }
//// xor_two
extern void ext(unsigned long, unsigned long); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; ext(a ^ 0x5555, 0x5555); return s; }
//--
void ext(unsigned long a, unsigned long b) { *(int *)(a ^ b) = 7; }
//// enum_arg
enum e { A, B = 0x7fffffff }; extern void ext(enum e, enum e); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; ext((enum e)a, (enum e)(a >> 32)); return s; }
//--
void ext(enum e a, enum e b) { *(int *)((unsigned long)(unsigned)b << 32 | (unsigned)a) = 7; }
//// global_int
extern void ext(unsigned *); static unsigned g[2]; long f(void) { int s = 1; unsigned long a = (unsigned long)&s; g[0] = a; g[1] = a >> 32; ext(g); return s; }
//--
void ext(unsigned *g) { *(int *)((unsigned long)g[1] << 32 | g[0]) = 7; }
//// heap_ints
extern void *malloc(unsigned long); extern void ext(unsigned *); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; unsigned *g = malloc(8); g[0] = a; g[1] = a >> 32; ext(g); return s; }
//--
void ext(unsigned *g) { *(int *)((unsigned long)g[1] << 32 | g[0]) = 7; }
//// kept_ints
extern void ext(unsigned, unsigned), step(void); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; ext(a, a >> 32); s = 2; step(); return s; }
//--
static int *k; void ext(unsigned l, unsigned h) { k = (int *)((unsigned long)h << 32 | l); } void step(void) { *k = 7; }
//// kept_buf
extern void ext(char *), step(void); long f(void) { int s = 1; int *p = &s; char b[8]; memcpy(b, &p, 8); ext(b); s = 2; step(); return s; }
//--
static int *k; void ext(char *b) { memcpy(&k, b, 8); } void step(void) { *k = 7; }
//// fn_two_ints
extern void ext(unsigned, unsigned); static int s = 1; static void h(void) { s = 7; } long f(void) { unsigned long a = (unsigned long)h; ext(a, a >> 32); return s; }
//--
void ext(unsigned l, unsigned h) { ((void (*)(void))((unsigned long)h << 32 | l))(); }
//// fn_in_buf
extern void ext(char *); static int s = 1; static void h(void) { s = 7; } long f(void) { void (*p)(void) = h; char b[8]; memcpy(b, &p, 8); ext(b); return s; }
//--
void ext(char *b) { void (*p)(void); memcpy(&p, b, 8); p(); }
//// fn_in_double
extern void ext(double); static int s = 1; static void h(void) { s = 7; } long f(void) { ext((double)(unsigned long)h); return s; }
//--
void ext(double d) { ((void (*)(void))(unsigned long)d)(); }
//// result_two_ints
extern int *ext(unsigned, unsigned); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; int *p = ext(a, a >> 32); *p = 7; return s; }
//--
int *ext(unsigned l, unsigned h) { return (int *)((unsigned long)h << 32 | l); }
//// result_as_number
extern unsigned long ext(int *); long f(void) { int s = 1; unsigned long a = ext(&s); *(int *)a = 7; return s; }
//--
unsigned long ext(int *p) { return (unsigned long)p; }
//// result_in_struct
struct r { int *p; }; extern struct r ext(int *); long f(void) { int s = 1; struct r r = ext(&s); *r.p = 7; return s; }
//--
struct r ext(int *p) { struct r r = { p }; return r; }
//// result_in_struct_ints
struct r { unsigned a, b; }; extern struct r ext(int *); long f(void) { int s = 1; struct r r = ext(&s); *(int *)((unsigned long)r.b << 32 | r.a) = 7; return s; }
//--
struct r ext(int *p) { struct r r = { (unsigned long)p, (unsigned long)p >> 32 }; return r; }
//// result_in_out_long
extern void ext(int *, unsigned long *); long f(void) { int s = 1; unsigned long a; ext(&s, &a); *(int *)a = 7; return s; }
//--
void ext(int *p, unsigned long *a) { *a = (unsigned long)p; }
//// result_in_out_char
extern void ext(int *, char *); long f(void) { int s = 1; char b[8]; ext(&s, b); int *p; memcpy(&p, b, 8); *p = 7; return s; }
//--
void ext(int *p, char *b) { memcpy(b, &p, 8); }
//// result_in_out_two
extern void ext(int *, unsigned *, unsigned *); long f(void) { int s = 1; unsigned l, h; ext(&s, &l, &h); *(int *)((unsigned long)h << 32 | l) = 7; return s; }
//--
void ext(int *p, unsigned *l, unsigned *h) { *l = (unsigned long)p; *h = (unsigned long)p >> 32; }
//// result_double
extern double ext(int *); long f(void) { int s = 1; double d = ext(&s); *(int *)(unsigned long)d = 7; return s; }
//--
double ext(int *p) { return (unsigned long)p; }
//// result_unknown_fp
typedef void (*fp)(int *); extern fp get(void); long f(void) { int s = 1; get()(&s); return s; }
//--
static void w(int *p) { *p = 7; } fp get(void) { return w; }
//// unknown_fp_number
typedef void (*fp)(unsigned long); extern fp get(void); long f(void) { int s = 1; get()((unsigned long)&s); return s; }
//--
static void w(unsigned long p) { *(int *)p = 7; } fp get(void) { return w; }
//// unknown_fp_fn
typedef void (*fp)(void (*)(void)); extern fp get(void); static int s = 1; static void h(void) { s = 7; } long f(void) { get()(h); return s; }
//--
static void w(void (*p)(void)) { p(); } fp get(void) { return w; }
//// unknown_fp_deep
struct t { int *p; }; typedef void (*fp)(struct t *); extern fp get(void); long f(void) { int s = 1; struct t t = { &s }; get()(&t); return s; }
//--
static void w(struct t *t) { *t->p = 7; } fp get(void) { return w; }
//// unknown_fp_struct
struct t { int *p; }; typedef void (*fp)(struct t); extern fp get(void); long f(void) { int s = 1; struct t t = { &s }; get()(t); return s; }
//--
static void w(struct t t) { *t.p = 7; } fp get(void) { return w; }
//// unknown_fp_result
typedef int *(*fp)(int *); extern fp get(void); long f(void) { int s = 1; int *q = get()(&s); *q = 7; return s; }
//--
static int *w(int *p) { return p; } fp get(void) { return w; }
//// unknown_fp_kept
typedef void (*fp)(int *); extern fp get(void); extern void step(void); long f(void) { int s = 1; get()(&s); s = 2; step(); return s; }
//--
static int *k; static void w(int *p) { k = p; } fp get(void) { return w; } void step(void) { *k = 7; }
//// variadic_fp_fn
extern void ext(int, ...); static int s = 1; static void h(void) { s = 7; } long f(void) { void (*p)(int, ...) = ext; p(1, h); return s; }
//--
#include <stdarg.h>
void ext(int n, ...) { va_list l; va_start(l, n); va_arg(l, void (*)(void))(); }
//// variadic_fp_deep
struct t { int *p; }; extern void ext(int, ...); long f(void) { int s = 1; struct t t = { &s }; void (*p)(int, ...) = ext; p(1, &t); return s; }
//--
#include <stdarg.h>
void ext(int n, ...) { va_list l; va_start(l, n); *va_arg(l, struct t *)->p = 7; }
//// variadic_fp_number
extern void ext(int, ...); long f(void) { int s = 1; void (*p)(int, ...) = ext; p(1, (unsigned long)&s); return s; }
//--
#include <stdarg.h>
void ext(int n, ...) { va_list l; va_start(l, n); *(int *)va_arg(l, unsigned long) = 7; }
//// struct_fp_arg
struct t { int *p; }; extern void ext(struct t); long f(void) { int s = 1; struct t t = { &s }; void (*p)(struct t) = ext; p(t); return s; }
//--
void ext(struct t t) { *t.p = 7; }
//// oldstyle_fp
extern void ext(); long f(void) { int s = 1; void (*p)() = ext; p(&s); return s; }
//--
void ext(int *p) { *p = 7; }
//// oldstyle_fp_fn
extern void ext(); static int s = 1; static void h(void) { s = 7; } long f(void) { void (*p)() = ext; p(h); return s; }
//--
void ext(void (*p)(void)) { p(); }
//// struct_result_fp
struct t { int *p; }; extern struct t ext(int *); long f(void) { int s = 1; struct t (*g)(int *) = ext; *g(&s).p = 7; return s; }
//--
struct t ext(int *p) { struct t t = { p }; return t; }
//// oldstyle_result
extern int *ext(); long f(void) { int s = 1; int *(*g)() = ext; *g(&s) = 7; return s; }
//--
int *ext(int *p) { return p; }
