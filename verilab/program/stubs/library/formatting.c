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

static size_t filled(char *buffer, size_t size, size_t done, int count, int c) {
    for (; count > 0; count--) done = __verilab_put_character(buffer, size, done, c);
    return done;
}

/* A negative width is that of a text on the left. */
size_t __verilab_put_padded_character(char *buffer, size_t size, size_t done, int c, int width, int left) {
    if (width < 0) left = 1, width = -width;
    if (!left) done = filled(buffer, size, done, width - 1, ' ');
    done = __verilab_put_character(buffer, size, done, c);
    return left ? filled(buffer, size, done, width - 1, ' ') : done;
}

/* Without a ``precision``, which is negative then, up to the end of the string. */
size_t __verilab_put_padded_string(char *buffer, size_t size, size_t done, const char *s, int precision, int width, int left) {
    int length = 0;
    while ((precision < 0 || length < precision) && s[length]) length++;
    if (width < 0) left = 1, width = -width;
    if (!left) done = filled(buffer, size, done, width - length, ' ');
    done = __verilab_put_string(buffer, size, done, s, (size_t)length);
    return left ? filled(buffer, size, done, width - length, ' ') : done;
}

/* ``letters``: 'a' or 'A'.  ``flags``: 1 on the left; 2 zeros fill the width where there is no precision; 4 with a 0 in front, or 0x. */
size_t __verilab_put_padded_number(char *buffer, size_t size, size_t done, unsigned long long value, int sign, int base, int letters, int precision, int width, int flags) {
    int left = flags & 1, zeros = flags & 2, alternative = flags & 4;
    int n = 0, prefixed = alternative && base == 16 && value != 0;
    if (width < 0) left = 1, width = -width;
    while (value != 0 || (n == 0 && precision != 0)) {
        int d = (int)(value % base);
        digits[n++] = (char)(d < 10 ? '0' + d : letters + d - 10);
        value /= base;
    }
    int front = precision > n ? precision - n : 0;
    if (alternative && base == 8 && front == 0 && (n == 0 || digits[n - 1] != '0')) front = 1;
    int length = n + front + (sign != 0) + 2 * prefixed;
    if (zeros && !left && precision < 0 && length < width) {
        front += width - length;
        length = width;
    }
    if (!left) done = filled(buffer, size, done, width - length, ' ');
    if (sign) done = __verilab_put_character(buffer, size, done, sign);
    if (prefixed) {
        done = __verilab_put_character(buffer, size, done, '0');
        done = __verilab_put_character(buffer, size, done, letters + ('x' - 'a'));
    }
    done = filled(buffer, size, done, front, '0');
    while (n > 0) done = __verilab_put_character(buffer, size, done, digits[--n]);
    return left ? filled(buffer, size, done, width - length, ' ') : done;
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
