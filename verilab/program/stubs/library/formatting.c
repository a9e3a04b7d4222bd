/* Pieces of formatted output: each writes behind ``done`` characters into a buffer of ``size`` bytes and returns the new length. */
typedef __typeof__(sizeof(0)) size_t;
void *malloc(size_t);

static char digits[24];

size_t __verilab_put_character(char *buffer, size_t size, size_t done, int c) {
    if (done + 1 < size) buffer[done] = (char)c;
    return done + 1;
}

size_t __verilab_put_string(char *buffer, size_t size, size_t done, const char *s, size_t limit) {
    for (size_t i = 0; i < limit && s[i]; i++) {
        if (done + 1 < size) buffer[done] = s[i];
        done++;
    }
    return done;
}

/* ``sign`` is 0, or the character in front of the digits. */
size_t __verilab_put_number(char *buffer, size_t size, size_t done, unsigned long long value, int sign, int base, int width, int filler) {
    int n = 0;
    do {
        int d = (int)(value % base);
        digits[n++] = (char)(d < 10 ? '0' + d : 'a' + d - 10);
        value /= base;
    } while (value);
    int length = n + (sign != 0);
    if (filler == ' ')
        for (; length < width; length++) done = __verilab_put_character(buffer, size, done, ' ');
    if (sign) done = __verilab_put_character(buffer, size, done, sign);
    for (; length < width; length++) done = __verilab_put_character(buffer, size, done, '0');
    while (n > 0) done = __verilab_put_character(buffer, size, done, digits[--n]);
    return done;
}

int __verilab_put_end(char *buffer, size_t size, size_t done) {
    if (size) buffer[done < size ? done : size - 1] = 0;
    return (int)done;
}

char *__verilab_make_room(int length) {
    return malloc((size_t)length + 1);
}

int __verilab_hand_over(char **to, char *text, int length) {
    *to = text;
    return length;
}
