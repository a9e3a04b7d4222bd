/* Where functions lie, and what may lie in one place: labels without an instruction between them, names of a function. */
static int f(void) { return 1; } static int g(void) { return 2; }
//// order
void go(void) { int (*p)(void) = f, (*q)(void) = g; if ((char *)p < (char *)q) { if (p() == 1) reach_error(); } else if (p() == 1) reach_error(); }
//// number
void go(void) { int (*p)(void) = f; if ((unsigned long)p > 0x100000) reach_error(); }
//// distance
void go(void) { if ((unsigned long)g - (unsigned long)f + 64 <= 128) reach_error(); }
//// inside
void go(void) { char *p = (char *)f, *q = (char *)g; int n = 0; for (int i = -4096; i < 4096; i++) n += p + i == q; if (n) reach_error(); }
//// labels
int h(void) { void *t[] = {&&a, &&b}; int i = 0; if (t[1] == t[0]) reach_error(); goto *t[i]; a: b: return i; }
void go(void) { h(); }
//// distance_of_labels
int h(void) { void *t[] = {&&a, &&b}; int i = 0; if (t[1] - t[0] == 0) reach_error(); goto *t[i]; a: b: return i; }
void go(void) { h(); }
//// unused_labels
static void *at(int n) { static void *const t[] = { &&x, &&y }; if (n < 2) return t[n]; x: return 0; y: return 0; }
void go(void) { if (at(0) == at(1)) reach_error(); }
//// names
void go(void) { const char *p = __func__, *q = __FUNCTION__; if (p != q) reach_error(); }
//// name_and_literal
void go(void) { const char *p = __func__; if (p != "go") reach_error(); }
