/* Low bits of addresses that no alignment fixes. */
long f(void);
void go(void) { if (f()) reach_error(); }
//// pragma
#pragma pack(push, 2)
struct P { int a; };
#pragma pack(pop)
static char c = 1; static struct P p = {1}; static char d = 2; static struct P q = {1};
long f(void) { c = d; return ((unsigned long)&p & 3) || ((unsigned long)&q & 3); }
//// bit_field
struct P { unsigned a : 3, b : 29; } __attribute__((packed));
static char c = 1; static struct P p = {1}; static char d = 2; static struct P q = {1};
long f(void) { c = d; return ((unsigned long)&p & 3) || ((unsigned long)&q & 3); }
//// union
union __attribute__((packed)) P { int a; short b; };
static char c = 1; static union P p = {1}; static char d = 2; static union P q = {1};
long f(void) { c = d; return ((unsigned long)&p & 3) || ((unsigned long)&q & 3); }
//// array
struct P { int a; } __attribute__((packed));
static char c = 1; static struct P p[2] = {{1}}; static char d = 2; static struct P q[1] = {{1}};
long f(void) { c = d; return ((unsigned long)&p & 3) || ((unsigned long)&q & 3); }
//// aligned_down
static char c = 1; static int __attribute__((aligned(2))) p = 1; static char d = 2; static int __attribute__((aligned(2))) q = 1;
long f(void) { c = d; return ((unsigned long)&p & 3) || ((unsigned long)&q & 3); }
//// cleared
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a; char *z = (char *)(v & ~3ul); return z != a; }
long f(void) { c = d; return moved(p) || moved(q); }
//// divided
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a; char *z = (char *)(v / 4 * 4); return z != a; }
long f(void) { c = d; return moved(p) || moved(q); }
//// set
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a; char *z = (char *)((v | 3) - 3); return z != a; }
long f(void) { c = d; return moved(p) || moved(q); }
//// rounded_up
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a; char *z = (char *)((v + 3) & ~3ul); return z != a; }
long f(void) { c = d; return moved(p) || moved(q); }
//// without_rest
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a; char *z = (char *)(v - v % 4); return z != a; }
long f(void) { c = d; return moved(p) || moved(q); }
//// flipped
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a; char *z = (char *)(v ^ (v & 3)); return z != a; }
long f(void) { c = d; return moved(p) || moved(q); }
//// negative
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a; char *z = (char *)(-(-v & ~3ul)); return z != a; }
long f(void) { c = d; return moved(p) || moved(q); }
//// as_an_index
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a, z = (v + 3) & ~3ul; return a[z - v] != 1; }
long f(void) { c = d; return moved(p) || moved(q); }
//// of_functions
static int a(void) { return 1; } static int b(int x) { return x + 2; } static int c(void) { return 3; } static int d(char k) { return k; }
static int moved(unsigned long v) { unsigned long z = v & ~7ul; return z != v; }
long f(void) { a(); b(1); c(); d(1); return moved((unsigned long)a) || moved((unsigned long)b) || moved((unsigned long)c) || moved((unsigned long)d); }
//// of_functions_as_an_index
static int a(void) { return 1; } static int b(int x) { return x + 2; } static int c(void) { return 3; }
long f(void) { int t[8] = {1}; a(); b(1); c(); return t[(unsigned long)a & 7] != 1 || t[(unsigned long)b & 7] != 1 || t[(unsigned long)c & 7] != 1; }
