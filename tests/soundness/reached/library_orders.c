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
//// lib_result_deref_assign
void go(void) { char s[8] = "abc"; *strchr(s, 'b') = s[0] = 'b'; if (s[1] == 'b' || s[0] == 'b') reach_error(); }
//// struct_arg_by_lib
struct S { char c[4]; }; static int use(struct S s, char *p) { return s.c[0]; } void go(void) { struct S s = {"x"}; if (use(s, strcpy(s.c, "y")) == 'y') reach_error(); }
//// fp_lib_beside
void go(void) { char *(*cp)(char *, const char *) = strcpy; char s[4] = "a"; long r = s[0] * 1000 + *cp(s, "b"); if (r == 97098) reach_error(); }
//// fp_lib_table
static char *(*const t[])(char *, const char *) = { strcpy, strcat }; void go(void) { char s[4] = "a"; int k = s[1]; long r = s[0] * 1000 + *t[k](s, "b"); if (r == 97098) reach_error(); }
//// fp_own_beside
static int f(int *p) { *p = 9; return 1; } void go(void) { int (*g)(int *) = f; int x = 2; if (x * 10 + g(&x) == 21) reach_error(); }
//// macro_memcpy
void go(void) { char s[4] = "a"; if (s[0] * 1000 + *(char *)memcpy(s, "b", 1) == 97098) reach_error(); }
//// lib_in_condition
void go(void) { char s[4] = "a"; if (s[0] + (*strcpy(s, "b") == 'b' ? 100 : 0) == 197) reach_error(); }
//// compound_lib
void go(void) { char s[4] = "a"; int x = 1; x += s[0] * 2 - strlen(strcpy(s, "b")); if (x == 194) reach_error(); }
//// return_lib
static int f(char *s) { return s[0] - *strcpy(s, "b"); } void go(void) { char s[4] = "a"; if (f(s) == -1) reach_error(); }
//// own_wrapper
static char *mycpy(char *d, const char *s) { return strcpy(d, s); } void go(void) { char s[4] = "a"; if (s[0] - *mycpy(s, "b") == -1) reach_error(); }
//// wrapper_macro_errno
static int bad(void) { return strtol("99999999999999999999", 0, 10) > 0; } void go(void) { errno = 0; if (errno + bad() * 100 == 100) reach_error(); }
//// malloc_errno
void go(void) { errno = 0; if (errno * 10 + (malloc((size_t)-1) == 0) == 1) reach_error(); }
//// compare_lib
void go(void) { char s[4] = "a"; if (s[0] < *strcpy(s, "b")) reach_error(); }
//// vla_index_lib
void go(void) { char s[4] = "1"; int v[3] = {1, 2, 3}; int *p = v; if (p[s[0] - '0'] * 10 + (*strcpy(s, "2") == '2') == 21) reach_error(); }
//// member_lib
struct S { char c[4]; int k; }; void go(void) { struct S s = {"a", 3}, *p = &s; if (p->c[0] - *strcpy(p->c, "b") == -1) reach_error(); }
//// memset_struct_member
struct S { int k, m; }; void go(void) { struct S s = {3, 4}, *p = &s; if (p->k * 10 + (memset(p, 0, sizeof *p) == p) == 31) reach_error(); }
//// global_by_label
static int g; static int h(void) { memset(&g, 0, sizeof g); return 1; } void go(void) { g = 4; if (g * 10 + h() == 41) reach_error(); }
//// atomic_ptr_param
static int inc(int *p) { return __atomic_add_fetch(p, 1, 0); } void go(void) { int x = 1; if (x * 10 + inc(&x) == 12) reach_error(); }
//// overflow_ptr_param
static int add(int *p) { return __builtin_add_overflow(*p, 1, p); } void go(void) { int x = 1; if (x * 10 + add(&x) == 10) reach_error(); }
//// alias_global
static int g; static int *p = &g; void go(void) { g = 1; if (g * 10 + __sync_add_and_fetch(p, 1) == 12) reach_error(); }
//// getline_like
void go(void) { char b[8] = "xy"; FILE *f = fmemopen("ab", 2, "r"); if (!f) { reach_error(); return; } if (b[0] * 1000 + (fgets(b, 8, f) == b) == 120001) reach_error(); }
