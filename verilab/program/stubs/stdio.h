#ifndef _STDIO_H
#define _STDIO_H
#include <bits/types.h>
#include <stddef.h>
#include <stdarg.h>
#define P_tmpdir "/tmp"
#if __SIZEOF_LONG__ == 8
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
typedef long off_t;
typedef struct _IO_FILE FILE;
typedef struct { long __position; int __state[2]; } fpos_t;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define TMP_MAX 238328
#define L_tmpnam 20
#define L_ctermid 9
extern int printf(const char *, ...);
extern int fprintf(FILE *, const char *, ...);
extern int setvbuf(FILE *, char *, int, size_t);
extern void setbuf(FILE *, char *);
extern void setbuffer(FILE *, char *, size_t);
extern void setlinebuf(FILE *);
extern int sprintf(char *, const char *, ...);
extern int snprintf(char *, size_t, const char *, ...);
extern int vprintf(const char *, va_list);
extern int vfprintf(FILE *, const char *, va_list);
extern int vsnprintf(char *, size_t, const char *, va_list);
extern int scanf(const char *, ...);
extern int fscanf(FILE *, const char *, ...);
extern int sscanf(const char *, const char *, ...);
extern int putchar(int);
extern int putc(int, FILE *);
extern int fputc(int, FILE *);
extern int puts(const char *);
extern int fputs(const char *, FILE *);
extern int getchar(void);
extern int getc(FILE *);
extern int fgetc(FILE *);
extern char *fgets(char *, int, FILE *);
extern FILE *fopen(const char *, const char *);
extern int fclose(FILE *);
extern int fflush(FILE *);
extern int feof(FILE *);
extern int ferror(FILE *);
extern int fseek(FILE *, long, int);
extern long ftell(FILE *);
extern void rewind(FILE *);
extern size_t fread(void *, size_t, size_t, FILE *);
extern size_t fwrite(const void *, size_t, size_t, FILE *);
extern int remove(const char *);
extern int rename(const char *, const char *);
extern void perror(const char *);
extern int vsprintf(char *, const char *, va_list);
extern int vscanf(const char *, va_list);
extern int vfscanf(FILE *, const char *, va_list);
extern int vsscanf(const char *, const char *, va_list);
extern int dprintf(int, const char *, ...);
extern int vdprintf(int, const char *, va_list);
extern int ungetc(int, FILE *);
extern int getchar_unlocked(void);
extern int getc_unlocked(FILE *);
extern int putchar_unlocked(int);
extern int putc_unlocked(int, FILE *);
extern int getw(FILE *);
extern int putw(int, FILE *);
extern ssize_t getline(char **, size_t *, FILE *);
extern ssize_t getdelim(char **, size_t *, int, FILE *);
extern FILE *freopen(const char *, const char *, FILE *);
extern FILE *fdopen(int, const char *);
extern FILE *tmpfile(void);
extern FILE *popen(const char *, const char *);
extern FILE *fmemopen(void *, size_t, const char *);
extern FILE *open_memstream(char **, size_t *);
extern int pclose(FILE *);
extern int fileno(FILE *);
extern void clearerr(FILE *);
extern int fseeko(FILE *, off_t, int);
extern off_t ftello(FILE *);
extern int fgetpos(FILE *, fpos_t *);
extern int fsetpos(FILE *, const fpos_t *);
extern char *tmpnam(char *);
extern char *tempnam(const char *, const char *);
extern void flockfile(FILE *);
extern void funlockfile(FILE *);
extern char *tmpnam_r(char *);
extern char *ctermid(char *);
extern size_t fread_unlocked(void *, size_t, size_t, FILE *);
extern size_t fwrite_unlocked(const void *, size_t, size_t, FILE *);
extern int renameat(int, const char *, int, const char *);
extern int fflush_unlocked(FILE *);
extern int fgetc_unlocked(FILE *);
extern int fputc_unlocked(int, FILE *);
extern void clearerr_unlocked(FILE *);
extern int feof_unlocked(FILE *);
extern int ferror_unlocked(FILE *);
extern int fileno_unlocked(FILE *);
extern int ftrylockfile(FILE *);
#ifdef _GNU_SOURCE
extern FILE *tmpfile64(void);
extern FILE *fopen64(const char *, const char *);
extern FILE *freopen64(const char *, const char *, FILE *);
extern char *fgets_unlocked(char *, int, FILE *);
extern __INT64_TYPE__ ftello64(FILE *);
extern char *cuserid(char *);
extern int vasprintf(char **, const char *, __builtin_va_list);
extern int asprintf(char **, const char *, ...);
extern int renameat2(int, const char *, int, const char *, unsigned int);
extern int fcloseall(void);
extern int fputs_unlocked(const char *, FILE *);
#endif
#endif
