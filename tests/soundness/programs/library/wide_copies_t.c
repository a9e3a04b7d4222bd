#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    wchar_t text[6], c = __VERIFIER_nondet_int();
    if (c != L'p') return 0;
    wmemset(text, c, 6);
    wcscpy(text + 1, L"ab");
    wcsncat(text, L"xyz", 1);
    if (!(wcslen(text) == 4 && wcschr(text, L'x') == text + 3 && wcscmp(text, L"p") > 0 && text[5] == c)) reach_error();
    return 0;
}
