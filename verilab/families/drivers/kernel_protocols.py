"""The operations of a generated kernel module: one per protocol of Lukasczyk 2018, Table 4.4, obeying or violating it.

An operation remembers in variables of its own what it has done, so that its error paths are infeasible for a reason of their own.
The functions of the kernel are modelled by what they return, as the Linux Driver Verification toolkit does.
"""

from __future__ import annotations

from verilab.data_classes import dataclass

_OBJECT = {"void *": "return choose() ? &memory : (void *)0;", "int": "return choose() ? -1 : 0;", "void": ""}


def _function(result: str, name: str, *parameters: str) -> str:
    """A model: a pointer or null, 0 or -1, or nothing."""
    names = [parameter.rpartition(" ")[2].lstrip("*") for parameter in parameters]
    unused = "".join(f" (void){parameter};" for parameter in names)
    space = "" if result.endswith("*") else " "
    return f"static {result}{space}{name}({', '.join(parameters) or 'void'}) {{{unused} {_OBJECT[result]} }}".replace("  }", " }")


_KMALLOC = _function("void *", "kmalloc", "unsigned size", "unsigned flags")
_MUTEX = (_function("void", "mutex_lock", "int *lock"), _function("void", "mutex_unlock", "int *lock"))
FLAGS = "enum { GFP_NOIO = 0x10, GFP_ATOMIC = 0x20, GFP_KERNEL = 0xd0 };"


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: its ``@`` stand for its number, its ``$`` for the statement in which obeying and violating differ.

    ``cleanup`` runs when the module is removed.  ``inputs`` violate the protocol when the operation runs once and the module is removed
    then.
    """

    protocol: str
    kernel: tuple[str, ...]
    state: str
    body: str
    obeys: str
    violates: str
    inputs: tuple[int, ...]
    cleanup: str = ""


def _held(protocol: str, kernel: tuple[str, str], state: str, obtain: str, release: str) -> Operation:
    """Something that is obtained in one call and released in a later one, at the latest when the module is removed."""
    body = f"if (!held@) {{\n  held@ = {obtain};\n}} else {{\n  {release}\n  held@ = 0;\n}}"
    return Operation(protocol, kernel, state, body, f"if (held@)\n  {release}", "", (1,), "$")


def _allocating(protocol: str, kernel: tuple[str, ...], lock: str, unlock: str, flag: str, state: str = "") -> Operation:
    """An allocation that needs a flag where it happens in a section."""
    section = f"if (inside) {{\n  {lock}\n  $\n}}\nkmalloc(4, flags);\nif (inside)\n  {unlock}"
    body = f"unsigned flags = GFP_KERNEL;\nint inside = choose();\n{section}"
    return Operation(protocol, (*kernel, _KMALLOC), state, body, f"flags = {flag};", f"if (choose())\n    flags = {flag};", (1, 0, 0))


OPERATIONS = (
    Operation(
        "mutex-twice",
        _MUTEX,
        "static int lock@;",
        "int wanted = choose();\nif (wanted)\n  mutex_lock(&lock@);\nif (choose())\n  shared = shared + 1;\n$",
        "if (wanted)\n  mutex_unlock(&lock@);",
        "if (wanted || choose())\n  mutex_unlock(&lock@);",
        (0, 0, 1),
    ),
    _held(
        "usb-urbs",
        (_function("void *", "usb_alloc_urb", "int packets", "unsigned flags"), _function("void", "usb_free_urb", "void *urb")),
        "static void *held@;",
        "usb_alloc_urb(0, GFP_ATOMIC)",
        "usb_free_urb(held@);",
    ),
    Operation(
        "rcu-updates",
        (_function("void", "rcu_read_lock"), _function("void", "rcu_read_unlock"), _function("void", "rcu_assign_pointer")),
        "",
        "int reading = choose();\nif (reading)\n  rcu_read_lock();\n$\nif (reading)\n  rcu_read_unlock();",
        "if (!reading)\n  rcu_assign_pointer();",
        "if (choose())\n  rcu_assign_pointer();",
        (1, 1),
    ),
    _held(
        "module-references",
        (_function("void *", "try_module_get", "void *module"), _function("void", "module_put", "void *module")),
        "static void *held@;",
        "try_module_get(&memory)",
        "module_put(held@);",
    ),
    _allocating(
        "atomic-under-spinlock",
        (_function("void", "spin_lock", "int *lock"), _function("void", "spin_unlock", "int *lock")),
        "spin_lock(&lock@);",
        "spin_unlock(&lock@);",
        "GFP_ATOMIC",
        "static int lock@;",
    ),
    _held(
        "usb-devices",
        (_function("void *", "usb_get_dev", "void *device"), _function("void", "usb_put_dev", "void *device")),
        "static void *held@;",
        "usb_get_dev(&memory)",
        "usb_put_dev(held@);",
    ),
    Operation(
        "reverse-registration",
        (
            *(_function("int", name) for name in ("class_register", "register_chrdev", "usb_gadget_probe_driver")),
            *(_function("void", name) for name in ("class_unregister", "unregister_chrdev", "usb_gadget_unregister_driver")),
        ),
        "",
        "int failed = 0;\nif (class_register())\n  return;\nif (register_chrdev() < 0)\n  failed = 1;\n"
        "else if (usb_gadget_probe_driver())\n  failed = 2;\nif (failed == 0)\n  usb_gadget_unregister_driver();\n$\nclass_unregister();",
        "if (failed != 1)\n  unregister_chrdev();",
        "unregister_chrdev();",
        (0, 1),
    ),
    _allocating(
        "atomic-in-interrupt",
        (_function("void", "irq_enter"), _function("void", "irq_exit")),
        "irq_enter();",
        "irq_exit();",
        "GFP_ATOMIC",
    ),
    _held(
        "usb-coherent",
        (_function("void *", "usb_alloc_coherent", "unsigned size"), _function("void", "usb_free_coherent", "void *buffer")),
        "static void *held@;",
        "usb_alloc_coherent(64)",
        "usb_free_coherent(held@);",
    ),
    _allocating("noio-under-mutex", _MUTEX, "mutex_lock(&lock@);", "mutex_unlock(&lock@);", "GFP_NOIO", "static int lock@;"),
    _held(
        "block-requests",
        (_function("void *", "blk_make_request", "void *queue"), _function("void", "blk_put_request", "void *request")),
        "static void *held@;",
        "blk_make_request(&memory)",
        "blk_put_request(held@);",
    ),
    Operation(
        "rwlock-order",
        tuple(_function("void", name) for name in ("read_lock", "read_unlock", "write_lock", "write_unlock")),
        "",
        "int writing = choose();\nif (writing)\n  write_lock();\nelse\n  read_lock();\n$\n"
        "if (writing)\n  write_unlock();\nelse\n  read_unlock();",
        "shared = shared + 1;",
        "writing = choose();",
        (1, 0),
    ),
    Operation(
        "find-bit-offset",
        ("static unsigned find_next_bit(unsigned map, unsigned size, unsigned offset) { return map & 1 ? size : offset; }",),
        "",
        "unsigned start = 0, size = choose() ? 32 : 16;\nif (size == 32)\n  start = 24;\n$\nfind_next_bit(5, size, start);",
        "if (size == 16)\n  start = 16;",
        "if (size == 16)\n  start = 24;",
        (0,),
    ),
    Operation(
        "probe-failure",
        (_function("int", "register_netdev"), _function("void", "unregister_netdev"), _function("int", "usb_register")),
        "static int probe(void) {\n  int error = register_netdev();\n  if (error)\n    return error;\n  error = usb_register();\n"
        "  if (error) {\n    unregister_netdev();\n    $\n  }\n  return 0;\n}",
        "probe();",
        "return error;",
        "return 0;",
        (0, 1),
    ),
)
BY_PROTOCOL = {operation.protocol: operation for operation in OPERATIONS}
