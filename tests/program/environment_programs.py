"""What the surroundings of a program may do: functions and variables that it only declares, the C library's, and main's arguments."""

from __future__ import annotations

_MAIN = "int main(void) { "


def _reading(declaration: str, condition: str) -> str:
    return f"{declaration} {_MAIN}CHECK(!({condition})); }}"


DEPENDING = {
    "a pointer in a structure by value": "struct S { int n; int *p; }; void ext(struct S); int main(void) { int x = 0; struct S s "
    "= {1, &x}; ext(s); CHECK(!x); }",
    "a pointer in a nested structure by value": (
        "struct I { char c; int *p; }; struct S { int n; struct I i; }; void ext(int, struct S); "
        "int main(void) { int x = 0; struct S s = {1, {2, &x}}; ext(1, s); CHECK(!x); }"
    ),
    "pointers in an array in a structure by value": (
        "struct S { int *p[3]; }; void ext(struct S); int main(void) { int x = 0; struct S s = {{0, 0, &x}}; ext(s); CHECK(!x); }"
    ),
    "a pointer in a union by value": (
        "union U { long n; int *p; }; void ext(union U); int main(void) { int x = 0; union U u; u.p = &x; ext(u); CHECK(!x); }"
    ),
    "a pointer in a large union by value": (
        "union U { char raw[24]; int *p[3]; }; void ext(union U); int main(void) { int x = 0; union U u; u.p[1] = &x; ext(u); CHECK(!x); }"
    ),
    "an address in an integer in a structure by value": (
        "struct S { unsigned long a; }; void ext(struct S); int main(void) { int x = 0; struct S s = {(unsigned long)&x}; ext(s); "
        "CHECK(!x); }"
    ),
    "a structure by value that a pointer leads to": (
        "struct S { int *p; }; void ext(struct S); int main(void) { int x = 0; struct S s = {&x}, *q = &s; ext(*q); CHECK(!x); }"
    ),
    "a structure by value that a function returns": (
        "struct S { int *p; }; void ext(struct S); int x; struct S made(void) { struct S s = {&x}; return s; } "
        "int main(void) { ext(made()); CHECK(!x); }"
    ),
    "an element of an array of structures by value": (
        "struct S { int *p; }; void ext(struct S); int main(void) { int x = 0; struct S s[2] = {{0}, {&x}}; ext(s[1]); CHECK(!x); }"
    ),
    "a list behind a structure by value": (
        "struct L { struct L *n; int v; }; struct S { struct L *l; }; void ext(struct S); "
        "int main(void) { struct L b = {0, 0}, a = {&b, 0}; struct S s = {&a}; ext(s); CHECK(!b.v); }"
    ),
    "a function in a structure by value": (
        "struct S { void (*f)(int); }; int x; void set(int v) { x = v; } void ext(struct S); "
        "int main(void) { struct S s = {set}; ext(s); CHECK(!x); }"
    ),
    "a structure by value through an ellipsis": (
        "struct S { int *p; }; void ext(int, ...); int main(void) { int x = 0; struct S s = {&x}; ext(1, s); CHECK(!x); }"
    ),
    "a structure by value, returned as a pointer": (
        "struct S { int *p; }; int *ext(struct S); int main(void) { int x = 0; struct S s = {&x}; int *q = ext(s); x = 0; *q = 1; "
        "CHECK(!x); }"
    ),
    "twalk": "void twalk(const void *, void (*)(const void *, int, int)); int x; void f(const void *n, int v, int d) { x = d; } "
    "int main(void) { twalk(0, f); CHECK(!x); }",
    "tdestroy": "void tdestroy(void *, void (*)(void *)); int x; void f(void *n) { x = 1; } int main(void) { tdestroy(0, f); CHECK(!x); }",
    "ftw": "int ftw(const char *, int (*)(const char *, const void *, int), int); int x; int f(const char *n, const void *s, int "
    "k) { x++; return 0; } "
    'int main(void) { ftw(".", f, 3); CHECK(!x); }',
    "nftw": "int nftw(const char *, int (*)(const char *, const void *, int, void *), int, int); int x; "
    'int f(const char *n, const void *s, int k, void *b) { x++; return 0; } int main(void) { nftw(".", f, 3, 0); CHECK(!x); }',
    "scandir": "int scandir(const char *, void ***, int (*)(const void *), int (*)(const void *, const void *)); int x; "
    'int f(const void *e) { x = 1; return 0; } int main(void) { void **l; scandir(".", &l, f, 0); CHECK(!x); }',
    "glob": "int glob(const char *, int, int (*)(const char *, int), void *); int x; int f(const char *e, int n) { x = 1; return 0; } "
    'int main(void) { glob("*", 0, f, 0); CHECK(!x); }',
    "at_quick_exit": "int at_quick_exit(void (*)(void)); void quick_exit(int); void f(void) { reach_error(); } "
    "int main(void) { at_quick_exit(f); quick_exit(0); }",
    "on_exit": "int on_exit(void (*)(int, void *), void *); void f(int s, void *p) { reach_error(); } int main(void) { on_exit(f, "
    "0); return 0; }",
    "pthread_key_create": "int pthread_key_create(unsigned *, void (*)(void *)); unsigned k; void f(void *p) { reach_error(); } "
    "int main(void) { pthread_key_create(&k, f); return 0; }",
    "dl_iterate_phdr": "int dl_iterate_phdr(int (*)(void *, SIZE, void *), void *); int x; int f(void *i, SIZE n, void *p) { x = "
    "1; return 0; } "
    "int main(void) { dl_iterate_phdr(f, 0); CHECK(!x); }",
    "the arguments where their number changes": "int main(int n, char **v) { n--; CHECK(v[n]); }",
    "the arguments where they are assigned": 'int main(int n, char **v) { v[n] = "x"; CHECK(!v[n]); }',
    "the arguments where they are passed on": "void f(char **v) { v[1] = *v; } int main(int n, char **v) { f(v); CHECK(v[n]); }",
    "daylight": _reading("extern int daylight;", "daylight == 5"),
    "timezone": _reading("extern long timezone;", "timezone == 5"),
    "optind": _reading("extern int optind;", "optind == 7"),
    "optarg": _reading("extern char *optarg;", "optarg != 0"),
    "environ": _reading("extern char **environ;", "environ == 0"),
    "signgam": _reading("extern int signgam;", "signgam == 3"),
    "stdin": _reading("extern void *stdin;", "stdin == 0"),
    "a variable of a reserved name": _reading("extern int __progress;", "__progress == 3"),
    "__signbit": _reading("int __signbit(double);", "__signbit(1.0) == 3"),
    "__isinff": _reading("int __isinff(float);", "__isinff(1.0f) == 3"),
    "a function of a reserved name": _reading("int _Hidden(void);", "_Hidden() == 3"),
    "a pointer from a function of a reserved name": _reading("int *__place(void);", "__place() == 0"),
}
"""An outcome that the program does not determine, nor an input: no violation may rest on it, and no proof may deny it."""

