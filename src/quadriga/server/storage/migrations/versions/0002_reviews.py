"""Make the table of reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add it."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("written_at", sa.Double, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
