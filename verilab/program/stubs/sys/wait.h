#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H
#include <sys/types.h>
#include <signal.h>
#include <bits/wait_status.h>
#define WAIT_ANY (-1)
#define WCOREFLAG 0x80
#define WCOREDUMP(status) ((status) & WCOREFLAG)
#define W_EXITCODE(code, signal) ((code) << 8 | (signal))
#define W_STOPCODE(signal) ((signal) << 8 | 0x7f)
extern pid_t wait(int *);
extern pid_t waitpid(pid_t, int *, int);
#endif
