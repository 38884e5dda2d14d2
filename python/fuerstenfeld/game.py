"""Games, states and views: the rules from Python.

A `Game` is the rules with their parameters, a `State` is a position with all its secrets, and a `View` is the knowledge
of one seat. Actions are numbers below `ACTIONS` (docs/authors/python.md), the same in every module of the package. A
state holds no randomness: `Game.deal` and `State.resample` take a seed.
"""

from __future__ import annotations

import operator
import re
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import Any, Iterator

import numpy as np
import numpy.typing as npt

from ._native import ffi, lib

ACTIONS: int = lib.BATCH_ACTIONS
TENSOR_SIZE: int = lib.BATCH_TENSOR
FEATURES: int = lib.batch_features_n
FEATURES_MAX: int = lib.BATCH_FEATURES_MAX
MODES = ("base", "expert")
CARDS = tuple(ffi.string(lib.text_card(card)).decode() for card in range(lib.FF_CARDS_MAX))
STAGES = tuple(ffi.string(lib.text_stage(stage)).decode() for stage in range(lib.FF_STAGES))
GOODS = ("hops", "barley", "water")

_GAME_SIZE = ffi.sizeof("struct ff_game")
_legal, _apply, _player, _unpack = lib.native_legal_actions, lib.native_apply, lib.native_acting_seat, ffi.unpack


class FuerstenfeldError(ValueError):
    """An argument of this package is invalid. The message says which one, and what would be valid."""


class IllegalActionError(FuerstenfeldError):
    """An action is refused. `rule` is the number of the rule in docs/rules.md, `refusal` the engine's name of the
    reason."""

    rule = refusal = ""

    @classmethod
    def of(cls, action: str, refusal: int) -> IllegalActionError:
        """Creates the error for a refusal of the engine. (A constructor of its own could not be pickled.)"""
        rule = ffi.string(lib.text_refusal_rule(refusal)).decode()
        error = cls(f"{action}: {ffi.string(lib.text_refusal(refusal)).decode()} ({rule})")
        error.rule, error.refusal = rule, ffi.string(lib.text_refusal_id(refusal)).decode()
        return error


def _text(write: Any, *arguments: Any) -> str:
    """Returns the text that a function of the engine appends to a buffer."""
    out = ffi.new("struct base_out *", lib.native_growing_text())
    try:
        write(out, *arguments)
        if not lib.base_out_whole(out):
            raise MemoryError("no room for the text")
        return str(ffi.string(out.text, out.length).decode()) if out.length else ""
    finally:
        lib.free(out.heap)


def _index(value: Any, name: str, first: int, end: int) -> int:
    """Returns value as an int from first to end - 1, or raises."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None
    if not first <= number < end:
        raise FuerstenfeldError(f"{name} is {number}; it must be from {first} to {end - 1}")
    return number


def _seed(value: Any) -> int:
    return _index(value, "the seed", 0, 2**64)


def _kind(value: Any, kind: type, name: str) -> Any:
    """Returns value if it has that type, or raises."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, not {type(value).__name__}")
    return value


def _bytes(text: str) -> bytes:
    try:
        return str(_kind(text, str, "a text")).encode()
    except UnicodeEncodeError as error:
        raise FuerstenfeldError(f"the text is not Unicode: {error}") from None


class OneThread:
    """Admits one thread at a time. A second thread gets an exception instead of a broken game."""

    def __init__(self, what: str) -> None:
        self._what, self._lock = what, Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(False):
            raise FuerstenfeldError(f"another thread is using this {self._what}; each thread needs its own")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def _located(error: Any) -> str:
    where = f"line {error.line}, column {error.column}: " if error.line else ""
    return where + str(ffi.string(error.message).decode())


def action_text(action: int) -> str:
    """Returns an action in the text language, such as `brewery A`."""
    return _text(lib.text_action, lib.batch_action(_index(action, "the action", 0, ACTIONS)))


