"""One live match: seats, log, clock, early choices, undo, fairness. No web and no disk in here.

A table is its terms, its secret and an append-only log of entries; `Table` folds the log into what stands now, and
`commands` checks what somebody wants and adds the entries for it.
"""
