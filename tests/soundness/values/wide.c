#include <stdlib.h>
#include <wchar.h>

static long lengths(void) { // = 535
  const wchar_t *s = L"a\x3b1" "bcd"; return wcslen(s) * 100 + wcsnlen(s, 3) * 10 + wcsnlen(s, 8);
}

static long copies(void) { // = 1234507
  wchar_t b[12], c[8]; wcscpy(b, L"123"); wcscat(b, L"45"); wcsncat(b, L"0789", 1); wcsncpy(c, L"7", 3);
  long r = 0; for (int i = 0; b[i]; i++) r = r * 10 + (b[i] - L'0');
  r = r * 10 + (c[0] - L'0') + c[1] + c[2];
  return r + (wcpcpy(c, L"xy") - c - 2);
}

static long comparisons(void) { // = 110111
  return (wcscmp(L"ab", L"aa") > 0) + (wcscmp(L"a", L"ab") < 0) * 10 + (wcsncmp(L"abc", L"abd", 2) == 0) * 100
    + (wcsncmp(L"abc", L"abd", 3) == 0) * 1000 + (wmemcmp(L"\x7fffffff", L"1", 1) > 0) * 10000
    + (wcscmp(L"\xffffffff", L"1") < 0) * 100000;
}

static long searches(void) { // = 2304163
  const wchar_t *s = L"abcabc"; wchar_t set[] = { L'c', L'b', 0 };
  return (wcschr(s, L'c') - s) + (wcsrchr(s, L'a') - s) * 10 + wcscspn(s, set) * 100 + wcsspn(s + 1, set) * 2000
    + (wcsstr(s, L"cab") - s) * 150000 + (wmemchr(s, L'c', 2) == 0) * 2000000 + (wcspbrk(s, L"xyz") == 0) * 31;
}

static long blocks(void) { // = 77123
  wchar_t b[6]; wmemset(b, 7, 6); wmemcpy(b, L"\1\2\3", 3); wmemmove(b + 1, b, 3);
  return b[4] * 11000 + b[1] * 100 + b[2] * 10 + b[3] + (b[0] - 1);
}

static long duplicate(void) { // = 3
  wchar_t *copy = wcsdup(L"xyz"); return copy ? wcslen(copy) : 3;
}
