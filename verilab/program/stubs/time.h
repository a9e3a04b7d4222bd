#ifndef _TIME_H
#define _TIME_H
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
#define CLOCKS_PER_SEC 1000000L
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year; int tm_wday; int tm_yday; int tm_isdst; };
extern time_t time(time_t *);
extern clock_t clock(void);
extern double difftime(time_t, time_t);
extern struct tm *localtime(const time_t *);
extern int nanosleep(const struct timespec *, struct timespec *);
#endif
