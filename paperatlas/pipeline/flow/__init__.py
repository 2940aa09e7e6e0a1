"""The flow of a page: lines, columns, paragraphs, headings, sections, and the text that comes of them."""
