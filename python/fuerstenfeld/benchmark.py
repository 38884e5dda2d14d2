"""Measures repeatable speeds, each compared with the C loop of the same run, and the quality of evaluations.

    python3 -m fuerstenfeld.benchmark                    decisions per second on one core: C, VectorEnv, single steps
    python3 -m fuerstenfeld.benchmark --against GAME     also random games of an OpenSpiel game, if pyspiel is installed
    python3 -m fuerstenfeld.benchmark --positions FILE   how far the network is from long searches, what the bots lose
    python3 -m fuerstenfeld.benchmark --make FILE        positions of games between good players, with values
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import random
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any, Callable, Iterator

import numpy as np

from ._native import ffi, lib
from .arena import play, stream
from .bots import Bot, Player, default_network, start
from .game import FuerstenfeldError, Game, Rng, View
from .vector import VectorEnv


RATIO_MIN = 0.2  # least speed of a VectorEnv of 1,024 games relative to the C loop; other programs disturb both alike


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Returns decisions per second of this process's own CPU time: the best of three runs, because other programs
    disturb."""
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
            lib.native_random_steps(env._c, 100, rng._c, actions, env._seeds)
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
        for _ in range(300):  # so that the games are at different stages
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
        state, n, choose = game.new_initial_state(), 0, random.random
        while actions := state.legal_actions():  # as in `speeds`
            state.apply_action(actions[int(choose() * len(actions))])
            n += 1
        return n

    return _rate(one, seconds)


# --------------------------------------------------------------------------------------------------------- positions


