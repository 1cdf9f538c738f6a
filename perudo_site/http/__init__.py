"""HTTP groundwork of every API here: problems, strict bodies, pages, throttles, schema. It imports no app."""
