"""What the rows of a CSV were run with, in the file beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from verilab.verification.configuration import Configuration, ConfigurationError


def settings_file(path: Path) -> Path:
    """Where the settings of a CSV stand."""
    return path.with_name(path.name + ".settings.json")


def read_settings(path: Path) -> dict[str, Any]:
    """The settings of a CSV; ConfigurationError where there are none."""
    file = settings_file(path)
    try:
        found = json.loads(file.read_text())
    except FileNotFoundError:
        raise ConfigurationError(f"--resume: {file} is missing, which says what the rows were run with; give another --csv") from None
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(isinstance(found.get(key), dict) for key in ("versions", "configurations")):
        raise ConfigurationError(f"--resume: {file} is not what a sweep wrote; give another --csv")
    return found


def known_configurations(path: Path) -> dict[str, Configuration]:
    """The configurations of a CSV by their labels, as far as its settings are there."""
    try:
        return {label: Configuration.from_json(found) for label, found in read_settings(path)["configurations"].items()}
    except (ConfigurationError, AttributeError, TypeError):
        return {}
