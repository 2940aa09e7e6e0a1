"""Work in processes of their own, so that a crash, a hang or a hunger for memory costs a part of the work only.

Started with `subprocess` and not with `multiprocessing`: that would import the caller's main module anew in each
process, so that a script without `if __name__ == "__main__"` would do its work in every child again.
"""
