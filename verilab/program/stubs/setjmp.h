#ifndef _SETJMP_H
#define _SETJMP_H
typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((__noreturn__));
#endif
