#ifndef _BITS_TYPES_H
#define _BITS_TYPES_H
typedef unsigned char __u_char;
typedef unsigned short __u_short;
typedef unsigned int __u_int;
typedef unsigned long __u_long;
typedef signed char __int8_t;
typedef unsigned char __uint8_t;
typedef short __int16_t;
typedef unsigned short __uint16_t;
typedef int __int32_t;
typedef unsigned int __uint32_t;
typedef __INT64_TYPE__ __int64_t;
typedef __UINT64_TYPE__ __uint64_t;
typedef __INT64_TYPE__ __quad_t;
typedef __UINT64_TYPE__ __u_quad_t;
typedef __INTMAX_TYPE__ __intmax_t;
typedef __UINTMAX_TYPE__ __uintmax_t;
typedef __INTPTR_TYPE__ __intptr_t;
typedef __UINT64_TYPE__ __dev_t;
typedef unsigned int __uid_t;
typedef unsigned int __gid_t;
typedef unsigned int __id_t;
typedef unsigned int __mode_t;
typedef unsigned int __useconds_t;
typedef unsigned int __socklen_t;
typedef unsigned long __ino_t;
typedef unsigned long __nlink_t;
typedef long __off_t;
typedef __INT64_TYPE__ __off64_t;
typedef __INT64_TYPE__ __loff_t;
typedef int __pid_t;
typedef int __key_t;
typedef int __clockid_t;
typedef long __clock_t;
typedef long __time_t;
typedef long __suseconds_t;
typedef long __blksize_t;
typedef long __blkcnt_t;
typedef void *__timer_t;
typedef char *__caddr_t;
typedef int __sig_atomic_t;
#if __SIZEOF_LONG__ == 8
typedef long __ssize_t;
#else
typedef int __ssize_t;
#endif
#endif
