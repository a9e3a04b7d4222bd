#ifndef _DIRENT_H
#define _DIRENT_H
#include <sys/types.h>
#define DT_FIFO 1
#define DT_CHR 2
#define DT_BLK 6
#define DT_SOCK 12
#define DT_WHT 14
#define NAME_MAX 255
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
struct dirent { ino_t d_ino; off_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
typedef struct __dirstream DIR;
extern DIR *opendir(const char *);
extern struct dirent *readdir(DIR *);
extern int closedir(DIR *);
extern void rewinddir(DIR *);
extern int dirfd(DIR *);
extern DIR *fdopendir(int);
extern long telldir(DIR *);
extern void seekdir(DIR *, long);
#endif
