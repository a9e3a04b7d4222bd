/* Functions of the library, and recursion, under other names: labels, aliases, pragmas, pointers; and what runs later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
//// atexit_label
extern int ae(void (*)(void)) __asm__("atexit"); static void h(void) { reach_error(); } void go(void) { ae(h); }
//// atexit_label_local
static void h(void) { reach_error(); } void go(void) { extern int ae(void (*)(void)) __asm__("atexit"); ae(h); }
//// atexit_pointer
static int (*ae)(void (*)(void)) = atexit; static void h(void) { reach_error(); } void go(void) { ae(h); }
//// atexit_pointer_local
static void h(void) { reach_error(); } void go(void) { int (*ae)(void (*)(void)) = atexit; ae(h); exit(0); }
//// atexit_redefine
#pragma redefine_extname ae atexit
extern int ae(void (*)(void)); static void h(void) { reach_error(); } void go(void) { ae(h); }
//// atexit_addr_call
static void h(void) { reach_error(); } void go(void) { (&atexit)(h); }
//// atexit_cond_call
static void h(void) { reach_error(); } void go(void) { (1 ? atexit : 0)(h); }
//// on_exit_label
extern int oe(void (*)(int, void *), void *) __asm__("on_exit"); static void h(int s, void *a) { reach_error(); } void go(void) { oe(h, 0); }
//// on_exit_pointer
extern int on_exit(void (*)(int, void *), void *); static int (*oe)(void (*)(int, void *), void *) = on_exit; static void h(int s, void *a) { reach_error(); } void go(void) { oe(h, 0); }
//// signal_label
extern void (*sg(int, void (*)(int)))(int) __asm__("signal"); static void h(int s) { reach_error(); } void go(void) { sg(SIGABRT, h); abort(); }
//// signal_label_raise
extern void (*sg(int, void (*)(int)))(int) __asm__("signal"); extern int rs(int) __asm__("raise"); static void h(int s) { reach_error(); } void go(void) { sg(10, h); rs(10); }
//// signal_label_kill
#include <unistd.h>
extern void (*sg(int, void (*)(int)))(int) __asm__("signal"); static void h(int s) { reach_error(); } void go(void) { sg(10, h); kill(getpid(), 10); }
//// signal_pointer_kill
#include <unistd.h>
static void h(int s) { reach_error(); } void go(void) { void (*(*sg)(int, void (*)(int)))(int) = signal; sg(10, h); kill(getpid(), 10); }
//// signal_abort_pointer
static void h(int s) { reach_error(); } void go(void) { void (*(*sg)(int, void (*)(int)))(int) = signal; sg(SIGABRT, h); abort(); }
//// bsd_signal_abort
extern void (*bsd_signal(int, void (*)(int)))(int); static void h(int s) { reach_error(); } void go(void) { ssignal(SIGABRT, h); abort(); }
//// sysv_signal_kill
extern void (*sysv_signal(int, void (*)(int)))(int); static void h(int s) { reach_error(); } void go(void) { sysv_signal(10, h); raise(10); }
//// qsort_label
extern void qs(void *, size_t, size_t, int (*)(const void *, const void *)) __asm__("qsort"); static int cmp(const void *a, const void *b) { reach_error(); return 0; } void go(void) { int a[2] = { 2, 1 }; qs(a, 2, 4, cmp); }
//// bsearch_label
extern void *bs(const void *, const void *, size_t, size_t, int (*)(const void *, const void *)) __asm__("bsearch"); static int cmp(const void *a, const void *b) { reach_error(); return 0; } void go(void) { int a[2] = { 2, 1 }; bs(a, a, 2, 4, cmp); }
//// pthread_label
extern int pc(unsigned long *, void *, void *(*)(void *), void *) __asm__("pthread_create"); extern int pthread_join(unsigned long, void **); static void *h(void *a) { reach_error(); return 0; } void go(void) { unsigned long t; pc(&t, 0, h, 0); pthread_join(t, 0); }
//// pthread_pointer
extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *); extern int pthread_join(unsigned long, void **); static void *h(void *a) { reach_error(); return 0; } void go(void) { unsigned long t; int (*pc)(unsigned long *, void *, void *(*)(void *), void *) = pthread_create; pc(&t, 0, h, 0); pthread_join(t, 0); }
//// at_quick_label
extern int aq(void (*)(void)) __asm__("at_quick_exit"); static void h(void) { reach_error(); } void go(void) { aq(h); quick_exit(0); }
//// quick_exit_label
static void h(void) { reach_error(); } extern void qe(int) __asm__("quick_exit"); void go(void) { at_quick_exit(h); qe(0); }
//// exit_label
static void h(void) { reach_error(); } extern void ex(int) __asm__("exit"); void go(void) { atexit(h); ex(0); }
//// exit_pointer
static void h(void) { reach_error(); } static void (*ex)(int) = exit; void go(void) { atexit(h); ex(0); }
//// toupper_renamed
extern int toupper(int) __asm__("tolower"); void go(void) { if (toupper('A') == 'a') reach_error(); }
//// abort_handler_label
static void h(int s) { reach_error(); } extern void ab(void) __asm__("abort"); void go(void) { signal(SIGABRT, h); ab(); }
//// assert_handler_label
static void h(int s) { reach_error(); } extern void af(const char *, const char *, unsigned, const char *) __asm__("__assert_fail"); void go(void) { signal(SIGABRT, h); af("a", "b", 1, "c"); }
//// longjmp_label
#include <setjmp.h>
static jmp_buf b; extern void lj(jmp_buf, int) __asm__("longjmp"); void go(void) { if (setjmp(b)) reach_error(); else lj(b, 1); }
//// longjmp_pointer
#include <setjmp.h>
static jmp_buf b; void go(void) { void (*lj)(jmp_buf, int) = longjmp; if (setjmp(b)) reach_error(); else lj(b, 1); }
//// errno_label
extern int *ep(void) __asm__("__errno_location"); void go(void) { *ep() = 0; strtol("99999999999999999999", 0, 10); if (*ep() == 34) reach_error(); }
//// errno_pointer
extern int *__errno_location(void); void go(void) { int *(*ep)(void) = __errno_location; *ep() = 0; strtol("99999999999999999999", 0, 10); if (*ep() == 34) reach_error(); }
//// rec_label
extern int f2(int) __asm__("f1"); int f1(int n) { int k = n; if (n > 0) f2(n - 1); return k; } void go(void) { if (f1(3) == 3) reach_error(); }
//// rec_label_local
int f1(int n) { extern int f2(int) __asm__("f1"); int k = n; if (n > 0) f2(n - 1); return k; } void go(void) { if (f1(3) == 3) reach_error(); }
//// rec_alias
extern int f2(int); int f1(int n) { int k = n; if (n > 0) f2(n - 1); return k; } extern int f2(int) __attribute__((alias("f1"))); void go(void) { if (f1(3) == 3) reach_error(); }
//// rec_weakref
static int f2(int) __attribute__((weakref("f1"))); int f1(int n) { int k = n; if (n > 0) f2(n - 1); return k; } void go(void) { if (f1(3) == 3) reach_error(); }
//// rec_pragma
extern int f2(int); int f1(int n) { int k = n; if (n > 0) f2(n - 1); return k; }
#pragma weak f2 = f1
void go(void) { if (f1(3) == 3) reach_error(); }
//// rec_two
extern int a2(int) __asm__("a1"), b2(int) __asm__("b1"); int a1(int n) { int k = n; if (n > 0) k += b2(n - 1); return k + n; } int b1(int n) { int k = n; if (n > 0) k += a2(n - 1); return k + 1; } void go(void) { if (a1(3) == 3 + 2 + 1 + 1 + 0 + 1 + 3 + 1) reach_error(); if (a1(3) == 12) reach_error(); }
//// rec_asm_def
int f1(int) __asm__("zz"); extern int zz(int); int f1(int n) { int k = n; if (n > 0) zz(n - 1); return k; } void go(void) { if (f1(3) == 3) reach_error(); }
//// rec_stmt_ptr
int f1(int n) { int (*p)(int) = f1; int k = n; if (n > 0) p(n - 1); return k; } void go(void) { if (f1(3) == 3) reach_error(); }
//// atexit_asm_call
static void h(void) { reach_error(); } void go(void) { int r; void (*p)(void) = h; __asm__ volatile("call atexit@PLT" : "=a"(r) : "D"(p) : "memory", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11"); }
//// cxa_atexit_label
extern int ca(void (*)(void *), void *, void *) __asm__("__cxa_atexit"); static void h(void *a) { reach_error(); } void go(void) { ca(h, 0, 0); }
//// sigaction_label
extern int sa(int, const struct sigaction *, struct sigaction *) __asm__("sigaction"); static void h(int s) { reach_error(); } void go(void) { struct sigaction a = { 0 }; a.sa_handler = h; sa(10, &a, 0); raise(10); }
//// sigaction_abort
static void h(int s) { reach_error(); } void go(void) { struct sigaction a = { 0 }; a.sa_handler = h; sigaction(SIGABRT, &a, 0); abort(); }
//// sigaction_raise_only
static void h(int s) { reach_error(); } void go(void) { struct sigaction a = { 0 }; a.sa_handler = h; sigaction(SIGINT, &a, 0); raise(SIGINT); }
//// sigaction_segv_trap
static void h(int s) { reach_error(); exit(0); } void go(void) { signal(SIGILL, h); __builtin_trap(); }
//// signal_fpe
static void h(int s) { reach_error(); exit(0); } void go(void) { signal(SIGPIPE, h); raise(SIGPIPE); }
//// label_of_a_definition
int alt(void) __asm__("other"); int alt(void) { reach_error(); return 0; }
extern int other(void);
void go(void) { other(); }
//// label_of_a_variable
int alt __asm__("other_variable") = 5; extern int other_variable;
void go(void) { if (other_variable == 5) reach_error(); }
