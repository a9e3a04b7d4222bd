/* Objects of allocators that take an alignment, return through a pointer, or take two factors. */
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
//// aligned_value
void go(void) { int *p = aligned_alloc(8, 16); if (!p) return; *p = 5; p[3] = 6; if (*p == 5 && p[3] == 6) reach_error(); }
//// aligned_apart
void go(void) { int *p = aligned_alloc(16, 16), *q = memalign(16, 16); if (!p || !q) return; *p = 5; *q = 6; if (p != q && *p == 5) reach_error(); }
//// aligned_chosen
void go(void) { size_t a = 64; a >>= 1; struct s { char c; long v[3]; } *p = memalign(a, sizeof *p); p->v[2] = 4; p->c = 1; if (p->v[2] + p->c == 5) reach_error(); free(p); }
//// aligned_freed
void go(void) { for (int i = 0; i < 3; i++) { char *p = aligned_alloc(32, 32); p[31] = i; if (p[31] == 2) reach_error(); free(p); } }
//// aligned_resized
void go(void) { int *p = aligned_alloc(16, 16); p[1] = 7; p = realloc(p, 64); p[15] = 1; if (p[1] == 7) reach_error(); }
//// aligned_too_large
void go(void) { if (!aligned_alloc(16, (size_t)-32)) reach_error(); }
//// aligned_builtin
void go(void) { long *p = __builtin_aligned_alloc(16, 16); p[1] = 7; if (p[1] == 7) reach_error(); }
//// aligned_by_pointer
void go(void) { void *(*f)(size_t, size_t) = aligned_alloc; int *p = f(16, 16); p[1] = 7; if (p[1] == 7) reach_error(); }
//// through_pointer
void go(void) { void *p = 0; int e = posix_memalign(&p, 32, 64); int *q = p; if (e) return; q[3] = 4; if (q[3] == 4) reach_error(); }
//// through_pointer_typed
void go(void) { long *p = 0; if (posix_memalign((void **)&p, 16, 4 * sizeof(long)) == 0) { p[3] = 4; if (p[3] == 4) reach_error(); } }
//// through_member
struct b { int n; char *s; }; static int fill(struct b *b, int n) { b->n = n; return posix_memalign((void **)&b->s, 16, n); }
void go(void) { struct b x, y; if (fill(&x, 4) || fill(&y, 8)) return; strcpy(x.s, "abc"); strcpy(y.s, "defghi"); if (x.s[2] == 'c' && y.s[5] == 'i') reach_error(); }
//// refused_alignment
void go(void) { int x = 3; void *p = &x; int e = posix_memalign(&p, 24, 64); if (e == 22 && p == &x && x == 3) reach_error(); }
//// refused_no_alignment
void go(void) { void *p = 0; int e = posix_memalign(&p, 0, 64), f = posix_memalign(&p, 2, 64), g = posix_memalign(&p, sizeof(void *), 64); if (e == 22 && f == 22 && !g && p) reach_error(); }
//// refused_size
void go(void) { int x; void *p = &x; if (posix_memalign(&p, 64, (size_t)-1 / 2 + 1) == 12 && p == &x) reach_error(); }
//// refused_by_pointer
void go(void) { int (*f)(void **, size_t, size_t) = posix_memalign; void *p = 0; if (f(&p, 3, 8) == 22 && !p) reach_error(); }
//// resized_array
void go(void) { int *p = reallocarray(0, 3, sizeof(int)); p[2] = 8; p = reallocarray(p, 6, sizeof(int)); p[5] = 1; if (p[2] == 8 && p[5] == 1) reach_error(); }
//// resized_array_too_large
void go(void) { int *p = malloc(8); p[1] = 3; int *q = reallocarray(p, (size_t)-1 / 2, 4); if (!q && p[1] == 3) reach_error(); }
//// resized_array_computed
void go(void) { size_t n = 2; int *p = 0; for (int i = 0; i < 3; i++) { p = reallocarray(p, n + i, sizeof *p); p[n + i - 1] = i; } if (p[1] == 0 && p[2] == 1 && p[3] == 2) reach_error(); }
//// array_own
void *reallocarray(void *p, size_t n, size_t m) { static char b[64]; b[0] = n * m; return b; }
void go(void) { char *p = reallocarray(0, 3, 5); if (*p == 15) reach_error(); }
