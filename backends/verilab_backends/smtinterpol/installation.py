"""Where SMTInterpol comes from: one file of Maven Central."""

from __future__ import annotations

from verilab.solving.installation import Installation
from verilab_backends.java.maven import JAVA_NOTE, jar

_VERSION = "2.5-1388-ga5a4ab0c"

INSTALLATION = Installation(
    name="smtinterpol",
    version=_VERSION,
    artifacts=(
        jar(
            "de.uni-freiburg.informatik.ultimate",
            "smtinterpol",
            _VERSION,
            "5f3277cb94546e0305a6bb1c29752f5ad30857f08bc6d82c6ba60798d1f869f4",
        ),
    ),
    licence_name="GNU Lesser General Public License, version 3 or later",
    licence_text="SMTInterpol, (c) University of Freiburg. Free software under the GNU Lesser General Public License, version 3 or later;\n"
    "see https://ultimate.informatik.uni-freiburg.de/smtinterpol/.\n",
    needs_consent=False,
    note=JAVA_NOTE,
)
