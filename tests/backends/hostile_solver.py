"""An SMT-LIB 2 process that behaves at each command ``check-sat`` as its argument says; else it answers what it is asked to echo."""

from __future__ import annotations

import os
import sys
import time

mode = sys.argv[1]
for line in sys.stdin:
    command = line.strip()
    if command.startswith("(echo "):
        # In two pieces, as pipes may deliver it.
        print(command.removeprefix("(echo ").removesuffix(")"), end="", flush=True)
        time.sleep(0.001)
        print(flush=True)
    elif command.startswith("(get-interpolant "):
        groups = command.count("assertion!")
        print("(<= (@diff x y) 0)" if mode == "foreign" else f"(<= {groups} 0)", flush=True)
    elif command == "(check-sat)":
        if mode == "sleep":
            time.sleep(1000)
        elif mode == "crash":
            print("segmentation fault, more or less", file=sys.stderr, flush=True)
            os.abort()
        elif mode == "allocate":
            hoard = [bytearray(64 << 20) for _ in range(64)]
            print(len(hoard), flush=True)
        elif mode == "nonsense":
            print("))) forty-two (((", flush=True)
        elif mode == "foreign":
            print("unsat", flush=True)
        elif mode == "error":
            print('(error "no such logic")', flush=True)
        else:
            print(mode, flush=True)
