extern void reach_error(void);
int main(void) { if ('abc' == 6382179 && L'\x1234' == 0x1234 && u'\xffff' == 65535 && '\x80' == -128 && u8"é"[1] != 0) reach_error(); return 0; }
