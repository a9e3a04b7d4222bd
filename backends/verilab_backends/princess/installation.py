"""Where Princess comes from: its jars and those of its dependencies, from Maven Central."""

from __future__ import annotations

from verilab.solving.installation import Installation
from verilab_backends.java.maven import JAVA_NOTE, jar

_VERSION = "2026-05-20"
_UUVERIFIERS = "io.github.uuverifiers"

INSTALLATION = Installation(
    name="princess",
    version=_VERSION,
    # The compile-time dependencies of the first one's pom, transitively.
    artifacts=(
        jar(_UUVERIFIERS, "princess_2.13", _VERSION, "55b4350e13d40359c65a53b2ace1d9d4af3811e592427848a1efeae1c94cb3ec"),
        jar(_UUVERIFIERS, "princess-parser_2.13", _VERSION, "859c0a525d853a8889461b7acadaf0a7fe156c5e0c48097d77f81ab01036ed4a"),
        jar(_UUVERIFIERS, "princess-smt-parser_2.13", _VERSION, "930aefd0b49d3104bbb8a646a37783bdb6bcc04dee9bd099fb9233584e651441"),
        jar("org.scala-lang", "scala-library", "2.13.18", "4e85d96ff7bc7dc627985523c3541b9917aaa08e956391380c42db21a2c4e5a0"),
        jar(
            "org.scala-lang.modules",
            "scala-parser-combinators_2.13",
            "2.4.0",
            "e36dccdc21fd4bc770907a9e126d7e3901e71a191eb9ea8e93a0227774e0945d",
        ),
        jar("org.scalameta", "svm-subs", "101.0.0", "b31eb8ef90bec4c22a8ec858f5bd007bd46ce80c3dcef9dce238c6f9dd15c1a4"),
        jar(
            "com.github.vbmacher", "java-cup-runtime", "11b-20160615-2", "4110a9951d9b0219fa69643706c5b15831580f2da98856fb126f75c893da7520"
        ),
    ),
    licence_name="BSD 3-Clause (Princess), Apache 2.0 (Scala libraries), CUP licence (parser runtime)",
    licence_text="Princess, (c) Philipp Rümmer and others, BSD 3-Clause License: https://philipp.ruemmer.org/princess.shtml.\n"
    "The Scala libraries and svm-subs come under the Apache License 2.0, the CUP runtime under its own permissive licence.\n",
    needs_consent=False,
    note=JAVA_NOTE,
)
