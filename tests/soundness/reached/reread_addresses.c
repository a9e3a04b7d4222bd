/* Addresses that a program writes into a file, as a text, a number or byte by byte, and reads again. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
//// fprintf_p
void go(void) { int x = 1; void *q = 0; FILE *f = tmpfile(); fprintf(f, "%p", (void *)&x); rewind(f); fscanf(f, "%p", &q); *(int *)q = 5; if (x == 5) reach_error(); }
//// fprintf_lu
void go(void) { int x = 1; unsigned long u = 0; FILE *f = tmpfile(); fprintf(f, "%lu", (unsigned long)&x); rewind(f); fscanf(f, "%lu", &u); *(int *)u = 5; if (x == 5) reach_error(); }
//// fprintf_halves
void go(void) { int x = 1; unsigned lo = 0, hi = 0; unsigned long u = (unsigned long)&x; FILE *f = tmpfile(); fprintf(f, "%x %x", (unsigned)u, (unsigned)(u >> 16 >> 16)); rewind(f); fscanf(f, "%x %x", &lo, &hi); u = lo | (unsigned long)hi << 16 << 16; *(int *)u = 5; if (x == 5) reach_error(); }
//// fprintf_offset
void go(void) { int a[4] = { 1 }; void *q = 0; FILE *f = tmpfile(); fprintf(f, "%p", (void *)(a + 2)); rewind(f); fscanf(f, "%p", &q); *((int *)q - 2) = 5; if (a[0] == 5) reach_error(); }
//// fprintf_member
struct s { int k, *p; };
void go(void) { int x = 1; struct s a = { 3, &x }; void *q = 0; FILE *f = tmpfile(); fprintf(f, "%d %p", a.k, (void *)a.p); rewind(f); int k; fscanf(f, "%d %p", &k, &q); *(int *)q = 5; if (x == 5) reach_error(); }
//// fprintf_format_variable
void go(void) { int x = 1; void *q = 0; static const char *how = "%p"; FILE *f = tmpfile(); fprintf(f, how, (void *)&x); rewind(f); fscanf(f, how, &q); *(int *)q = 5; if (x == 5) reach_error(); }
//// vfprintf_p
static FILE *f; static void out(const char *format, ...) { va_list l; va_start(l, format); vfprintf(f, format, l); va_end(l); }
void go(void) { int x = 1; void *q = 0; f = tmpfile(); out("%p", (void *)&x); rewind(f); fscanf(f, "%p", &q); *(int *)q = 5; if (x == 5) reach_error(); }
//// fgets_strtoul
void go(void) { int x = 1; char line[40] = ""; FILE *f = tmpfile(); fprintf(f, "%lu\n", (unsigned long)&x); rewind(f); fgets(line, sizeof line, f); int *q = (int *)strtoul(line, 0, 10); *q = 5; if (x == 5) reach_error(); }
//// fread_text
void go(void) { int x = 1; char line[40] = ""; FILE *f = tmpfile(); fprintf(f, "%lx", (unsigned long)&x); rewind(f); fread(line, 1, 39, f); int *q = (int *)strtoul(line, 0, 16); *q = 5; if (x == 5) reach_error(); }
//// fprintf_heap
void go(void) { int *p = malloc(sizeof *p); void *q = 0; if (!p) { reach_error(); return; } *p = 1; FILE *f = tmpfile(); fprintf(f, "%p", (void *)p); rewind(f); fscanf(f, "%p", &q); *(int *)q = 5; if (*p == 5) reach_error(); }
//// fprintf_pointer_to_pointer
void go(void) { int x = 1; int *p = &x; void *q = 0; FILE *f = tmpfile(); fprintf(f, "%p", (void *)&p); rewind(f); fscanf(f, "%p", &q); **(int **)q = 5; if (x == 5) reach_error(); }
