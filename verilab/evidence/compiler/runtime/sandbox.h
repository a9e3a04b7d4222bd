/* What a run of a program that nobody has checked may do to its surroundings: read files, and nothing else.

   A filter on system calls (seccomp): no file is written, no process but this one signalled or started, no socket opened; sleeping
   takes no time.  Where the system has no such filter the run does not happen. */
#include "system.h"

struct verilab_instruction { unsigned short code; unsigned char yes, no; unsigned value; };
struct verilab_filter { unsigned short length; struct verilab_instruction *program; };

#define VERILAB_LOAD(offset) {0x20, 0, 0, (offset)}
#define VERILAB_IF_EQUAL(value, yes, no) {0x15, (yes), (no), (value)}
#define VERILAB_IF_ANY(bits, yes, no) {0x45, (yes), (no), (bits)}
#define VERILAB_RETURN(what) {0x06, 0, 0, (what)}
#define VERILAB_ALLOW VERILAB_RETURN(0x7fff0000u)
#define VERILAB_FAIL(error) VERILAB_RETURN(0x00050000u | (error))
#define VERILAB_ARGUMENT(n) (16 + 8 * (n))

#ifdef __x86_64__
#define VERILAB_ARCHITECTURE 0xC000003Eu
static const unsigned short verilab_allowed[] = {
    0, 1, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 19, 20, 21, 22, 23, 24, 25, 28, 32, 33, 39, 60, 63, 79, 80, 89, 96, 97, 98, 99,
    100, 102, 104, 107, 108, 110, 127, 131, 186, 201, 202, 203, 204, 217, 218, 228, 229, 231, 262, 267, 273, 293, 318, 324, 332, 334};
enum { CALL_CLONE = 56, CALL_CLONE3 = 435, CALL_KILL = 62, CALL_TGKILL = 234, CALL_OPEN = 2, CALL_OPENAT = 257, CALL_NANOSLEEP = 35,
       CALL_CLOCK_NANOSLEEP = 230, CALL_CLOCK_NANOSLEEP64 = 230 };
#else
#define VERILAB_ARCHITECTURE 0x40000003u
static const unsigned short verilab_allowed[] = {
    1, 3, 4, 6, 13, 19, 20, 24, 42, 45, 47, 49, 50, 63, 64, 65, 67, 78, 85, 90, 91, 106, 107, 108, 116, 119, 122, 125, 126, 140, 145,
    146, 158, 163, 168, 173, 174, 175, 183, 186, 192, 195, 196, 197, 199, 200, 201, 202, 219, 224, 240, 241, 242, 243, 252, 258, 265,
    266, 300, 311, 331, 355, 386, 403, 406, 422};
enum { CALL_CLONE = 120, CALL_CLONE3 = 435, CALL_KILL = 37, CALL_TGKILL = 270, CALL_OPEN = 5, CALL_OPENAT = 295, CALL_NANOSLEEP = 162,
       CALL_CLOCK_NANOSLEEP = 267, CALL_CLOCK_NANOSLEEP64 = 407 };
#endif
enum { VERILAB_CALLS = sizeof verilab_allowed / sizeof *verilab_allowed };

/* 0 where the filter is in force. */
static int verilab_enter_sandbox(void) {
    unsigned own = (unsigned)verilab_syscall(SYS_GETPID, 0, 0, 0, 0);
    const struct verilab_instruction rules[] = {
        VERILAB_LOAD(4), VERILAB_IF_EQUAL(VERILAB_ARCHITECTURE, 1, 0), VERILAB_FAIL(38), VERILAB_LOAD(0),
        VERILAB_IF_EQUAL(CALL_NANOSLEEP, 2, 0), VERILAB_IF_EQUAL(CALL_CLOCK_NANOSLEEP, 1, 0),
        VERILAB_IF_EQUAL(CALL_CLOCK_NANOSLEEP64, 0, 1), VERILAB_FAIL(0),
        VERILAB_IF_EQUAL(CALL_CLONE3, 0, 1), VERILAB_FAIL(38),
        VERILAB_IF_EQUAL(CALL_CLONE, 0, 4), VERILAB_LOAD(VERILAB_ARGUMENT(0)), VERILAB_IF_ANY(0x10000, 0, 1), VERILAB_ALLOW, VERILAB_FAIL(1),
        VERILAB_IF_EQUAL(CALL_KILL, 1, 0), VERILAB_IF_EQUAL(CALL_TGKILL, 0, 4),
        VERILAB_LOAD(VERILAB_ARGUMENT(0)), VERILAB_IF_EQUAL(own, 0, 1), VERILAB_ALLOW, VERILAB_FAIL(1),
        VERILAB_IF_EQUAL(CALL_OPEN, 0, 4), VERILAB_LOAD(VERILAB_ARGUMENT(1)), VERILAB_IF_ANY(01103, 0, 1), VERILAB_FAIL(13), VERILAB_ALLOW,
        VERILAB_IF_EQUAL(CALL_OPENAT, 0, 4), VERILAB_LOAD(VERILAB_ARGUMENT(2)), VERILAB_IF_ANY(01103, 0, 1), VERILAB_FAIL(13), VERILAB_ALLOW,
    };
    enum { RULES = sizeof rules / sizeof *rules };
    struct verilab_instruction program[RULES + 2 * VERILAB_CALLS + 1];
    int length = 0, i;
    for (i = 0; i < RULES; i++) program[length++] = rules[i];
    for (i = 0; i < VERILAB_CALLS; i++) {
        const struct verilab_instruction allow[] = {VERILAB_IF_EQUAL(verilab_allowed[i], 0, 1), VERILAB_ALLOW};
        program[length++] = allow[0];
        program[length++] = allow[1];
    }
    const struct verilab_instruction otherwise = VERILAB_FAIL(1);
    program[length++] = otherwise;
    struct verilab_filter filter = {(unsigned short)length, program};
    if (verilab_syscall(SYS_PRCTL, 38, 1, 0, 0)) return 1; /* no new privileges */
    return verilab_syscall(SYS_PRCTL, 22, 2, (long)&filter, 0) != 0;
}
