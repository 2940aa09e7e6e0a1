"""How well a file is read, by labels that people made: its text, order, headings, tables, figures, references and metadata."""
