#ifndef _FCNTL_H
#define _FCNTL_H
#include <sys/types.h>
#include <bits/modes.h>
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define AT_FDCWD (-100)
#define AT_STATX_SYNC_AS_STAT 0
#define AT_SYMLINK_NOFOLLOW 256
#define AT_REMOVEDIR 512
#define AT_EACCESS 512
#define AT_SYMLINK_FOLLOW 1024
#define AT_NO_AUTOMOUNT 2048
#define AT_EMPTY_PATH 4096
#define AT_STATX_FORCE_SYNC 8192
#define AT_STATX_DONT_SYNC 16384
#define AT_STATX_SYNC_TYPE 24576
#define AT_RECURSIVE 32768
#define F_RDLCK 0
#define F_DUPFD 0
#define F_ULOCK 0
#define F_OK 0
#define F_LOCK 1
#define F_GETFD 1
#define F_SEAL_SEAL 1
#define F_WRLCK 1
#define F_UNLCK 2
#define F_SEAL_SHRINK 2
#define F_TLOCK 2
#define F_SETFD 2
#define F_GETFL 3
#define F_TEST 3
#define F_SETFL 4
#define F_SEAL_GROW 4
#define F_EXLCK 4
#define F_GETLK 5
#if __SIZEOF_LONG__ == 8
#define F_GETLK64 5
#define F_SETLK64 6
#define F_SETLKW64 7
#define O_LARGEFILE 0
#else
#define F_GETLK64 12
#define F_SETLK64 13
#define F_SETLKW64 14
#define O_LARGEFILE 0100000
#endif
#define F_SETLK 6
#define F_SETLKW 7
#define F_SEAL_WRITE 8
#define F_SHLCK 8
#define F_SETOWN 8
#define F_GETOWN 9
#define F_SETSIG 10
#define F_GETSIG 11
#define F_SETOWN_EX 15
#define F_GETOWN_EX 16
#define F_SEAL_FUTURE_WRITE 16
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#define F_OFD_SETLKW 38
#define F_SETLEASE 1024
#define F_GETLEASE 1025
#define F_NOTIFY 1026
#define F_DUPFD_CLOEXEC 1030
#define F_SETPIPE_SZ 1031
#define F_GETPIPE_SZ 1032
#define F_ADD_SEALS 1033
#define F_GET_SEALS 1034
#define F_GET_RW_HINT 1035
#define F_SET_RW_HINT 1036
#define F_GET_FILE_RW_HINT 1037
#define F_SET_FILE_RW_HINT 1038
#define FD_CLOEXEC 1
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_ACCMODE 3
#define O_CREAT 64
#define O_EXCL 128
#define O_NOCTTY 256
#define O_TRUNC 512
#define O_APPEND 1024
#define O_NDELAY 2048
#define O_NONBLOCK 2048
#define O_DSYNC 4096
#define O_ASYNC 8192
#define O_DIRECT 16384
#define O_DIRECTORY 65536
#define O_NOFOLLOW 131072
#define O_NOATIME 262144
#define O_CLOEXEC 524288
#define O_FSYNC 1052672
#define O_RSYNC 1052672
#define O_SYNC 1052672
#define O_PATH 2097152
#define O_TMPFILE 4259840
#define FAPPEND O_APPEND
#define FFSYNC O_FSYNC
#define FASYNC O_ASYNC
#define FNONBLOCK O_NONBLOCK
#define FNDELAY O_NDELAY
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
struct flock { short l_type; short l_whence; off_t l_start; off_t l_len; pid_t l_pid; };
extern int open(const char *, int, ...);
extern int openat(int, const char *, int, ...);
extern int creat(const char *, mode_t);
extern int fcntl(int, int, ...);
#endif
