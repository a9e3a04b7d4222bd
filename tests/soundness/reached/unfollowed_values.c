/* Addresses in long double, in complex numbers, in bytes of structures that hold such: values that have no storage. */
extern void *memcpy(void *, const void *, unsigned long);
extern void *malloc(unsigned long);
extern int getpid(void);
long f(void);
void go(void) { if (f() == 7) reach_error(); }
//// ld_conv
extern void ext(long double); long f(void) { int s = 1; ext((long double)(unsigned long)&s); return s; }
//--
void ext(long double d) { *(int *)(unsigned long)d = 7; }
//// ld_ptr
extern void ext(long double *); long f(void) { int s = 1; long double d = (unsigned long)&s; ext(&d); return s; }
//--
void ext(long double *d) { *(int *)(unsigned long)*d = 7; }
//// ld_pun
extern void ext(long double); long f(void) { int s = 1; union { int *p; long double d; } u = {0}; u.d = 1; u.p = &s; ext(u.d); return s; }
//--
void ext(long double d) { union { int *p; long double d; } u; u.d = d; *u.p = 7; }
//// ld_struct
struct t { long double d; }; extern void ext(struct t); long f(void) { int s = 1; struct t t = { (unsigned long)&s }; ext(t); return s; }
//--
void ext(struct t t) { *(int *)(unsigned long)t.d = 7; }
//// ld_var
extern void ext(int, ...); long f(void) { int s = 1; ext(1, (long double)(unsigned long)&s); return s; }
//--
#include <stdarg.h>
void ext(int n, ...) { va_list l; va_start(l, n); *(int *)(unsigned long)va_arg(l, long double) = 7; }
//// ld_fp
extern void ext(long double); long f(void) { int s = 1; void (*p)(long double) = ext; p((unsigned long)&s); return s; }
//--
void ext(long double d) { *(int *)(unsigned long)d = 7; }
//// ld_kept
extern void ext(long double), step(void); long f(void) { int s = 1; ext((unsigned long)&s); s = 2; step(); return s; }
//--
static int *k; void ext(long double d) { k = (int *)(unsigned long)d; } void step(void) { *k = 7; }
//// ld_ret
extern long double ext(int *); long f(void) { int s = 1; long double d = ext(&s); s = 2; *(int *)(unsigned long)d = 7; return s; }
//--
long double ext(int *p) { return (unsigned long)p; }
//// ld_global
extern void ext(long double *); static long double g; long f(void) { int s = 1; g = (unsigned long)&s; ext(&g); return s; }
//--
void ext(long double *d) { *(int *)(unsigned long)*d = 7; }
//// ld_local
long f(void) { int s = 1; long double d = (unsigned long)&s; *(int *)(unsigned long)d = 7; return s; }
//// ld_table
extern void ext(long double *); long f(void) { int s = 1; long double d[2] = { 0, (unsigned long)&s}; ext(d); return s; }
//--
void ext(long double *d) { *(int *)(unsigned long)d[1] = 7; }
//// ld_double
extern void ext(double); long f(void) { int s = 1; long double d = (unsigned long)&s; ext(d); return s; }
//--
void ext(double d) { *(int *)(unsigned long)d = 7; }
//// ld_sum
extern void ext(long double, int *); static int b; long f(void) { int s = 1; ext((long double)(unsigned long)&s + 3.0L, &b); return s; }
//--
void ext(long double d, int *b) { *(int *)(unsigned long)(d - 3) = 7; }
//// f128
extern void ext(_Float128); long f(void) { int s = 1; ext((_Float128)(unsigned long)&s); return s; }
//--
void ext(_Float128 d) { *(int *)(unsigned long)d = 7; }
//// cplx
extern void ext(_Complex double); long f(void) { int s = 1; ext((double)(unsigned long)&s); return s; }
//--
void ext(_Complex double d) { *(int *)(unsigned long)__real__ d = 7; }
//// cplx_im
extern void ext(_Complex double); long f(void) { int s = 1; _Complex double c = 0; __imag__ c = (unsigned long)&s; ext(c); return s; }
//--
void ext(_Complex double d) { *(int *)(unsigned long)__imag__ d = 7; }
//// cplx_ptr
extern void ext(_Complex double *); long f(void) { int s = 1; _Complex double c = (unsigned long)&s; ext(&c); return s; }
//--
void ext(_Complex double *d) { *(int *)(unsigned long)__real__ *d = 7; }
//// cplx_struct
struct t { _Complex double d; }; extern void ext(struct t); long f(void) { int s = 1; struct t t = { (unsigned long)&s }; ext(t); return s; }
//--
void ext(struct t t) { *(int *)(unsigned long)__real__ t.d = 7; }
//// cplx_ret
extern _Complex double ext(int *); long f(void) { int s = 1; _Complex double d = ext(&s); s = 2; *(int *)(unsigned long)__real__ d = 7; return s; }
//--
_Complex double ext(int *p) { return (unsigned long)p; }
//// cplx_var
extern void ext(int, ...); long f(void) { int s = 1; _Complex double c = (unsigned long)&s; ext(1, c); return s; }
//--
#include <stdarg.h>
void ext(int n, ...) { va_list l; va_start(l, n); *(int *)(unsigned long)__real__ va_arg(l, _Complex double) = 7; }
//// cplx_long
extern void ext(_Complex unsigned long); long f(void) { int s = 1; _Complex unsigned long c = (unsigned long)&s; ext(c); return s; }
//--
void ext(_Complex unsigned long d) { *(int *)__real__ d = 7; }
//// float_calls
extern void ext(int, float); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 4; i++) ext(i, a >> 16 * i & 0xffff); return s; }
//--
static unsigned long k; void ext(int i, float b) { k |= (unsigned long)b << 16 * i; if (i == 3) *(int *)k = 7; }
//// ld_fn
extern void ext(long double); static int s = 1; static void h(void) { s = 7; } long f(void) { ext((unsigned long)h); return s; }
//--
void ext(long double l) { ((void (*)(void))(unsigned long)l)(); }
//// mixed_ints
extern unsigned lo(int *), hi(int *); long f(void) { int s = 1, x = 2; unsigned l = lo(&s), h = hi(&s); s = 2; int *p = getpid() ? (int *)((unsigned long)h << 32 | l) : &x; *p = 7; return s; }
//--
unsigned lo(int *p) { return (unsigned long)p; } unsigned hi(int *p) { return (unsigned long)p >> 32; }
//// mixed_long
extern unsigned long id(int *); long f(void) { int s = 1, x = 2; unsigned long l = id(&s); s = 2; int *p = getpid() ? (int *)l : &x; *p = 7; return s; }
//--
unsigned long id(int *p) { return (unsigned long)p; }
//// mixed_double
extern double id(int *); long f(void) { int s = 1, x = 2; unsigned long l = id(&s); s = 2; int *p = getpid() ? (int *)l : &x; *p = 7; return s; }
//--
double id(int *p) { return (unsigned long)p; }
//// mixed_ld
extern long double id(int *); long f(void) { int s = 1, x = 2; unsigned long l = id(&s); s = 2; int *p = getpid() ? (int *)l : &x; *p = 7; return s; }
//--
long double id(int *p) { return (unsigned long)p; }
//// mixed_buf
extern void id(int *, char *); long f(void) { int s = 1, x = 2; char b[8]; id(&s, b); s = 2; int *q = &x; int *p = &x; if (getpid()) memcpy(&p, b, 8); *p = 7; return s; }
//--
void id(int *p, char *b) { memcpy(b, &p, 8); }
//// mixed_later
extern void give(int *); extern void fill(char *); long f(void) { int s = 1, x = 2; char b[8]; give(&s); s = 2; fill(b); int *p = &x; if (getpid()) memcpy(&p, b, 8); *p = 7; return s; }
//--
static int *k; void give(int *p) { k = p; } void fill(char *b) { memcpy(b, &k, 8); }
//// ld_mixed
long f(void) { int s = 1, x = 2; long double d = (unsigned long)&s; int *p = getpid() ? (int *)(unsigned long)d : &x; *p = 7; return s; }
//// ld_deep
long f(void) { int s = 1; int *q = &s; long double d = (unsigned long)&q; **(int **)(unsigned long)d = 7; return s; }
//// ld_store
long f(void) { static int s = 1; int *q = 0; long double d = (unsigned long)&q; *(int **)(unsigned long)d = &s; *q = 7; return s; }
//// ld_heap
long f(void) { long double *d = malloc(32); int s = 1; d[1] = (unsigned long)&s; *(int *)(unsigned long)d[1] = 7; return s; }
//// ld_memcpy
long f(void) { int s = 1; int *q = &s, *r; long double d; memcpy(&d, &q, 8); long double e = d; memcpy(&r, &d, 8); *r = 7; return s; }
//// ld_struct_copy
struct t { long double d; }; long f(void) { int s = 1; int *q = &s, *r; struct t a, b; memcpy(&a, &q, 8); b = a; memcpy(&r, &b, 8); *r = 7; return s; }
//// ld_union_copy
union u { long double d; int *p; }; long f(void) { int s = 1; union u a = {0}, b; a.p = &s; b = a; *b.p = 7; return s; }
//// cplx_local
long f(void) { int s = 1; _Complex double c = (unsigned long)&s; *(int *)(unsigned long)__real__ c = 7; return s; }
//// cplx_pun
union u { _Complex double d; int *p; }; long f(void) { int s = 1; union u a = {0}, b; a.p = &s; _Complex double d = a.d; b.d = d; *b.p = 7; return s; }
//// cplx_parts
long f(void) { int s = 1; _Complex double c; __real__ c = (unsigned long)&s; double d = __real__ c; *(int *)(unsigned long)d = 7; return s; }
//// cplx_int
long f(void) { int s = 1; _Complex unsigned long c = (unsigned long)&s; *(int *)__real__ c = 7; return s; }
//// ld_fn_arg
static void w(long double d) { *(int *)(unsigned long)d = 7; } long f(void) { int s = 1; w((unsigned long)&s); return s; }
//// ld_fn_fp
static void w(long double d) { *(int *)(unsigned long)d = 7; } long f(void) { int s = 1; void (*volatile p)(long double) = w; p((unsigned long)&s); return s; }
//// ld_fn_ret
static long double w(int *p) { return (unsigned long)p; } long f(void) { int s = 1; *(int *)(unsigned long)w(&s) = 7; return s; }
//// ld_vararg
#include <stdarg.h>
static void w(int n, ...) { va_list l; va_start(l, n); *(int *)(unsigned long)va_arg(l, long double) = 7; va_end(l); } long f(void) { int s = 1; w(1, (long double)(unsigned long)&s); return s; }
//// ld_plus
long f(void) { int s[3] = { 1, 2, 3 }; long double d = (unsigned long)s; *(int *)(unsigned long)(d + 4) = 7; return s[1]; }
//// ld_compound
long f(void) { int s = 1; unsigned long a = 0; a += (long double)(unsigned long)&s; *(int *)a = 7; return s; }
//// ld_compound_int
long f(void) { int s = 1; unsigned long a = (unsigned long)&s; a *= 1.0L; *(int *)a = 7; return s; }
//// double_compound_int
long f(void) { int s = 1; unsigned long a = (unsigned long)&s; a *= 1.0; *(int *)a = 7; return s; }
//// frexp_ld
#include <math.h>
long f(void) { int s = 1; int e; long double d = frexpl((unsigned long)&s, &e); *(int *)(unsigned long)ldexpl(d, e) = 7; return s; }
//// cond_ld
long f(void) { int s = 1; long double d = getpid() ? (unsigned long)&s : 1.0L; *(int *)(unsigned long)d = 7; return s; }
//// cond_ld_call
static unsigned long id(void *p) { return (unsigned long)p; } long f(void) { int s = 1; long double d = getpid() ? id(&s) : 1.0L; *(int *)(unsigned long)d = 7; return s; }
//// elvis_ld
static long double z(void) { return getpid() - getpid(); } long f(void) { int s = 1; long double d = z() ?: (unsigned long)&s; *(int *)(unsigned long)d = 7; return s; }
//// comma_ld
long f(void) { int s = 1; long double d = (getpid(), (unsigned long)&s); *(int *)(unsigned long)d = 7; return s; }
//// ret_ld_mixed
static long double id(void *p) { if (getpid()) return (unsigned long)p; return 0; } long f(void) { int s = 1, x; int *p = getpid() ? (int *)(unsigned long)id(&s) : &x; *p = 7; return s; }
//// struct_ret_ld
struct t { long double d; }; static struct t id(void *p) { struct t t = { .d = (unsigned long)p }; return t; } long f(void) { int s = 1; *(int *)(unsigned long)id(&s).d = 7; return s; }
//// struct_ext_ret
struct t { long double d; }; extern struct t id(void *p); long f(void) { int s = 1; struct t t = id(&s); s = 2; *(int *)(unsigned long)t.d = 7; return s; }
//--
struct t id(void *p) { struct t t = { .d = (unsigned long)p }; return t; }
//// struct_ld_bytes
struct t { long double d; }; extern void ext(struct t); long f(void) { int s = 1; int *p = &s; struct t t; memcpy(&t, &p, 8); ext(t); return s; }
//--
void ext(struct t t) { int *p; memcpy(&p, &t, 8); *p = 7; }
//// struct_ld_bytes_fp
struct t { long double d; }; extern void ext(struct t); long f(void) { int s = 1; int *p = &s; struct t t; memcpy(&t, &p, 8); void (*e)(struct t) = ext; e(t); return s; }
//--
void ext(struct t t) { int *p; memcpy(&p, &t, 8); *p = 7; }
//// struct_ld_own
struct t { long double d; }; static void own(struct t t) { int *p; memcpy(&p, &t, 8); *p = 7; } long f(void) { int s = 1; int *p = &s; struct t t; memcpy(&t, &p, 8); own(t); return s; }
//// struct_ld_own_fp
struct t { long double d; }; static void own(struct t t) { int *p; memcpy(&p, &t, 8); *p = 7; } long f(void) { int s = 1; int *p = &s; struct t t; memcpy(&t, &p, 8); void (*volatile e)(struct t) = own; e(t); return s; }
//// struct_ld_ret
struct t { long double d; }; static struct t own(int *p) { struct t t; memcpy(&t, &p, 8); return t; } long f(void) { int s = 1; int *p; struct t t = own(&s); memcpy(&p, &t, 8); *p = 7; return s; }
//// union_arg
union u { long double d; int *p; }; static void own(union u t) { *t.p = 7; } long f(void) { int s = 1; union u t; t.p = &s; own(t); return s; }
//// union_arg_fp
union u { long double d; int *p; }; static void own(union u t) { *t.p = 7; } long f(void) { int s = 1; union u t; t.p = &s; void (*volatile e)(union u) = own; e(t); return s; }
//// union_ret
union u { long double d; int *p; }; static union u own(int *p) { union u t; t.p = p; return t; } long f(void) { int s = 1; *own(&s).p = 7; return s; }
//// union_ret_fp
union u { long double d; int *p; }; static union u own(int *p) { union u t; t.p = p; return t; } long f(void) { int s = 1; union u (*volatile e)(int *) = own; *e(&s).p = 7; return s; }
//// union_ext
union u { long double d; int *p; }; extern void ext(union u); long f(void) { int s = 1; union u t; t.p = &s; ext(t); return s; }
//--
void ext(union u u) { *u.p = 7; }
//// union_ext_fp
union u { long double d; int *p; }; extern void ext(union u); long f(void) { int s = 1; union u t; t.p = &s; void (*e)(union u) = ext; e(t); return s; }
//--
void ext(union u u) { *u.p = 7; }
//// union_array_ext
union u { char c[24]; int *p; }; extern void ext(union u); long f(void) { int s = 1; union u t; t.p = &s; ext(t); return s; }
//--
void ext(union u u) { *u.p = 7; }
//// union_array_ext_fp
union u { char c[24]; int *p; }; extern void ext(union u); long f(void) { int s = 1; union u t; t.p = &s; void (*e)(union u) = ext; e(t); return s; }
//--
void ext(union u u) { *u.p = 7; }
//// union_array_fp
union u { char c[24]; int *p; }; static void own(union u t) { *t.p = 7; } long f(void) { int s = 1; union u t; t.p = &s; void (*volatile e)(union u) = own; e(t); return s; }
//// union_array_ret_fp
union u { char c[24]; int *p; }; static union u own(int *p) { union u t; t.p = p; return t; } long f(void) { int s = 1; union u (*volatile e)(int *) = own; *e(&s).p = 7; return s; }
//// big_struct_fp
struct t { char c[400]; }; static void own(struct t t) { int *p; memcpy(&p, t.c + 8, 8); *p = 7; } long f(void) { int s = 1; int *p = &s; struct t t; memcpy(t.c + 8, &p, 8); void (*volatile e)(struct t) = own; e(t); return s; }
//// big_struct_ext
struct t { char c[4000]; }; extern void own(struct t t); long f(void) { int s = 1; int *p = &s; struct t t; memcpy(t.c + 8, &p, 8); own(t); return s; }
//--
void own(struct t t) { int *p; memcpy(&p, t.c + 8, 8); *p = 7; }
//// big_struct_ext_fp
struct t { char c[4000]; }; extern void own(struct t t); long f(void) { int s = 1; int *p = &s; struct t t; memcpy(t.c + 8, &p, 8); void (*volatile e)(struct t) = own; e(t); return s; }
//--
void own(struct t t) { int *p; memcpy(&p, t.c + 8, 8); *p = 7; }
//// vararg_struct_fp
#include <stdarg.h>
struct t { long double d; int *p; }; static void own(int n, ...) { va_list l; va_start(l, n); struct t t = va_arg(l, struct t); va_end(l); *t.p = 7; } long f(void) { int s = 1; struct t t = { 1, &s }; void (*volatile e)(int, ...) = own; e(1, t); return s; }
//// ld_loop_bits
long f(void) { int s = 1; long double d = (unsigned long)&s; unsigned long a = 0; for (int i = 62; i >= 0; i--) { long double b = 1ul << i; if (d >= b) { d -= b; a |= 1ul << i; } } *(int *)a = 7; return s; }
//// ld_loop_bits_mixed
long f(void) { int s = 1, x; long double d = (unsigned long)&s; unsigned long a = 0; for (int i = 62; i >= 0; i--) { long double b = 1ul << i; if (d >= b) { d -= b; a |= 1ul << i; } } int *p = getpid() ? (int *)a : &x; *p = 7; return s; }
//// imaginary_integer
long f(void) { int k = 1i; return k != 1 ? 7 : 0; }
//// imaginary_integer_squared
long f(void) { return sizeof(1i) == 8 && 1i * 1i == -1 ? 7 : 0; }
//// auto_is_an_int_before_c23
long f(void) { auto x = 2.7; return x == 2 ? 7 : 0; }
//// length_in_a_structure
long f(void) { int l = 2; struct s { int (*p)[++l]; } x; (void)&x; return l == 3 ? 7 : 0; }
