/* Variables of the library that its functions change or read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <time.h>
#include <errno.h>
//// optarg_set
void go(void) { char *v[] = { "p", "-x", "7", 0 }; optind = 1; int c = getopt(3, v, "x:"); if (c == 'x' && optarg[0] == '7' && optind == 3) reach_error(); }
//// optarg_ptr
void go(void) { char *v[] = { "p", "-x", "7", 0 }; optarg = 0; optind = 1; getopt(3, v, "x:"); if (optarg) reach_error(); }
//// optarg_eq
void go(void) { char *v[] = { "p", "-x", "7", 0 }; optarg = 0; optind = 1; getopt(3, v, "x:"); if (optarg == v[2]) reach_error(); }
//// optarg_write
void go(void) { char b[] = "7"; char *v[] = { "p", "-x", b, 0 }; optind = 1; getopt(3, v, "x:"); optarg[0] = '8'; if (b[0] == '8') reach_error(); }
//// optopt
void go(void) { char *v[] = { "p", "-y", "7", 0 }; optind = 1; opterr = 0; optopt = 0; getopt(3, v, "x:"); if (optopt == 'y') reach_error(); }
//// getopt_permutes
void go(void) { char *v[] = { "p", "y", "-x", 0 }; optind = 1; opterr = 0; getopt(3, v, "x"); getopt(3, v, "x"); if (v[1][0] == '-') reach_error(); }
//// getopt_long_flag
#include <getopt.h>
void go(void) { int f = 1, k = -1; struct option o[] = { { "aa", 0, &f, 5 }, { 0, 0, 0, 0 } }; char *v[] = { "p", "--aa", 0 }; optind = 1; getopt_long(2, v, "x", o, &k); if (f == 5 && k == 0) reach_error(); }
//// getopt_long_flag_only
#include <getopt.h>
void go(void) { int f = 1; static struct option o[] = { { "aa", 0, 0, 5 }, { 0, 0, 0, 0 } }; o[0].flag = &f; char *v[] = { "p", "--aa", 0 }; optind = 1; getopt_long(2, v, "x", o, 0); if (f == 5) reach_error(); }
//// environ_clear
extern char **environ; void go(void) { static char *e[] = { "A=1", 0 }; environ = e; clearenv(); if (environ == 0) reach_error(); }
//// environ_set
extern char **environ; void go(void) { static char *e[] = { "A=1", 0 }; environ = e; setenv("B", "2", 1); if (environ != e) reach_error(); }
//// environ_put
extern char **environ; void go(void) { static char *e[] = { "A=1", 0, 0 }; environ = e; static char b[] = "A=2"; putenv(b); if (e[0] == b || environ[0] == b) reach_error(); }
//// environ_getenv
extern char **environ; void go(void) { static char v[] = "A=1"; static char *e[] = { v, 0 }; environ = e; char *p = getenv("A"); p[0] = '7'; if (v[2] == '7') reach_error(); }
//// environ_unset
extern char **environ; void go(void) { static char *e[] = { "A=1", "B=2", 0 }; environ = e; unsetenv("A"); if (e[0][0] == 'B') reach_error(); }
//// stdin_fclose
void go(void) { FILE *a = stdin; stdin = 0; if (a != stdin) reach_error(); }
//// stdout_freopen
void go(void) { FILE *a = freopen("/dev/null", "w", stdout); if (a == stdout) reach_error(); }
//// stdout_is_same
void go(void) { FILE *a = stdout; printf(""); if (a == stdout) reach_error(); }
//// tzname_set
extern char *tzname[2]; void go(void) { tzname[0] = 0; tzset(); if (tzname[0]) reach_error(); }
//// tz_by_localtime
extern long timezone; void go(void) { setenv("TZ", "ABC-3", 1); timezone = 5; time_t t = 0; localtime(&t); if (timezone == -10800) reach_error(); }
//// daylight
extern int daylight; void go(void) { setenv("TZ", "ABC-3DEF", 1); daylight = 0; tzset(); if (daylight) reach_error(); }
//// tz_by_mktime
extern long timezone; void go(void) { setenv("TZ", "ABC-3", 1); timezone = 5; struct tm m = { .tm_year = 100, .tm_mday = 1 }; mktime(&m); if (timezone == -10800) reach_error(); }
//// tz_by_strftime
extern long timezone; void go(void) { setenv("TZ", "ABC-3", 1); timezone = 5; struct tm m = { .tm_year = 100, .tm_mday = 1 }; char b[40]; strftime(b, 40, "%Z", &m); if (timezone == -10800) reach_error(); }
//// h_errno
#include <netdb.h>
extern int *__h_errno_location(void);
void go(void) { h_errno = 7; gethostbyname("nosuch.invalid."); if (h_errno != 7) reach_error(); }
//// program_name
extern char *program_invocation_name, *program_invocation_short_name; void go(void) { if (program_invocation_name && program_invocation_short_name) reach_error(); }
//// errno_by_pointer
void go(void) { int *e = &errno; *e = 0; close(-1); if (*e == 9) reach_error(); }
//// errno_saved_ptr_printf
void go(void) { int *e = &errno; *e = 0; fseek(stdin, -5, 0); fopen("/nonexistent/x", "r"); if (errno == 2) reach_error(); }
//// errno_math
#include <math.h>
void go(void) { volatile double x = -1; errno = 0; double y = sqrt(x); if (errno == 33) reach_error(); }
//// errno_math_log
#include <math.h>
void go(void) { volatile double x = 0; errno = 0; double y = log(x); if (errno == 34) reach_error(); }
//// errno_pow
#include <math.h>
void go(void) { volatile double x = 1e300; errno = 0; double y = pow(x, 2); if (errno == 34) reach_error(); }
//// errno_fmod
#include <math.h>
void go(void) { volatile double x = 1, z = 0; errno = 0; double y = fmod(x, z); if (errno == 33) reach_error(); }
//// errno_ldexp
#include <math.h>
void go(void) { volatile double x = 1; errno = 0; double y = ldexp(x, 5000); if (errno == 34) reach_error(); }
//// errno_malloc
void go(void) { volatile size_t n = (size_t)-1 / 2; errno = 0; void *p = malloc(n); if (!p && errno == 12) reach_error(); }
//// errno_strtol
void go(void) { errno = 0; strtol("99999999999999999999", 0, 10); if (errno == 34) reach_error(); }
//// errno_strtol_base
void go(void) { errno = 0; strtol("9", 0, 99); if (errno == 22) reach_error(); }
//// errno_strtod
void go(void) { errno = 0; strtod("1e999", 0); if (errno == 34) reach_error(); }
//// errno_printf
void go(void) { errno = 0; fclose(stdout); printf("x\n"); fflush(stdout); if (errno == 9 || errno == 0) reach_error(); }
//// errno_perror_keeps
void go(void) { errno = 5; char *s = strerror(77777); if (errno == 22 || errno == 5) reach_error(); }
//// signgam
#include <math.h>
extern int signgam; void go(void) { signgam = 0; lgamma(-0.5); if (signgam == -1) reach_error(); }
//// signgam_f
#include <math.h>
extern int signgam; void go(void) { signgam = 0; gamma(-0.5); if (signgam == -1) reach_error(); }
//// getdate_err
extern int getdate_err; extern struct tm *getdate(const char *); void go(void) { getdate_err = 0; unsetenv("DATEMSK"); getdate("x"); if (getdate_err == 1) reach_error(); }
//// optind_reset_in_fn
static int f(void) { char *v[] = { "p", "-a", "-b", 0 }; int n = 0; optind = 1; while (getopt(3, v, "ab") != -1) n++; return n; } void go(void) { if (f() == 2 && optind == 3) reach_error(); }
//// static_own_optarg
static char *optarg_; void go(void) { char *v[] = { "p", "-x7", 0 }; optind = 1; getopt(2, v, "x:"); optarg_ = optarg; if (optarg_ && *optarg_ == '7') reach_error(); }
//// optarg_label
extern char *oa __asm__("optarg"); void go(void) { char *v[] = { "p", "-x7", 0 }; oa = 0; optind = 1; getopt(2, v, "x:"); if (oa) reach_error(); }
//// optind_label
extern int oi __asm__("optind"); void go(void) { char *v[] = { "p", "-x7", 0 }; oi = 1; getopt(2, v, "x:"); if (oi == 2) reach_error(); }
//// optarg_extern_block
#undef optarg
void go(void) { extern char *optarg; char *v[] = { "p", "-x7", 0 }; optarg = 0; optind = 1; getopt(2, v, "x:"); if (optarg) reach_error(); }
//// optarg_only_in_a_block
extern int getopt(int, char *const *, const char *); void go(void) { extern char *optarg; extern int optind; char *v[] = { "p", "-x7", 0 }; optarg = 0; optind = 1; getopt(2, v, "x:"); if (optarg) reach_error(); }
//// optind_extern_block
static int f(void) { extern int optopt; return optopt; } void go(void) { char *v[] = { "p", "-x7", 0 }; optind = 1; opterr = 0; getopt(2, v, "y:"); if (f() == 'x') reach_error(); }
//// optind_ptr_alias
void go(void) { int *p = &optind; char *v[] = { "p", "-x7", 0 }; *p = 1; getopt(2, v, "x:"); if (*p == 2) reach_error(); }
//// getopt_by_pointer
void go(void) { int (*g)(int, char *const *, const char *) = getopt; char *v[] = { "p", "-x7", 0 }; optind = 1; g(2, v, "x:"); if (optind == 2) reach_error(); }
//// sprintf_by_pointer_errno
void go(void) { int (*op)(const char *, int, ...) = 0; extern int open(const char *, int, ...); op = open; errno = 0; op("/nonexistent/x", 0); if (errno == 2) reach_error(); }
//// lgamma_by_pointer
#include <math.h>
extern int signgam; void go(void) { double (*g)(double) = lgamma; signgam = 0; g(-0.5); if (signgam == -1) reach_error(); }
