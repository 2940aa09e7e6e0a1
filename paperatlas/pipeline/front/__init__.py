"""What a paper says of itself: title, byline, abstract, venue, identifiers, language."""
