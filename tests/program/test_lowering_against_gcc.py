"""Jumps, increments of floating point, long doubles, rounding, tentative arrays: what the lowered program returns is what gcc's does."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.executions.only_execution import NoInputs
from verilab.evidence.interpretation.evaluation import Value
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Ended
from verilab.program.lowering import lower
from verilab.program.lowering.options import EXECUTED
from verilab.program.syntax import parse_file
from verilab.program.types import DataModel

HEADERS = "#include <setjmp.h>\n#include <stdlib.h>\n#include <string.h>\n#include <float.h>\n#include <fenv.h>\n"

JUMPS = {
    "plain": "jmp_buf b; int n; void g(void){n++; longjmp(b,7);} int main(void){int r=setjmp(b); if(r==0) g(); return r*10+n;}",
    "longjmp by pointer": "jmp_buf b; int main(void){void (*j)(jmp_buf,int)=longjmp; int r=setjmp(b); if(!r) j(b,6); return r;}",
    "same function": "jmp_buf b; int main(void){volatile int i=0; if (setjmp(b)<3) {i++; longjmp(b,i);} return i;}",
    "zero becomes one": "jmp_buf b; int main(void){int r=setjmp(b); if(!r) longjmp(b,0); return r;}",
    "through two calls": (
        "jmp_buf b; int n; void h(int x){ if (x==3) longjmp(b,x); n+=x;} void g(void){h(1);h(3);h(9);n+=100;} int"
        " main(void){ if(setjmp(b)==0){g(); return 99;} return n;}"
    ),
    "nested buffers": (
        "jmp_buf a,b; int n; void g(int k){ if (k) longjmp(a,1); longjmp(b,2);} int main(void){ if(!setjmp(a)){"
        " if(!setjmp(b)){ g(0);} n+=10; g(1);} n+=1; return n;}"
    ),
    "inner function's buffer": (
        "jmp_buf a,b; int n; void f(void){ if(!setjmp(b)) longjmp(b,1); else n+=5; longjmp(a,1);} int main(void){"
        " if(!setjmp(a)) f(); return n+1;}"
    ),
    "loop of jumps": (
        "jmp_buf b; volatile int i; void g(void){ i++; longjmp(b,i);} int main(void){ int r=setjmp(b); if (r<5) g(); return r*10+i;}"
    ),
    "switch": (
        "jmp_buf b; void g(int k){longjmp(b,k);} volatile int n; int main(void){ switch(setjmp(b)){case 0: n+=1; g(1);"
        " case 1: n+=2; g(2); case 2: n+=4; break; default: n=99;} return n;}"
    ),
    "no jump": "jmp_buf b; int main(void){ if (setjmp(b)) return 9; return 4;}",
    "conditional jump": (
        "jmp_buf b; int d(int x,int y){ if (!y) longjmp(b,1); return x/y;} int main(void){ int r; if (setjmp(b))"
        " return 33; r=d(8,2); r+=d(1,0); return r;}"
    ),
    "buffer by pointer": "void g(jmp_buf *p){longjmp(*p,4);} int main(void){ jmp_buf b; int r=setjmp(b); if(!r) g(&b); return r;}",
    "buffer in a structure": (
        "struct T{int k; jmp_buf b; int e;} t; void g(struct T*p){p->e=3; longjmp(p->b,4);} int main(void){ int"
        " r=setjmp(t.b); if(!r) g(&t); return r*10+t.e;}"
    ),
    "buffer on the heap": (
        "struct T{jmp_buf b;}; int main(void){ struct T*t=malloc(sizeof*t); if(!t) return 5; int r=setjmp(t->b);"
        " if(!r) longjmp(t->b,5); return r;}"
    ),
    "array of buffers": (
        "jmp_buf b[3]; int top; void thr(int v){longjmp(b[--top],v);} int main(void){ volatile int s=0; int"
        " r=setjmp(b[top++]); if(r){s+=r; return s;} r=setjmp(b[top++]); if(r){ s+=r; thr(7);} thr(5); return 99;}"
    ),
    "copied buffer": "jmp_buf a,c; int main(void){ int r=setjmp(a); if(!r){ memcpy(&c,&a,sizeof a); longjmp(c,6);} return r;}",
    "by a function pointer": (
        "jmp_buf b; void g(int x){longjmp(b,x);} void (*p)(int)=g; int main(void){int r=setjmp(b); if(!r) p(8); return r;}"
    ),
    "from a callback of bsearch": (
        "jmp_buf b; int cmp(const void*x,const void*y){longjmp(b,3); return 0;} int main(void){int a[3]={3,1,2}; int"
        " r=setjmp(b); if(!r) bsearch(a,a,3,sizeof(int),cmp); return r;}"
    ),
    "recursion": "jmp_buf b; void f(int n){ if(n==0) longjmp(b,9); f(n-1);} int main(void){int r=setjmp(b); if(!r) f(4); return r;}",
    "recursive catching": (
        "jmp_buf b[6]; int n; void f(int k){ if(k==5) longjmp(b[2],1); if(setjmp(b[k])) {n=k; return;} f(k+1); n+=100;"
        " } int main(void){ f(0); return n;}"
    ),
    "expression in a call": (
        "jmp_buf b; int id(int x){return x;} int g(void){longjmp(b,2); return 5;} int main(void){ if(setjmp(b)) return"
        " 7; return id(g())+1;}"
    ),
    "static local": "jmp_buf b; int f(void){ static int k; k++; if (k<4) longjmp(b,k); return k;} int main(void){ setjmp(b); return f();}",
    "negative value": "jmp_buf b; int main(void){ int r=setjmp(b); if(r==0) longjmp(b,-3); return r+10;}",
    "not": "jmp_buf b; int main(void){ if(!setjmp(b)) longjmp(b,2); return 6;}",
    "sigsetjmp": "sigjmp_buf b; int main(void){ int r=sigsetjmp(b,1); if(!r) siglongjmp(b,4); return r;}",
    "_setjmp": "jmp_buf b; int main(void){ int r=_setjmp(b); if(!r) _longjmp(b,4); return r;}",
    "builtin": (
        "void *b[5]; int n; void g(void){ __builtin_longjmp(b,1);} int main(void){ if(__builtin_setjmp(b)==0) {n=3;"
        " g();} else n+=4; return n;}"
    ),
    "an unchanged local": "jmp_buf b; void g(void){longjmp(b,1);} int main(void){ int k=5; int r=setjmp(b); if(!r) g(); return k+r;}",
    "a global that changes": (
        "jmp_buf b; int k=5; void g(void){k++; longjmp(b,1);} int main(void){ int r=setjmp(b); if(!r) g(); return k+r;}"
    ),
    "comparison": "jmp_buf b; int main(void){ if (setjmp(b)==2) return 8; longjmp(b,2);}",
    "while": "jmp_buf b; volatile int n; int main(void){ while(setjmp(b)<4){ n++; longjmp(b,n);} return n;}",
    "exit after jump": "jmp_buf b; void g(void){longjmp(b,1);} int main(void){ if(setjmp(b)) return 12; g(); return 1;}",
    "set again": (
        "jmp_buf b; volatile int n; void g(void){longjmp(b,1);} int main(void){ if(!setjmp(b)) g(); n++;"
        " if(!setjmp(b)) g(); n+=10; return n;}"
    ),
    "structure result": (
        "jmp_buf b; struct S{int x,y;}; struct S g(int k){ struct S s={k,2}; if(k==3) longjmp(b,4); return s;} int"
        " main(void){ int r=setjmp(b); if(r) return r; struct S s=g(1); s=g(3); return s.x;}"
    ),
    "try macros": (
        "#define TRY if(!setjmp(b))\n#define CATCH else\n#define THROW longjmp(b,1)\njmp_buf b; volatile int s; void"
        " w(int x){ if(x>2) THROW; s+=x;} int main(void){ TRY { w(1); w(2); w(3); w(4);} CATCH { s+=50; } return s;}"
    ),
}
FLOATS = {
    "an old value": "int main(void) { double t = 0, x = 4.0; t = x++, x + 1, x + 2; return t * 10 + x; }",
    "an old value that is passed": "double f(double d) { return d; } int main(void) { double x = 4.5; return f(x--) * 10 + x; }",
    "an old value of an element": "int main(void) { float a[2] = {4.5f, 0}; a[1] = a[0]++; return a[1] * 10 + a[0]; }",
    "a new value": "int main(void) { double x = 4.5, t; t = ++x; return t * 10 + x; }",
    "the truth of an old value": "int main(void) { double x = 0.5; return (x-- ? 3 : 4) + (x < 0); }",
    "the greatest double": "int main(void) { double d = DBL_MAX; return (d > 1e308) + 2 * (d * 2 > d) + 4 * (DBL_MAX == d); }",
    "the least doubles": (
        "int main(void) { return (DBL_MIN > 0) + 2 * (DBL_EPSILON == 0x1p-52) + 4 * (FLT_EPSILON == 0x1p-23f) + 8 * (FLT_MAX > 3e38); }"
    ),
    "a long double that no double is": (
        "int main(void) { return (0.1L != 0.1) + 2 * (0.1L < 0.1) + 4 * ((double)0.1L == 0.1) + 8 * (1e4900L > DBL_MAX); }"
    ),
    "arithmetic of long doubles": (
        "int main(void) { return ((1.0L / 3 * 3 == 1) + 2 * ((float)(1 + 0x1p-60L) == 1) + 4 * (0x1p63L + 0.5L > 0x1p63L)); }"
    ),
}
ROUNDING = {
    "the default": "int main(void) { return fegetround() + 3; }",
    "as it was set": "int main(void) { int r = fesetround(FE_UPWARD); return r * 100 + fegetround() / 256 + (fegetround() == FE_UPWARD); }",
    "set to nonsense": "int main(void) { int r = fesetround(77) != 0; return r + 2 * (fegetround() == FE_TONEAREST); }",
    "set and set back": "int main(void) { int k = fegetround(); fesetround(FE_DOWNWARD); fesetround(k); return fegetround() + 5; }",
}
ARRAYS = {
    "written": "int tail[]; int main(void) { tail[0] = 3; return tail[0]; }",
    "zero": "int tail[]; int main(void) { return tail[0] + 7; }",
    "with a length later": "int tail[]; int *p = tail; int tail[3] = {1, 2, 3}; int main(void) { return p[2] + sizeof tail; }",
    "of structures": "struct S { int a; } t[]; int main(void) { t->a = 4; return t[0].a; }",
    "declared before": "extern int q[]; int q[]; int main(void) { return q[0] + 2; }",
}


def returned(folder: Path, text: str) -> Value | str:
    """What main returns, by the interpreter; the outcome where it does not return."""
    file = folder / "program.c"
    file.write_text(HEADERS + text + "\n")
    program = lower(parse_file(file, DataModel.LP64), DataModel.LP64, options=EXECUTED)
    run = Interpreter(program).run(NoInputs(), step_limit=100_000)
    result = program.functions["main"].result
    return run.state[result.slot] if isinstance(run.outcome, Ended) and result is not None else str(run.outcome)


def executed(folder: Path) -> int:
    subprocess.run(["gcc", "-w", "-O0", "-fno-builtin", "program.c", "-o", "program", "-lm"], cwd=folder, check=True)
    return subprocess.run([str(folder / "program")]).returncode


@pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc: .ci/run has one")
@pytest.mark.parametrize(
    "text", [*JUMPS.values(), *FLOATS.values(), *ROUNDING.values(), *ARRAYS.values()], ids=[*JUMPS, *FLOATS, *ROUNDING, *ARRAYS]
)
def test_the_lowered_program_returns_what_the_compiled_one_does(text: str, tmp_path: Path) -> None:
    exit_code = returned(tmp_path, text)
    assert isinstance(exit_code, int), exit_code
    assert exit_code & 255 == executed(tmp_path)


def test_a_local_that_changed_is_indeterminate_after_the_jump(tmp_path: Path) -> None:
    text = "jmp_buf b; void g(void) { longjmp(b, 1); } int main(void) { int k = 5; if (!setjmp(b)) { k = 6; g(); } return k; }"
    assert not isinstance(returned(tmp_path, text), int)
    assert returned(tmp_path, text.replace("int k", "volatile int k")) == 6


def test_the_direction_is_not_known_where_the_environment_changes_otherwise(tmp_path: Path) -> None:
    assert not isinstance(returned(tmp_path, "int main(void) { fenv_t e; fegetenv(&e); fesetenv(&e); return fegetround(); }"), int)
