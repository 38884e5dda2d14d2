"""Players: the built-in bots, and the interface of your own players.

A player is a function `(view, seed) -> action`, or an object with a method `start(game, seat)` that returns such a
function for one game. All random numbers must come from the seed, so that games can be repeated.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any, Callable, NamedTuple, Protocol, Union

import numpy as np
import numpy.typing as npt

from ._native import ffi, lib
from .game import ACTIONS, FuerstenfeldError, Game, OneThread, View, _bytes, _index, _kind, _seed

Policy = Callable[[View, int], int]


class Starter(Protocol):
    """A player that remembers something during a game."""

    def start(self, game: Game, seat: int) -> Policy:
        """Returns the policy for one seat of one game."""
        ...


Player = Union[Policy, Starter]


def start(player: Player, game: Game, seat: int) -> Policy:
    """Returns a player's policy for one seat of one game."""
    policy = player.start(game, seat) if hasattr(player, "start") else player
    if not callable(policy):
        raise TypeError(f"a player is a function of a view and a seed, or has start(game, seat); {policy!r} is neither")
    return policy


class Network:
    """The network that the bots use. It evaluates every seat's chance to win from a view."""

    def __init__(self, weights: str | Path | None = None) -> None:
        """Reads weights from a file, or those of the package if no file is given."""
        path = resources.files(__package__).joinpath("data/default.net") if weights is None else Path(weights)
        data = path.read_bytes()
        self._weights = weights
        self._c = ffi.gc(ffi.cast("struct net *", lib.native_alloc(lib.net_size)), lib.free, lib.net_size)
        if self._c == ffi.NULL:
            raise MemoryError
        fault = lib.net_read(data, len(data), self._c)
        if fault != ffi.NULL:
            raise FuerstenfeldError(f"{path} is no network: {ffi.string(fault).decode()}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Network, (self._weights,)

    def evaluate(self, view: View) -> npt.NDArray[np.float32]:
        """Returns the chance of each seat, by seat number. The chances add up to 1."""
        chance = ffi.new("uint16_t[5]")
        lib.net_evaluate(self._c, _kind(view, View, "what is evaluated").game._edition, view._c, chance)
        return np.array(list(chance[0 : view.game.players]), np.float32) / np.float32(10000)


_default: list[Network] = []


def default_network() -> Network:
    """Returns the network of the package, which is read only once."""
    if not _default:
        _default.append(Network())
    return _default[0]


class Thought(NamedTuple):
    """A bot's thoughts about a decision."""

    action: int
    win: npt.NDArray[np.float32]  # each seat's chance to win after its choice
    visits: dict[int, int]  # how often the search tried each action
    values: dict[int, float]  # the acting seat's chance to win after each evaluated action


class Bot:
    """A built-in bot by name, as `Bot("steward")` or `Bot("prince", iterations=1000)`; `bot_names()` lists them.

    `Bot("level3")` is one of the seven levels for people.
    """

    def __init__(self, name: str, iterations: int = 0, network: Network | None = None) -> None:
        self.name: str = _kind(name, str, "the name of a bot")
        self.iterations = _index(iterations, "the iterations", 0, 2**32)
        bot = name
        if name.startswith("level") and name[5:] in list("1234567"):
            level = lib.bot_levels[int(name[5:]) - 1]
            bot, self.iterations = ffi.string(level.bot).decode(), iterations or level.iterations
        self._c = lib.bot_find(_bytes(bot))
        if self._c == ffi.NULL:
            raise FuerstenfeldError(f'there is no bot "{name}"; there are {", ".join(bot_names())} and level1 to level7')
        self.network = _kind(network, Network, "the network") if network is not None else (default_network() if self._c.uses_net else None)
        self._net = self.network._c if self.network else ffi.NULL

    def __reduce__(self) -> tuple[Any, ...]:
        return Bot, (self.name, self.iterations, None if self.network is None else self.network)

    def __repr__(self) -> str:
        return f"{self.name}:{self.iterations}" if self.iterations else self.name

    def _memory(self) -> Any:
        size = max(64, self._c.memory_size)
        memory = ffi.gc(lib.native_alloc(size), lib.free, size)
        if memory == ffi.NULL:
            raise MemoryError
        return memory

    def start(self, game: Game, seat: int) -> Policy:
        """Returns a policy with its own memory, for one seat of one game."""
        memory, bot, iterations, alone = self._memory(), self._c, self.iterations, OneThread("policy of a bot")

        def choose(view: View, seed: int) -> int:
            task = self._task(view, seed)
            with alone:
                return int(lib.native_choose(bot, memory, task, iterations))

        return choose

    def _task(self, view: View, seed: int) -> Any:
        """Describes a decision, with the public history if the view has it. Valid as long as the view."""
        options = lib.ff_legal(_kind(view, View, "what a bot sees").game._edition, view._c)
        if not options:
            raise FuerstenfeldError(f"seat {view.seat} has nothing to decide")
        return ffi.new("struct bot_task *", (view.game._edition, view._c, options, _seed(seed), self._net, view._seen or ffi.NULL))

    def think(self, view: View, seed: int = 0, iterations: int = 0) -> Thought:
        """Thinks about a single decision. Returns its thoughts about each action."""
        task = self._task(view, seed)
        answer, memory = ffi.new("struct bot_answer *"), self._memory()
        action = lib.native_think(self._c, memory, task, _index(iterations, "the iterations", 0, 2**32) or self.iterations, answer)
        stage, visits, values = view._c.pub.stage, {}, {}
        for option in range(lib.FF_OPTIONS_MAX):
            number = lib.batch_action_number(stage << 6 | option)
            if task.legal >> option & 1 and number < ACTIONS:
                visits[number] = int(answer.visits[option])
                if answer.value[option]:
                    values[number] = answer.value[option] / 10000
        win = np.array(list(answer.win[0 : view.game.players]), np.float32) / np.float32(10000)
        return Thought(int(action), win, visits, values)


def bot_names() -> list[str]:
    """Lists the built-in bots."""
    names, i = [], 0
    while lib.bot_list[i] != ffi.NULL:
        names.append(ffi.string(lib.bot_list[i].name).decode())
        i += 1
    return names


def about(name: str) -> str:
    """Describes a built-in bot in one line."""
    return str(ffi.string(Bot(name)._c.about).decode())
