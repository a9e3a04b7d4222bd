"""Functions of the C library and gcc's builtins mean what gcc makes of them: every claim is checked on the automaton and on the binary."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program.lowered_programs import ILP32, LP64, gcc_verdict, program, verdict
from verilab.program.loops import Walks
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel

DECLARATIONS = """
typedef int (*order)(const void *, const void *);
SIZE strlen(const char *), strnlen(const char *, SIZE), strspn(const char *, const char *), strcspn(const char *, const char *);
char *strcpy(char *, const char *), *strncpy(char *, const char *, SIZE), *strcat(char *, const char *), *stpcpy(char *, const char *);
char *strncat(char *, const char *, SIZE), *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *);
char *strpbrk(const char *, const char *), *strtok(char *, const char *), *strtok_r(char *, const char *, char **), *strdup(const char *);
char *strsep(char **, const char *);
int strcmp(const char *, const char *), strncmp(const char *, const char *, SIZE), strcasecmp(const char *, const char *);
int memcmp(const void *, const void *, SIZE), ispunct(int), isprint(int), isalpha(int), atoi(const char *), ffs(int), abs(int);
void *memchr(const void *, int, SIZE), *memrchr(const void *, int, SIZE), *mempcpy(void *, const void *, SIZE);
void *memccpy(void *, const void *, int, SIZE), bcopy(const void *, void *, SIZE), bzero(void *, SIZE);
long strtol(const char *, char **, int); unsigned long strtoul(const char *, char **, int);
void qsort(void *, SIZE, SIZE, order), *bsearch(const void *, const void *, SIZE, SIZE, order);
void (*signal(int, void (*)(int)))(int); int raise(int);
int sprintf(char *, const char *, ...), snprintf(char *, SIZE, const char *, ...); long time(long *);
typedef struct { int quot; int rem; } pair; pair div(int, int);
static int n; static int ascending(const void *a, const void *b) { n++; return *(const int *)a - *(const int *)b; }
static void note(int s) { n += s; }
"""

CLAIMS = {
    "the length of a literal ends at its first zero": (
        'CHECK(strlen("ab\\x00" "cd") == 2 && strlen("a\\0b") == 1 && sizeof("\\101b") == 3);'
    ),
    "lengths of arrays": 'char a[8] = "hey"; CHECK(strlen(a) == 3 && strnlen(a, 2) == 2); a[1] = 0; CHECK(strlen(a) == 1);',
    "a copy returns its target": (
        'char b[8]; char *p = strcpy(b, "xy"); CHECK(p == b); *p = 113; CHECK(b[0] == 113 && b[1] == 121 && !b[2]);'
    ),
    "stpcpy returns the end": 'char b[8]; char *p = stpcpy(b, "xy"); CHECK(p == b + 2 && *p == 0);',
    "strncpy fills up": 'char b[4] = {9, 9, 9, 9}; strncpy(b, "a", 3); CHECK(b[0] == 97 && !b[1] && !b[2] && b[3] == 9);',
    "concatenation": 'char b[9] = "a"; strcat(b, "bc"); strncat(b, "defg", 2); CHECK(b[2] == 99 && b[4] == 101 && b[5] == 0);',
    "comparisons are of unsigned bytes": (
        'char a[3] = "a", b[3] = "\\xff"; CHECK(strcmp(a, b) < 0 && strcmp(b, a) > 0 && strcmp(a, "a") == 0);'
    ),
    "comparisons of beginnings": (
        'char a[5] = "abcd"; CHECK(strncmp(a, "abX", 2) == 0 && strncmp(a, "abX", 3) > 0 && strncmp(a, "b", 0) == 0);'
    ),
    "comparisons without case": 'char a[3] = "Ab"; CHECK(strcasecmp(a, "aB") == 0 && strcasecmp(a, "ac") < 0);',
    "comparisons of bytes": "char a[3] = {1, 0, 2}, b[3] = {1, 0, 3}; CHECK(memcmp(a, b, 2) == 0 && memcmp(a, b, 3) < 0);",
    "found places are in the argument": (
        'char s[6] = "hello"; *strchr(s, 108) = 76; CHECK(s[2] == 76); *strrchr(s, 108) = 77; CHECK(s[3] == 77);'
    ),
    "nothing found": 'char s[4] = "abc"; CHECK(!strchr(s, 122) && !strstr(s, "bd") && !strpbrk(s, "xy") && !memchr(s, 7, 3));',
    "the end of a string is found": 'char s[4] = "abc"; CHECK(strchr(s, 0) == s + 3);',
    "parts of strings": 'char s[8] = "hello"; CHECK(strstr(s, "ll") - s == 2 && strspn(s, "eh") == 2 && strcspn(s, "l") == 2);',
    "bytes in memory": (
        "char b[4] = {1, 2, 3, 2}; char *p = memchr(b, 2, 4), *q = memrchr(b, 2, 4); *p = 9; CHECK(b[1] == 9 && q == b + 3);"
    ),
    "the end of a block": 'char b[4] = {0}; char *e = mempcpy(b, "ab", 2); *e = 113; CHECK(b[2] == 113 && e == b + 2);',
    "a copy up to a byte": 'char b[4] = {0}; char *e = memccpy(b, "a:b", 58, 4); CHECK(e == b + 2 && b[1] == 58 && b[2] == 0);',
    "blocks of the older kind": "int a = 3, b = 0; bcopy(&a, &b, 4); CHECK(b == 3); bzero(&a, 4); CHECK(a == 0);",
    "words": (
        'char b[8] = "a,b;c"; char *p = strtok(b, ",;"); CHECK(p == b && b[1] == 0); p = strtok(0, ",;"); CHECK(*p == 98 && b[3] == 0);'
    ),
    "words with a place of their own": 'char b[8] = ",a,"; char *r, *p = strtok_r(b, ",", &r); CHECK(p == b + 1 && !strtok_r(0, ",", &r));',
    "words that may be empty": 'char b[8] = "a,,b"; char *r = b; strsep(&r, ","); char *p = strsep(&r, ","); CHECK(*p == 0 && r == b + 3);',
    "numbers": 'CHECK(atoi(" -12x") == -12 && strtol("0x1f", 0, 0) == 31 && strtoul("077", 0, 0) == 63 && strtol("z", 0, 36) == 35);',
    "the end of a number": 'char s[8] = "12a"; char *e; strtol(s, &e, 10); *e = 0; CHECK(s[2] == 0); strtol("-", &e, 10); CHECK(*e == 45);',
    "numbers out of range": 'CHECK(strtol("99999999999999999999", 0, 10) == (long)(~0ul >> 1) && strtoul("-1", 0, 10) == ~0ul);',
    "sorting": "int a[3] = {3, 1, 2}; qsort(a, 3, sizeof *a, ascending); CHECK(a[0] == 1 && a[1] == 2 && a[2] == 3 && n > 0);",
    "searching": "int a[3] = {1, 4, 9}, k = 4; int *p = bsearch(&k, a, 3, sizeof k, ascending); *p = 5; CHECK(a[1] == 5 && p == a + 1);",
    "a handler of a signal": "signal(10, note); raise(10); CHECK(n == 10); signal(10, (void (*)(int))1); raise(10); CHECK(n == 10);",
    "functions by pointer": (
        "int (*f)(const char *, const char *) = strcmp; char *(*g)(const char *, int) = strchr; char s[4] = "
        '"abc"; CHECK(f(s, "abc") == 0); '
        "*g(s, 98) = 0; CHECK(s[1] == 0);"
    ),
    "a builtin of a function": 'char b[4]; __builtin_strcpy(b, "ab"); CHECK(__builtin_strlen(b) == 2 && __builtin_abs(-3) == 3);',
    "a checked function": "int a = 3, b = 0; __builtin___memcpy_chk(&b, &a, 4, 4); CHECK(b == 3);",
    "character classes": "CHECK(ispunct(33) && !ispunct(97) && isprint(32) && !isprint(127) && isalpha(90));",
    "bits are counted": (
        "unsigned x = 40, z = n; unsigned long long y = 1ull << 40; CHECK(__builtin_popcount(x) == 2 && __builtin_ctz(x) == 3 && "
        "__builtin_clz(x) == 26 && __builtin_ffs(z) == 0 && __builtin_parity(7) == 1 && __builtin_clzll(y) "
        "== 23 && __builtin_ctzll(y) == 40 && "
        "__builtin_clrsb(-1) == 31 && ffs(40) == 4);"
    ),
    "bytes are swapped": (
        "unsigned x = 0x01020304; CHECK(__builtin_bswap32(x) == 0x04030201 && __builtin_bswap16(0x0102) == 0x0201 && "
        "__builtin_bswap64(1) == 1ull << 56);"
    ),
    "overflow is told": (
        "int r, a = 2147483647; unsigned char c; long long q; CHECK(__builtin_add_overflow(a, 1, &r) && r == -2147483647 - 1); "
        "CHECK(!__builtin_sub_overflow(1, 2, &r) && r == -1 && __builtin_mul_overflow(20, 13, &c) && c == 4); "
        "CHECK(__builtin_sadd_overflow(a, a, &r) && !__builtin_add_overflow(a, a, &q) && q == 4294967294);"
    ),
    "overflow of a named type": (
        "unsigned long x = -1ul, z; long l = 1; CHECK(__builtin_umull_overflow(x, 2, &z) && z == x * 2); "
        "CHECK(!__builtin_saddl_overflow(l, 2, &l) && l == 3); long long ll; CHECK(!__builtin_ssubll_overflow(1, 2, &ll) && ll == -1);"
    ),
    "overflow stores as many bytes as its name says": (
        "unsigned long long c = -1; unsigned a = -1, b = 0x80000006u; CHECK(__builtin_umul_overflow(a, b, &c)); "
        "CHECK((unsigned)c == a * b && c >> 32 == 0xffffffffu);"
    ),
    "output in memory": (
        'char b[20]; int k = -7; CHECK(sprintf(b, "%s-%03d%c%x%%", "ab", 7, 33, 255) == 10 && strcmp(b, "ab-007!ff%") == 0); '
        'CHECK(sprintf(b, "%d %4u|%li", k, 12u, 5l) == 9 && strcmp(b, "-7   12|5") == 0);'
    ),
    "output in memory with flags and a precision": (
        'char b[30]; CHECK(sprintf(b, "%-3d|%+d|% d|%.2d", 7, 7, 7, 7) == 12 && strcmp(b, "7  |+7| 7|07") == 0); '
        'CHECK(sprintf(b, "%#x %X %#o %.0d|%-2c|", 171, 171, 8, 0, 33) == 16 && strcmp(b, "0xab AB 010 |! |") == 0); '
        'CHECK(sprintf(b, "%4.2s|%-3s|%.0s", "abc", "d", "e") == 9 && strcmp(b, "  ab|d  |") == 0);'
    ),
    "widths of output from arguments": (
        'char b[20]; int w = -3; CHECK(sprintf(b, "%*d|%.*s|%0*d", w, 5, 2, "abc", 3, 4) == 10 && strcmp(b, "5  |ab|004") == 0);'
    ),
    "lengths of conversions": (
        'char b[30]; CHECK(sprintf(b, "%zd %td", (SIZE)-1, (long)-2) == 5 && strcmp(b, "-1 -2") == 0); '
        'CHECK(sprintf(b, "%hhd %hhu %hd", 511, -1, 65539) == 8 && strcmp(b, "-1 255 3") == 0);'
    ),
    "output in too little memory": (
        'char b[4]; CHECK(snprintf(b, sizeof b, "%d", 12345) == 5 && b[2] == 51 && !b[3] && snprintf(0, 0, "ab") == 2);'
    ),
    "the time is stored and returned": "long t; long r = time(&t); CHECK(r == t && r >= 0 && time(0) >= 0);",
    "quotient and remainder": "pair p = div(-17, 5); CHECK(p.quot == -3 && p.rem == -2);",
    "an expression is chosen": (
        "CHECK(__builtin_choose_expr(1, 5, n++) == 5 && sizeof(__builtin_choose_expr(0, 1, (char)2)) == 1 && n == 0);"
    ),
    "atomic operations": (
        "int x = 5, e = 6; CHECK(__sync_fetch_and_add(&x, 2) == 5 && __sync_sub_and_fetch(&x, 1) == 6); "
        "CHECK(__sync_bool_compare_and_swap(&x, 6, 8) && __sync_val_compare_and_swap(&x, 1, 2) == 8 && x == 8); "
        "CHECK(__atomic_exchange_n(&x, 3, 5) == 8 && __atomic_load_n(&x, 5) == 3 && __atomic_or_fetch(&x, 4, 5) == 7); "
        "CHECK(!__atomic_compare_exchange_n(&x, &e, 1, 0, 5, 5) && e == 7); __atomic_store_n(&x, 1, 5); CHECK(x == 1);"
    ),
    "the result of a fill is its target's value before": (
        "struct { void *p; int x; } s; s.p = &s; void *q = memset(s.p, 0, sizeof s); CHECK(q == &s && !s.p);"
    ),
}


@pytest.mark.parametrize("model", [ILP32, LP64])
@pytest.mark.parametrize("claim", CLAIMS)
def test_a_library_function_means_what_gcc_makes_of_it(claim: str, model: DataModel, tmp_path: Path) -> None:
    text = DECLARATIONS + "int main(void) {" + CLAIMS[claim] + " return 0; }"
    assert verdict(program(text, model)) == "returned"
    assert gcc_verdict(text, model, tmp_path) in (None, "returned")


@pytest.mark.parametrize("model", [ILP32, LP64])
@pytest.mark.parametrize("claim", CLAIMS)
def test_the_opposite_of_a_claim_is_violated(claim: str, model: DataModel) -> None:
    first, _, rest = CLAIMS[claim].rpartition("CHECK(")
    text = DECLARATIONS + "int main(void) {" + first + "CHECK(!(" + rest.removesuffix(");") + ")); return 0; }"
    assert verdict(program(text, model)) == "error"


def test_handlers_of_the_programs_end_run_in_reverse_order(tmp_path: Path) -> None:
    text = """
    int atexit(void (*)(void)); void exit(int); static int n;
    static void first(void) { CHECK(n == 2); reach_error(); } static void second(void) { n *= 2; }
    int main(void) { atexit(first); atexit(second); n = 1; if (__VERIFIER_nondet_int()) exit(0); return 0; }
    """
    automaton = program(text, LP64)
    assert verdict(automaton, 0) == verdict(automaton, 1) == "error"
    assert gcc_verdict(text + "int __VERIFIER_nondet_int(void) { return 0; }", LP64, tmp_path) in (None, "error")


@pytest.mark.parametrize("call", ["kthread_run(f, 0)", "sigaction(1, 0, 0)"])
def test_what_may_run_at_any_time_may_violate_the_property(call: str) -> None:
    text = (
        f"void *kthread_run(int (*)(void *), void *); int sigaction(); static int f(void *p) {{ return 0; }} int main(void) {{ {call}; }}"
    )
    assert any(location.is_error for location in program(text, LP64).locations)


@pytest.mark.parametrize(
    ("statement", "walks"),
    [
        ("a[1] = 2;", Walks.NOWHERE),
        ("*(a + 1) = 2;", Walks.BY_STEPS),
        ("*(a + a[1]) = 2;", Walks.ANYWHERE),
        ("strncpy((char *)a, text, sizeof a);", Walks.BY_STEPS),
    ],
)
def test_what_a_library_function_does_with_pointers_is_no_walk_of_the_program(statement: str, walks: Walks) -> None:
    text = f'#include <string.h>\nint a[3]; const char text[] = "ab"; int main(void) {{ {statement} return 0; }}'
    assert lower(parse_text(text, "walks.c", DataModel.LP64), DataModel.LP64).walks is walks
