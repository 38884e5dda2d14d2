"""Every public function, class, method and attribute of the package, found by introspection, with strange arguments.

Whatever is passed, the interpreter lives, and what a user calls says what is wrong: FuerstenfeldError or another
ValueError, or TypeError. A new function is covered as soon as it exists; a new class needs a sample. Runs with sanitizers,
too: tests/test_python.sh.
"""

import importlib
import inspect
import io
import itertools
import os
import pkgutil
import random
import tempfile
import unittest
import warnings
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import numpy as np

import fuerstenfeld as ff
from fuerstenfeld._native import ffi, lib
from fuerstenfeld.arena import play
from fuerstenfeld.game import OneThread

# What a caller may see. The frameworks that an adapter imports may not be there.
CLEAR = (ValueError, TypeError, OSError, MemoryError, ModuleNotFoundError)


def public(module):
    """Yields a module's own public functions and classes."""
    for name, thing in vars(module).items():
        if not name.startswith("_") and callable(thing) and getattr(thing, "__module__", "") == module.__name__:
            yield thing


def members(owner):
    """Lists the public members of an object or a class that the package defines."""
    names = set() if isinstance(owner, type) else set(getattr(owner, "__dict__", ()))
    for kind in (owner if isinstance(owner, type) else type(owner)).__mro__:
        if kind.__module__.startswith("fuerstenfeld"):
            names |= {*vars(kind), *getattr(kind, "__annotations__", ())}
    if isinstance(owner, type):  # a class offers its class methods alone
        names = {name for name in names if inspect.ismethod(getattr(owner, name, None))}
    return sorted(name for name in names if not name.startswith("_"))


def samples(game):
    """Gives an object of each public class."""
    bot = ff.Bot("random")
    state = game.deal(1, history=True)
    while state.round < 2:
        state.apply(state.legal_actions()[0])
    while state.current_player() == state.order[0]:
        state.apply(state.legal_actions()[0])
    view = state.view()
    decisions = play(game, [bot] * game.players, 5)[1]
    [recorded] = ff.read_records(ff.write_record(game, 5, decisions).splitlines())
    return [game, state, view, view.history, view.history.turn(state.order[0], 2), ff.VectorEnv(4, game=game, observations=("tensor", "features")),
            ff.Rng(1), ff.default_network(), bot, bot.think(view), ff.arena([bot] * game.players, deals=1), recorded, OneThread("test")]


class Lies:
    """An integer that is good the first time and bad afterwards."""

    def __init__(self):
        self.times = 0

    def __index__(self):
        self.times += 1
        return 0 if self.times == 1 else 200

    __int__ = __index__