def action_of_text(stage: str, text: str) -> int:
    """Parses one action of a stage. A state or view says whether it is legal."""
    if stage not in STAGES:
        raise FuerstenfeldError(f'there is no stage "{stage}"; there are {", ".join(STAGES)}')
    action, error, data = ffi.new("ff_action *"), ffi.new("struct base_error *"), _bytes(text)
    if not lib.text_action_parse(STAGES.index(stage), data, len(data), action, error):
        raise FuerstenfeldError(_located(error))
    number = int(lib.batch_action_number(action[0]))
    if number == ACTIONS:
        raise FuerstenfeldError(f'"{text}" is no action of the stage {stage}')
    return number


def tensor_parts() -> list[tuple[str, slice, str]]:
    """Lists the parts of the tensor: name (`player1 coins`), slice and meaning. Player 0 is the view's own seat."""
    table, parts = ffi.new("const struct batch_part **"), []
    n = lib.batch_tensor_parts(table)
    for part in table[0][0:n]:
        block, name, meaning = (ffi.string(x).decode() for x in (part.block, part.name, part.meaning))
        for i in range(lib.FF_PLAYERS_MAX if block else 1):
            first = part.first + i * part.stride
            parts.append((f"{block}{i} {name}" if block else name, slice(first, first + part.n), meaning))
    return sorted(parts, key=lambda part: int(part[1].start))


class Rng:
    """The engine's generator (SplitMix64): the same seed gives the same numbers in every language."""

    def __init__(self, seed: int = 0) -> None:
        self._c = ffi.new("struct ff_rng *", lib.ff_rng_of(_seed(seed)))

    def next(self) -> int:
        """Returns 64 random bits."""
        return int(lib.ff_rng_next(self._c))

    def below(self, n: int) -> int:
        """Returns a number from 0 to n - 1, all exactly equally likely."""
        return int(lib.ff_rng_below(self._c, _index(n, "n", 1, 2**32)))


class Game:
    """The rules with their parameters: number of players, mode and edition.

    `edition` is the text of an edition (docs/authors/edition.md), a path to one, or None for the default.
    """

    def __init__(self, players: int = 3, mode: str = "base", edition: str | Path | None = None) -> None:
        self.players = _index(players, "the number of players", lib.FF_PLAYERS_MIN, lib.FF_PLAYERS_MAX + 1)
        if mode not in MODES:
            raise FuerstenfeldError(f"the mode is {mode!r}; it must be 'base' or 'expert'")
        self.mode = mode
        if edition is None:
            text = resources.files(__package__).joinpath("data/default.edition").read_text()
        else:
            text = edition.read_text() if isinstance(edition, Path) else _kind(edition, str, "the edition")
        self.edition_text = text
        read, error, data = ffi.new("struct text_edition *"), ffi.new("struct base_error *"), _bytes(text)
        if not lib.text_edition_read(data, len(data), read, error):
            raise FuerstenfeldError(f"the edition cannot be used: {_located(error)}")
        self._read = read
        self._edition = ffi.addressof(read, "values")
        self.edition_name: str = ffi.string(read.name).decode()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.players, self.mode, self.edition_text)

    def __deepcopy__(self, memo: object) -> Game:
        return self  # because it is immutable

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def __repr__(self) -> str:
        return f"Game(players={self.players}, mode={self.mode!r}, edition={self.edition_name!r})"

    def deal(self, seed: int, history: bool = False) -> State:
        """Deals a game, which depends only on the seed. With `history` the state keeps the public history."""
        return self._begin(self._setup(seed), history)

    def _setup(self, seed: int) -> Any:
        setup = ffi.new("struct ff_setup *")
        lib.ff_deal(self._edition, self.players, MODES.index(self.mode), _seed(seed), setup)
        return setup

    def _begin(self, setup: Any, history: bool = False) -> State:
        if not isinstance(setup, ffi.CData) or ffi.typeof(setup) is not ffi.typeof("struct ff_setup *"):
            raise TypeError("a set-up comes from a record")
        state = State._new(self)
        if history:
            state._keep(ffi.new("struct history *"))
            fault = lib.history_begin(state._seen, self._edition, setup, ffi.addressof(state._c, "game"))
        else:
            fault = lib.ff_begin(self._edition, setup, ffi.addressof(state._c, "game"))
        if fault:
            raise FuerstenfeldError(ffi.string(lib.text_setup_fault(fault)).decode())
        return state

    def state_of_text(self, text: str) -> State:
        """Parses a position in the text language, as `State.text` returns it."""
        state, error, data = State._new(self), ffi.new("struct base_error *"), _bytes(text)
        if not lib.text_position_read(self._edition, data, len(data), ffi.addressof(state._c, "game"), error):
            raise FuerstenfeldError(_located(error))
        return self._of_this_game(state)

    def state_of_bytes(self, data: bytes) -> State:
        """Creates a state from the bytes of `State.to_bytes`. Refuses bytes that are no position."""
        size = ffi.sizeof("struct ff_game")
        if len(_kind(data, bytes, "the state")) != size:
            raise FuerstenfeldError(f"a state has {size} bytes, not {len(data)}")
        state = State._new(self)
        ffi.memmove(state._c, data, size)
        fault = lib.ff_check(self._edition, ffi.addressof(state._c, "game"))
        if fault:
            raise FuerstenfeldError(f"no position: {ffi.string(lib.text_check_fault(fault)).decode()}")
        return self._of_this_game(state)

    def _of_this_game(self, state: State) -> State:
        pub = state._c.game.pub
        if pub.players != self.players or MODES[pub.mode] != self.mode:
            raise FuerstenfeldError(f"the position is of {pub.players} players, {MODES[pub.mode]} game; this is {self!r}")
        return state

    def view_of_text(self, text: str) -> View:
        """Parses a view, as `str(view)` returns it."""
        view, error, data = ffi.new("struct ff_view *"), ffi.new("struct base_error *"), _bytes(text)
        if not lib.text_view_read(self._edition, data, len(data), view, error):
            raise FuerstenfeldError(_located(error))
        if view.pub.players != self.players or MODES[view.pub.mode] != self.mode:
            raise FuerstenfeldError(f"the view is of {view.pub.players} players, {MODES[view.pub.mode]} game; this is {self!r}")
        return View._new(self, view)


def _cards(mask: int) -> list[str]:
    return [name for card, name in enumerate(CARDS) if mask >> card & 1]


def _goods(goods: int) -> dict[str, int]:
    return {name: goods >> 4 * good & 15 for good, name in enumerate(GOODS)}


class _Public:
    """The public facts of a state or view. Seats and breweries are counted from 0."""

    __slots__ = ("_game", "_c")
    _game: Game
    _c: Any

    def _pub(self) -> Any:
        raise NotImplementedError

    @property
    def game(self) -> Game:
        """The rules with their parameters."""
        return self._game

    @property
    def round(self) -> int:
        """The round, from 1; 0 in the expert set-up."""
        return int(self._pub().round)

    @property
    def stage(self) -> str:
        """The stage of the decision: `brewery`, `build`, ..."""
        return str(STAGES[self._pub().stage])

    @property
    def owe(self) -> list[int]:
        """The seats that must decide now. There may be several in the expert set-up and while drawing."""
        owe = self._pub().owe
        return [seat for seat in range(self._game.players) if owe >> seat & 1]

    @property
    def order(self) -> list[int]:
        """The seats in the turn order."""
        return list(self._pub().order[0 : self._game.players])

    @property
    def coins(self) -> list[int]:
        return list(self._pub().coins[0 : self._game.players])

    @property
    def palaces(self) -> int:
        """The number of Palace parts built by all seats."""
        return int(self._pub().palaces)

    @property
    def goods(self) -> list[dict[str, int]]:
        return [_goods(x) for x in self._pub().goods[0 : self._game.players]]

    @property
    def demand_left(self) -> list[dict[str, int]]:
        """The empty demand spaces of each brewery."""
        return [_goods(x) for x in self._pub().room[0 : self._game.players]]

    @property
    def boards(self) -> list[list[str | None]]:
        """The cards on the six spaces of each seat."""
        board = self._pub().board
        return [[CARDS[c] if c < len(CARDS) else None for c in board[s]] for s in range(self._game.players)]


