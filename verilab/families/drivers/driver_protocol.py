"""A driver under an operating system's protocol: ``size`` kinds of requests, each with its own dispatch routine.

A request allocates a buffer, may fail, completes the request exactly once and frees what it allocated; status codes come back through
out-parameters and errors leave by ``goto``.  In the unsafe variant the error path of one routine forgets to free the buffer.
"""

from __future__ import annotations

import random

from verilab.families.family import Family, Generated
from verilab.families.text import CHOOSE, function, program

_KERNEL = """static int buffers = 0;
static int completed = 0;

static void allocate_buffer(int *status) {
  if (choose()) {
    buffers = buffers + 1;
    *status = 0;
  } else {
    *status = -1;
  }
}

static void free_buffer(void) {
  if (buffers != 1)
    reach_error();
  buffers = buffers - 1;
}

static void complete_request(void) {
  if (completed)
    reach_error();
  completed = 1;
}

static void begin_request(void) {
  if (buffers != 0)
    reach_error();
  completed = 0;
}

static void end_request(void) {
  if (!completed)
    reach_error();
}
"""


def _routine(index: int, leaks: bool) -> str:
    free = "  if (status == 0)\n    free_buffer();" if leaks else "  free_buffer();"
    return f"""static int dispatch{index}(void) {{
  int status;
  allocate_buffer(&status);
  if (status != 0)
    goto out;
  if (choose()) {{
    status = {index + 1};
    goto cleanup;
  }}
cleanup:
{free}
out:
  complete_request();
  return status;
}}
"""


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    leaky = None if safe else generator.randrange(size)
    routines = [_routine(index, index == leaky) for index in range(size)]
    loop = ["while (1) {", "  int request = __VERIFIER_nondet_int();", "  begin_request();", "  switch (request) {"]
    for index in range(size):
        loop += [f"  case {index}:", f"    dispatch{index}();", "    break;"]
    loop += ["  default:", "    return 0;", "  }", "  end_request();", "}"]
    # The leaky request: allocation succeeds, the device fails; then any request begins with a buffer left over.
    inputs = (leaky or 0, 1, 1, 0)
    return Generated(program(CHOOSE, _KERNEL, *routines, function("int main(void)", loop)), inputs)


FAMILY = Family(
    "driver-protocol",
    "dispatch routines that must complete each request once and free what they allocate",
    (1, 2, 4, 8),
    _build,
)
