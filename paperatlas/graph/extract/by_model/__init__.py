"""What a language model finds in a document beside the rules, each name and each quote checked against the text."""
