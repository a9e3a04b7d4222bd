/* Character classes of the C locale (C11 7.4), for arguments that the macros of ctype.h look up in tables. */
int isblank(int c) { return c == ' ' || c == '\t'; }
int iscntrl(int c) { return ((c >= 0 && c < 32) || c == 127) << 1; }
int isgraph(int c) { return (c > 32 && c < 127) << 15; }
int isprint(int c) { return (c >= 32 && c < 127) << 14; }
int ispunct(int c) { return ((c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126)) << 2; }
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }
