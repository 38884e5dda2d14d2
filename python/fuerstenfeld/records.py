"""Reads records of games (docs/authors/record.md) with the referee, writes them, and turns them into arrays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Iterator, Sequence

import numpy.typing as npt

from ._native import ffi, lib
from .game import ACTIONS, MODES, FuerstenfeldError, Game, IllegalActionError, State, _bytes, _index, _kind, _seed, _text
from .self_play import concatenate, replay


class RecordError(FuerstenfeldError):
    """A record does not describe a legal game. `line` and `rule` say where and why."""

    line, rule = 0, ""


@dataclass
class RecordedGame:
    """A finished game of a record."""

    game: Game
    names: list[str]
    bots: list[str]
    decisions: list[tuple[int, int]]  #: (seat, action number), in the order of the record
    returns: list[float]
    _setup: Any

    def initial_state(self, history: bool = False) -> State:
        """Returns the position before the first decision. With `history` the state keeps the public history."""
        return self.game._begin(self._setup, history)

    def states(self) -> Iterator[tuple[State, int, int]]:
        """Yields the position before each decision, with its seat and action. The next step changes this state."""
        state = self.initial_state()
        for seat, action in self.decisions:
            yield state, seat, action
            state.apply(action, seat)


def read_records(source: str | Path | Iterable[str]) -> Iterator[RecordedGame]:
    """Reads the games of a file, or of lines. The referee checks each line. Raises RecordError if a line is wrong."""
    reader = ffi.new("struct record_reader *")
    lib.record_reader_init(reader)
    lines: Iterable[str | bytes]
    if isinstance(source, (str, Path)):
        lines = Path(source).read_bytes().split(b"\n")
    else:
        lines = source
    decisions: list[tuple[int, int]] = []
    number, games, setup = 0, 0, None
    for number, line in enumerate(lines, 1):
        data = line if isinstance(line, bytes) else _bytes(line).rstrip(b"\n")
        _hold(reader, lib.record_read_line(reader, data, len(data)), number)
        if not data.strip():
            continue
        if setup is None:
            setup = ffi.new("struct ff_setup *", reader.setup)
        for i in range(reader.decisions_n):
            decision = reader.decision[i]
            decisions.append((decision.seat, lib.batch_action_number(decision.action)))
        if reader.games > games:
            games = reader.games
            yield _finished(reader, setup, decisions)
            decisions, setup = [], None
    _hold(reader, lib.record_read_end(reader), number)


def _hold(reader: Any, status: int, line: int) -> None:
    if status:
        rule, text = (ffi.string(part).decode(errors="replace") for part in (reader.fault.rule, reader.fault.text))
        error = RecordError(f"line {line}: {text} ({rule})")
        error.line, error.rule = line, rule
        raise error


def _finished(reader: Any, setup: Any, decisions: list[tuple[int, int]]) -> RecordedGame:
    edition = ffi.new("struct text_edition *")
    edition.values = reader.edition
    name = ffi.string(reader.edition_name).decode(errors="replace")
    if name == name.strip() and name.isascii() and name.isprintable() and name[:1] != "#":  # a record's name may be any text
        edition.name = name.encode()
    game = Game(setup.players, MODES[setup.mode], _text(lib.text_edition, edition))
    state = State._new(game)
    ffi.memmove(state._c, ffi.addressof(reader, "game"), ffi.sizeof("struct ff_game"))
    names = [ffi.string(reader.name[seat]).decode(errors="replace") for seat in range(game.players)]
    bots = [ffi.string(reader.bot[seat]).decode(errors="replace") for seat in range(game.players)]
    return RecordedGame(game, names, bots, decisions, state.returns(), setup)


def _pointers(places: Any, texts: Sequence[str], what: str, players: int) -> list[Any]:
    """Lets a struct point to a text for each seat. Returns an object that must live as long as the struct."""
    if len(texts) != players:
        raise FuerstenfeldError(f"{len(texts)} {what} for {players} players")
    kept = [ffi.new("char[]", _bytes(text)) for text in texts]
    places[0:players] = kept
    return kept


def write_record(game: Game, seed: int, decisions: Sequence[tuple[int, int]], names: Sequence[str] | None = None,
                 bots: Sequence[str] | None = None) -> str:
    """Returns the record of a finished game as text with line ends. Seeds of records are below 2^53.

    `bots` names the bot of each seat; a person has "".
    """
    if _seed(seed) >= 2**53:
        raise FuerstenfeldError("the seed of a recorded game is below 2^53")
    _kind(game, Game, "the game")
    about = ffi.new("struct record_about *", {"has_seed": True, "seed": seed})
    kept = ffi.new("char[]", game.edition_name.encode())  # the struct only points to the texts
    about.edition = kept if game.edition_name else ffi.NULL
    names = [f"player {seat + 1}" for seat in range(game.players)] if names is None else names
    pointed = [_pointers(about.names, names, "names", game.players)]
    if bots is not None and any(bots):
        pointed.append(_pointers(about.bots, bots, "bots", game.players))
        for seat in (seat for seat, bot in enumerate(bots) if not bot):
            about.bots[seat] = ffi.NULL
    listed = ffi.new("struct record_decision[]", len(decisions))
    for place, (seat, action) in zip(listed, decisions):
        place.seat, place.action = _index(seat, "the seat", 0, game.players), lib.batch_action(_index(action, "the action", 0, ACTIONS))
    refusal = 0

    def write(out: Any) -> None:
        nonlocal refusal
        refusal = lib.native_write_record(out, game._edition, game._setup(seed), about, listed, len(decisions))

    text = _text(write)
    if refusal:
        raise IllegalActionError.of("the decisions are no whole legal game", refusal)
    return text


def record_arrays(source: str | Path | Iterable[str]) -> dict[str, npt.NDArray[Any]]:
    """Reads the games of a record into arrays like those of `self_play`. All have the same number of players."""
    games = list(read_records(source))
    if len({g.game.players for g in games}) > 1:
        raise FuerstenfeldError("the games of the record have different numbers of players, so they do not fit into the same arrays")
    return concatenate([replay(g.initial_state(), g.decisions, number) for number, g in enumerate(games)])
