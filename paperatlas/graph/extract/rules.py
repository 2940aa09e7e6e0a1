"""The version of the rules, apart from the rules: to know it takes no parser."""

__all__ = ["RULES"]

RULES = "1"
"""Raised with every change of what is found: every library is extracted anew then."""
