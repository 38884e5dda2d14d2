"""Makes training data: games between players as arrays."""

from __future__ import annotations

import json
import os
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Sequence

import numpy as np
import numpy.typing as npt

from ._native import ffi, lib
from .arena import _name, _spans, play, run
from .bots import Player
from .game import ACTIONS, TENSOR_SIZE, FuerstenfeldError, Game, _index, _kind, _seed


def arrays_of(game: Game, seed: int, decisions: Sequence[tuple[int, int]], number: int = 0) -> dict[str, npt.NDArray[Any]]:
    """Replays a deal's decisions into arrays with one row per decision; see `self_play`."""
    return replay(game.deal(seed), decisions, number)


def replay(state: Any, decisions: Sequence[tuple[int, int]], number: int = 0) -> dict[str, npt.NDArray[Any]]:
    """Plays decisions from a state and returns arrays with one row per decision; see `self_play`."""
    n, game = len(decisions), state.game
    tensor, mask = np.empty((n, TENSOR_SIZE), np.uint8), np.zeros((n, ACTIONS), np.uint8)
    for row, (seat, action) in enumerate(decisions):
        view = state.view(seat)
        view.tensor(tensor[row])
        mask[row, view.legal_actions()] = 1
        state.apply(action, seat)
    seats = np.array([seat for seat, _ in decisions], np.uint8)
    returns = np.array(state.returns(), np.float32)
    return {
        "tensor": tensor, "mask": mask, "seat": seats, "action": np.array([a for _, a in decisions], np.uint16),
        "value": returns[seats] if n else np.empty(0, np.float32), "returns": np.tile(returns, (n, 1)).reshape(n, game.players),
        "game": np.full(n, number, np.uint32),
    }


def concatenate(parts: Sequence[dict[str, npt.NDArray[Any]]]) -> dict[str, npt.NDArray[Any]]:
    """Concatenates arrays with the same names."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}


def _games(game: Game, players: list[Player], seed: int, first: int, end: int) -> dict[str, npt.NDArray[Any]]:
    parts = []
    for number in range(first, end):
        deal = (seed + number) % 2**64
        parts.append(arrays_of(game, deal, play(game, players, deal)[1], number))
    return concatenate(parts)


def _games_file(folder: Path, *arguments: Any) -> Path:
    """Plays a chunk of games and saves them as a file of the folder, unless the file exists. Creates the file
    atomically."""
    path = folder / f"{arguments[-2]:08}-{arguments[-1]:08}.npz"
    if not path.exists():
        arrays: Any = _games(*arguments)
        part = folder / f"{path.stem}.{os.getpid()}.part"
        with part.open("wb") as file:
            np.savez_compressed(file, **arrays)
        part.replace(path)
    return path


def _claim(folder: Path, game: Game, players: Sequence[Player], seed: int, chunk: int) -> None:
    """Creates the folder, or checks that its files belong to the same games."""
    said = {"version": str(ffi.string(lib.library_version()).decode()), "players": [_name(player) for player in players],
            "mode": game.mode, "edition": game.edition_text, "seed": seed, "chunk": chunk}
    folder.mkdir(parents=True, exist_ok=True)
    about = folder / "about.json"
    if not about.exists():
        about.write_text(json.dumps(said, indent=1))
    there = json.loads(about.read_text())
    different = [name for name, value in said.items() if there.get(name) != value]
    if different:
        raise FuerstenfeldError(f"{folder} holds other games: different {', '.join(different)}")


def self_play(players: Sequence[Player], games: int, game: Game | None = None, seed: int = 1, executor: Executor | None = None,
              chunk: int = 10, folder: str | Path | None = None) -> dict[str, npt.NDArray[Any]]:
    """Plays games and returns arrays with one row per decision.

    `tensor` and `mask`: what the seat knew and could do; `seat`, `action`; `value`: the seat's share of the win in the
    end; `returns`: all seats' shares; `game`: the number of the game, whose seed is seed + number. With an executor its
    workers play the games as in `arena`. The arrays are the same, byte for byte.

    With a folder each chunk is saved there as a file that `numpy.load` reads. If a run is killed, the same call plays
    only the chunks that are missing, and more games can be added. All workers must reach the folder.
    """
    game = Game(len(players)) if game is None else _kind(game, Game, "the game")
    games, seed = _index(games, "the number of games", 1, 2**32), _seed(seed)
    spans = _spans(games, _index(chunk, "the chunk", 1, 2**32))
    if folder is None:
        return concatenate(run(_games, [(game, list(players), seed, *span) for span in spans], executor))
    folder = Path(folder).resolve()
    _claim(folder, game, players, seed, chunk)
    parts = []
    for path in run(_games_file, [(folder, game, list(players), seed, *span) for span in spans], executor):
        with np.load(path) as file:
            parts.append(dict(file))
    return concatenate(parts)
