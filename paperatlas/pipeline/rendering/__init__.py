"""Pages as pictures: what a person, or a model that sees, is shown of a document."""
