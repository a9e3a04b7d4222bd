#ifndef _SETJMP_H
#define _SETJMP_H
typedef struct { long __registers[sizeof(long) == 8 ? 8 : 6]; int __mask_was_saved; unsigned long __saved_mask[128 / sizeof(unsigned long)]; } jmp_buf[1];
typedef struct { long __registers[sizeof(long) == 8 ? 8 : 6]; int __mask_was_saved; unsigned long __saved_mask[128 / sizeof(unsigned long)]; } sigjmp_buf[1];
extern int setjmp(jmp_buf);
extern int _setjmp(jmp_buf);
extern int sigsetjmp(sigjmp_buf, int);
extern void longjmp(jmp_buf, int) __attribute__((__noreturn__));
extern void _longjmp(jmp_buf, int) __attribute__((__noreturn__));
extern void siglongjmp(sigjmp_buf, int) __attribute__((__noreturn__));
#endif
