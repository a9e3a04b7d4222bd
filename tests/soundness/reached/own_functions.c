/* Functions of the program's own that have the names of functions of the library. */
//// memcpy_call
void *memcpy(void *d, const void *s, unsigned long n) { *(char *)d = 9; return d; } void go(void) { char a[2] = { 0 }, b[2] = { 1 }; memcpy(a, b, 1); if (a[0] == 9) reach_error(); }
//// memcpy_call_n
void *memcpy(void *d, const void *s, unsigned long n) { *(char *)d = 9; return d; } void go(void) { char a[9] = { 0 }, b[9] = { 1 }; volatile unsigned long n = 3; memcpy(a, b, n); if (a[0] == 9) reach_error(); }
//// memset_call
void *memset(void *d, int c, unsigned long n) { *(char *)d = 9; return d; } void go(void) { char a[2] = { 1, 1 }; memset(a, 0, 1); if (a[0] == 9) reach_error(); }
//// strlen_lit
unsigned long strlen(const char *s) { return 7; } void go(void) { if (strlen("ab") == 7) reach_error(); }
//// strlen_arr
unsigned long strlen(const char *s) { return 7; } void go(void) { char b[] = "ab"; if (strlen(b) == 7) reach_error(); }
//// strcmp_own
int strcmp(const char *a, const char *b) { return 5; } void go(void) { char x[] = "a"; if (strcmp(x, "a") == 5) reach_error(); }
//// strcpy_own
char *strcpy(char *d, const char *s) { d[0] = 'Q'; return d; } void go(void) { char x[4] = "a"; strcpy(x, "z"); if (x[0] == 'Q') reach_error(); }
//// abs_own
int abs(int x) { return x + 1; } void go(void) { if (abs(-5) == -4) reach_error(); }
//// abs_own_var
int abs(int x) { return x + 1; } void go(void) { volatile int v = -5; if (abs(v) == -4) reach_error(); }
//// isdigit_own
int isdigit(int c) { return 77; } void go(void) { if (isdigit('a') == 77) reach_error(); }
//// toupper_own
int toupper(int c) { return 77; } void go(void) { if (toupper('a') == 77) reach_error(); }
//// printf_own
static int n; int printf(const char *f, ...) { n = 3; return 0; } void go(void) { printf("a"); if (n == 3) reach_error(); }
//// printf_own_puts
static int n; int puts(const char *f) { n = 3; return 0; } int printf(const char *f, ...) { n = 4; return 0; } void go(void) { printf("a\n"); if (n == 4) reach_error(); }
//// putchar_own
static int n; int putchar(int c) { n = c; return 0; } void go(void) { putchar('a'); if (n == 'a') reach_error(); }
//// malloc_own
static int pool[8]; void *malloc(unsigned long n) { return pool; } void go(void) { int *p = malloc(4); *p = 5; if (pool[0] == 5) reach_error(); }
//// malloc_own_builtin
static int pool[8]; void *malloc(unsigned long n) { return pool; } void go(void) { int *p = __builtin_malloc(4); *p = 5; if (pool[0] == 5) reach_error(); }
//// free_own
static int n; void free(void *p) { n = 5; } void go(void) { free(0); if (n == 5) reach_error(); }
//// exit_own
extern void reach_error(void); void exit(int c) { reach_error(); for (;;) ; } void go(void) { exit(0); }
//// abort_own
void abort(void) { reach_error(); for (;;) ; } void go(void) { abort(); }
//// memcpy_builtin
void *memcpy(void *d, const void *s, unsigned long n) { *(char *)d = 9; return d; } void go(void) { char a[9] = { 0 }, b[9] = { 1 }; volatile unsigned long n = 3; __builtin_memcpy(a, b, n); if (a[0] == 9) reach_error(); }
//// abs_builtin
int abs(int x) { return x + 1; } void go(void) { volatile int v = -5; if (__builtin_abs(v) == 5) reach_error(); }
//// abs_rec_builtin
int abs(int x) { return __builtin_abs(x) + 1; } void go(void) { volatile int v = -5; int (*p)(int) = abs; if (p(v) == 6) reach_error(); }
//// strlen_rec_builtin
unsigned long strlen(const char *s) { return __builtin_strlen("abc") + 1; } void go(void) { char b[] = "ab"; unsigned long (*p)(const char *) = strlen; if (p(b) == 4) reach_error(); }
//// ffs_own
int ffs(int x) { return 99; } void go(void) { volatile int v = 8; if (ffs(v) == 99) reach_error(); }
//// ffs_builtin
int ffs(int x) { return 99; } void go(void) { volatile int v = 8; if (__builtin_ffs(v) == 4) reach_error(); }
//// fabs_own
double fabs(double x) { return 99; } void go(void) { volatile double v = 8; double (*p)(double) = fabs; if (p(v) == 99) reach_error(); }
//// sqrt_own
double sqrt(double x) { return 99; } void go(void) { volatile double v = 9; if (sqrt(v) == 99) reach_error(); }
//// floor_own
double floor(double x) { return 99; } void go(void) { volatile double v = 9; if (floor(v) == 99) reach_error(); }
//// isnan_own
int isnan(double x) { return 99; } void go(void) { volatile double v = 9; if (isnan(v) == 99) reach_error(); }
//// rand_own
int rand(void) { return 7; } void go(void) { if (rand() == 7) reach_error(); }
//// getchar_own
int getchar(void) { return 7; } void go(void) { if (getchar() == 7) reach_error(); }
//// time_own
long time(long *p) { return 7; } void go(void) { if (time(0) == 7) reach_error(); }
//// strtol_own
long strtol(const char *s, char **e, int b) { return 7; } void go(void) { if (strtol("5", 0, 10) == 7) reach_error(); }
//// atoi_own
int atoi(const char *s) { return 7; } void go(void) { if (atoi("5") == 7) reach_error(); }
//// atoi_uses_strtol
extern int atoi(const char *); long strtol(const char *s, char **e, int b) { return 7; } void go(void) { if (atoi("5") == 5) reach_error(); }
//// qsort_own
void qsort(void *b, unsigned long n, unsigned long s, int (*c)(const void *, const void *)) { *(int *)b = 7; } void go(void) { int a[2] = { 1, 2 }; qsort(a, 2, 4, 0); if (a[0] == 7) reach_error(); }
//// assert_fail_own
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { reach_error(); for (;;) ; } void go(void) { __assert_fail("", "", 1, ""); }
//// static_memcpy
static void *memcpy(void *d, const void *s, unsigned long n) { *(char *)d = 9; return d; } void go(void) { char a[9] = { 0 }, b[9] = { 1 }; volatile unsigned long n = 3; memcpy(a, b, n); if (a[0] == 9) reach_error(); }
//// static_strlen_name
static unsigned long strlen(const char *s) { return 7; } void go(void) { char b[] = "ab"; if (strlen(b) == 7) reach_error(); }
//// other_type_index
static int index(int a, int b) { return a * b; } void go(void) { if (index(6, 7) == 42) reach_error(); }
//// other_type_y0
static int y0 = 4; static int j1(int x) { return x; } void go(void) { if (y0 == 4 && j1(3) == 3) reach_error(); }
//// other_type_read
static int read(int x) { return x + 1; } static int write(void) { return 3; } void go(void) { if (read(3) == 4 && write() == 3) reach_error(); }
//// other_type_exp
static int exp = 3; static int log(int k) { return k; } void go(void) { if (exp + log(2) == 5) reach_error(); }
//// other_strcmp_types
static int strcmp(int a, int b) { return a - b; } void go(void) { if (strcmp(5, 3) == 2) reach_error(); }
//// own_round
int round(int x) { return x * 2; } void go(void) { if (round(4) == 8) reach_error(); }
//// own_signal
static int s; void signal(int x) { s = x; } void go(void) { signal(4); if (s == 4) reach_error(); }
//// own_setjmp
int setjmp(int *b) { return 5; } void go(void) { int b[3]; if (setjmp(b) == 5) reach_error(); }
//// own_atexit
static void h(void) { } int atexit(void (*f)(void)) { return 9; } void go(void) { if (atexit(h) == 9) reach_error(); }
//// nondet_own
int __VERIFIER_nondet_int(void) { return 5; } void go(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); }
//// truth_of_an_old_style_parameter
int given(b) _Bool b; { return b; }
void go(void) { if (given(2) == 2) reach_error(); }