CHOSEN: dict[str, tuple[str, tuple[int, ...], str]] = {
    "time may fail": ("long time(long *); int main(void) { CHECK(time(0) != -1); }", (-1,), "error"),
    "time is stored where it fails": ("long time(long *); int main(void) { long t = 3; time(&t); CHECK(t >= 0); }", (-1,), "error"),
    "time is not below -1": ("long time(long *); int main(void) { CHECK(time(0) >= -1); }", (-2,), "blocked"),
    "time is large": ("long time(long *); int main(void) { CHECK(time(0) < 1l << 40); }", (1 << 41,), "error"),
    "clock may fail": ("long clock(void); int main(void) { CHECK(clock() >= 0); }", (-1,), "error"),
    "clock is not below -1": ("long clock(void); int main(void) { CHECK(clock() >= -1); }", (-2,), "blocked"),
    "clock goes on": ("long clock(void); int main(void) { long a = clock(), b = clock(); CHECK(a == b); }", (1, 2), "error"),
    "times may fail": ("long times(void *); int main(void) { CHECK(times(0) != -1); }", (-1,), "error"),
    "getpid is positive": ("int getpid(void); int main(void) { CHECK(getpid() > 0); }", (0,), "blocked"),
    "getpid is any": ("int getpid(void); int main(void) { CHECK(getpid() != 4711); }", (4711,), "error"),
    "getppid may be 0": ("int getppid(void); int main(void) { CHECK(getppid()); }", (0,), "error"),
    "getppid is not negative": ("int getppid(void); int main(void) { CHECK(getppid() >= 0); }", (-1,), "blocked"),
    "getuid is any": ("unsigned getuid(void); int main(void) { CHECK(getuid() != 4294967295u); }", (4294967295,), "error"),
    "geteuid may be 0": ("unsigned geteuid(void); int main(void) { CHECK(geteuid()); }", (0,), "error"),
    "getgid is any": ("unsigned getgid(void); int main(void) { CHECK(getgid() != 7); }", (7,), "error"),
    "fork may fail": ("int fork(void); int main(void) { CHECK(fork() >= 0); }", (-1,), "error"),
    "getchar is a byte": ("int getchar(void); int main(void) { CHECK(getchar() <= 255); }", (256,), "blocked"),
    "getchar may end": ("int getchar(void); int main(void) { CHECK(getchar() != -1); }", (-1,), "error"),
    "rand is not negative": ("int rand(void); int main(void) { CHECK(rand() >= 0); }", (-1,), "blocked"),
    "mrand48 may be negative": ("long mrand48(void); int main(void) { CHECK(mrand48() >= 0); }", (-2147483648,), "error"),
    "isatty depends on the file": ("int isatty(int); int main(void) { CHECK(isatty(0)); }", (), "imprecise: result of isatty"),
    "getpid is the same": ("int getpid(void); int main(void) { int a = getpid(); CHECK(a == getpid()); }", (7, 8), "blocked"),
    "getpid is another's after fork": (
        "int getpid(void), fork(void); int main(void) { fork(); CHECK(getpid() == 3); }",
        (),
        "imprecise: result of getpid",
    ),
    "getchar stays at the end": ("int getchar(void); int main(void) { int a = getchar(); CHECK(getchar() == -1); }", (-1, 7), "blocked"),
    "getchar goes on": ("int getchar(void); int main(void) { int a = getchar(); CHECK(getchar() == -1); }", (8, 7), "error"),
    "getchar is what was put back": (
        "typedef struct f FILE; extern FILE *stdin; int getchar(void), ungetc(int, FILE *);"
        " int main(void) { ungetc(7, stdin); CHECK(getchar() == 7); }",
        (),
        "imprecise: result of getchar",
    ),
    "fgetc of another file": (
        "typedef struct f FILE; FILE *tmpfile(void); int fgetc(FILE *); int main(void) { CHECK(fgetc(tmpfile()) == -1); }",
        (),
        "imprecise: result of fgetc",
    ),
    "fgetc of the input": (
        "typedef struct f FILE; extern FILE *stdin; int fgetc(FILE *); int main(void) { CHECK(fgetc(stdin) == -1); }",
        (3,),
        "error",
    ),
    "rand repeats with its seed": (
        "int rand(void); void srand(unsigned); int main(void) { srand(5); CHECK(rand() == 3); }",
        (),
        "imprecise: result of rand",
    ),
    "argc may be 0": ("int main(int argc, char **argv) { CHECK(argc); }", (0,), "error"),
    "argc is not negative": ("int main(int argc, char **argv) { CHECK(argc >= 0); }", (-1,), "blocked"),
    "argc is any": ("int main(int argc, char **argv) { CHECK(argc != 100000); }", (100000,), "error"),
    "the arguments end": ("int main(int argc, char **argv) { CHECK(argv[argc] == 0); }", (100,), "returned"),
    "there are no arguments": ("int main(int n, char *v[]) { CHECK(!v[n]); }", (0,), "returned"),
    "argc alone": ("int main(int argc) { CHECK(argc > 0); }", (0,), "error"),
    "memory is filled by an input": (
        "void __VERIFIER_nondet_memory(void *, SIZE); int main(void) { int x = 0; __VERIFIER_nondet_memory(&x, sizeof x); CHECK(x "
        "!= 0x04030201); }",
        (1, 2, 3, 4), "error",
    ),
    "memory is filled through a pointer": (
        "void __VERIFIER_nondet_memory(void *, SIZE); int main(void) { int x[2] = {5, 6}, *p = x + 1; __VERIFIER_nondet_memory(p, 4); "
        "CHECK(x[0] != 5 || x[1] != 0x04030201); }", (1, 2, 3, 4), "error",
    ),
    "memory beside is kept": (
        "void __VERIFIER_nondet_memory(void *, SIZE); int main(void) { int x[2] = {5, 6}; __VERIFIER_nondet_memory(&x[1], 4); "
        "CHECK(x[0] == 5); }",
        (1, 2, 3, 4), "returned",
    ),
    "a structure is filled with its padding": (
        "void __VERIFIER_nondet_memory(void *, SIZE); struct S { char c; short s; } s; int main(void) { "
        "__VERIFIER_nondet_memory(&s, sizeof s); CHECK(s.c != 1 || s.s != 0x0403); }", (1, 9, 3, 4), "error",
    ),
    "a structure without padding is filled": (
        "void __VERIFIER_nondet_memory(void *, SIZE); struct S { short c; short s; } s; int main(void) { "
        "__VERIFIER_nondet_memory(&s, sizeof s); CHECK(s.c != 0x0201 || s.s != 0x0403); }", (1, 2, 3, 4), "error",
    ),
    "no bytes are filled": (
        "void __VERIFIER_nondet_memory(void *, SIZE); int main(void) { int x = 7; __VERIFIER_nondet_memory(&x, 0); CHECK(x == 7); "
        "}", (1,), "returned"
    ),
    "some bytes are filled": (
        "void __VERIFIER_nondet_memory(void *, SIZE); int main(void) { int x = 0; SIZE n = __VERIFIER_nondet_uint(); "
        "if (n > 4) return 0; __VERIFIER_nondet_memory(&x, n); CHECK(x != 0x0201); }", (2, 1, 2), "error",
    ),
    "an allocation is filled": (
        "void __VERIFIER_nondet_memory(void *, SIZE); int main(void) { char *p = malloc(3); __VERIFIER_nondet_memory(p, 3); "
        "CHECK(p[2] != 9); }",
        (0, 0, 0, 1, 2, 9), "error",  # three for what malloc leaves
    ),
}  # fmt: skip
"""Program, inputs, outcome: the ranges that documentation promises, and no smaller ones."""

