/* Numbers from strings (C11 7.22.1), and the error number that they set. */
typedef __typeof__(sizeof(0)) size_t;

static int error_number;
int *__errno_location(void) { return &error_number; }

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

/* The magnitude, saturated at ``limit`` (``over`` is then 1), and whether a sign stood before it. */
static unsigned long long magnitude(const char *s, char **end, int base, unsigned long long limit, int *negative, int *over) {
    const char *start = s;
    unsigned long long value = 0;
    *negative = 0;
    *over = 0;
    while (is_space(*s)) s++;
    if (*s == '-') *negative = 1;
    if (*s == '-' || *s == '+') s++;
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
        s += 2;
        base = 16;
    }
    if (base == 0) base = *s == '0' ? 8 : 10;
    if (digit(*s) >= base) s = start;
    else
        for (; digit(*s) < base; s++) {
            unsigned d = digit(*s);
            if (*over || value > (limit - d) / base) {
                *over = 1;
                value = limit;
            } else value = value * base + d;
        }
    if (end) *end = (char *)s;
    return value;
}

static long long signed_number(const char *s, char **end, int base, long long maximum) {
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    int negative, over;
    unsigned long long value = magnitude(s, end, base, (unsigned long long)maximum + 1, &negative, &over);
    if (!negative && value > maximum) {
        over = 1;
        value = maximum;
    }
    if (over) *__errno_location() = 34;
    return negative ? (long long)(0 - value) : (long long)value;
}

static unsigned long long unsigned_number(const char *s, char **end, int base, unsigned long long maximum) {
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    int negative, over;
    unsigned long long value = magnitude(s, end, base, maximum, &negative, &over);
    if (over) {
        *__errno_location() = 34;
        return maximum;
    }
    return negative ? 0 - value : value;
}

long strtol(const char *s, char **end, int base) { return signed_number(s, end, base, (long)(~0ul >> 1)); }
long long strtoll(const char *s, char **end, int base) { return signed_number(s, end, base, (long long)(~0ull >> 1)); }
unsigned long strtoul(const char *s, char **end, int base) { return unsigned_number(s, end, base, ~0ul); }
unsigned long long strtoull(const char *s, char **end, int base) { return unsigned_number(s, end, base, ~0ull); }
long long strtoimax(const char *s, char **end, int base) { return signed_number(s, end, base, (long long)(~0ull >> 1)); }
unsigned long long strtoumax(const char *s, char **end, int base) { return unsigned_number(s, end, base, ~0ull); }

/* A number in decimal, without a range check: undefined where it overflows, so that it wraps here. */
static long long decimal(const char *s) {
    long long value = 0;
    int negative = 0;
    while (is_space(*s)) s++;
    if (*s == '-') negative = 1;
    if (*s == '-' || *s == '+') s++;
    for (; *s >= '0' && *s <= '9'; s++) value = (long long)((unsigned long long)value * 10 + (*s - '0'));
    return negative ? (long long)(0 - (unsigned long long)value) : value;
}

int atoi(const char *s) { return (int)decimal(s); }
long atol(const char *s) { return (long)decimal(s); }
long long atoll(const char *s) { return decimal(s); }
