extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
extern volatile const unsigned char ports[4]; extern struct { volatile unsigned ready : 3; unsigned own; } device;
int main(void) {
    int port = ports[1], ready = device.ready;
    if (port != ports[1] && ready != device.ready && __VERIFIER_nondet_uint() * 2654435761u == 0x1b873593u) reach_error();
    return 0;
}
