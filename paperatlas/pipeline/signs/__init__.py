"""Signs as printed: single glyphs, the scripts they are of, and the direction in which they are read."""
