"""Readers of published question sets: pure, from a file's content to cases and, where a set brings them, its documents."""