CALLED = {
    "pthread_once": (
        "int pthread_once(int *, void (*)(void)); int x, o; void f(void) { x++; } "
        "int main(void) { pthread_once(&o, f); CHECK(x == 1); pthread_once(&o, f); CHECK(x == 1); }"
    ),
    "call_once": (
        "void call_once(int *, void (*)(void)); int x, o, p; void f(void) { x++; } "
        "int main(void) { call_once(&o, f); call_once(&o, f); CHECK(x == 1); call_once(&p, f); CHECK(x == 2); }"
    ),
    "qsort_r": (
        "void qsort_r(void *, SIZE, SIZE, int (*)(const void *, const void *, void *), void *); int n; "
        "int less(const void *a, const void *b, void *c) { ++*(int *)c; return *(int *)b - *(int *)a; } "
        "int main(void) { int a[3] = {2, 3, 1}; qsort_r(a, 3, sizeof *a, less, &n); CHECK(a[0] == 3 && a[1] == 2 && a[2] == 1 && n); }"
    ),
    "lfind": (
        "void *lfind(const void *, const void *, SIZE *, SIZE, int (*)(const void *, const void *)); "
        "int same(const void *a, const void *b) { return *(int *)b != *(int *)a; } "
        "int main(void) { int a[3] = {2, 3, 1}, k = 3; SIZE n = 3; CHECK(lfind(&k, a, &n, sizeof *a, same) == &a[1]); }"
    ),
}
"""Library functions that call what they are given, by their definitions."""

