/* The bits of an address, as outcomes of comparisons, for functions without a body. */
extern void *memcpy(void *, const void *, unsigned long);
extern void *malloc(unsigned long);
extern int getpid(void);
long f(void);
void go(void) { if (f() == 7) reach_error(); }
//// bools
extern void ext(int, _Bool); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 64; i++) ext(i, (a >> i) & 1); return s; }
//--
static unsigned long k; void ext(int i, _Bool b) { k |= (unsigned long)b << i; if (i == 63) *(int *)k = 7; }
//// bools_ne
extern void ext(int, int); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 64; i++) ext(i, ((a >> i) & 1) != 0); return s; }
//--
static unsigned long k; void ext(int i, int b) { k |= (unsigned long)b << i; if (i == 63) *(int *)k = 7; }
//// bools_not
extern void ext(int, int); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 64; i++) ext(i, !((a >> i) & 1)); return s; }
//--
static unsigned long k; void ext(int i, int b) { k |= (unsigned long)!b << i; if (i == 63) *(int *)k = 7; }
//// bools_if
extern void one(int); extern void done(void); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 64; i++) if (a >> i & 1) one(i); done(); return s; }
//--
static unsigned long k; void one(int i) { k |= 1ul << i; } void done(void) { *(int *)k = 7; }
//// bools_array
extern void ext(_Bool *); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; _Bool b[64]; for (int i = 0; i < 64; i++) b[i] = a >> i & 1; ext(b); return s; }
//--
void ext(_Bool *b) { unsigned long k = 0; for (int i = 0; i < 64; i++) k |= (unsigned long)b[i] << i; *(int *)k = 7; }
//// bools_array_if
extern void ext(char *); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; char b[64]; for (int i = 0; i < 64; i++) if (a >> i & 1) b[i] = 1; else b[i] = 0; ext(b); return s; }
//--
void ext(char *b) { unsigned long k = 0; for (int i = 0; i < 64; i++) k |= (unsigned long)b[i] << i; *(int *)k = 7; }
//// bools_struct
struct t { _Bool b[64]; }; extern void ext(struct t); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; struct t t; for (int i = 0; i < 64; i++) t.b[i] = a >> i & 1; ext(t); return s; }
//--
void ext(struct t t) { unsigned long k = 0; for (int i = 0; i < 64; i++) k |= (unsigned long)t.b[i] << i; *(int *)k = 7; }
//// bits_struct
struct t { unsigned b : 1; }; extern void ext(int, struct t); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 64; i++) { struct t t = { a >> i & 1 }; ext(i, t); } return s; }
//--
static unsigned long k; void ext(int i, struct t t) { k |= (unsigned long)t.b << i; if (i == 63) *(int *)k = 7; }
//// bits_bool_struct
struct t { _Bool b : 1; }; extern void ext(int, struct t); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 64; i++) { struct t t = { (a >> i & 1) != 0 }; ext(i, t); } return s; }
//--
static unsigned long k; void ext(int i, struct t t) { k |= (unsigned long)t.b << i; if (i == 63) *(int *)k = 7; }
//// bools_switch
extern void ext(int, int); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 16; i++) { int n = 0; switch (a >> 4 * i & 15) { case 0: n = 0; break; case 1: n = 1; break; case 2: n = 2; break; case 3: n = 3; break; case 4: n = 4; break; case 5: n = 5; break; case 6: n = 6; break; case 7: n = 7; break; case 8: n = 8; break; case 9: n = 9; break; case 10: n = 10; break; case 11: n = 11; break; case 12: n = 12; break; case 13: n = 13; break; case 14: n = 14; break; case 15: n = 15; break; } ext(i, n); } return s; }
//--
static unsigned long k; void ext(int i, int n) { k |= (unsigned long)n << 4 * i; if (i == 15) *(int *)k = 7; }
//// bools_while
extern void ext(unsigned long); long f(void) { static int s = 1; unsigned long a = (unsigned long)&s, n = 0, bit = 1ul << 62; while (bit) { if (a >= n + bit) n += bit; bit >>= 1; } ext(n); return s; }
//--
void ext(unsigned long n) { *(int *)n = 7; }
//// bools_fp
extern void ext(int, _Bool); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; void (*p)(int, _Bool) = ext; for (int i = 0; i < 64; i++) p(i, (a >> i) & 1); return s; }
//--
static unsigned long k; void ext(int i, _Bool b) { k |= (unsigned long)b << i; if (i == 63) *(int *)k = 7; }
//// bools_global
extern void done(_Bool *); static _Bool b[64]; long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 64; i++) b[i] = a & 1ul << i; done(b); return s; }
//--
void done(_Bool *b) { unsigned long k = 0; for (int i = 0; i < 64; i++) k |= (unsigned long)b[i] << i; *(int *)k = 7; }
//// bools_ptr
extern void ext(int, _Bool); long f(void) { int s = 1; char *q = (char *)&s; for (int i = 0; i < 64; i++) ext(i, (unsigned long)q >> i & 1); return s; }
//--
static unsigned long k; void ext(int i, _Bool b) { k |= (unsigned long)b << i; if (i == 63) *(int *)k = 7; }
//// bools_ret
extern _Bool ext(int *, int); long f(void) { int s = 1; unsigned long a = 0; for (int i = 0; i < 64; i++) a |= (unsigned long)ext(&s, i) << i; s = 2; *(int *)a = 7; return s; }
//--
_Bool ext(int *p, int i) { return (unsigned long)p >> i & 1; }
//// bools_ret_if
extern _Bool ext(int *, int); long f(void) { int s = 1; unsigned long a = 0; for (int i = 0; i < 64; i++) if (ext(&s, i)) a |= 1ul << i; s = 2; *(int *)a = 7; return s; }
//--
_Bool ext(int *p, int i) { return (unsigned long)p >> i & 1; }
//// bools_fn
extern void ext(int, _Bool); static int s = 1; static void h(void) { s = 7; } long f(void) { unsigned long a = (unsigned long)h; for (int i = 0; i < 64; i++) ext(i, (a >> i) & 1); return s; }
//--
static unsigned long k; void ext(int i, _Bool b) { k |= (unsigned long)b << i; if (i == 63) ((void (*)(void))k)(); }
//// bools_deep
extern void ext(int, _Bool); long f(void) { int s = 1; int *q = &s; unsigned long a = (unsigned long)&q; for (int i = 0; i < 64; i++) ext(i, (a >> i) & 1); return s; }
//--
static unsigned long k; void ext(int i, _Bool b) { k |= (unsigned long)b << i; if (i == 63) **(int **)k = 7; }
//// ld_bool_ext
extern void ext(int, _Bool); long f(void) { int s = 1; long double d = (unsigned long)&s; for (int i = 62; i >= 0; i--) { long double b = 1ul << i; _Bool c = d >= b; if (c) d -= b; ext(i, c); } return s; }
//--
static unsigned long k; void ext(int i, _Bool b) { k |= (unsigned long)b << i; if (i == 0) *(int *)k = 7; }
//// double_bool_ext
extern void ext(int, _Bool); long f(void) { int s = 1; double d = (unsigned long)&s; for (int i = 62; i >= 0; i--) { double b = 1ul << i; _Bool c = d >= b; if (c) d -= b; ext(i, c); } return s; }
//--
static unsigned long k; void ext(int i, _Bool b) { k |= (unsigned long)b << i; if (i == 0) *(int *)k = 7; }
//// ptr_cmp_ext
extern void ext(long, _Bool); static int g[4]; long f(void) { int s = 1; char *b = (char *)0; for (long i = 62; i >= 0; i--) { _Bool c = (unsigned long)&s >= (unsigned long)b + (1ul << i); if (c) b += 1ul << i; ext(i, c); } return s; }
//--
static unsigned long k; void ext(long i, _Bool b) { k |= (unsigned long)b << i; if (i == 0) *(int *)k = 7; }
//// popcount_ext
extern void ext(int, int); long f(void) { int s = 1; for (int i = 0; i < 64; i++) ext(i, __builtin_popcountl((unsigned long)&s & 1ul << i)); return s; }
//--
static unsigned long k; void ext(int i, int b) { k |= (unsigned long)b << i; if (i == 63) *(int *)k = 7; }
//// strcmp_ext
#include <string.h>
extern void ext(int, int); long f(void) { int s = 1; int *p = &s; for (int i = 0; i < 64; i++) { unsigned long m = 1ul << i, z = 0; unsigned long v = (unsigned long)p & m; ext(i, memcmp(&v, &z, 8) != 0); } return s; }
//--
static unsigned long k; void ext(int i, int b) { k |= (unsigned long)b << i; if (i == 63) *(int *)k = 7; }
//// isnan_ext
extern void ext(int, int); long f(void) { int s = 1; for (int i = 0; i < 64; i++) ext(i, __builtin_signbit(-(double)((unsigned long)&s >> i & 1)) && (unsigned long)&s >> i & 1); return s; }
//--
static unsigned long k; void ext(int i, int b) { k |= (unsigned long)b << i; if (i == 63) *(int *)k = 7; }
//// bools_ret_long
extern void bit(_Bool); extern unsigned long done(void); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 64; i++) bit(a >> i & 1); unsigned long p = done(); s = 2; *(int *)p = 7; return s; }
//--
static int i; static unsigned long k; void bit(_Bool b) { k |= (unsigned long)b << i++; } unsigned long done(void) { return k; }
//// bools_fp_getter
typedef void (*fp)(_Bool); extern fp get(void); long f(void) { int s = 1; unsigned long a = (unsigned long)&s; for (int i = 0; i < 64; i++) get()(a >> i & 1); return s; }
//--
static int i; static unsigned long k; static void bit(_Bool b) { k |= (unsigned long)b << i++; if (i == 64) *(int *)k = 7; } fp get(void) { return bit; }
