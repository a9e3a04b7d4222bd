#ifndef _WCHAR_H
#define _WCHAR_H
#include <stddef.h>
#include <stdarg.h>
typedef __WINT_TYPE__ wint_t;
typedef struct { int __count; union { unsigned int __wch; char __wchb[4]; } __value; } mbstate_t;
#ifndef WCHAR_MAX
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#endif
#define WEOF (0xffffffffu)
struct _IO_FILE;
struct tm;
extern size_t wcslen(const wchar_t *);
extern wchar_t *wcscpy(wchar_t *, const wchar_t *);
extern wchar_t *wcsncpy(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wcscat(wchar_t *, const wchar_t *);
extern wchar_t *wcsncat(wchar_t *, const wchar_t *, size_t);
extern int wcscmp(const wchar_t *, const wchar_t *);
extern int wcsncmp(const wchar_t *, const wchar_t *, size_t);
extern int wcscoll(const wchar_t *, const wchar_t *);
extern size_t wcsxfrm(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wcschr(const wchar_t *, wchar_t);
extern wchar_t *wcsrchr(const wchar_t *, wchar_t);
extern size_t wcscspn(const wchar_t *, const wchar_t *);
extern size_t wcsspn(const wchar_t *, const wchar_t *);
extern wchar_t *wcspbrk(const wchar_t *, const wchar_t *);
extern wchar_t *wcsstr(const wchar_t *, const wchar_t *);
extern wchar_t *wcstok(wchar_t *, const wchar_t *, wchar_t **);
extern wchar_t *wcsdup(const wchar_t *);
extern wchar_t *wmemchr(const wchar_t *, wchar_t, size_t);
extern int wmemcmp(const wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemcpy(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemmove(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemset(wchar_t *, wchar_t, size_t);
extern wint_t btowc(int);
extern int wctob(wint_t);
extern int mbsinit(const mbstate_t *);
extern size_t mbrtowc(wchar_t *, const char *, size_t, mbstate_t *);
extern size_t wcrtomb(char *, wchar_t, mbstate_t *);
extern size_t mbrlen(const char *, size_t, mbstate_t *);
extern size_t mbsrtowcs(wchar_t *, const char **, size_t, mbstate_t *);
extern size_t wcsrtombs(char *, const wchar_t **, size_t, mbstate_t *);
extern double wcstod(const wchar_t *, wchar_t **);
extern float wcstof(const wchar_t *, wchar_t **);
extern long double wcstold(const wchar_t *, wchar_t **);
extern long wcstol(const wchar_t *, wchar_t **, int);
extern unsigned long wcstoul(const wchar_t *, wchar_t **, int);
extern long long wcstoll(const wchar_t *, wchar_t **, int);
extern unsigned long long wcstoull(const wchar_t *, wchar_t **, int);
extern int wprintf(const wchar_t *, ...);
extern int fwprintf(struct _IO_FILE *, const wchar_t *, ...);
extern int swprintf(wchar_t *, size_t, const wchar_t *, ...);
extern int vwprintf(const wchar_t *, va_list);
extern int vfwprintf(struct _IO_FILE *, const wchar_t *, va_list);
extern int vswprintf(wchar_t *, size_t, const wchar_t *, va_list);
extern int wscanf(const wchar_t *, ...);
extern int swscanf(const wchar_t *, const wchar_t *, ...);
extern wint_t fgetwc(struct _IO_FILE *);
extern wint_t getwc(struct _IO_FILE *);
extern wint_t getwchar(void);
extern wint_t fputwc(wchar_t, struct _IO_FILE *);
extern wint_t putwc(wchar_t, struct _IO_FILE *);
extern wint_t putwchar(wchar_t);
extern wint_t ungetwc(wint_t, struct _IO_FILE *);
extern wchar_t *fgetws(wchar_t *, int, struct _IO_FILE *);
extern int fputws(const wchar_t *, struct _IO_FILE *);
extern int fwide(struct _IO_FILE *, int);
extern int wcwidth(wchar_t);
extern size_t wcsftime(wchar_t *, size_t, const wchar_t *, const struct tm *);
extern int wcscasecmp(const wchar_t *, const wchar_t *);
extern int wcsncasecmp(const wchar_t *, const wchar_t *, size_t);
extern size_t wcsnlen(const wchar_t *, size_t);
extern wchar_t *wcpcpy(wchar_t *, const wchar_t *);
extern wchar_t *wcpncpy(wchar_t *, const wchar_t *, size_t);
extern size_t mbsnrtowcs(wchar_t *, const char **, size_t, size_t, mbstate_t *);
extern size_t wcsnrtombs(char *, const wchar_t **, size_t, size_t, mbstate_t *);
extern struct _IO_FILE *open_wmemstream(wchar_t **, size_t *);
#ifdef _GNU_SOURCE
extern wchar_t *wcschrnul(const wchar_t *, wchar_t);
extern wchar_t *wcswcs(const wchar_t *, const wchar_t *);
extern wchar_t *wmempcpy(wchar_t *, const wchar_t *, size_t);
extern int wcswidth(const wchar_t *, size_t);
extern long long wcstoq(const wchar_t *, wchar_t **, int);
extern unsigned long long wcstouq(const wchar_t *, wchar_t **, int);
extern wint_t getwc_unlocked(struct _IO_FILE *);
extern wint_t getwchar_unlocked(void);
extern wint_t fgetwc_unlocked(struct _IO_FILE *);
extern wint_t fputwc_unlocked(wchar_t, struct _IO_FILE *);
extern wint_t putwc_unlocked(wchar_t, struct _IO_FILE *);
extern wint_t putwchar_unlocked(wchar_t);
extern wchar_t *fgetws_unlocked(wchar_t *, int, struct _IO_FILE *);
#endif
#endif
