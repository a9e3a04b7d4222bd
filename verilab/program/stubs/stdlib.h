#ifndef _STDLIB_H
#define _STDLIB_H
#include <bits/types.h>
#include <stddef.h>
#include <endian.h>
#include <sys/types.h>
#include <bits/wait_status.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
extern size_t __ctype_get_mb_cur_max(void);
#define MB_CUR_MAX (__ctype_get_mb_cur_max())
#define RAND_MAX 2147483647
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
extern void abort(void) __attribute__((__noreturn__));
extern void exit(int) __attribute__((__noreturn__));
extern void _Exit(int) __attribute__((__noreturn__));
extern int atexit(void (*)(void));
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void *alloca(size_t);
extern void free(void *);
extern int abs(int);
extern long labs(long);
extern long long llabs(long long);
extern div_t div(int, int);
extern ldiv_t ldiv(long, long);
extern lldiv_t lldiv(long long, long long);
extern int rand(void);
extern void srand(unsigned int);
extern long random(void);
extern void srandom(unsigned int);
extern int atoi(const char *);
extern long atol(const char *);
extern double atof(const char *);
extern long strtol(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern double strtod(const char *, char **);
extern char *getenv(const char *);
extern int system(const char *);
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
extern int at_quick_exit(void (*)(void));
extern void quick_exit(int) __attribute__((__noreturn__));
extern void *aligned_alloc(size_t, size_t);
extern int posix_memalign(void **, size_t, size_t);
extern void *reallocarray(void *, size_t, size_t);
extern void *valloc(size_t);
extern long long atoll(const char *);
extern float strtof(const char *, char **);
extern long double strtold(const char *, char **);
extern long long strtoll(const char *, char **, int);
extern unsigned long long strtoull(const char *, char **, int);
extern long long strtoq(const char *, char **, int);
extern unsigned long long strtouq(const char *, char **, int);
extern double drand48(void);
extern double erand48(unsigned short[3]);
extern long lrand48(void);
extern long nrand48(unsigned short[3]);
extern long mrand48(void);
extern long jrand48(unsigned short[3]);
extern void srand48(long);
extern unsigned short *seed48(unsigned short[3]);
extern void lcong48(unsigned short[7]);
extern char *initstate(unsigned int, char *, size_t);
extern char *setstate(char *);
extern int rand_r(unsigned int *);
extern unsigned int arc4random(void);
extern unsigned int arc4random_uniform(unsigned int);
extern void arc4random_buf(void *, size_t);
extern char *l64a(long);
extern long a64l(const char *);
extern char *ecvt(double, int, int *, int *);
extern char *fcvt(double, int, int *, int *);
extern char *gcvt(double, int, char *);
extern char *qecvt(long double, int, int *, int *);
extern char *qfcvt(long double, int, int *, int *);
extern char *qgcvt(long double, int, char *);
extern int setenv(const char *, const char *, int);
extern int unsetenv(const char *);
extern int putenv(char *);
extern int clearenv(void);
extern char *mktemp(char *);
extern char *mkdtemp(char *);
extern int mkstemp(char *);
extern int mkstemps(char *, int);
extern char *realpath(const char *, char *);
extern int mblen(const char *, size_t);
extern int mbtowc(wchar_t *, const char *, size_t);
extern int wctomb(char *, wchar_t);
extern size_t mbstowcs(wchar_t *, const char *, size_t);
extern size_t wcstombs(char *, const wchar_t *, size_t);
#ifdef _GNU_SOURCE
extern char *secure_getenv(const char *);
extern char *canonicalize_file_name(const char *);
extern char *ptsname(int);
#endif
#endif
