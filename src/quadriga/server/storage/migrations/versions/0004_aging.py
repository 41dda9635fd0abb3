"""Note from where a table that waits was laid out, and find tables by their last change."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column and the index."""
    op.add_column("tables", sa.Column("maker", sa.Text))
    op.create_index("tables_by_change", "tables", ["status", "updated_at"])
