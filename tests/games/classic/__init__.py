"""The clauses of the 1997 edition that a position and a few moves cannot show; the others are scenarios."""