class Arguments(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore")
        self.rng, self.game = random.Random(int(os.environ.get("FUZZ_SEED", "1"))), ff.Game(3, "expert")
        self.things = [thing for module in pkgutil.iter_modules(ff.__path__) if not module.name.startswith("_")
                       for thing in public(importlib.import_module(f"fuerstenfeld.{module.name}"))]
        self.classes = [thing for thing in self.things if isinstance(thing, type) and not getattr(thing, "_is_protocol", False)]
        folder = os.getcwd()
        self.addCleanup(os.chdir, folder)
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        os.chdir(work.name)  # some functions write files

    def strange(self):
        wide = np.zeros((ff.TENSOR_SIZE, 2), np.uint8)
        fixed = np.zeros(ff.TENSOR_SIZE, np.uint8)
        fixed.flags.writeable = False
        return [None, -1, 0, 1, 2, 3, 5, 204, 205, 255, 2**16, 2**31, 2**32, 2**63, 2**64, -2**63, 10**30, 1.5, float("nan"), "", "x", "a\0b", "\ud800",
                "brewery A; sell 1 hops", "view 1\n", b"", b"x" * 320, bytearray(320), [], [0], [[]], [None], {}, {0: 0}, (), ("tensor",), True, object(),
                Lies(), np.zeros(4, np.int8), np.full(4, 300), np.zeros(4, np.uint16)[::2], np.zeros((2, 2), np.uint16), np.array(["a"]),
                np.array(0), np.zeros(4, complex), np.zeros(4, ">u2"), np.zeros(0, np.uint16), np.zeros(8, np.uint16)[::2], wide[:, 0], fixed,
                np.zeros(ff.TENSOR_SIZE, np.int8), np.zeros(ff.TENSOR_SIZE + 1, np.uint8)[1:], np.zeros(ff.FEATURES_MAX, np.uint16), lambda *_: 0, iter([1]),
                ff.Game(2).deal(1), ff.Game(5).deal(1).view(), ffi.NULL]

    def good(self, objects):
        """Gives good arguments by the names of parameters."""
        by = {type(each): each for each in objects}
        state, view, bot, recorded = by[ff.State], by[ff.View], by[ff.Bot], by[ff.RecordedGame]
        Path("games.jsonl").write_text(ff.write_record(self.game, 5, recorded.decisions))
        return {"game": [self.game], "state": [state], "view": [view], "network": [by[ff.Network]], "rng": [by[ff.Rng]], "row": [0, 3],
                "seat": [0, 1, 2], "seed": [0, 1], "action": state.legal_actions() or [0], "actions": [by[ff.VectorEnv].sample(ff.Rng(1))],
                "players": [3, [bot] * 3, {"a": bot, "b": bot, "c": bot}], "player": [bot], "mode": ["base", "expert"], "n": [1, 2],
                "games": [1], "deals": [1], "iterations": [0, 1], "seconds": [0.0], "chunk": [1], "threads": [1, 2], "number": [1],
                "text": [str(state), str(view), "done"], "data": [state.to_bytes()], "stage": [state.stage], "name": ["random", "steward"],
                "decisions": [recorded.decisions], "names": [["a", "b", "c"]], "source": ["games.jsonl"], "path": [Path("positions.jsonl")],
                "folder": ["games"], "bot": ["random"], "evaluate": [by[ff.Network].evaluate], "executor": [None], "round": [1, 2],
                "options": [{}], "arguments": [["--positions", "x"]], "parts": [[{"a": np.zeros(1)}]], "history": [False, True],
                "observations": [("tensor",), ()], "bots": [{0: bot}, ["", "", ""]], "edition": [None, self.game.edition_text], "against": ["win"]}

    def arguments(self, call, good):
        """Chooses arguments: those of a good call, of which some are strange; or any."""
        strange = self.strange()
        try:
            parameters = list(inspect.signature(call).parameters.values())
        except ValueError:  # an exception's class
            parameters = []
        if self.rng.random() < 0.1 or not parameters:
            return self.rng.choices(strange, k=self.rng.randrange(4)), {}
        bad, positional, named = self.rng.choice((0.0, 0.2, 0.6)), [], {}
        for parameter in parameters:
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            if parameter.default is not parameter.empty and self.rng.random() < 0.3 and parameter.name not in ("games", "deals", "n", "iterations", "seconds"):
                continue
            values = good.get(parameter.name, strange)
            if self.rng.random() < bad:
                values = strange
                if parameter.name in ("games", "deals", "n", "iterations", "seconds", "threads"):  # good ones may take long
                    values = [value for value in strange if not isinstance(value, (int, float)) or not 3 < value < 2**64]
            value = self.rng.choice(values)
            if parameter.name in ("text", "data") and values is not strange and self.rng.random() < 0.7:
                value = self.changed(value)
            if parameter.kind is parameter.POSITIONAL_ONLY:
                positional.append(value)
            else:
                named[parameter.name] = value
        return positional, named

    def changed(self, value):
        """Changes a character or a bit."""
        at = self.rng.randrange(len(value))
        if isinstance(value, str):
            return value[:at] + self.rng.choice(" 0179ax\n") + value[at + 1:]
        return value[:at] + bytes([value[at] ^ 1 << self.rng.randrange(8)]) + value[at + 1:]

    def use(self, name, call, good, allowed):
        positional, named = self.arguments(call, good)
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                result = call(*positional, **named)
                return list(itertools.islice(result, 3)) if inspect.isgenerator(result) else [result]
        except allowed:
            return []
        except Exception as error:
            raise AssertionError(f"{name}({positional}, {named}) raises {error!r}") from error

    def test_every_function(self):
        """Functions, constructors and methods; then those of the objects that came of it."""
        good_from, odd, used = samples(self.game), [], {}
        of_users = {getattr(ff, name) for name in ff.__all__ if callable(getattr(ff, name)) and getattr(ff, name).__module__ != "typing"}
        for kind in self.classes:
            if not issubclass(kind, BaseException):
                self.assertIn(kind, {type(each) for each in good_from}, "this new class needs a sample")
        targets = [(each, each in of_users) for each in self.things]
        for turn in range(int(os.environ.get("FUZZ_CALLS", "20000")) // 8):
            if turn % 500 == 0:
                objects = samples(self.game)
                good = self.good(objects)
            calls = [(thing, None, strict) for thing, strict in targets]
            calls += [(owner, name, True) for owner in objects for name in members(owner)]
            calls += [(owner, name, False) for owner in [*self.classes, *odd[-3:]] for name in members(owner)]
            owner, name, strict = calls[turn % len(calls)]
            try:
                call = owner if name is None else getattr(owner, name)
            except Exception:
                self.assertFalse(strict and owner in objects, (owner, name))
                continue
            if not callable(call):
                continue
            label = f"{getattr(owner, '__name__', type(owner).__name__)} {name or ''}"
            results = self.use(label, call, good, CLEAR if strict else (Exception, SystemExit))
            used[label] = used.get(label, 0) + 1
            odd += [each for each in results if type(each) in self.classes]
        for sound in (each for each in odd if isinstance(each, ff.State)):
            self.assertEqual(lib.ff_check(sound._edition, ffi.addressof(sound._c, "game")), 0)

    def test_every_attribute(self):
        """Public attributes are assigned and arrays are filled with strange values: any exception may follow, but no crash."""
        places = [(i, name) for i, owner in enumerate(samples(self.game)) for name in members(owner) if not callable(getattr(owner, name))]
        for turn in range(int(os.environ.get("FUZZ_CALLS", "20000")) // 150):
            self.game = ff.Game(3, "expert")
            objects = samples(self.game)
            i, name = places[turn % len(places)]
            good, owner = self.good(objects), objects[i]
            if isinstance(getattr(owner, name), np.ndarray) and turn // len(places) % 2 == 0:
                getattr(owner, name)[...] = self.rng.choice((0, 1, 3, 200, 255))
            else:
                try:
                    setattr(owner, name, self.rng.choice([*self.strange(), ff.Game(2), ff.Game(5), 4096]))
                except (AttributeError, TypeError):  # it cannot be assigned
                    continue
            for method in members(owner):
                call = getattr(owner, method, None)
                if callable(call):
                    self.use(f"{type(owner).__name__} {method}", call, good, Exception)


if __name__ == "__main__":
    unittest.main()
