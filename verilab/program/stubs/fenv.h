#ifndef _FENV_H
#define _FENV_H
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
extern int fesetround(int);
extern int fegetround(void);
#endif
