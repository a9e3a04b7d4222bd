#ifndef _STRINGS_H
#define _STRINGS_H
#include <string.h>
extern int strcasecmp(const char *, const char *);
extern int strncasecmp(const char *, const char *, size_t);
extern int ffs(int);
#endif
