/* Addresses that come to functions without a body through callbacks, memory of theirs, variables of other files, and pointers. */
extern void *memcpy(void *, const void *, unsigned long);
long f(void);
void go(void) { if (f() == 7) reach_error(); }
//// fp_kept
typedef void (*fp)(int *); extern fp get(void); extern void step(void); long f(void) { int s = 1; fp g = get(); g(&s); s = 2; step(); return s; }
//--
static int *k; static void w(int *p) { k = p; } fp get(void) { return w; } void step(void) { *k = 7; }
//// fp_kept_fp
typedef void (*fp)(int *); extern fp get(void); long f(void) { int s = 1; fp g = get(); g(&s); s = 2; g(0); return s; }
//--
static int *k; static void w(int *p) { if (p) k = p; else *k = 7; } fp get(void) { return w; }
//// fp_kept_ext
extern void ext(int *); extern void step(void); long f(void) { int s = 1; void (*g)(int *) = ext; g(&s); s = 2; step(); return s; }
//--
static int *k; void ext(int *p) { k = p; } void step(void) { *k = 7; }
//// kept_fp_step
extern void ext(int *); extern void step(void); long f(void) { int s = 1; void (*g)(void) = step; ext(&s); s = 2; g(); return s; }
//--
static int *k; void ext(int *p) { k = p; } void step(void) { *k = 7; }
//// fp_kept_struct
struct t { int *p; }; typedef void (*fp)(struct t); extern fp get(void); extern void step(void); long f(void) { int s = 1; struct t t = { &s }; fp g = get(); g(t); s = 2; step(); return s; }
//--
static int *k; static void w(struct t p) { k = p.p; } fp get(void) { return w; } void step(void) { *k = 7; }
//// fp_kept_member
struct ops { void (*set)(int *); void (*step)(void); }; extern struct ops *get(void); long f(void) { int s = 1; struct ops *o = get(); o->set(&s); s = 2; o->step(); return s; }
//--
static int *k; static void w(int *p) { k = p; } static void st(void) { *k = 7; } static struct ops o = { w, st }; struct ops *get(void) { return &o; }
//// cb_out
extern void ext(void (*)(int **)); static int s = 1; static void cb(int **o) { *o = &s; } long f(void) { ext(cb); return s; }
//--
void ext(void (*c)(int **)) { int *p; c(&p); *p = 7; }
//// cb_out_later
extern void ext(void (*)(int **)), step(void); static int s = 1; static void cb(int **o) { *o = &s; } long f(void) { ext(cb); s = 2; step(); return s; }
//--
static int *k; void ext(void (*c)(int **)) { c(&k); } void step(void) { *k = 7; }
//// cb_struct
struct t { int *p; }; extern void ext(void (*)(struct t *)); static int s = 1; static void cb(struct t *o) { o->p = &s; } long f(void) { ext(cb); return s; }
//--
void ext(void (*c)(struct t *)) { struct t t; c(&t); *t.p = 7; }
//// cb_ret
extern void ext(int *(*)(void)); static int s = 1; static int *cb(void) { return &s; } long f(void) { ext(cb); return s; }
//--
void ext(int *(*c)(void)) { *c() = 7; }
//// cb_ret_later
extern void ext(int *(*)(void)), step(void); static int s = 1; static int *cb(void) { return &s; } long f(void) { ext(cb); s = 2; step(); return s; }
//--
static int *k; void ext(int *(*c)(void)) { k = c(); } void step(void) { *k = 7; }
//// cb_ret_struct
struct t { int *p; }; extern void ext(struct t (*)(void)); static int s = 1; static struct t cb(void) { struct t t = { &s }; return t; } long f(void) { ext(cb); return s; }
//--
void ext(struct t (*c)(void)) { *c().p = 7; }
//// cb_ret_long
extern void ext(unsigned long (*)(void)); static int s = 1; static unsigned long cb(void) { return (unsigned long)&s; } long f(void) { ext(cb); return s; }
//--
void ext(unsigned long (*c)(void)) { *(int *)c() = 7; }
//// cb_ret_ld
extern void ext(long double (*)(void)); static int s = 1; static long double cb(void) { return (unsigned long)&s; } long f(void) { ext(cb); return s; }
//--
void ext(long double (*c)(void)) { *(int *)(unsigned long)c() = 7; }
//// cb_ret_int_parts
extern void ext(unsigned (*)(int)); static int s = 1; static unsigned cb(int h) { return (unsigned long)&s >> 32 * h; } long f(void) { ext(cb); return s; }
//--
void ext(unsigned (*c)(int)) { *(int *)((unsigned long)c(1) << 32 | c(0)) = 7; }
//// cb_ret_bools
extern void ext(_Bool (*)(int)); static int s = 1; static _Bool cb(int h) { return (unsigned long)&s >> h & 1; } long f(void) { ext(cb); return s; }
//--
void ext(_Bool (*c)(int)) { unsigned long k = 0; for (int i = 0; i < 64; i++) k |= (unsigned long)c(i) << i; *(int *)k = 7; }
//// cb_ret_fn
extern void ext(void (*(*)(void))(void)); static int s = 1; static void w(void) { s = 7; } static void (*cb(void))(void) { return w; } long f(void) { ext(cb); return s; }
//--
void ext(void (*(*c)(void))(void)) { c()(); }
//// cb_out_fn
extern void ext(void (*)(void (**)(void))); static int s = 1; static void w(void) { s = 7; } static void cb(void (**o)(void)) { *o = w; } long f(void) { ext(cb); return s; }
//--
void ext(void (*c)(void (**)(void))) { void (*p)(void); c(&p); p(); }
//// cb_saves
extern void ext(void (*)(int *), int *); static int *k; static int s = 1; static void cb(int *p) { k = p; } long f(void) { ext(cb, &s); s = 2; *k = 7; return s; }
//--
void ext(void (*c)(int *), int *p) { c(p); }
//// cb_saves_ext
extern void ext(void (*)(int *), int *); extern void step(int **); static int *k; static int s = 1; static void cb(int *p) { k = p; } long f(void) { ext(cb, &s); s = 2; step(&k); return s; }
//--
void ext(void (*c)(int *), int *p) { c(p); } void step(int **k) { **k = 7; }
//// cb_fp_saves
extern void reg(void (*)(int *)); extern void give(int *); static int *k; static int s = 1; static void cb(int *p) { k = p; } long f(void) { reg(cb); give(&s); s = 2; *k = 7; return s; }
//--
static void (*c)(int *); void reg(void (*d)(int *)) { c = d; } void give(int *p) { c(p); }
//// ext_mem
struct t { int *p; }; extern struct t *get(void); extern void step(void); long f(void) { int s = 1; get()->p = &s; s = 2; step(); return s; }
//--
static struct t t; struct t *get(void) { return &t; } void step(void) { *t.p = 7; }
//// ext_mem_same
struct t { int *p; }; extern struct t *get(void); extern void step(struct t *); long f(void) { int s = 1; struct t *q = get(); q->p = &s; s = 2; step(q); return s; }
//--
static struct t t; struct t *get(void) { return &t; } void step(struct t *q) { *q->p = 7; }
//// ext_mem_direct
struct t { int *p; }; extern struct t *get(void); long f(void) { int s = 1; get()->p = &s; s = 2; *get()->p = 7; return s; }
//--
static struct t t; struct t *get(void) { return &t; }
//// ext_mem_fn
struct t { void (*p)(void); }; extern struct t *get(void); extern void step(void); static int s = 1; static void w(void) { s = 7; } long f(void) { get()->p = w; step(); return s; }
//--
static struct t t; struct t *get(void) { return &t; } void step(void) { t.p(); }
//// ext_mem_long
extern unsigned long *get(void); extern void step(void); long f(void) { int s = 1; *get() = (unsigned long)&s; s = 2; step(); return s; }
//--
static unsigned long t; unsigned long *get(void) { return &t; } void step(void) { *(int *)t = 7; }
//// ext_mem_int
extern unsigned *get(void); extern void step(void); long f(void) { int s = 1; get()[0] = (unsigned long)&s; get()[1] = (unsigned long)&s >> 32; s = 2; step(); return s; }
//--
static unsigned t[2]; unsigned *get(void) { return t; } void step(void) { *(int *)((unsigned long)t[1] << 32 | t[0]) = 7; }
//// ext_mem_memcpy
extern void *get(void); extern void step(void); long f(void) { int s = 1, *p = &s; memcpy(get(), &p, 8); s = 2; step(); return s; }
//--
static int *t; void *get(void) { return &t; } void step(void) { *t = 7; }
//// ext_mem_struct
struct t { int *p; long a[4]; }; extern struct t *get(void); extern void step(void); long f(void) { int s = 1; struct t t = { &s }; *get() = t; s = 2; step(); return s; }
//--
static struct t t; struct t *get(void) { return &t; } void step(void) { *t.p = 7; }
//// ext_global
extern int *gp; extern void step(void); long f(void) { int s = 1; gp = &s; s = 2; step(); return s; }
//--
int *gp; void step(void) { *gp = 7; }
//// ext_global_struct
struct t { int *p; }; extern struct t g; extern void step(void); long f(void) { int s = 1; g.p = &s; s = 2; step(); return s; }
//--
struct t g; void step(void) { *g.p = 7; }
//// ext_global_array
extern int *g[4]; extern void step(void); long f(void) { int s = 1; g[1] = &s; s = 2; step(); return s; }
//--
int *g[4]; void step(void) { *g[1] = 7; }
//// ext_global_unsized
extern int *g[]; extern void step(void); long f(void) { int s = 1; g[1] = &s; s = 2; step(); return s; }
//--
int *g[4]; void step(void) { *g[1] = 7; }
//// ext_global_fn
extern void (*g)(void); extern void step(void); static int s = 1; static void w(void) { s = 7; } long f(void) { g = w; step(); return s; }
//--
void (*g)(void); void step(void) { g(); }
//// ext_global_value
extern int g; extern void step(void); long f(void) { g = 1; step(); return g; }
//--
int g; void step(void) { g = 7; }
//// ext_global_incomplete
struct q; struct t { int *p; }; extern struct q g; extern void step(void); long f(void) { int s = 1; ((struct t *)&g)->p = &s; s = 2; step(); return s; }
//--
struct q { int *p; }; struct q g; void step(void) { *g.p = 7; }
//// ext_vararg_kept
extern void ext(int, ...); extern void step(void); long f(void) { int s = 1; ext(1, &s); s = 2; step(); return s; }
//--
#include <stdarg.h>
static int *k; void ext(int n, ...) { va_list l; va_start(l, n); k = va_arg(l, int *); } void step(void) { *k = 7; }
//// weak_known
extern void step(int **); static int *gp; long f(void) { static int s = 1; gp = &s; step(&gp); s = 2; step(0); return s; }
//--
static int **k; void step(int **p) { if (p) k = p; else **k = 7; }
//// deep_after
struct t { int *p; }; extern void keep(struct t *), step(void); long f(void) { static struct t t; static int s = 1; keep(&t); t.p = &s; s = 2; step(); return s; }
//--
static struct t *k; void keep(struct t *p) { k = p; } void step(void) { *k->p = 7; }
//// many_kept
extern void keep(int *), step(void); long f(void) { int a, b, c, d, e, g, h, i, s = 1; keep(&a); keep(&b); keep(&c); keep(&d); keep(&e); keep(&g); keep(&h); keep(&i); keep(&s); s = 2; step(); return s; }
//--
static int *k; void keep(int *p) { k = p; } void step(void) { *k = 7; }
//// deep_fn
struct ops { void (*w)(void); }; struct dev { struct ops *o; }; extern void ext(struct dev *); static int s = 1; static void w(void) { s = 7; } long f(void) { struct ops o = { w }; struct dev d = { &o }; ext(&d); return s; }
//--
void ext(struct dev *d) { d->o->w(); }
//// deep_fn_kept
struct ops { void (*w)(void); }; struct dev { struct ops *o; }; extern void ext(struct dev *), step(void); static int s = 1; static void w(void) { s = 7; } long f(void) { static struct ops o = { w }; static struct dev d = { &o }; ext(&d); s = 2; step(); return s; }
//--
static struct dev *k; void ext(struct dev *d) { k = d; } void step(void) { k->o->w(); }
//// list_fn
struct n { struct n *next; void (*w)(void); }; extern void ext(struct n *); static int s = 1; static void w(void) { s = 7; } long f(void) { struct n c = { 0, w }, b = { &c, 0 }, a = { &b, 0 }; ext(&a); return s; }
//--
void ext(struct n *d) { d->next->next->w(); }
//// array_fn
typedef void (*fn)(void); extern void ext(fn *); static int s = 1; static void w(void) { s = 7; } long f(void) { fn t[3] = { 0, 0, w }; ext(t); return s; }
//--
void ext(fn *d) { d[2](); }
//// fn_param
typedef void (*fn)(void); extern void ext(void (*)(fn *)); static int s = 1; static void w(void) { s = 7; } static void cb(fn *p) { *p = w; } long f(void) { ext(cb); return s; }
//--
void ext(void (*c)(fn *)) { fn t; c(&t); t(); }
