#ifndef _ERROR_H
#define _ERROR_H
extern void error(int, int, const char *, ...);
#endif
