#ifndef _UNISTD_H
#define _UNISTD_H
#include <stddef.h>
#include <sys/types.h>
typedef __INTPTR_TYPE__ intptr_t;
#include <getopt.h>
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define L_SET SEEK_SET
#define L_INCR SEEK_CUR
#define L_XTND SEEK_END
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define _POSIX_VERSION 200809L
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_OPEN_MAX 4
#define _SC_CLK_TCK 2
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
extern char **environ;
extern unsigned int sleep(unsigned int);
extern int usleep(useconds_t);
extern unsigned int alarm(unsigned int);
extern int pause(void);
extern ssize_t read(int, void *, size_t);
extern ssize_t write(int, const void *, size_t);
extern ssize_t pread(int, void *, size_t, off_t);
extern ssize_t pwrite(int, const void *, size_t, off_t);
extern int close(int);
extern off_t lseek(int, off_t, int);
extern int dup(int);
extern int dup2(int, int);
extern int pipe(int[2]);
extern int access(const char *, int);
extern int chdir(const char *);
extern int fchdir(int);
extern char *getcwd(char *, size_t);
extern int chown(const char *, uid_t, gid_t);
extern int fchown(int, uid_t, gid_t);
extern int chroot(const char *);
extern int link(const char *, const char *);
extern int symlink(const char *, const char *);
extern ssize_t readlink(const char *, char *, size_t);
extern int unlink(const char *);
extern int rmdir(const char *);
extern int truncate(const char *, off_t);
extern int ftruncate(int, off_t);
extern int fsync(int);
extern int fdatasync(int);
extern void sync(void);
extern int isatty(int);
extern char *ttyname(int);
extern pid_t fork(void);
extern pid_t vfork(void);
extern int execl(const char *, const char *, ...);
extern int execlp(const char *, const char *, ...);
extern int execle(const char *, const char *, ...);
extern int execv(const char *, char *const[]);
extern int execve(const char *, char *const[], char *const[]);
extern int execvp(const char *, char *const[]);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern pid_t getpgrp(void);
extern pid_t getpgid(pid_t);
extern pid_t getsid(pid_t);
extern pid_t setsid(void);
extern int setpgid(pid_t, pid_t);
extern uid_t getuid(void);
extern uid_t geteuid(void);
extern gid_t getgid(void);
extern gid_t getegid(void);
extern int setuid(uid_t);
extern int seteuid(uid_t);
extern int setgid(gid_t);
extern int setegid(gid_t);
extern int getgroups(int, gid_t[]);
extern int gethostname(char *, size_t);
extern int sethostname(const char *, size_t);
extern char *getlogin(void);
extern long sysconf(int);
extern long pathconf(const char *, int);
extern int getpagesize(void);
extern int nice(int);
extern int brk(void *);
extern void *sbrk(intptr_t);
extern long syscall(long, ...);
extern char *crypt(const char *, const char *);
extern void swab(const void *, void *, ssize_t);
extern int daemon(int, int);
extern void _exit(int) __attribute__((__noreturn__));
extern unsigned int ualarm(unsigned int, unsigned int);
extern char *getwd(char *);
extern long fpathconf(int, int);
extern size_t confstr(int, char *, size_t);
extern ssize_t readlinkat(int, const char *, char *, size_t);
extern pid_t tcgetpgrp(int);
extern char *getusershell(void);
extern char *getpass(const char *);
extern long gethostid(void);
extern int faccessat(int, const char *, int, int);
extern int fexecve(int, char *const *, char *const *);
extern int setpgrp(void);
extern int ttyname_r(int, char *, size_t);
extern int ttyslot(void);
extern int linkat(int, const char *, int, const char *, int);
extern int symlinkat(const char *, int, const char *);
extern int unlinkat(int, const char *, int);
extern int getlogin_r(char *, size_t);
extern int setlogin(const char *);
extern int sethostid(long);
extern int getdomainname(char *, size_t);
extern int setdomainname(const char *, size_t);
extern int getdtablesize(void);
extern int getentropy(void *, size_t);
#ifdef _GNU_SOURCE
extern char *get_current_dir_name(void);
extern __INT64_TYPE__ lseek64(int, __INT64_TYPE__, int);
extern ssize_t pread64(int, void *, size_t, __INT64_TYPE__);
extern ssize_t pwrite64(int, const void *, size_t, __INT64_TYPE__);
extern ssize_t copy_file_range(int, __INT64_TYPE__ *, int, __INT64_TYPE__ *, size_t, unsigned int);
extern pid_t gettid(void);
extern int euidaccess(const char *, int);
extern int eaccess(const char *, int);
extern int execveat(int, const char *, char *const *, char *const *, int);
extern int pipe2(int *, int);
extern int dup3(int, int, int);
extern int execvpe(const char *, char *const *, char *const *);
extern int syncfs(int);
extern int close_range(unsigned int, unsigned int, int);
#endif
#endif
