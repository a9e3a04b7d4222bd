"""Small programs over the corners of declarations and expressions: what they claim holds, its opposite fails, and gcc agrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program.lowered_programs import LP64, gcc_verdict, program, verdict

# What a program declares, what main does, and what holds then.
CLAIMS = {
    "bit-fields of long long": (
        "struct b { long long a:40; unsigned long long c:20; int d:4; };",
        "struct b v={-5,0xfffff,-8};",
        "v.a==-5&&v.c==0xfffff&&v.d==-8&&sizeof v==8",
    ),
    "packed bit-fields": (
        "struct b { char x; int y:12; int z:20; } __attribute__((packed));",
        "struct b v={1,-1,77}; v.y++;",
        "v.y==0&&v.z==77&&v.x==1&&sizeof v==5",
    ),
    "array of packed structures": (
        "struct p { char c; int i; } __attribute__((packed)); struct p a[3];",
        "for(int i=0;i<3;i++){a[i].c=i;a[i].i=i*1000;} int *q=&a[2].i;",
        "*q==2000&&(char*)&a[1]-(char*)a==5&&a[1].i==1000",
    ),
    "character constants": (
        "",
        "int x='ab'; int y='\\377'; unsigned char z='\\xff';",
        ("x==0x6162&&y==-1&&z==255&&L'a'==97&&sizeof(L'a')==4&&sizeof('a')==4&&sizeof(u'a')==2&&sizeof(U'a')==4"),
    ),
    "adjacent strings": (
        "",
        'char s[]="a\\0b""c"; int n=sizeof s;',
        'n==5&&s[2]==\'b\'&&s[3]==\'c\'&&sizeof(L"ab")==12&&sizeof("\\x41" "1")==3&&"\\x41" "1"[0]',
    ),
    "promotions": (
        "",
        "unsigned char a=200,b=100; signed char c=-1; unsigned short s=65535;",
        ("a+b==300&&(unsigned char)(a+b)==44&&c<0&&(unsigned)c>5u&&s+1==65536&&sizeof(a+b)==4&&~a==-201&&-1L<1u"),
    ),
    "wide enumerations": (
        "enum e{A=1ULL<<40,B}; enum f{C=-1}; enum g{D=4000000000u};",
        "enum e x=B; enum f y=C; enum g z=D;",
        "x==(1ULL<<40)+1&&sizeof x==8&&y<0&&z>0&&sizeof(z)==4&&sizeof(A)==8",
    ),
    "selection by promoted types": (
        "",
        "char c; short s; unsigned long ul; float f; int a[3]; const char *p;",
        (
            "_Generic(c,char:1,default:0)&&_Generic(+s,int:1,default:0)&&_Generic(ul,unsigned long:1,default:0)"
            "&&_Generic(f,float:1,double:0)&&_Generic(a,int*:1,default:0)&&_Generic(p,const char*:1,char*:0)"
            "&&_Generic(1.0L,long double:1,default:0)"
        ),
    ),
    "range designators": (
        "int a[10]={[2 ... 4]=7,8,[9]=1};",
        "int s=0; for(int i=0;i<10;i++) s+=a[i];",
        "s==30&&a[5]==8",
    ),
    "statement expressions": (
        "int g; int f(void){return ++g;}",
        "int x=({int y=f(); y?:5;})+({f();}); int z=f()?:9;",
        "x==3&&z==3&&g==3",
    ),
    "effects happen once": (
        "int n; int f(void){return n++;} extern void *memset(void*,int,unsigned long);",
        "int a[4]; int i=0; int *p=memset(&a[f()],0,4); a[i++]+=5; int k=(n+=2)*2;",
        "n==3&&i==1&&a[0]==5&&k==6&&p==a",
    ),
    "case ranges": (
        ("int f(int x){switch(x){case -3 ... -1: return 1; case 0 ... 5: return 2; case 'a' ... 'z': return 3; default: return 4;}}"),
        "",
        "f(-2)==1&&f(3)==2&&f('q')==3&&f(6)==4",
    ),
    "typeof": (
        "",
        "int x=3; typeof(x) y=x; __typeof__(&x) p=&y; typeof(int[3]) a={1,2,3}; __auto_type z=y+1LL;",
        "*p==3&&a[2]==3&&sizeof z==8&&z==4",
    ),
    "old-style definitions": (
        "int f(a,c,s) int a; char c; short s; { return a+c+s; } g(x) { return x; }",
        "",
        "f(1,257,65537)==3&&g(7)==7",
    ),
    "local labels": (
        "",
        "int i=0; {__label__ again; again: i++; if(i<3) goto again;} l: __attribute__((unused)); ;",
        "i==3",
    ),
    "vectors of other elements": (
        ("typedef unsigned char v8 __attribute__((vector_size(8))); typedef int v2 __attribute__((vector_size(8)));"),
        "v8 a={250,1,2}; v8 b=a+a; v2 c={-7,9}; c/=2; v2 d=(c>(v2){0,0}); v2 e=-c; e[0]+=1; int s=e[0]+e[1];",
        "b[0]==244&&b[1]==2&&c[0]==-3&&c[1]==4&&d[1]==-1&&d[0]==0&&s==0",
    ),
    "_Alignas of members": (
        "struct s{char a; _Alignas(16) int b; char c;} ; struct t{char x; struct s y;};",
        "_Alignas(32) char buf[3];",
        ("sizeof(struct s)==32&&_Alignof(struct s)==16&&sizeof(struct t)==48&&__builtin_offsetof(struct t,y.b)==32&&sizeof buf==3"),
    ),
    "initialised unions": (
        "union u{int i; char c[4]; struct{short a,b;};};",
        "union u x={.a=1,.b=2}; union u y={0x01020304}; union u z={.c={1,2}};",
        "x.i==0x20001&&y.c[0]==4&&z.i==0x201",
    ),
    "static pointers to compound literals": (
        "int *keep=(int[]){4,5,6}; struct s{int *p;} x={(int[2]){7}};",
        "static struct s *q=&x;",
        "keep[2]==6&&*x.p==7&&q->p[1]==0",
    ),
    "cleanups on continue": (
        "int g; static inline void unlock(int **p){ g=g*10+**p; }",
        (
            "int a=1,b=2; for(int i=0;i<2;i++){ int *x __attribute__((cleanup(unlock)))=&a; if(i==0) continue; {"
            " int *y __attribute__((cleanup(unlock)))=&b; } }"
        ),
        "g==121",
    ),
    "va_list as argument": (
        (
            "typedef __builtin_va_list V; int vf(int n,V v){int s=0; while(n--) s=s*10+__builtin_va_arg(v,int);"
            " return s;} int f(int n,...){V v; __builtin_va_start(v,n); int r=vf(n,v); __builtin_va_end(v);"
            " return r;}"
        ),
        "short h=3; char c=4;",
        "f(4,1,2,h,c)==1234",
    ),
    "address of a nested function": (
        "int ap(int (*f)(int),int x){return f(x);}",
        "int k=10; int add(int x){return x+k++;} int r=ap(add,1)+ap(add,1);",
        "r==23&&k==12",
    ),
    "tags of inner blocks": (
        "struct t { char a; }; union w { char c; };",
        (
            "int s0 = sizeof(struct t); struct t { int a[3]; }; int s1 = sizeof(struct t), s2, s3; { struct t x = {{1}};"
            " s3 = x.a[0]; struct t; struct t *p = 0; struct t { long v; }; s2 = sizeof *p; } { union t; { struct w; struct w *q; } }"
        ),
        "s0==1&&s1==12&&s2==8&&s3==1&&sizeof(struct t)==12&&sizeof(union w)==1",
    ),
    "tags in a recursive function": (
        "int f(int n){ struct a; struct a *p=0; struct b *q=0; struct a{char c[3];}; struct b{char c[5];};"
        " return sizeof *p+sizeof *q+(n?f(n-1):0); }",
        "",
        "f(2)==24",
    ),
    "a definition for inlining only": (
        "extern __inline__ __attribute__((__gnu_inline__)) int f(int x) { return x + 1; } int f(int x) { return x + 1; }",
        "",
        "f(1)==2",
    ),
    "optional arguments of a macro": (
        "#define F(a, ...) h(a __VA_OPT__(,) __VA_ARGS__)\n"
        "#define S(x, ...) #x __VA_OPT__(#__VA_ARGS__)\nint h(int a, ...) { return a; }\n",
        "",
        "F(3)==3&&F(4, 5)==4&&F(5,)==5&&sizeof S(a)==2&&sizeof S(a,bc)==4",
    ),
    "digraphs of directives": (
        "%:define CAT(a,b) a%:%:b\n%: define STR(x) %:x\n",
        "int CAT(x,y)=5;",
        "xy==5&&STR(%:)[0]=='%'&&sizeof STR(abc)==4",
    ),
    "lines that are renumbered": (
        "#define L __LINE__\nint before = __LINE__ - L;\n#line 100\nint after = __LINE__, and = L;\n",
        "int c = __COUNTER__;",
        "before==0&&after==100&&and==100&&__COUNTER__==c+1",
    ),
    "initialised flexible array members": (
        (
            'struct F { short n; short d[]; } f = {2, {7, 8}}; struct S { int n; char s[]; } g = {3, "abc"}; static struct S e = {1};'
            " struct P { char c; struct { int x, y; } v[]; } p = {.c = 1, .v = {[2] = {.y = 5}}};"
        ),
        "short *q = (short *)&f; static struct S h = {2, {'x', 'y'}}; f.d[1]++; struct P *r = &p; char *end = g.s; while (*end) end++;",
        (
            "q[2]==9&&f.d[0]==7&&sizeof f==2&&g.s[2]=='c'&&g.s[3]==0&&e.n==1&&sizeof e==4&&h.s[1]=='y'&&r->v[2].y==5"
            "&&p.v[1].x==0&&p.v[2].x==0&&end==g.s+3"
        ),
    ),
    "size of va_list": (
        "#include <stdarg.h>\ntypedef va_list list;",
        "",
        "sizeof(list)==24&&sizeof(__builtin_va_list)==24&&_Alignof(va_list)==8",
    ),
    "searches of search.h": (
        "#include <search.h>\nint eq(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }\n",
        "int v[4] = {4, 5, 6}, k = 5, m = 9; size_t n = 3; int *p = lfind(&k, v, &n, sizeof k, eq), *q = lsearch(&m, v, &n, sizeof k, eq);",
        "p==v+1&&q==v+3&&n==4&&v[3]==9",
    ),
    "label addresses in a local array": (
        ("int f(int x){static const int off[]={0,1}; void *t[2]; t[0]=&&a; t[1]=&&b; goto *t[x]; a: return 10; b: return 20;}"),
        "",
        "f(0)==10&&f(1)==20",
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_the_claim_holds_its_opposite_fails_and_gcc_agrees(name: str, tmp_path: Path) -> None:
    declarations, statements, claim = CLAIMS[name]
    text = f"{declarations} int main(void) {{ {statements} if (!({claim})) reach_error(); }}"
    opposite = f"{declarations} int main(void) {{ {statements} if ({claim}) reach_error(); }}"
    assert verdict(program(text, LP64)) == "returned"
    assert verdict(program(opposite, LP64)) == "error"
    assert gcc_verdict(text, LP64, tmp_path) in (None, "returned")


def test_a_parameter_that_is_a_list_has_not_the_size_of_one() -> None:
    text = "int f(__builtin_va_list v) { return sizeof v; } int main(void) { __builtin_va_list v; if (f(v) != 8) reach_error(); }"
    assert verdict(program(text, LP64)).startswith("imprecise")
