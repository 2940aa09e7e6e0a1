"""The one error of reading pictures: it costs the page its text, never the document."""

__all__ = ["OcrFailed"]


class OcrFailed(Exception):
    """A picture could not be read, and why."""
