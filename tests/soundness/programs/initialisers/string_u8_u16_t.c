extern void reach_error(void);
int main(void) { unsigned short u[] = u"h\u00e9"; char s[] = u8"\u00e9"; if (!(u[1] == 0xe9 && sizeof s == 3 && (unsigned char)s[0] == 0xc3)) reach_error(); return 0; }
