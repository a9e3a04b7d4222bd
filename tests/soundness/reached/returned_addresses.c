/* Addresses that functions without a body return or leave: elsewhere in the objects that they know, in structures, as numbers, in pieces. */
long f(void);
void go(void) { if (f() == 7) reach_error(); }
//// ret_next
extern int *ext(int *); long f(void) { int a[3] = { 1, 2, 3 }; *ext(a) = 7; return a[1]; }
//--
int *ext(int *p) { return p + 1; }
//// ret_next_const
extern int *ext(const int *); long f(void) { int a[3] = { 1, 2, 3 }; *ext(a) = 7; return a[1]; }
//--
int *ext(const int *p) { return (int *)p + 1; }
//// ret_prev
extern int *ext(int *); long f(void) { int a[3] = { 1, 2, 3 }; *ext(a + 2) = 7; return a[1]; }
//--
int *ext(int *p) { return p - 1; }
//// ret_member
struct s { int a, b; }; extern int *ext(struct s *); long f(void) { struct s x = { 1, 2 }; *ext(&x) = 7; return x.b; }
//--
int *ext(struct s *p) { return &p->b; }
//// ret_container
struct s { int a, b; }; extern struct s *ext(int *); long f(void) { struct s x = { 1, 2 }; ext(&x.b)->a = 7; return x.a; }
//--
struct s *ext(int *p) { return (struct s *)(p - 1); }
//// out_next
extern void ext(int *, int **); long f(void) { int a[3] = { 1, 2, 3 }; int *p; ext(a, &p); *p = 7; return a[1]; }
//--
void ext(int *a, int **p) { *p = a + 1; }
//// global_next
struct s { int *p; }; extern void ext(struct s *); long f(void) { int a[3] = { 1, 2, 3 }; struct s x = { a }; ext(&x); *x.p = 7; return a[1]; }
//--
void ext(struct s *x) { x->p++; }
//// callback_next
extern void ext(void (*)(int *), int *); static void w(int *p) { *p = 7; } long f(void) { int a[3] = { 1, 2, 3 }; ext(w, a); return a[1]; }
//--
void ext(void (*c)(int *), int *p) { c(p + 1); }
//// fp_next
typedef int *(*fp)(int *); extern fp get(void); long f(void) { int a[3] = { 1, 2, 3 }; *get()(a) = 7; return a[1]; }
//--
static int *w(int *p) { return p + 1; } fp get(void) { return w; }
//// variadic_fp_next
extern int *ext(int *, ...); long f(void) { int *(*e)(int *, ...) = ext; int a[3] = { 1, 2, 3 }; *e(a, 1) = 7; return a[1]; }
//--
int *ext(int *p, ...) { return p + 1; }
//// kept_next
extern void keep(int *); extern int *nxt(void); long f(void) { int a[3] = { 1, 2, 3 }; keep(a); *nxt() = 7; return a[1]; }
//--
static int *k; void keep(int *p) { k = p; } int *nxt(void) { return k + 1; }
//// list_next
struct n { struct n *next; int v; }; extern struct n *ext(struct n *); long f(void) { struct n b = { 0, 2 }, a = { &b, 1 }; ext(&a)->v = 7; return b.v; }
//--
struct n *ext(struct n *p) { return p->next; }
//// asm_next
long f(void) { int a[3] = { 1, 2, 3 }, *p = a; __asm__("addq $4, %0" : "+r"(p)); *p = 7; return a[1]; }
//// asm_lea
long f(void) { int a[3] = { 1, 2, 3 }, *p; __asm__("leaq 4(%1), %0" : "=r"(p) : "r"(a)); *p = 7; return a[1]; }
//// struct_ret_next
struct r { int *p; int n; }; extern struct r ext(int *); long f(void) { int a[3] = { 1, 2, 3 }; *ext(a).p = 7; return a[1]; }
//--
struct r ext(int *p) { return (struct r){ p + 1, 0 }; }
//// long_ret_next
extern unsigned long ext(int *); long f(void) { int a[3] = { 1, 2, 3 }; *(int *)ext(a) = 7; return a[1]; }
//--
unsigned long ext(int *p) { return (unsigned long)(p + 1); }
//// ret_next_again
extern int *ext(int *); long f(void) { int a[3] = { 1, 2, 3 }; int *p = ext(a); a[1] = 2; *p = 7; return a[1]; }
//--
int *ext(int *p) { return p + 1; }
//// ret_member_again
struct s { int a; short b; }; extern short *ext(struct s *); long f(void) { struct s x = { 1, 2 }; short *p = ext(&x); x.b = 1; *p = 7; return x.b; }
//--
short *ext(struct s *p) { return &p->b; }
//// ret_container_again
struct s { int a, b; }; extern struct s *ext(int *); long f(void) { struct s x = { 1, 2 }; struct s *p = ext(&x.b); x.a = 1; p->a = 7; return x.a; }
//--
struct s *ext(int *p) { return (struct s *)(p - 1); }
//// out_next_again
extern void ext(int *, int **); long f(void) { int a[3] = { 1, 2, 3 }; int *p; ext(a, &p); a[1] = 2; *p = 7; return a[1]; }
//--
void ext(int *a, int **p) { *p = a + 1; }
//// global_next_again
struct s { int *p; }; extern void ext(struct s *); long f(void) { int a[3] = { 1, 2, 3 }; struct s x = { a }; ext(&x); a[1] = 2; *x.p = 7; return a[1]; }
//--
void ext(struct s *x) { x->p++; }
//// callback_next_again
extern void ext(void (*)(int *), int *); static int b[3]; static void w(int *p) { b[1] = 1; *p = 7; if (b[1] == 7) b[2] = 7; } long f(void) { ext(w, b); return b[2]; }
//--
void ext(void (*c)(int *), int *p) { c(p + 1); }
//// fp_next_again
typedef int *(*fp)(int *); extern fp get(void); long f(void) { int a[3] = { 1, 2, 3 }; int *p = get()(a); a[1] = 2; *p = 7; return a[1]; }
//--
static int *w(int *p) { return p + 1; } fp get(void) { return w; }
//// long_ret_again
extern unsigned long ext(int *); long f(void) { int a[3] = { 1, 2, 3 }; unsigned long p = ext(a); a[1] = 2; *(int *)p = 7; return a[1]; }
//--
unsigned long ext(int *p) { return (unsigned long)(p + 1); }
//// struct_ret_again
struct r { int *p; int n; }; extern struct r ext(int *); long f(void) { int a[3] = { 1, 2, 3 }; struct r r = ext(a); a[1] = 2; *r.p = 7; return a[1]; }
//--
struct r ext(int *p) { return (struct r){ p + 1, 0 }; }
//// struct_ret_same_again
struct r { int *p; int n; }; extern struct r ext(int *); long f(void) { int a[3] = { 1, 2, 3 }; struct r r = ext(a); a[0] = 2; *r.p = 7; return a[0]; }
//--
struct r ext(int *p) { return (struct r){ p, 0 }; }
//// long_ret_same_again
extern unsigned long ext(int *); long f(void) { int a[3] = { 1, 2, 3 }; unsigned long p = ext(a); a[0] = 2; *(int *)p = 7; return a[0]; }
//--
unsigned long ext(int *p) { return (unsigned long)p; }
//// kept_again
extern void keep(int *); extern int *nxt(void); long f(void) { int a[3] = { 1, 2, 3 }; keep(a); int *p = nxt(); a[1] = 2; *p = 7; return a[1]; }
//--
static int *k; void keep(int *p) { k = p; } int *nxt(void) { return k + 1; }
//// asm_next_again
long f(void) { int a[3] = { 1, 2, 3 }, *p = a; __asm__("addq $4, %0" : "+r"(p)); a[1] = 2; *p = 7; return a[1]; }
//// asm_lea_again
long f(void) { int a[3] = { 1, 2, 3 }, *p; __asm__("leaq 4(%1), %0" : "=r"(p) : "r"(a)); a[1] = 2; *p = 7; return a[1]; }
//// asm_same_again
long f(void) { int a[3] = { 1, 2, 3 }, *p; __asm__("movq %1, %0" : "=r"(p) : "r"(a)); a[0] = 2; *p = 7; return a[0]; }
//// asm_long_again
long f(void) { int a[3] = { 1, 2, 3 }; unsigned long p; __asm__("movq %1, %0" : "=r"(p) : "r"(a)); a[0] = 2; *(int *)p = 7; return a[0]; }
//// out_long_again
extern void ext(int *, unsigned long *); long f(void) { int s = 1; unsigned long a; ext(&s, &a); s = 2; *(int *)a = 7; return s; }
//--
void ext(int *p, unsigned long *a) { *a = (unsigned long)p; }
//// out_two_again
extern void ext(int *, unsigned *, unsigned *); long f(void) { int s = 1; unsigned l, h; ext(&s, &l, &h); s = 2; *(int *)((unsigned long)h << 32 | l) = 7; return s; }
//--
void ext(int *p, unsigned *l, unsigned *h) { *l = (unsigned long)p; *h = (unsigned long)p >> 32; }
//// int_rets_again
extern unsigned lo(int *), hi(int *); long f(void) { int s = 1; unsigned l = lo(&s), h = hi(&s); s = 2; *(int *)((unsigned long)h << 32 | l) = 7; return s; }
//--
unsigned lo(int *p) { return (unsigned long)p; } unsigned hi(int *p) { return (unsigned long)p >> 32; }
