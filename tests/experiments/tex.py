"""A TeX for tests: where there is none the test is skipped with what installs it, unless ``VERILAB_REQUIRE_TEX`` is set."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

INSTALL = "apt-get install texlive-latex-recommended texlive-latex-extra texlive-science"  # booktabs, and siunitx with what it loads


def tex_path() -> str:
    """Skips the test where there is no pdflatex, fails it where there must be one."""
    executable = shutil.which("pdflatex")
    if executable is None:
        reason = f"no pdflatex is installed; install one with: {INSTALL}"
        if os.environ.get("VERILAB_REQUIRE_TEX"):
            pytest.fail(f"VERILAB_REQUIRE_TEX is set, but {reason}")
        pytest.skip(reason)
    return executable


def compiled(document: str, folder: Path) -> str:
    """What TeX says of a document that compiles."""
    (folder / "t.tex").write_text(document, encoding="utf-8")
    command = [tex_path(), "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    assert process.returncode == 0, process.stdout[-2000:]
    assert (folder / "t.pdf").read_bytes().startswith(b"%PDF")
    return process.stdout
