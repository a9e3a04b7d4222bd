#ifndef _LIBGEN_H
#define _LIBGEN_H
extern char *dirname(char *);
extern char *basename(char *);
#endif
