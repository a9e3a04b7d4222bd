#ifndef _BITS_WAIT_STATUS_H
#define _BITS_WAIT_STATUS_H
#define WCONTINUED 8
#define WEXITED 4
#define WNOHANG 1
#define WNOWAIT 16777216
#define WSTOPPED 2
#define WUNTRACED 2
#define WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (((signed char)(((status) & 0x7f) + 1) >> 1) > 0)
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
#define WIFCONTINUED(status) ((status) == 0xffff)
#endif
