#ifndef _STDIO_H
#define _STDIO_H
#include <stddef.h>
#include <stdarg.h>
typedef struct _IO_FILE FILE;
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
#endif
