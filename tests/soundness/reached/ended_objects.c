/* Integers keep addresses of objects that have ended: another one may lie there, or the same variable elsewhere in the next activation. */
#include <stdlib.h>
static unsigned long u, v;
//// freed_and_allocated
void go(void) { char *p = malloc(16); u = (unsigned long)p; free(p); char *q = malloc(16); if (p && (unsigned long)q == u) reach_error(); }
//// allocated_in_a_loop
void go(void) { unsigned long a[2]; for (int i = 0; i < 2; i++) { char *p = malloc(24); a[i] = (unsigned long)p; free(p); }
  if (a[0] && a[0] == a[1]) reach_error(); }
//// allocated_in_a_function
static unsigned long one(void) { char *p = malloc(24); unsigned long n = (unsigned long)p; free(p); return n; }
void go(void) { u = one(); v = one(); if (u && !(u != v)) reach_error(); }
//// variables_of_two_functions
static void f(void) { int x; u = (unsigned long)&x; } static void g(void) { int y; v = (unsigned long)&y; }
void go(void) { f(); g(); if (u == v) reach_error(); }
//// variable_of_two_depths
static void f(unsigned long *to) { int x; *to = (unsigned long)&x; } static void g(void) { char pad[100]; f(&v); pad[0] = 1; }
void go(void) { f(&u); g(); if (u != v) reach_error(); }
//// variable_of_two_activations
static int f(int n) { int x; unsigned long here = (unsigned long)&x; if (n == 0) { u = here; return 0; } f(n - 1); return u != here; }
void go(void) { if (f(1)) reach_error(); }
//// order_of_two_depths
static void f(unsigned long *to) { int x; *to = (unsigned long)&x; } static void g(void) { char pad[100]; f(&v); pad[0] = 1; }
void go(void) { f(&u); g(); if (v < u) reach_error(); }
//// order_of_allocations
void go(void) { unsigned long a[2]; char *p[2]; for (int i = 0; i < 2; i++) p[i] = malloc(24); free(p[1]); free(p[0]); free(0);
  for (int i = 0; i < 2; i++) a[i] = (unsigned long)malloc(24); if (a[0] && a[0] < a[1]) reach_error(); }
