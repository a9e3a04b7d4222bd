extern void reach_error(void);
int main(void) { if (!(__builtin_bswap64(0x0102030405060708ULL) == 0x0807060504030201ULL && __builtin_bswap16(0x1234) == 0x3412)) reach_error(); return 0; }
