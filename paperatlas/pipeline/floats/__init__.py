"""What floats in a paper: captions, tables, figures and displayed equations."""
