"""Speeds that others can repeat, each beside the C loop of the same run, and a test bed for evaluations.

    python3 -m fuerstenfeld.benchmark                    decisions per second on one core: C, VectorEnv, single steps
    python3 -m fuerstenfeld.benchmark --against GAME     also random games of an OpenSpiel game, if pyspiel is installed
    python3 -m fuerstenfeld.benchmark --positions FILE   how far the network is from long searches
    python3 -m fuerstenfeld.benchmark --make FILE        positions of games between good players, with values
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Callable, Iterator

import numpy as np

from ._native import ffi, lib
from .arena import play, run
from .bots import Bot, default_network
from .game import FuerstenfeldError, Game, Rng, View
from .vector import VectorEnv


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Returns decisions per second of this process's own CPU time: the best of three runs, because others disturb."""
    best = 0.0
    for _ in range(3):
        begin, n = time.process_time(), 0
        while (spent := time.process_time() - begin) < seconds / 3:
            n += work()
        best = max(best, n / spent)
    return best


def speeds(games: int = 1024, players: int = 3, mode: str = "base", seconds: float = 1.5) -> dict[str, float]:
    """Measures decisions per second on one core, in random games."""
    game = Game(players, mode)
    env, rng = VectorEnv(games, game=game, seed=1), Rng(1)
    bare = VectorEnv(games, game=game, seed=1, observations=())

    def in_c(env: VectorEnv) -> Callable[[], int]:
        actions = ffi.from_buffer("uint16_t *", env._sampled)

        def steps() -> int:
            lib.native_steps(env._c, 100, rng._c, actions, env._seeds)
            return 100 * games

        return steps

    def vector(env: VectorEnv) -> Callable[[], int]:
        def steps() -> int:
            for _ in range(100):
                env.step(env.sample(rng))
            return 100 * games

        return steps

    def single() -> int:
        state, n, choose = game.deal(random.getrandbits(32)), 0, random.random
        while actions := state.legal_actions():
            state.apply(actions[int(choose() * len(actions))])
            n += 1
        return n

    for each in (env, bare):
        for _ in range(300):  # so that not all games are at their beginning
            each.step(each.sample(rng))
    return {
        "C loop, no observations": _rate(in_c(bare), seconds),
        "C loop, tensors": _rate(in_c(env), seconds),
        f"VectorEnv({games}), no observations": _rate(vector(bare), seconds),
        f"VectorEnv({games}), tensors": _rate(vector(env), seconds),
        "single steps in Python": _rate(single, seconds),
    }


def openspiel(name: str, seconds: float = 1.5) -> float:
    """Measures random games of an OpenSpiel game, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def one() -> int:
        state, n = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            n += 1
        return n

    return _rate(one, seconds)


# --------------------------------------------------------------------------------------------------------- positions


def _position(kind: tuple[int, str], seed: int, bot: str, iterations: int) -> dict[str, Any] | None:
    """Plays a game between good players to a random decision, and searches there. Pure."""
    game = Game(*kind)
    _, decisions = play(game, [Bot("apprentice")] * game.players, seed)
    state = game.deal(seed)
    for seat, action in decisions[: Rng(seed).below(len(decisions))]:
        state.apply(action, seat)
    view = state.view()
    if len(view.legal_actions()) < 2:
        return None
    thought = Bot(bot, iterations).think(view, seed)
    return {"players": kind[0], "mode": kind[1], "seed": seed, "view": str(view), "action": thought.action,
            "win": [round(float(x), 4) for x in thought.win], "values": {str(k): v for k, v in thought.values.items()}}


def make_positions(path: Path, n: int = 1000, bot: str = "prince", iterations: int = 1000, workers: int = 1) -> None:
    """Writes n positions as JSON Lines: the view as text, the search's choice, each seat's chance, each action's value."""
    kinds = [(players, mode) for players in (3, 2, 4, 5) for mode in ("base", "expert")]
    seed, found = 1, 0
    with path.open("w") as file, ProcessPoolExecutor(workers) as pool:
        while found < n:
            chunk = [(kinds[s % len(kinds)], s, bot, iterations) for s in range(seed, seed + 64)]
            seed += 64
            for position in run(_position, chunk, pool if workers > 1 else None):
                if position and found < n:
                    file.write(json.dumps(position, separators=(",", ":")) + "\n")
                    found += 1


def read_positions(path: str | Path) -> Iterator[tuple[View, dict[str, Any]]]:
    """Yields the views of a file with what the search said."""
    path = Path(path)
    games: dict[tuple[int, str], Game] = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        try:
            said = json.loads(line)
            kind = said["players"], said["mode"]
            view = games.setdefault(kind, Game(*kind)).view_of_text(said["view"])
        except (KeyError, TypeError, json.JSONDecodeError, FuerstenfeldError) as error:
            raise FuerstenfeldError(f"{path}:{number}: no position: {error}") from None
        yield view, said


def error_of(evaluate: Callable[[View], Any], path: str | Path) -> tuple[float, float, int]:
    """Compares an evaluation (each seat's chance from a view) with the searches.

    Returns the root mean square error of the acting seat's chance, their correlation, and how many positions there were.
    """
    pairs = [(float(evaluate(view)[view.seat]), said["win"][view.seat]) for view, said in read_positions(path)]
    ours, theirs = np.array(pairs).T
    return float(np.sqrt(np.mean((ours - theirs) ** 2))), float(np.corrcoef(ours, theirs)[0, 1]), len(pairs)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser("fuerstenfeld.benchmark", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--mode", default="base")
    parser.add_argument("--games", type=int, default=1024, help="in the batch")
    parser.add_argument("--seconds", type=float, default=1.5, help="for each measurement")
    parser.add_argument("--against", metavar="GAME", help="an OpenSpiel game")
    parser.add_argument("--positions", type=Path, metavar="FILE")
    parser.add_argument("--make", type=Path, metavar="FILE")
    parser.add_argument("--number", type=int, default=1000, help="of positions to make")
    parser.add_argument("--iterations", type=int, default=1000, help="of the search for each position")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        if options.make:
            make_positions(options.make, options.number, "prince", options.iterations, options.workers)
        elif options.positions is not None:
            error, correlation, n = error_of(default_network().evaluate, options.positions)
            print(f"{n} positions: the network is {error:.4f} from the searches (root mean square), correlation {correlation:.4f}")
        else:
            rates = speeds(options.games, options.players, options.mode, options.seconds)
            if options.against:
                rates[f"OpenSpiel {options.against}, from Python"] = openspiel(options.against, options.seconds)
            for name, rate in rates.items():
                print(f"{name:40} {rate / 1e6:8.2f} million decisions per second")
            c, python = (rate for name, rate in rates.items() if "tensors" in name)
            print(f"VectorEnv has {python / c:.2f} of the speed of the C loop with tensors")
    except (FuerstenfeldError, OSError) as error:
        print(f"fuerstenfeld.benchmark: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