class PastTurn(_Public):
    """The public position at the end of a turn, and how many cards the turn built and buried."""

    __slots__ = ("seat", "builds", "buried")
    seat: int
    builds: int
    buried: int

    @classmethod
    def _new(cls, game: Game, seat: int, turn: Any) -> PastTurn:
        past = cls.__new__(cls)
        past._game, past.seat = game, seat
        past._c, past.builds, past.buried = ffi.new("struct ff_public *", turn.pub), int(turn.builds), int(turn.buried)
        return past

    def __init__(self) -> None:
        raise TypeError("a past turn comes from History.turn")

    def _pub(self) -> Any:
        return self._c


class History:
    """The public history, which says when each card that lies face down left its owner's hand.

    A card is a pair: the round in which it left the hand (0 for the expert set-up), and its position among the cards of
    that turn.
    """

    __slots__ = ("_game", "_c")
    _game: Game
    _c: Any

    @classmethod
    def _new(cls, game: Game, c: Any) -> History:
        history = cls.__new__(cls)
        history._game, history._c = game, c
        return history

    def __init__(self) -> None:
        raise TypeError("a history comes from View.history")

    def _seat(self, seat: int) -> Any:
        return self._c.seat[_index(seat, "the seat", 0, self._game.players)]

    def buried(self, seat: int) -> list[tuple[int, int]]:
        """Lists a seat's buried cards, which lie below the cards never drawn, in the order of drawing."""
        of = self._seat(seat)
        return [(card.round, card.place) for card in of.buried[0 : of.buried_n]]

    def removed(self, seat: int) -> list[tuple[int, int]]:
        """Lists a seat's cards that were removed from the game."""
        of = self._seat(seat)
        return [(card.round, card.place) for card in of.trash[0 : of.trash_n]]

    def turn(self, seat: int, round: int) -> PastTurn | None:
        """Returns a seat's turn in a round, or None if it has not ended or was more than 16 rounds ago."""
        of = self._seat(seat)
        turn = lib.history_turn_at(ffi.addressof(of), _index(round, "the round", 0, 256))
        return PastTurn._new(self._game, seat, turn) if turn != ffi.NULL else None


