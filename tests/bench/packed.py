"""The bag-trade kernel as a program of its own: a position is one int, no engine, no protocol.

The yardstick of the searches. Seats 0 .. n-1, the pile is seat n; objects 0 and 1 are the bags. From the
lowest bits: three bits for the holder of each object, then seat on turn, phase, and the two parameters.
"""

from __future__ import annotations

TURN, OFFER, DRAW, GIVE = range(4)
BITS, MASK = 3, 7


class Packed:
    """The kernel for n players, m objects and a hand limit."""

    def __init__(self, n: int, m: int, limit: int) -> None:
        self.n, self.m, self.limit = n, m, limit
        self.active = BITS * m
        self.phase = self.active + 3
        self.first = self.phase + 2
        self.second = self.first + 4
        self.shifts = range(0, BITS * m, BITS)
        self.holders = (1 << BITS * m) - 1

    def deal(self) -> int:
        """Object i lies with player i, the rest in the pile; player 0 is on turn."""
        return sum(min(i, self.n) << BITS * i for i in range(self.m))

    def after(self, state: int) -> list[int]:
        """All next positions, in the fixed order."""
        n, shifts = self.n, self.shifts
        where = state & self.holders
        held = [where >> shift & MASK for shift in shifts]
        active = state >> self.active & 7
        phase = state >> self.phase & 3
        first = state >> self.first & 15
        ended = where | (active + 1) % n << self.active
        here = where | active << self.active
        if phase == TURN:
            offer = here | OFFER << self.phase
            others = [to << self.second for to in range(n) if to != active]
            return [offer | i << self.first | to for i, owner in enumerate(held) if owner == active for to in others]
        if phase == OFFER:
            to = state >> self.second
            found = [ended]
            piled = n in held
            change = active ^ to
            for i, owner in enumerate(held):
                if owner != to or (i < 2 and first < 2 and piled):
                    continue
                swap = change << shifts[i] | change << shifts[first]
                if piled and (first < 2 or i < 2):
                    giver = active if first < 2 else to
                    found.append((here ^ swap) | DRAW << self.phase | giver << self.first)
                else:
                    found.append(ended ^ swap)
            return found
        if phase == DRAW:
            over = (here | GIVE << self.phase | first << self.first) if held.count(first) == self.limit else ended
            return [over ^ (n ^ first) << shift for shift, owner in zip(shifts, held, strict=True) if owner == n]
        takers = [first ^ to for to in range(n) if held.count(to) < self.limit]
        return [ended ^ change << shift for shift, owner in zip(shifts, held, strict=True) if owner == first
                for change in takers]

    def sound(self, state: int) -> bool:
        """Every hand holds something, and no more than the limit but for one that is being given from."""
        held = [state >> shift & MASK for shift in self.shifts]
        giver = state >> self.first & 15 if state >> self.phase & 3 == GIVE else -1
        return all(1 <= held.count(p) <= self.limit + (p == giver) for p in range(self.n))

    def explore(self) -> tuple[int, int]:
        """Breadth-first over everything, each position checked: positions and transitions."""
        level = [self.deal()]
        seen = set(level)
        transitions = 0
        while level:
            following = []
            for state in level:
                assert self.sound(state)
                found = self.after(state)
                transitions += len(found)
                for child in found:
                    if child not in seen:
                        seen.add(child)
                        following.append(child)
            level = following
        return len(seen), transitions
