"""Where MathSAT 5 comes from: the shared library that the JavaSMT project publishes on Maven Central, one file per processor."""

from __future__ import annotations

import platform

from verilab.solving.installation import Artifact, Installation

LIBRARY = "libmathsat5j.so"
"""The library's name in the installation's folder."""

_VERSION = "5.6.11-sosy1"
_SHA256 = {
    "x64": "ef3821898ed032cb6f62e0da63b49a2069de400f71a9f4841592663869575da3",
    "arm64": "31904ec58e342abd644e8b353c117708c08a2f5c9722663bbb3245bf4c7a7d18",
}
_ARM = ("aarch64", "arm64")

_LICENCE = """\
MathSAT5 is copyrighted 2009-2023 by Fondazione Bruno Kessler, Trento, Italy, University of Trento, Italy, and others. All rights reserved.

MathSAT5 is available for research and evaluation purposes only. It can not be used in a commercial environment, particularly as part
of a commercial product, without written permission. MathSAT5 is provided as is, without any warranty.

It may not be redistributed without written permission. Please write to mathsat@fbk.eu for additional questions regarding licensing
MathSAT5 or obtaining up-to-date versions (https://mathsat.fbk.eu).
"""


def _artifact(processor: str) -> Artifact:
    folder = f"org/sosy-lab/javasmt-solver-mathsat5/{_VERSION}"
    return Artifact(f"{folder}/javasmt-solver-mathsat5-{_VERSION}-libmathsat5j-{processor}.so", _SHA256[processor], LIBRARY)


INSTALLATION = Installation(
    name="mathsat",
    version=_VERSION,
    artifacts=(_artifact("arm64" if platform.machine().lower() in _ARM else "x64"),),
    licence_name="MathSAT 5 licence (research and evaluation only)",
    licence_text=_LICENCE,
    needs_consent=True,
    note="Linux on x86-64 or ARM64",
)
