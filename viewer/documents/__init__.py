"""Documents for people: their parts, forms and languages. Knows no front end."""
