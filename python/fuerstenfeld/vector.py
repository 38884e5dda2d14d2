"""Plays many games at once. One call steps all games, and the arrays are views of the C library's memory."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Iterable, Mapping

import numpy as np
import numpy.typing as npt

from ._native import ffi, lib
from .bots import Bot, Network, default_network
from .game import (ACTIONS, FEATURES_MAX, MODES, TENSOR_SIZE, FuerstenfeldError, Game, IllegalActionError, OneThread, Rng, State,
                   _index, _kind, _seed, action_text)

OBSERVATIONS = {"tensor": 1, "features": 2}


class VectorEnv:
    """A batch of n games. In each game one seat acts, the lowest seat that must decide.

        env = VectorEnv(1024, players=3, seed=1)
        while True:
            env.step(choose(env.tensor, env.mask))      # the arrays now show the next decisions

    Row i plays the games with the seeds seed + i, seed + i + n, seed + i + 2n, ... of `Game.deal`. When a game ends,
    the next one is dealt at once: `done` is 1, `reward` has each seat's share of the win, and the other arrays already
    show the next game.

    Each array is always the same object, and each step overwrites it. Copy what you need later. `bots` maps seats to
    built-in bots, and `step` plays their decisions. `threads` is the number of threads that share the games of a step;
    the result does not depend on it.
    """

    seat: npt.NDArray[np.uint8]  #: (n,) the acting seat
    done: npt.NDArray[np.uint8]  #: (n,) 1 if the last step ended a game
    reward: npt.NDArray[np.float32]  #: (n, players) shares of the victory if the last step ended a game, else 0
    mask: npt.NDArray[np.uint8]  #: (n, ACTIONS) 1 for the legal actions, of which there is at least one
    tensor: npt.NDArray[np.uint8] | None  #: (n, TENSOR_SIZE) the acting seat's view
    features: npt.NDArray[np.uint16] | None  #: (n, FEATURES_MAX) the network's features
    seeds: npt.NDArray[np.uint64]  #: (n,) the seed of each row's next deal

    def __init__(self, n: int, players: int = 3, mode: str = "base", seed: int = 0, *, game: Game | None = None,
                 observations: Iterable[str] = ("tensor",), bots: Mapping[int, Bot] | None = None, threads: int = 1) -> None:
        self._game: Game = _kind(game, Game, "the game") if game is not None else Game(players, mode)
        self._n = _index(n, "the number of games", 1, 2**24)
        self._bots = dict(bots or {})
        wanted = set(observations)
        if not wanted <= set(OBSERVATIONS):
            raise FuerstenfeldError(f"observations are {' and '.join(OBSERVATIONS)}, not {sorted(wanted)}")
        config = self._config = ffi.new("struct batch_config *")
        config.edition, config.n = self._game._edition, self._n
        config.players, config.mode = self._game.players, MODES.index(self._game.mode)
        setattr(config, "with", sum(OBSERVATIONS[name] for name in wanted))
        for seat, bot in self._bots.items():
            _index(seat, "the seat of a bot", 0, self._game.players)
            if not isinstance(bot, Bot):
                raise TypeError(f"seat {seat}: a Bot is wanted, not {type(bot).__name__}")
            config.bot[seat], config.iterations[seat] = bot._c, bot.iterations
            if bot.network:
                if config.net not in (ffi.NULL, bot.network._c):
                    raise FuerstenfeldError("all bots of a VectorEnv use the same network")
                config.net = bot.network._c
        if len(self._bots) == self._game.players:
            raise FuerstenfeldError("bots play all seats; at least one is yours")
        self._networks = [bot.network for bot in self._bots.values()]  # must live as long as the batch
        self._size = lib.batch_size(config)
        self._block = ffi.gc(lib.native_alloc(self._size), lib.free, self._size)
        if self._block == ffi.NULL:
            raise MemoryError(f"{self._size} bytes for {n} games")
        self._pool = ThreadPoolExecutor(threads) if _index(threads, "the number of threads", 1, 1025) > 1 else None
        self._alone = OneThread("VectorEnv")
        bounds = [self._n * k // threads for k in range(threads + 1)]
        self._ranges = list(zip(bounds, bounds[1:]))
        self.reset(seed)

    @property
    def n(self) -> int:
        """The number of games."""
        return self._n

    @property
    def game(self) -> Game:
        """The rules with their parameters."""
        return self._game

    @property
    def bots(self) -> dict[int, Bot]:
        """The built-in bots by seat."""
        return self._bots

    def reset(self, seed: int = 0) -> None:
        """Deals all games again, row i with the seed seed + i."""
        first = np.uint64(_seed(seed))
        with self._alone:
            self._reset(first)

    def _reset(self, first: np.uint64) -> None:
        self.seeds = first + np.arange(self._n, dtype=np.uint64)
        self._c = lib.native_batch_init(self._block, self._config, self._pointer("uint64_t *", self.seeds))
        self.seeds += np.uint64(self._n)
        self._seeds = self._pointer("uint64_t *", self.seeds)
        if not hasattr(self, "mask"):
            c, n = self._c, self._n
            self.seat = self._array(c.seat, (n,), np.uint8)
            self.done = self._array(c.done, (n,), np.uint8)
            self.reward = self._array(c.reward, (n, self._game.players), np.float32)
            self.mask = self._array(c.mask, (n, ACTIONS), np.uint8)
            self.tensor = self._array(c.tensor, (n, TENSOR_SIZE), np.uint8)
            self.features = self._array(c.features, (n, FEATURES_MAX), np.uint16)
            self._sampled = np.empty(n, np.uint16)

    @staticmethod
    def _pointer(kind: str, array: npt.NDArray[Any]) -> Any:
        return ffi.from_buffer(kind, array)

    def _array(self, pointer: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        """Returns C memory as an array, which keeps the batch's memory alive."""
        if pointer == ffi.NULL:
            return None
        at = int(ffi.cast("uintptr_t", pointer)) - int(ffi.cast("uintptr_t", self._block))
        return np.frombuffer(ffi.buffer(self._block, self._size), dtype, int(np.prod(shape)), at).reshape(shape)

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays an action in each game, and then the bots' decisions. If any action is illegal, no game changes."""
        numbers = actions if isinstance(actions, np.ndarray) and actions.dtype == np.uint16 else self._numbers(actions)
        if numbers.shape != (self._n,):
            raise FuerstenfeldError(f"the actions have the shape {numbers.shape}; there are {self._n} games")
        pointer = ffi.from_buffer("uint16_t *", numbers if numbers.flags.c_contiguous else np.ascontiguousarray(numbers))
        with self._alone:
            illegal = self._step(pointer)
            if illegal < 0 and self.done.any():
                self.seeds += self.done.astype(np.uint64) * np.uint64(self._n)
        if illegal >= 0:
            self._refuse(illegal, int(numbers[illegal]))

    def _step(self, actions: Any) -> int:
        """Returns -1, or the first game whose action is illegal; then no game has changed."""
        c, seeds = self._c, self._seeds
        if self._pool is None:
            return int(lib.native_batch_step(c, 0, self._n, actions, seeds))
        illegal = int(lib.batch_find_illegal(c, 0, self._n, actions))
        if illegal < 0:
            wait([self._pool.submit(lib.native_batch_step, c, first, end, actions, seeds) for first, end in self._ranges])
        return illegal

    def _numbers(self, actions: npt.ArrayLike) -> npt.NDArray[np.uint16]:
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {numbers.dtype}")
        if numbers.size and (numbers.min() < 0 or numbers.max() >= ACTIONS):
            row = int(np.flatnonzero((numbers < 0) | (numbers >= ACTIONS))[0])
            raise FuerstenfeldError(f"game {row}: the action is {numbers.flat[row]}; it must be from 0 to {ACTIONS - 1}")
        return numbers.astype(np.uint16)

    def _refuse(self, row: int, action: int) -> None:
        if action >= ACTIONS:
            raise FuerstenfeldError(f"game {row}: the action is {action}; it must be from 0 to {ACTIONS - 1}")
        try:
            self.state(row).view(int(self.seat[row])).require_legal(action)
        except IllegalActionError as error:
            error.args = (f"game {row}: {error}",)
            raise
        raise FuerstenfeldError(f"game {row}: {action_text(action)} is not in the mask, which somebody has changed")

    def sample(self, rng: Rng) -> npt.NDArray[np.uint16]:
        """Returns a random legal action for each game, in an array that the next call overwrites."""
        with self._alone:
            lib.batch_random_actions(self._c, _kind(rng, Rng, "the generator")._c, ffi.from_buffer("uint16_t *", self._sampled))
        return self._sampled

    def state(self, row: int) -> State:
        """Returns a copy of a game, secrets included."""
        state = State._new(self._game)
        with self._alone:
            ffi.memmove(state._c, self._c.game + _index(row, "the row", 0, self._n), ffi.sizeof("struct ff_game"))
        return state

    def set_state(self, row: int, state: State) -> None:
        """Replaces a row's game by a position that is not over, without public history. Plays the bots' decisions
        first."""
        if _kind(state, State, "the position").game != self._game:
            raise FuerstenfeldError(f"the position is of {state.game!r}; this is {self._game!r}")
        if state.is_terminal():
            raise FuerstenfeldError("the game of this position is over")
        with self._alone:
            row = _index(row, "the row", 0, self._n)
            lib.batch_set_game(self._c, row, ffi.addressof(state._c, "game"), int(self.seeds[row]))
            self.seeds[row] += np.uint64(self._n * int(self.done[row]))

    def evaluate(self, network: Network | None = None) -> npt.NDArray[np.float32]:
        """Returns each seat's chance to win in each game, in the view of the acting seat, as an array (n, players)."""
        chances = np.empty((self._n, self._game.players), np.uint16)
        network = default_network() if network is None else _kind(network, Network, "the network")
        with self._alone:
            lib.native_evaluate(network._c, self._c, ffi.from_buffer("uint16_t *", chances))
        return chances.astype(np.float32) / np.float32(10000)

    def __repr__(self) -> str:
        return f"VectorEnv({self._n}, game={self._game!r}, bots={self._bots!r})"
