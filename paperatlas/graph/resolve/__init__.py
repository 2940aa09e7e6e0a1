"""Which names of different documents are one entity, and why."""
