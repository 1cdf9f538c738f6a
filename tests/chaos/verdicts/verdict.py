"""One thing that must hold, how often it was looked at, and where it did not hold."""

from dataclasses import dataclass, field


@dataclass
class Verdict:
    """`examined` counts what was looked at: a verdict on nothing does not hold, but of what is `rare`."""

    claim: str
    rare: bool = False
    examined: int = 0
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return (self.examined > 0 or self.rare) and not self.faults

    def check(self, holds: bool, fault: str) -> None:
        """Look at one thing; `fault` tells of it if it does not hold."""
        self.examined += 1
        if not holds:
            self.faults.append(fault)
