"""From paths to a library: sources, reader processes, the order of commits, indexes."""
