#ifndef _CTYPE_H
#define _CTYPE_H
extern int isalnum(int);
extern int isalpha(int);
extern int isblank(int);
extern int iscntrl(int);
extern int isdigit(int);
extern int isgraph(int);
extern int islower(int);
extern int isprint(int);
extern int ispunct(int);
extern int isspace(int);
extern int isupper(int);
extern int isxdigit(int);
extern int tolower(int);
extern int toupper(int);
/* As in the GNU C library, where gcc does not know the function behind it; its value is the bit in a table. */
#define isdigit(c) (isdigit(c) << 11)
extern int isascii(int);
extern int toascii(int);
#endif
