#ifndef _POLL_H
#define _POLL_H
#define POLLERR 8
#define POLLHUP 16
#define POLLIN 1
#define POLLMSG 1024
#define POLLNVAL 32
#define POLLOUT 4
#define POLLPRI 2
#define POLLRDBAND 128
#define POLLRDHUP 8192
#define POLLRDNORM 64
#define POLLREMOVE 4096
#define POLLWRBAND 512
#define POLLWRNORM 256
struct pollfd { int fd; short events; short revents; };
typedef unsigned long nfds_t;
extern int poll(struct pollfd *, nfds_t, int);
#endif
