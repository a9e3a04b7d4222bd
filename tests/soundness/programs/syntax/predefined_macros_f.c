extern void reach_error(void);
int main(void) { if (__INT_MAX__ == 2147483647 && __SIZEOF_LONG__ == 8 && __CHAR_BIT__ == 8 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && __STDC__ == 1 && __GNUC__ >= 4 && sizeof(__FILE__) > 2) reach_error(); return 0; }
