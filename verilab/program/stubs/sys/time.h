#ifndef _SYS_TIME_H
#define _SYS_TIME_H
#include <sys/types.h>
#include <sys/select.h>
struct itimerval { struct timeval it_interval; struct timeval it_value; };
struct timezone { int tz_minuteswest; int tz_dsttime; };
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timercmp(a, b, CMP) (((a)->tv_sec == (b)->tv_sec) ? ((a)->tv_usec CMP (b)->tv_usec) : ((a)->tv_sec CMP (b)->tv_sec))
#define timeradd(a, b, sum) \
    do { \
        (sum)->tv_sec = (a)->tv_sec + (b)->tv_sec; \
        (sum)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
        if ((sum)->tv_usec >= 1000000) { ++(sum)->tv_sec; (sum)->tv_usec -= 1000000; } \
    } while (0)
#define timersub(a, b, difference) \
    do { \
        (difference)->tv_sec = (a)->tv_sec - (b)->tv_sec; \
        (difference)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
        if ((difference)->tv_usec < 0) { --(difference)->tv_sec; (difference)->tv_usec += 1000000; } \
    } while (0)
extern int gettimeofday(struct timeval *, void *);
extern int settimeofday(const struct timeval *, const struct timezone *);
extern int getitimer(int, struct itimerval *);
extern int setitimer(int, const struct itimerval *, struct itimerval *);
extern int utimes(const char *, const struct timeval *);
#endif
