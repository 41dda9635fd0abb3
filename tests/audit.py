"""`make audit`: known holes in what is installed. Exit code 0: none known, 1: some, 2: not (all) checked.

pip-audit and npm audit say "none found" or fail in many ways where their databases cannot be reached; this tells the
difference.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PYTHON = ["pip-audit", "-r", "constraints.txt", "--no-deps", "--disable-pip", "--format=json", "--progress-spinner=off"]
NPM = ["npm", "audit", "--json", "--package-lock-only"]


@dataclass
class Verdict:
    """What an audit found."""

    checked: int = 0
    holes: list[str] = field(default_factory=list)
    unchecked: str = ""

    @property
    def code(self) -> int:
        """The exit code."""
        return 1 if self.holes else 2 if self.unchecked else 0

    def __str__(self) -> str:
        lines = [f"{len(self.holes)} known holes in {self.checked} packages" if self.holes or self.checked else ""]
        lines += [f"  {hole}" for hole in self.holes]
        lines += [f"not checked: {self.unchecked}"] if self.unchecked else []
        return "\n".join(filter(None, lines))


def judge_python(text: str) -> Verdict:
    """Read what pip-audit said."""
    try:
        packages: list[dict[str, Any]] = json.loads(text)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Verdict(unchecked="pip-audit could not reach its database")
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}, fixed in {', '.join(hole['fix_versions']) or 'nothing yet'}"
        for package in packages
        for hole in package.get("vulns", ())
    ]
    left = (
        f"{len(skipped)} packages that its database did not tell about ({', '.join(skipped[:3])}, …)" if skipped else ""
    )
    return Verdict(len(packages) - len(skipped), holes, left)


def judge_npm(text: str) -> Verdict:
    """Read what npm audit said."""
    try:
        said = json.loads(text)
        found, count = said["vulnerabilities"], said["metadata"]["dependencies"]["total"]
    except (ValueError, KeyError, TypeError):
        return Verdict(unchecked="npm could not reach its database")
    return Verdict(count, [f"{name}: {each['severity']}, {each['range']}" for name, each in found.items()])


def said_by(command: list[str], folder: Path) -> str:
    """Run an audit; what it says is on its standard output, whatever its exit code."""
    bin = Path(sys.executable).parent
    try:
        return subprocess.run([bin / command[0], *command[1:]], cwd=folder, capture_output=True, text=True).stdout
    except FileNotFoundError:
        return ""


def main() -> int:
    """Audit both; the worse exit code counts, and a hole is worse than not knowing."""
    verdicts = {
        "Python": judge_python(said_by(PYTHON, ROOT)),
        "npm": judge_npm(said_by(NPM, ROOT / "web")),
    }
    for name, verdict in verdicts.items():
        print(f"{name}: {verdict}")
    codes = [verdict.code for verdict in verdicts.values()]
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main())
