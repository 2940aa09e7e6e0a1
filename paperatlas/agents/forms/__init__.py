"""The forms in which questions are put: what is asked for, read from the words alone."""
