"""What the papers' tables say, as data: their rows as configurations, their figures, the settings they were run in."""
