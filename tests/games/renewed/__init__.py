"""The clauses of the 2024 edition that need counts, chance or secrecy; the others are proved by its scenarios."""