SIZES = {
    "malloc of all there is": ("CHECK(!malloc((SIZE)-1));", "returned"),
    "malloc of half of all": ("CHECK(!malloc((SIZE)-1 / 2 + 1));", "returned"),
    "malloc of a computed huge size": ("SIZE n = __VERIFIER_nondet_uint(); CHECK(!malloc(n - 1));", "returned"),
    "calloc of a product that wraps": ("CHECK(!calloc((SIZE)1 << 62, 8));", "returned"),
    "calloc of a computed product that wraps": (
        "SIZE n = __VERIFIER_nondet_uint() + ((SIZE)1 << 62); CHECK(!calloc(n, 4));", "returned",
    ),
    "calloc of two computed factors": (
        "SIZE n = __VERIFIER_nondet_uint() + ((SIZE)1 << 32), m = __VERIFIER_nondet_uint() + ((SIZE)1 << 33); CHECK(!calloc(n, "
        "m));", "returned",
    ),
    "calloc of a computed product that fits": ("SIZE n = __VERIFIER_nondet_uint() + 3; int *p = calloc(n, 4); CHECK(p && "
        "!p[2]);", "returned"),
    "realloc of all there is": ("char *p = malloc(4); CHECK(!realloc(p, (SIZE)-1));", "returned"),
    "two huge objects": ("char *p = malloc((SIZE)1 << 62), *q = malloc((SIZE)1 << 62); CHECK(!p && !q);", "returned"),
    "realloc keeps": ("int *p = malloc(8); p[0] = 3; p[1] = 4; p = realloc(p, 16); p[3] = 5; CHECK(p[0] == 3 && p[1] == 4 && p[3] "
        "== 5);", "returned"),
    "realloc of less keeps": ("int *p = malloc(8); p[0] = 3; p[1] = 4; p = realloc(p, 4); CHECK(p[0] == 3);", "returned"),
    "realloc of null": ("int *p = realloc(0, 8); p[1] = 4; CHECK(p[1] == 4);", "returned"),
    "realloc of structures": (
        "struct S { char c; int i; } *p = malloc(sizeof *p); p->c = 1; p->i = 2; p = realloc(p, 2 * sizeof *p); p[1] = p[0]; "
        "CHECK(p[1].i == 2);",
        "returned",
    ),
    "realloc again and again": (
        "char *p = 0; for (int i = 1; i < 4; i++) { p = realloc(p, i); p[i - 1] = i; } CHECK(p[0] == 1 && p[1] == 2 && p[2] == "
        "3);", "imprecise: block copy",
    ),
    "realloc of a computed size": ("SIZE n = __VERIFIER_nondet_uint() + 3; char *p = malloc(2); p[1] = 7; p = realloc(p, n); "
        "CHECK(p[1] == 7);", "imprecise: block copy"),
    "realloc of one of two, the shorter of which ends before the copy": (
        "int *a = malloc(12), *b = malloc(4); a[2] = 1; b[0] = 2; int *p = __VERIFIER_nondet_uint() ? a : b; p = realloc(p, 12); "
        "CHECK(p[0] == 2); CHECK(p[2] == 1);",
        "error",
    ),
    "realloc of an object that ends inside a number": (
        "char *a = malloc(6), *b = malloc(8); ((int *)b)[1] = 7; a[4] = a[5] = 0; char *p = __VERIFIER_nondet_uint() ? b : a; "
        "int *q = realloc(p, 8); CHECK(q[1] == 7);",
        "imprecise: the end of a block",
    ),
    "realloc of no bytes": (
        "char *p = malloc(4); SIZE n = __VERIFIER_nondet_uint(); p = realloc(p, n); CHECK(p);",
        "imprecise: realloc of no bytes",
    ),
    "realloc of null and no bytes": (
        "char *p = 0; SIZE n = __VERIFIER_nondet_uint(); p = realloc(p, n); CHECK(p);",
        "returned",
    ),
    "realloc may return where it was": ("char *p = malloc(4); char *q = realloc(p, 2); CHECK(p != q);", "imprecise: address of an "
        "object"),
    "realloc is not another object": ("char *p = malloc(4); int x; char *q = realloc(p, 2); CHECK((void *)&x != q);", "returned"),
}  # fmt: skip
"""Statements and what they come to: sizes that no object has, and what ``realloc`` keeps."""