class State(_Public):
    """A position with all its secrets. Copy it with `clone`. A search must not see hidden cards, so it must
    `resample`."""

    __slots__ = ("_numbers", "_edition", "_seen")
    _numbers: Any
    _edition: Any
    _seen: Any  # the public history, None if it is not kept

    @classmethod
    def _new(cls, game: Game) -> State:
        state = cls.__new__(cls)
        state._game = game
        state._edition = game._edition
        state._c = ffi.new("struct native_state *")
        state._numbers = state._c.numbers
        state._seen = None
        return state

    def _keep(self, seen: Any) -> None:
        """Keeps the public history from now on."""
        self._seen = self._c.seen = seen

    def __init__(self) -> None:
        raise TypeError("a state comes from Game.deal, Game.state_of_text or Game.state_of_bytes")

    def __reduce__(self) -> tuple[Any, ...]:
        return self._game.state_of_bytes, (self.to_bytes(),)

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._game == other.game and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return self.hash()

    def __str__(self) -> str:
        return self.text()

    def _pub(self) -> Any:
        return self._c.game.pub

    def current_player(self) -> int:
        """Returns the acting seat, the lowest seat that must decide; -1 after the end."""
        return _player(self._c)  # type: ignore[no-any-return]

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return _player(self._c) < 0  # type: ignore[no-any-return]

    def legal_actions(self, seat: int = -1) -> list[int]:
        """Lists the legal actions of the acting seat, or of another seat, in ascending order. The list is empty if the
        seat has nothing to decide."""
        if seat != -1:
            seat = _index(seat, "the seat", 0, self._game.players)
        return _unpack(self._numbers, _legal(self._c, seat))  # type: ignore[no-any-return]

    def legal_mask(self) -> npt.NDArray[np.uint8]:
        """Returns an array with 1 for each legal action of the acting seat and 0 for all other actions."""
        mask = np.empty(ACTIONS, np.uint8)
        lib.native_mask(self._c, ffi.cast("uint8_t *", mask.ctypes.data))
        return mask

    def apply(self, action: int, seat: int = -1) -> None:
        """Plays an action of the acting seat, or of another seat that must decide, and all automatic steps after it."""
        try:
            refusal = _apply(self._edition, self._c, seat, action)
        except (TypeError, OverflowError):
            refusal = -1
        if refusal:
            action = _index(action, "the action", 0, ACTIONS)
            _index(seat, "the seat", -1, self._game.players)
            raise IllegalActionError.of(action_text(action), refusal)

    def apply_text(self, text: str) -> None:
        """Plays actions of the acting seat in the text language, separated by `;`: `brewery A; sell 2 hops`."""
        after = self.clone()
        for part in re.split("[;,\n]", _kind(text, str, "the actions")):
            if part.strip():
                after.apply(action_of_text(after.stage, part.strip()))
        ffi.memmove(self._c, after._c, _GAME_SIZE)
        if self._seen is not None:
            self._keep(after._seen)

    def clone(self) -> State:
        """Returns an independent copy."""
        copy = State._new(self._game)
        ffi.memmove(copy._c, self._c, _GAME_SIZE)
        if self._seen is not None:
            copy._keep(ffi.new("struct history *", self._seen[0]))
        return copy

    def returns(self) -> list[float]:
        """Returns each seat's share of the win. All shares are 0 before the end and if nobody wins (R9.3)."""
        shares = ffi.new("double[5]")
        lib.native_returns(self._c, shares)
        return _unpack(shares, self._game.players)  # type: ignore[no-any-return]

    def view(self, seat: int | None = None) -> View:
        """Returns the view of a seat, by default the acting seat, or seat 0 after the end."""
        if seat is None:
            seat = max(0, _player(self._c))
        view = ffi.new("struct ff_view *")
        lib.ff_view_of(ffi.addressof(self._c, "game"), _index(seat, "the seat", 0, self._game.players), view)
        return View._new(self._game, view, None if self._seen is None else ffi.new("struct history *", self._seen[0]))

    def resample(self, seat: int, seed: int) -> State:
        """Returns a state that the seat cannot distinguish from this one. Hidden cards are drawn at random."""
        return self.view(seat).resample(seed)

    def information_state_string(self, seat: int | None = None) -> str:
        """Returns all that a seat knows as text. States that the seat cannot distinguish have equal texts."""
        return str(self.view(seat))

    def information_state_tensor(self, seat: int | None = None) -> npt.NDArray[np.uint8]:
        """Returns all that a seat knows as small numbers. `tensor_parts` explains their meaning."""
        return self.view(seat).tensor()

    def hash(self) -> int:
        """Returns a 64-bit digest, equal on every machine and in every language."""
        return int(lib.ff_hash(ffi.addressof(self._c, "game")))

    def to_bytes(self) -> bytes:
        """Returns the position as bytes, which `Game.state_of_bytes` reads."""
        return bytes(ffi.buffer(self._c, ffi.sizeof("struct ff_game")))

    def text(self) -> str:
        """Returns the whole position, secrets included, in the text language."""
        return _text(lib.text_position, ffi.addressof(self._c, "game"))


