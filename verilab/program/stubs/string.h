#ifndef _STRING_H
#define _STRING_H
#include <stddef.h>
#include <strings.h>
extern void *memcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern int memcmp(const void *, const void *, size_t);
extern void *memchr(const void *, int, size_t);
extern char *strcpy(char *, const char *);
extern char *strncpy(char *, const char *, size_t);
extern char *strcat(char *, const char *);
extern char *strncat(char *, const char *, size_t);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern char *strchr(const char *, int);
extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *);
extern char *strtok(char *, const char *);
extern size_t strlen(const char *);
extern size_t strnlen(const char *, size_t);
extern size_t strspn(const char *, const char *);
extern size_t strcspn(const char *, const char *);
extern char *strdup(const char *);
extern char *strerror(int);
extern int strcoll(const char *, const char *);
extern size_t strxfrm(char *, const char *, size_t);
extern char *strsignal(int);
extern void *memccpy(void *, const void *, int, size_t);
extern char *strndup(const char *, size_t);
extern char *strpbrk(const char *, const char *);
extern char *strtok_r(char *, const char *, char **);
extern void explicit_bzero(void *, size_t);
extern char *strsep(char **, const char *);
extern char *stpcpy(char *, const char *);
extern char *stpncpy(char *, const char *, size_t);
#ifdef _GNU_SOURCE
extern const char *strerrordesc_np(int);
extern const char *strerrorname_np(int);
extern const char *sigabbrev_np(int);
extern const char *sigdescr_np(int);
extern char *strerror_r(int, char *, size_t);
extern char *strfry(char *);
extern void *memfrob(void *, size_t);
extern void *rawmemchr(const void *, int);
extern void *memrchr(const void *, int, size_t);
extern char *strchrnul(const char *, int);
extern char *strcasestr(const char *, const char *);
extern void *memmem(const void *, size_t, const void *, size_t);
extern void *mempcpy(void *, const void *, size_t);
extern int strverscmp(const char *, const char *);
#else
extern int strerror_r(int, char *, size_t);
#endif
#endif