def _values(view: View, bot: Bot, seed: int) -> tuple[int, Any, dict[int, float]]:
    """Searches a decision. Returns the choice, each seat's chance, and the acting seat's chance after every legal
    action.

    The search leaves out actions that look bad. Each of these gets its own search of the rest of the turn, a tenth as
    long. If the action ends the turn, it gets the network's estimate.
    """
    thought = bot.think(view, seed)
    values = dict(thought.values)
    for action in view.legal_actions():
        if action not in values:
            after = view.resample(seed)
            after.apply(action, view.seat)
            if view.seat in after.owe:
                values[action] = float(bot.think(after.view(view.seat), seed, max(1, bot.iterations // 10)).win[view.seat])
            elif after.is_terminal():
                values[action] = after.returns()[view.seat]
            else:
                values[action] = float(default_network().evaluate(after.view(view.seat))[view.seat])
    return thought.action, thought.win, values


def _position(kind: tuple[int, str], seed: int, bot: str, iterations: int) -> dict[str, Any] | None:
    """Plays a game between good players up to a random decision, and searches that decision. A pure function."""
    game = Game(*kind)
    returns, decisions = play(game, [Bot("apprentice")] * game.players, seed)
    state = game.deal(seed)
    for seat, action in decisions[: Rng(seed).below(len(decisions))]:
        state.apply(action, seat)
    view = state.view()
    if len(view.legal_actions()) < 2:
        return None
    action, win, values = _values(view, Bot(bot, iterations), seed)
    return {"players": kind[0], "mode": kind[1], "seed": seed, "view": str(view), "action": action,
            "win": [round(float(x), 3) for x in win], "values": {str(k): round(v, 3) for k, v in sorted(values.items())},
            "returns": returns}


def _open(path: Path, mode: str) -> Any:
    """Opens a text file, which is compressed if its name ends in .xz."""
    return lzma.open(path, mode + "t") if path.suffix == ".xz" else path.open(mode)


def make_positions(path: Path, n: int = 1000, bot: str = "prince", iterations: int = 1000, executor: Executor | None = None) -> None:
    """Writes n positions as JSON Lines, the same for any number of workers.

    Each position has the view as text, the search's choice, each seat's chance, each action's value, and the game's
    result. Until all positions are made, they are in a file beside the final one, whose name ends in .part. If a run is
    killed, the same call continues it.
    """
    kinds = [(players, mode) for players in (3, 2, 4, 5) for mode in ("base", "expert")]
    part = path.with_name(path.name + ".part")
    about = {"version": str(ffi.string(lib.library_version()).decode()), "bot": bot, "iterations": iterations}
    there = _resume(part, about)
    found, seed = [position for position in there if position], len(there) + 1
    with part.open("a") as file:
        while len(found) < n:
            chunk = [(kinds[s % len(kinds)], s, bot, iterations) for s in range(seed, seed + 64)]
            seed += 64
            for position in stream(_position, chunk, executor):
                file.write(json.dumps(position, separators=(",", ":")) + "\n")
                file.flush()
                found += [position] if position else []
                if len(found) == n:
                    break
    whole = path.with_name("new-" + path.name)
    with _open(whole, "w") as file:
        file.writelines(json.dumps(position, separators=(",", ":")) + "\n" for position in found[:n])
    whole.replace(path)
    part.unlink()


def _resume(part: Path, about: dict[str, Any]) -> list[Any]:
    """Returns the results of a killed run in the order of the seeds: a position, or None if there was no choice.

    Creates the file if it is missing, and cuts off an incomplete last line.
    """
    with part.open("a+b") as file:
        file.seek(0)
        kept, _, _ = file.read().rpartition(b"\n")
        try:
            said, *there = [json.loads(line) for line in kept.splitlines()] or [about]
            different = [name for name, value in about.items() if said.get(name) != value]
        except (AttributeError, ValueError) as error:
            raise FuerstenfeldError(f"{part}: {error}") from None
        if different:
            raise FuerstenfeldError(f"{part} holds other positions: different {', '.join(different)}; remove it to begin again")
        file.truncate(len(kept) + 1 if kept else 0)
        if not kept:
            file.write(json.dumps(about).encode() + b"\n")
    return there


def read_positions(path: str | Path) -> Iterator[tuple[View, dict[str, Any]]]:
    """Yields the views of a file with the results of their searches."""
    path = Path(path)
    games: dict[tuple[int, str], Game] = {}
    try:
        with _open(path, "r") as file:
            lines = file.read().splitlines()
    except (lzma.LZMAError, EOFError, UnicodeDecodeError) as error:
        raise FuerstenfeldError(f"{path}: {error}") from None
    for number, line in enumerate(lines, 1):
        try:
            said = json.loads(line)
            kind = said["players"], said["mode"]
            view = games.setdefault(kind, Game(*kind)).view_of_text(said["view"])
            said["values"] = {int(action): float(value) for action, value in said["values"].items()}
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise FuerstenfeldError(f"{path}:{number}: no position: {error}") from None
        yield view, said


def error_of(evaluate: Callable[[View], Any], path: str | Path, against: str = "win") -> tuple[float, float, int]:
    """Compares an evaluation (each seat's chance from a view) with the searches, or with the games' `returns`.

    Returns the root mean square error of the acting seat's chance, the correlation, and the number of positions.
    """
    pairs = [(float(evaluate(view)[view.seat]), said[against][view.seat]) for view, said in read_positions(path)]
    ours, theirs = np.array(pairs).T
    return float(np.sqrt(np.mean((ours - theirs) ** 2))), float(np.corrcoef(ours, theirs)[0, 1]), len(pairs)


def regret_of(player: Player, path: str | Path, seed: int = 1) -> tuple[float, float, float]:
    """Returns the mean chance to win that a player's actions lose, half of its 95 % interval, and how often an action
    loses nothing."""
    lost = []
    for view, said in read_positions(path):
        values = said["values"]
        lost.append(max(values.values()) - values[start(player, view.game, view.seat)(view, seed)])
    return float(np.mean(lost)), 1.96 * float(np.std(lost, ddof=1)) / math.sqrt(len(lost)), float(np.mean(np.array(lost) == 0))


def report(path: Path) -> None:
    """Prints how far the network is from the searches and from the results, and what the bots' actions lose."""
    for against, what in (("win", "the searches"), ("returns", "the results of the games")):
        error, correlation, n = error_of(default_network().evaluate, path, against)
        print(f"{n} positions: the network is {error:.3f} from {what} (root mean square), correlation {correlation:.3f}")
    ours, theirs = np.array([(said["win"][view.seat], said["returns"][view.seat]) for view, said in read_positions(path)]).T
    print(f"the searches are {np.sqrt(np.mean((ours - theirs) ** 2)):.3f} from the results, correlation {np.corrcoef(ours, theirs)[0, 1]:.3f}; "
          f"mean {ours.mean():.3f}, of the results {theirs.mean():.3f}")
    for bot in (Bot("random"), Bot("steward"), Bot("apprentice"), Bot("prince", 100)):
        mean, half, best = regret_of(bot, path)
        print(f"{bot!r:12} loses {mean:.4f} [{mean - half:.4f}, {mean + half:.4f}] per action, nothing in {best:.0%}")


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
            with ProcessPoolExecutor(options.workers) as pool:
                make_positions(options.make, options.number, "prince", options.iterations, pool if options.workers > 1 else None)
        elif options.positions is not None:
            report(options.positions)
        else:
            rates = speeds(options.games, options.players, options.mode, options.seconds)
            if options.against:
                rates[f"OpenSpiel {options.against}, from Python"] = openspiel(options.against, options.seconds)
            for name, rate in rates.items():
                print(f"{name:40} {rate / 1e6:8.2f} million decisions per second")
            c, python = (rate for name, rate in rates.items() if "tensors" in name)
            if options.against:
                single, other = list(rates.values())[-2:]
                print(f"single steps have {single / other:.1f} times the speed of {options.against}")
            print(f"VectorEnv has {python / c:.2f} of the speed of the C loop with tensors")
            if options.games >= 1024 and python < RATIO_MIN * c:
                print(f"fuerstenfeld.benchmark: that is too slow; at least {RATIO_MIN} is expected", file=sys.stderr)
                return 1
    except (FuerstenfeldError, OSError) as error:
        print(f"fuerstenfeld.benchmark: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
