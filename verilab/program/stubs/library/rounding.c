/* The rounding direction (C11 7.6.3) as x86-64 numbers it; results of arithmetic are not known where a program may change it. */
static int direction = 0;

int fegetround(void) { return direction; }

int fesetround(int wanted) {
    if (wanted != 0 && wanted != 0x400 && wanted != 0x800 && wanted != 0xc00) return 1;
    direction = wanted;
    return 0;
}
