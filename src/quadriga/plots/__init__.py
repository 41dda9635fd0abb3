"""What draws: the course of a match, and what a study counted. Knows no game and no player: names come with numbers.

matplotlib is needed only here, and only when something is drawn: `pip install 'quadriga[arena]'`.
"""
