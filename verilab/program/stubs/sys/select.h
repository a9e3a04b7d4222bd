#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H
#include <sys/types.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
typedef struct { long fds_bits[1024 / (8 * sizeof(long))]; } fd_set;
struct timespec;
#define FD_SETSIZE 1024
#define __FD_WORD(fd) ((fd) / (8 * (int)sizeof(long)))
#define __FD_BIT(fd) (1UL << ((fd) % (8 * (int)sizeof(long))))
#define FD_SET(fd, set) ((void)((set)->fds_bits[__FD_WORD(fd)] |= __FD_BIT(fd)))
#define FD_CLR(fd, set) ((void)((set)->fds_bits[__FD_WORD(fd)] &= ~__FD_BIT(fd)))
#define FD_ISSET(fd, set) (((set)->fds_bits[__FD_WORD(fd)] & __FD_BIT(fd)) != 0)
#define FD_ZERO(set) do { for (unsigned __i = 0; __i < sizeof(fd_set) / sizeof(long); __i++) (set)->fds_bits[__i] = 0; } while (0)
extern int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
#endif
