#ifndef _GLOB_H
#define _GLOB_H
#include <stddef.h>
typedef struct { size_t gl_pathc; char **gl_pathv; size_t gl_offs; int gl_flags; void (*__functions[5])(void); } glob_t;
#define GLOB_NOMATCH 3
extern int glob(const char *, int, int (*)(const char *, int), glob_t *);
extern void globfree(glob_t *);
#endif
