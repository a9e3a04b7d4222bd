#ifndef _STDDEF_H
#define _STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
  long long __first __attribute__((__aligned__(__alignof__(long long))));
  long double __second __attribute__((__aligned__(__alignof__(long double))));
#ifdef __i386__
  __float128 __third __attribute__((__aligned__(__alignof__(__float128))));
#endif
} max_align_t;
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
