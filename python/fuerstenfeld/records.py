"""Records of games (docs/authors/record.md): read with the referee, written, and turned into arrays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Iterator, Sequence

import numpy.typing as npt

from ._native import ffi, lib
from .game import ACTIONS, MODES, FuerstenfeldError, Game, IllegalActionError, State, _bytes, _index, _kind, _seed, _text
from .self_play import concatenate, replay


class RecordError(FuerstenfeldError):
    """A record is not that of a legal game; `line` and `rule` say where and why."""

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

    def initial_state(self) -> State:
        """Returns the position before the first decision."""
        return self.game._begin(self._setup)

    def states(self) -> Iterator[tuple[State, int, int]]:
        """Yields the position before each decision, its seat and action. The state is played on afterwards."""
        state = self.initial_state()
        for seat, action in self.decisions:
            yield state, seat, action
            state.apply(action, seat)


def read_records(source: str | Path | Iterable[str]) -> Iterator[RecordedGame]:
    """Reads the games of a file, or of lines. The referee judges each line; raises RecordError where one is wrong."""
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
    game = Game.__new__(Game)
    game.players, game.mode = setup.players, MODES[setup.mode]
    game.edition_name = ffi.string(reader.edition_name).decode()
    read = ffi.new("struct text_edition *")
    read.values = reader.edition
    game._read, game._edition = read, ffi.addressof(read, "values")
    game.edition_text = _text(lib.text_edition, read)
    state = State._new(game)
    ffi.memmove(state._c, ffi.addressof(reader, "game"), ffi.sizeof("struct ff_game"))
    names = [ffi.string(reader.name[seat]).decode(errors="replace") for seat in range(game.players)]
    bots = [ffi.string(reader.bot[seat]).decode(errors="replace") for seat in range(game.players)]
    return RecordedGame(game, names, bots, decisions, state.returns(), setup)


def write_record(game: Game, seed: int, decisions: Sequence[tuple[int, int]], names: Sequence[str] | None = None) -> str:
    """Returns the record of a finished game: its lines, each with its end. Seeds of records are below 2^53."""
    if _seed(seed) >= 2**53:
        raise FuerstenfeldError("the seed of a recorded game is below 2^53")
    _kind(game, Game, "the game")
    kept = [ffi.new("char[]", _bytes(name)) for name in names or [f"player {seat + 1}" for seat in range(game.players)]]
    if len(kept) != game.players:
        raise FuerstenfeldError(f"{len(kept)} names for {game.players} players")
    edition = ffi.new("char[]", game.edition_name.encode())
    about = ffi.new("struct record_about *", {"edition": edition, "has_seed": True, "seed": seed})
    for seat, name in enumerate(kept):
        about.names[seat] = name
    listed = ffi.new("struct record_decision[]", len(decisions))
    for place, (seat, action) in zip(listed, decisions):
        place.seat, place.action = _index(seat, "the seat", 0, game.players), lib.batch_action(_index(action, "the action", 0, ACTIONS))
    refusal = 0

    def write(out: Any) -> None:
        nonlocal refusal
        refusal = lib.native_record(out, game._edition, game._setup(seed), about, listed, len(decisions))

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
