/* Promotions, conversions, division, shifts, comparisons, floating point.  Each function tells, behind its head, what it returns. */

static long promote_short_mul(void) { // = 11
  unsigned short a = 65535; long r = (a * 2) > 0; r = r * 10 + (a - 65536 < 0);
  return r;
}

static long promote_neg_char(void) { // = -55800
  char c = 200; unsigned char u = 200; long r = c * 1000 + u;
  return r;
}

static long char_compare(void) { // = 1
  char c = '\xff'; long r = (c == 0xff) * 10 + (c == -1);
  return r;
}

static long char_shift(void) { // = -15808
  signed char c = -128; long r = c >> 3; r = r * 1000 + (unsigned char)(c >> 1);
  return r;
}

static long compare_mixed(void) { // = 10
  long r = (-1 < 0u) + 2 * (-1L < 0u) + 4 * (-1 < 0ul) + 8 * ((short)-1 < (unsigned short)0) + 16 * (-1LL < 0ul);
  return r;
}

static long div_negative(void) { // = -3071
  int a = -7, b = 2; long r = a / b * 1000 + a % b * 100 + a / -b * 10 + a % -b;
  return r;
}

static long mod_unsigned(void) { // = 0
  long r = (unsigned)-7 % 3; r = r * 10 + (-7 % 3u);
  return r;
}

static long div_mixed(void) { // = 2147483644
  int a = -8; unsigned b = 2; long r = a / b;
  return r;
}

static long div_long(void) { // = -201
  long a = -9; int b = 4; long r = a / b * 100 + a % b;
  return r;
}

static long shift_types(void) { // = 1111
  unsigned char c = 255; long r = (c << 16) == 0xff0000; r = r * 10 + ((1u << 31) > 0); r = r * 10 + (-1 >> 31 == -1);
  r = r * 10 + ((unsigned long)1 << 40 != 0);
  return r;
}

static long shift_compound(void) { // = 1975
  unsigned char c = 0x81; c <<= 1; signed char d = -100; d >>= 2; long r = c * 1000 + d;
  return r;
}

static long wrap_compare(void) { // = 5
  unsigned a = 3, b = 5; long r = (a - b > 0) + 2 * (a - b < 10) + 4 * ((int)(a - b) < 0);
  return r;
}

static long wrap_size_t(void) { // = 6
  int n = 0; unsigned long i = n; long r = (i - 1 < 10) + 2 * (n - 1 < 10) + 4 * (sizeof(int) - 5 > 0);
  return r;
}

static long wrap_short(void) { // = 6553467232
  unsigned short a = 0; a--; short b = 32767; b++; long r = a * 100000L + b;
  return r;
}

static long not_not(void) { // = 15
  double d = 0.5; int *p = 0; long r = !!d + 2 * !p + 4 * !!-3 + 8 * (!0.0f);
  return r;
}

static long assign_chain(void) { // = 441
  char c; int i; long r = (i = c = 300); r = r * 10 + (i == 44);
  return r;
}

static long assign_value_narrow(void) { // = 256
  unsigned char c; long r = (c = -1) + 1;
  return r;
}

static long float_int_compare(void) { // = 11
  float f = 16777217; long r = (f == 16777216) * 10 + (16777217 == f);
  return r;
}

static long float_promote(void) { // = 1
  float f = 0.1f; long r = (f == 0.1) * 10 + (f == 0.1f);
  return r;
}

static long float_to_uint(void) { // = 3000000200
  double d = 3000000000.0; unsigned u = d; long r = u; r = r + (unsigned char)200.7;
  return r;
}

static long float_neg_zero(void) { // = 11
  double d = -0.0; long r = (d == 0) * 10 + (1 / d < 0);
  return r;
}

static long float_incr(void) { // = 5003
  float f = 1.5f; f++; f *= 2; int i = 7; i /= 2.0f; long r = (long)(f * 10) * 100 + i;
  return r;
}

static long float_int_mixed_div(void) { // = 607
  long r = (long)(7 / 2 * 2.0) * 100 + (long)(7 / 2.0 * 2);
  return r;
}

static long int128_mul(void) { // = 17
  unsigned __int128 x = (unsigned __int128)1 << 70; long r = (long)(x >> 66); r += ((__int128)-1 < 0);
  return r;
}

static long char_literals(void) { // = 25165
  long r = '\0' + '\a' + '\33' + '\x41' + 'ab' + '\'' + '"' + '\?' ;
  return r;
}

static long unary_plus_char(void) { // = 49
  char c = 1; long r = sizeof(+c) * 10 + sizeof(-c) + sizeof(!c) + sizeof(c);
  return r;
}

static long minus_min(void) { // = 12832640
  signed char c = -128; long r = -c; short s = -32768; r = r * 100000 + -s; c = -c; r += c;
  return r;
}

static long hex_float(void) { // = 24
  double d = 0x1.8p3; long r = (long)(d * 2);
  return r;
}

static long neg_modulo_pow2(void) { // = -73
  int x = -5; long r = x % 4 * 100 + (x & 3) * 10 + x / 4 + (x >> 2);
  return r;
}

static long ull_to_double(void) { // = 11
  unsigned long u = 18446744073709551615ul; double d = u; long r = d == 18446744073709551616.0; float f = 4294967295u;
  r = r * 10 + (f == 4294967296.0f);
  return r;
}

static long int_min_literal(void) { // = 11
  long r = -2147483648 < 0; r = r * 10 + (2147483647 + 1u == 2147483648u);
  return r;
}

static long uchar_not(void) { // = 11
  unsigned char c = 0; long r = ~c == -1; r = r * 10 + ((unsigned char)~c == 255);
  return r;
}

static long mixed_bits(void) { // = 986895
  int x = -1; unsigned short s = 0xf0f0; long r = (x ^ s) & 0xfffff;
  return r;
}

static long long_unsigned_mix(void) { // = 4000000000
  unsigned u = 4000000000u; long l = -1; long r = u + l; r += (l < u);
  return r;
}

static long decimal_beyond_long(void) { // = 1611111
  long long l = 18446744073709551615; long r = (-9223372036854775808 < 0) + (9223372036854775808 > 0) * 10 + (18446744073709551615 + 1 > 0) * 100;
  r += (l < 0) * 1000 + (9223372036854775808 / -2 < 0) * 10000 + sizeof(18446744073709551615) * 100000;
  return r + (9223372036854775808u / -2 > 0);
}

static long constants_cut_off(void) { // = 48181
  return 18446744073709551617 + sizeof(99999999999999999999) * 10 + (99999999999999999999 > 5) * 100 + sizeof(0x10000000000000001) * 2000
    + sizeof(18446744073709551616) * 10000;
}

static long double_by_suffix(void) { // = 162
  return (long)(50.5d + 0x1.8p3d + 1e2D) + (sizeof(1.d) != sizeof(double));
}
