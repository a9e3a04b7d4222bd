"""Drivers and kernel modules under the protocols of an operating system."""