class View(_Public):
    """The knowledge of one seat. `str(view)` is its text. It contains no secrets of other seats.

    A view of a state that keeps the public history includes the history. Comparing, printing, pickling and resampling
    ignore it.
    """

    __slots__ = ("_seen",)
    _seen: Any

    @classmethod
    def _new(cls, game: Game, c: Any, seen: Any = None) -> View:
        view = cls.__new__(cls)
        view._game, view._c, view._seen = game, c, seen
        return view

    def __init__(self) -> None:
        raise TypeError("a view comes from State.view or Game.view_of_text")

    def __reduce__(self) -> tuple[Any, ...]:
        return _view_of_bytes, (self._game, bytes(ffi.buffer(self._c)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._game == other.game and ffi.buffer(self._c)[:] == ffi.buffer(other._c)[:]

    def __hash__(self) -> int:
        return hash(ffi.buffer(self._c)[:])

    def __str__(self) -> str:
        return _text(lib.text_position_view, self._c)

    def _pub(self) -> Any:
        return self._c.pub

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return int(self._c.own.seat)

    @property
    def history(self) -> History | None:
        """The public history, or None if the state did not keep it."""
        return None if self._seen is None else History._new(self._game, self._seen)

    @property
    def hand(self) -> list[str]:
        return _cards(self._c.own.hand)

    @property
    def removed(self) -> list[str]:
        """The seat's own cards that were removed from the game."""
        return _cards(self._c.own.trash)

    @property
    def known(self) -> list[str]:
        """The seat's own buried cards, in the order of drawing."""
        return [CARDS[card] for card in self._c.own.known[0 : self._c.own.known_n]]

    def legal_actions(self) -> list[int]:
        """Lists the seat's legal actions in ascending order. The list is empty if the seat has nothing to decide."""
        numbers = ffi.new("uint16_t[]", lib.BATCH_OPTIONS_MAX)
        options = lib.ff_legal(self._game._edition, self._c)
        return _unpack(numbers, lib.batch_action_numbers(self._c.pub.stage, options, numbers))  # type: ignore[no-any-return]

    def require_legal(self, action: int) -> None:
        """Raises IllegalActionError, which names the rule, unless the seat may play the action now."""
        refusal = lib.ff_why_not(self._game._edition, self._c, lib.batch_action(_index(action, "the action", 0, ACTIONS)))
        if refusal:
            raise IllegalActionError.of(action_text(action), refusal)

    def resample(self, seed: int) -> State:
        """Returns a state that the seat cannot distinguish from the real one. Hidden cards are drawn at random."""
        state, rng = State._new(self._game), ffi.new("struct ff_rng *", lib.ff_rng_of(_seed(seed)))
        lib.ff_resample(self._game._edition, self._c, rng, ffi.addressof(state._c, "game"))
        return state

    def tensor(self, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Returns the view as TENSOR_SIZE small numbers, in `out` if it is given."""
        out = _array(out, TENSOR_SIZE, np.uint8)
        lib.batch_put_tensor(self._game._edition, self._c, ffi.cast("uint8_t *", out.ctypes.data))
        return out

    def features(self, out: npt.NDArray[np.uint16] | None = None) -> npt.NDArray[np.uint16]:
        """Lists the numbers of the network's features that hold, padded with FEATURES to FEATURES_MAX entries."""
        out = _array(out, FEATURES_MAX, np.uint16)
        lib.batch_put_features(self._game._edition, self._c, ffi.cast("uint16_t *", out.ctypes.data))
        return out


def _array(out: npt.NDArray[Any] | None, size: int, dtype: type) -> npt.NDArray[Any]:
    if out is None:
        return np.empty(size, dtype)
    if not isinstance(out, np.ndarray) or out.shape != (size,) or out.dtype != dtype or not (out.flags.c_contiguous and out.flags.writeable):
        raise FuerstenfeldError(f"out must be a writable, contiguous array of {size} {np.dtype(dtype)}")
    return out


def _view_of_bytes(game: Game, data: bytes) -> View:
    view = ffi.new("struct ff_view *")
    if len(data) != ffi.sizeof("struct ff_view"):
        raise FuerstenfeldError("a view has another size")
    ffi.memmove(view, data, len(data))
    fault = lib.ff_view_check(game._edition, view)
    if fault or view.pub.players != game.players or MODES[view.pub.mode] != game.mode:
        raise FuerstenfeldError("these bytes are no view of this game")
    return View._new(game, view)


def random_game(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """Plays a random game, which is the same in every language for a seed. Yields each state and the action chosen in
    it."""
    state, rng = _kind(game, Game, "the game").deal(seed), Rng(~seed % 2**64)
    while not state.is_terminal():
        actions = state.legal_actions()
        action = actions[rng.below(len(actions))]
        yield state, action
        state.apply(action)
