/* Literals and what the preprocessor makes of them.  Each function tells, behind its head, what it returns. */

static long wide_string(void) { // = 3214
  const int *w = L"a\x141z"; long r = w[1] * 10 + (sizeof L"abc" / sizeof(int));
  return r;
}

static long wide_char(void) { // = 4884
  long r = L'\xff' + L'\u00e9'; r = r * 10 + sizeof(L'a');
  return r;
}

static long wide_char_of_several(void) { // = 989956835
  long r = L'ab' * 10000000 + u'abc' * 100000; r += u'\U0001F600' + (L'\x141b\x142' == 0x142) + 2;
  return r;
}

static long utf16_string(void) { // = 3612
  long r = sizeof(u"ab") * 100 + sizeof(U"ab") * 1 + sizeof(u8"ab") * 1000;
  return r;
}

static long string_index(void) { // = 337
  long r = "abc"[1] + 2["xyz"] + *("q" + 0); r += sizeof("a\0b");
  return r;
}

static long string_concat_wide(void) { // = 121
  long r = sizeof(L"a" "b"); r = r * 10 + ("\x1" "2"[0] == 1);
  return r;
}

static long string_array_trunc(void) { // = 3099
  char a[3] = "abc"; char b[] = {"de"}; char c[2][3] = {"ab", "c"};
  long r = a[2] + sizeof b * 1000 + c[1][1] * 7 + c[0][2];
  return r;
}

static long line_continuation(void) { // = 3
 long r = 1 \
 + 2; // comment \
  r = 100;
  return r;
}

static long trigraph_like(void) { // = 4
  long r = sizeof("??=");
  return r;
}

static long digraphs(void) { // = 4
  int a<:2:> = <%3, 4%>; long r = a<:1:>;
  return r;
}

static long line_macro(void) { // = 77
# line 77 "x.c"
  long r = __LINE__;
  return r;
}

static long counter_macro(void) { // = 1
  long a = __COUNTER__; long r = __COUNTER__ - a;
  return r;
}

#define STR(x) #x
#define XSTR(x) STR(x)
#define ABC "q" \n 'c'
static long stringify(void) { // = 1006
  long r = sizeof(STR(a  +   b)) + sizeof(XSTR(ABC)) * 100;
  return r;
}

#define CAT(a, b) a ## b
static long paste(void) { // = 19
  int xy = 4; long r = CAT(x, y) + CAT(1, 2) + CAT(, 3);
  return r;
}

#define SAME(x) x
#define FORMAT8 "ab"
#define FORMATTED FORMAT8"cd"
static long words_in_front_of_quotes(void) { // = 555124
  long r = sizeof(FORMATTED); r = r * 10 + sizeof(SAME(FORMAT8"cd")); r = r * 10 + SAME(sizeof"abcd");
  switch (SAME('b')) { SAME(case'b': r = r * 10 + 1; break; default: r = 0;) } r = r * 10 + sizeof(SAME(u"")); r = r * 10 + SAME(sizeof L'x');
  return r;
}

static long utf8_in_arguments(void) { // = 354
  long r = sizeof(SAME(u8"é")); r = r * 10 + sizeof(STR(u8"")); r = r * 10 + sizeof(SAME("a" u8"bc"));
  return r;
}

static long where_a_builtin_is_called(void) { // = 1
# line 40 "where.c"
  long r = __builtin_LINE() == 40; return __builtin_FUNCTION()[1] == 'h' && __builtin_FILE()[6] == 'c' && sizeof(__builtin_FUNCTION()) == 8 ? r : 0;
}

static long last_part_of_the_file_name(void) { // = 105
# line 3 "/a/b/cd.c"
  return sizeof(__FILE_NAME__) + __FILE_NAME__[1];
}
