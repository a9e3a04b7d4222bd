/* Operands of which one is a call of the library or goes through a pointer, and the other is what that changes, in the order that gcc takes. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
//// end_of_strtol
long f(void){ char *e; char s[]="0xg"; long v=strtol(s,&e,16); return v*100+(e-s)+10*(strtol("",&e,10)==0); }
void go(void) { if (f() == 11) reach_error(); }
//// atomic_beside_atomic
long f(void){ atomic_int a=25; return atomic_load(&a)+(atomic_fetch_xor(&a,1)&1)*100; }
void go(void) { if (f() == 125) reach_error(); }
//// strcpy_beside_a_read
long f(void){ char s[4]="a"; return s[0]*1000 + *strcpy(s,"b"); }
void go(void) { if (f() == 97098) reach_error(); }
//// sync_through_a_pointer
long f(void){ int a=3; int*p=&a; return *p*100+__sync_fetch_and_add(p,1); }
void go(void) { if (f() == 303) reach_error(); }
//// sync_of_a_variable
long f(void){ int a=3; int*p=&a; return a*100+__sync_fetch_and_add(p,1); }
void go(void) { if (f() == 303) reach_error(); }
//// errno_beside_strtol
long f(void){ errno=0; return errno*1000+(strtol("99999999999999999999",0,10)>0); }
void go(void) { if (f() == 1) reach_error(); }
//// snprintf_beside_a_read
long f(void){ char b[8]="xy"; return b[0]*1000+snprintf(b,8,"%d",5); }
void go(void) { if (f() == 120001) reach_error(); }
//// memset_beside_a_read
long f(void){ char b[8]="xy"; return b[0]*1000+*(char*)memset(b,7,2); }
void go(void) { if (f() == 120007) reach_error(); }
//// strtok_beside_a_read
long f(void){ char t[]="a,b"; return t[1]*1000+*strtok(t,","); }
void go(void) { if (f() == 44097) reach_error(); }
//// qsort_in_a_function
static int cmp(const void*a,const void*b){return *(const int*)a-*(const int*)b;}
static int s(int*a){ qsort(a,2,4,cmp); return a[0]; }
long f(void){ int a[2]={2,1}; return a[0]*10+s(a); }
void go(void) { if (f() == 21) reach_error(); }
//// overflow_through_a_pointer
long f(void){ int a[2]={5,6}; int*p=a; return (*p-1)*10+__builtin_add_overflow(1,2,p); }
void go(void) { if (f() == 20) reach_error(); }
//// sscanf_beside_a_read
long f(void){ int a=1; int n=3; return a*100+sscanf("7","%d",&a); }
void go(void) { if (f() == 101) reach_error(); }
//// sscanf_through_a_pointer
long f(void){ int a[2]={1}; int *p=a; return *p*100+sscanf("7","%d",p); }
void go(void) { if (f() == 101) reach_error(); }
//// chosen_function_and_argument
static int g; static int fn(int x){ g=3; return x; } static int id(int x){ return x*g; } long f(void){ g=2; int (*p)(int)=id; return (g==2?id:fn)(fn(5)); }
void go(void) { if (f() == 15) reach_error(); }
//// pointer_and_argument
static int g; static int b(int x){ return x+100; } static int a(int x){ return x; } static int (*fp)(int)=a; static int ch(void){ fp=b; return 1; } long f(void){ fp=a; return fp(ch()); }
void go(void) { if (f() == 1) reach_error(); }
//// arguments_from_a_list
static int h(int a,int b){return a*10+b;} static int fn(int n,...){ __builtin_va_list a; __builtin_va_start(a,n); int r=h(__builtin_va_arg(a,int),__builtin_va_arg(a,int)); __builtin_va_end(a); return r; } long f(void){ return fn(0,1,2); }
void go(void) { if (f() == 21) reach_error(); }
//// handlers_as_arguments
static void k(int s){} static int h(void*a,void*b){return (a==(void*)SIG_DFL)*10+(b==(void*)k);} long f(void){ return h((void*)signal(SIGINT,k),(void*)signal(SIGINT,k)); }
void go(void) { if (f() == 0) reach_error(); }
//// raise_beside_a_read
static int x; static void k(int s){ x=5; } long f(void){ x=1; signal(SIGINT,k); return x*10+raise(SIGINT); }
void go(void) { if (f() == 10) reach_error(); }
