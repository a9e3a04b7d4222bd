"""All task families by name."""

from __future__ import annotations

from verilab.benchmarks import (
    bit_counter,
    boolean_or_counter,
    call_chain,
    copy_chain,
    counted_loop,
    driver_protocol,
    event_condition_action,
    flag_register,
    gripper,
    kernel_module,
    linear_accumulators,
    lock_protocol,
    nested_counter,
    product_line,
    ring_buffer,
    sequentialised_threads,
    summing_loop,
)
from verilab.benchmarks.family import Family

_MODULES = (
    boolean_or_counter,
    summing_loop,
    bit_counter,
    nested_counter,
    gripper,
    copy_chain,
    counted_loop,
    lock_protocol,
    event_condition_action,
    product_line,
    sequentialised_threads,
    linear_accumulators,
    driver_protocol,
    kernel_module,
    ring_buffer,
    call_chain,
    flag_register,
)


def families() -> dict[str, Family]:
    """Every family by its name: first the programs of the papers, then our own generators."""
    return {module.FAMILY.name: module.FAMILY for module in _MODULES}
