"""Finds out which player is stronger, by games in all rotations of the seats with confidence intervals."""

from __future__ import annotations

import math
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Mapping, Sequence

from .bots import Player, start
from .game import FuerstenfeldError, Game, Rng, _index, _kind, _seed

MIX = 0x9E3779B97F4A7C15  # the increment of SplitMix64, which makes distinct streams from neighbouring seeds


def play(game: Game, players: Sequence[Player], seed: int) -> tuple[list[float], list[tuple[int, int]]]:
    """Plays one game with a player at each seat. Returns each seat's share of the win, and the decisions.

    The players' views include the public history.
    """
    if len(players) != _kind(game, Game, "the game").players:
        raise ValueError(f"{len(players)} players for {game.players} seats")
    state, rng = game.deal(seed, history=True), Rng((seed ^ MIX) % 2**64)
    policies = [start(player, game, seat) for seat, player in enumerate(players)]
    decisions = []
    while (seat := state.current_player()) >= 0:
        action = policies[seat](state.view(seat), rng.next())
        state.apply(action, seat)
        decisions.append((seat, action))
    return state.returns(), decisions


@dataclass
class Arena:
    """The result of an arena: `shares[name]` is the mean share of the win, `interval(name)` its 95 % interval."""

    games: int = 0
    deals: dict[str, list[float]] = field(default_factory=dict)  #: by player, its mean share in each deal

    @property
    def shares(self) -> dict[str, float]:
        return {name: sum(means) / len(means) for name, means in self.deals.items()}

    def interval(self, name: str) -> tuple[float, float]:
        """Returns the 95 % interval of a share. Deals are independent; the games of one deal are not."""
        if name not in list(self.deals):
            raise FuerstenfeldError(f"there is no player {name!r}; there are {', '.join(self.deals)}")
        means = self.deals[name]
        n, share = len(means), sum(means) / len(means)
        # The Wilson interval at the number of games that has the spread seen between deals. It never collapses to a
        # point when all games are won, and an effective number above the number of games is luck.
        spread = sum((x - share) ** 2 for x in means) / max(1, n - 1) / n
        plain = share * (1 - share)
        effective = min(float(self.games), plain / spread) if spread > 0 and plain > 0 else float(n)
        z = 1.96
        middle = (share + z * z / (2 * effective)) / (1 + z * z / effective)
        half = z / (1 + z * z / effective) * math.sqrt(plain / effective + z * z / (4 * effective**2))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        lines = [f"{self.games} games, {len(next(iter(self.deals.values()), []))} deals; par {1 / max(1, len(self.deals)):.3f} if all are equal"]
        for name, share in self.shares.items():
            low, high = self.interval(name)
            lines.append(f"{name:20} {share:.3f}  [{low:.3f}, {high:.3f}]")
        return "\n".join(lines)


def _deals(game: Game, names: list[str], players: list[Player], seed: int, first: int, end: int) -> list[dict[str, float]]:
    """Plays the deals first to end - 1 in every rotation. Returns each player's mean share in each deal. A pure
    function."""
    result = []
    for deal in range(first, end):
        sums = dict.fromkeys(names, 0.0)
        counts = dict.fromkeys(names, 0)
        for turn in range(game.players):
            seats = [(seat + turn) % game.players for seat in range(game.players)]
            returns, _ = play(game, [players[i] for i in seats], (seed + deal) % 2**64)
            for seat, i in enumerate(seats):
                sums[names[i]] += returns[seat]
                counts[names[i]] += 1
        result.append({name: sums[name] / counts[name] for name in sums})
    return result


def arena(players: Mapping[str, Player] | Sequence[Player], deals: int = 100, game: Game | None = None, seed: int = 1,
          executor: Executor | None = None, chunk: int = 5) -> Arena:
    """Plays each deal in every rotation of the seats.

    `players` maps names to players, or lists a player for each seat. A list may name a player for several seats. With
    an `executor` of `concurrent.futures`, its workers play the deals, `chunk` at a time: a process pool, dask's
    `Client.get_executor()`, or `mpi4py.futures`. The result does not depend on it.
    """
    listed = [(name, p) for name, p in players.items()] if isinstance(players, Mapping) else [(_name(p), p) for p in players]
    game = Game(len(listed)) if game is None else _kind(game, Game, "the game")
    if len(listed) != game.players:
        raise ValueError(f"{len(listed)} players for {game.players} seats; list one for each seat")
    names, each, seed = [name for name, _ in listed], [p for _, p in listed], _seed(seed)
    spans = _spans(_index(deals, "the number of deals", 1, 2**32), _index(chunk, "the chunk", 1, 2**32))
    parts = run(_deals, [(game, names, each, seed, *span) for span in spans], executor)
    rows = [row for part in parts for row in part]
    return Arena(deals * game.players, {name: [row[name] for row in rows] for name in dict.fromkeys(names)})


def _name(player: Player) -> str:
    """Names a player. The name is the same in each process, so it does not contain an address."""
    kind = type(player)
    return getattr(player, "__name__", None) or (kind.__name__ if kind.__repr__ is object.__repr__ else repr(player))


def _spans(n: int, chunk: int) -> list[tuple[int, int]]:
    return [(first, min(n, first + chunk)) for first in range(0, n, chunk)]


def stream(function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], executor: Executor | None) -> Iterator[Any]:
    """Calls a pure function with each of the arguments, on the executor's workers if there is one. Yields results in
    order."""
    if executor is None:
        yield from (function(*each) for each in arguments)
    elif not hasattr(executor, "submit"):
        raise TypeError(f"an executor of concurrent.futures is wanted, not {type(executor).__name__}")
    else:
        futures = [executor.submit(function, *each) for each in arguments]
        try:
            yield from (future.result() for future in futures)
        finally:
            for future in futures:  # if the caller stops early
                future.cancel()


def run(function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], executor: Executor | None) -> list[Any]:
    """Returns the results of `stream` as a list."""
    return list(stream(function, arguments, executor))
