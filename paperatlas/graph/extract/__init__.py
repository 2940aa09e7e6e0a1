"""From a document to what it says: names, relations, results, without a language model or with one."""
