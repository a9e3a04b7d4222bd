#ifndef _SYS_TIME_H
#define _SYS_TIME_H
#include <sys/types.h>
#include <sys/select.h>
struct itimerval { struct timeval it_interval; struct timeval it_value; };
struct timezone { int tz_minuteswest; int tz_dsttime; };
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
extern int gettimeofday(struct timeval *, void *);
extern int settimeofday(const struct timeval *, const struct timezone *);
extern int getitimer(int, struct itimerval *);
extern int setitimer(int, const struct itimerval *, struct itimerval *);
extern int utimes(const char *, const struct timeval *);
#endif
