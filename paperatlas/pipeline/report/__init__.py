"""What was found in a document, and what a person should look at again. Works on what any reader gives."""
