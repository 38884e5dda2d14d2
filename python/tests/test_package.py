"""The package against the engine's golden figures, and against itself: one game, many ways to play it."""

import gc
import json
import os
import pickle
import random
import re
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import fuerstenfeld as ff
from fuerstenfeld._native import ffi, lib
from fuerstenfeld.arena import play

project = Path(__file__).resolve().parents[2]
golden = project / "tests" / "golden"
KINDS = [(players, mode) for mode in ("base", "expert") for players in range(2, 6)]


def fold(value: int, game_hash: int) -> int:
    return (value ^ game_hash) * 0x100000001B3 % 2**64


def random_states(players: int, mode: str, seed: int = 1):
    """Yields every position of a random game."""
    for state, _ in ff.random_game(ff.Game(players, mode), seed):
        yield state


class SameGames(unittest.TestCase):
    """The same game has the same hash everywhere."""

    def test_golden_hash(self):
        """The random games of tests/hash.c, whose lines all compilers and the browser's module print."""
        lines = (golden / "hash.txt").read_text().splitlines()
        for players, mode in (KINDS[1], KINDS[6]):
            value = decisions = rounds = 0
            for seed in range(1, 301):
                state = None
                for i, (state, _) in enumerate(ff.random_game(ff.Game(players, mode), seed)):
                    value = fold(value, state.hash()) if i else value
                    decisions += 1
                value = fold(fold(value, state.hash()), state.hash())
                rounds += state.round
            line = f"{mode} {players}: 300 games, {decisions} decisions, {rounds} rounds, hash {value:016x}"
            self.assertIn(line, lines)

    def test_vector_env(self):
        """A batch plays the games that its rows' seeds deal, with and without threads, and observes them alike."""
        games = 0
        for players, mode in KINDS:
            one = ff.VectorEnv(5, players, mode, seed=3, observations=("tensor", "features"))
            two = ff.VectorEnv(5, players, mode, seed=3, observations=("tensor", "features"), threads=3)
            states, dealt, rng = [one.game.deal(3 + i) for i in range(5)], [0] * 5, ff.Rng(1)
            for _ in range(800):
                actions = one.sample(rng).copy()
                one.step(actions)
                two.step(actions.astype(np.int64))
                for i, state in enumerate(states):
                    state.apply(int(actions[i]))
                    self.assertEqual(bool(one.done[i]), state.is_terminal())
                    if state.is_terminal():
                        np.testing.assert_array_equal(one.reward[i], np.float32(state.returns()))
                        dealt[i] += 1
                        states[i] = state = one.game.deal(3 + i + 5 * dealt[i])
                    for env in (one, two):
                        self.assertEqual(env.state(i).hash(), state.hash())
                        self.assertEqual(env.seat[i], state.current_player())
                        np.testing.assert_array_equal(env.mask[i], state.legal_mask())
                        np.testing.assert_array_equal(env.tensor[i], state.view().tensor())
                        np.testing.assert_array_equal(env.features[i], state.view().features())
            games += sum(dealt)
        self.assertGreater(games, 0)

    def test_records(self):
        """Golden records replay to their results; those with a seed are written again byte for byte."""
        again = 0
        for file in sorted([*golden.glob("*.jsonl"), project / "examples" / "game.jsonl"]):
            lines = file.read_text().splitlines(keepends=True)
            starts = [i for i, line in enumerate(lines) if line.startswith('{"event":"game"')] + [len(lines)]
            for first, end, recorded in zip(starts, starts[1:], ff.read_records(lines)):
                state = recorded.initial_state()
                for seat, action in recorded.decisions:
                    state.apply(action, seat)
                self.assertEqual(state.returns(), recorded.returns, file)
                about = json.loads(lines[first])
                self.assertEqual(recorded.game.edition_name, about.get("edition", ""))
                self.assertEqual(pickle.loads(pickle.dumps(recorded.game)).edition_name, recorded.game.edition_name)
                if "seed" in about:
                    text = ff.write_record(recorded.game, about["seed"], recorded.decisions, recorded.names)
                    self.assertEqual(text, "".join(lines[first:end]), file)
                    again += 1
        self.assertGreater(again, 9)

    def test_written_records(self):
        """A game that is written, read and written again gives the same bytes: names, bots and edition too."""
        names, bots = ["Anna", "Ben", "Čapek"], ["", "level3", "steward"]
        for edition in (None, project / "editions" / "swift.edition", golden / "short.edition"):
            game = ff.Game(3, "expert", edition)
            decisions = play(game, [ff.Bot("random")] * 3, 5)[1]
            text = ff.write_record(game, 5, decisions, names, bots)
            [read] = ff.read_records(text.splitlines())
            self.assertEqual((read.names, read.bots, read.game.edition_name), (names, bots, game.edition_name))
            self.assertEqual(ff.write_record(read.game, 5, read.decisions, read.names, read.bots), text)
            arrays = ff.record_arrays(text.splitlines())
            self.assertEqual(arrays["tensor"].shape, (len(read.decisions), ff.TENSOR_SIZE))
            self.assertTrue(arrays["mask"][np.arange(len(read.decisions)), arrays["action"]].all())
            for strange in ("# x", " x", "x\ny", "é" * 40, ""):
                changed = text.replace(f'"edition":"{game.edition_name}"', f'"edition":{json.dumps(strange)}')
                [other] = ff.read_records(changed.splitlines())
                self.assertEqual(other.game.deal(5), pickle.loads(pickle.dumps(other.game)).deal(5))
                self.assertEqual(other.game.deal(5).to_bytes(), read.initial_state().to_bytes())

    def test_broken_records(self):
        game = ff.Game(2)
        _, decisions = play(game, [ff.Bot("random")] * 2, 5)
        lines = ff.write_record(game, 5, decisions).splitlines()
        with self.assertRaises(ff.RecordError) as caught:
            list(ff.read_records(lines[:-1]))
        self.assertIn("line", str(caught.exception))
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).line, caught.exception.line)
        with self.assertRaises(ff.RecordError):
            list(ff.read_records(lines[:3] + lines[4:]))
        with self.assertRaises(ff.RecordError):
            list(ff.read_records(["no json"]))
        with self.assertRaises(ff.IllegalActionError):
            ff.write_record(game, 5, decisions[:-1])


class States(unittest.TestCase):
    def test_copies_and_texts(self):
        """Positions survive clone, bytes, text and pickle; a view knows nothing that resampling changes."""
        for players, mode in KINDS:
            for i, state in enumerate(random_states(players, mode)):
                if i % 7:
                    continue
                self.assertEqual(state.clone(), state)
                self.assertEqual(pickle.loads(pickle.dumps(state)), state)
                self.assertEqual(state.game.state_of_text(str(state)), state)
                self.assertEqual(state.view().legal_actions(), state.legal_actions())
                np.testing.assert_array_equal(np.flatnonzero(state.legal_mask()), state.legal_actions())
                for seat in range(players):
                    other = state.resample(seat, i)
                    self.assertEqual(other.view(seat), state.view(seat))
                    self.assertEqual(other.information_state_string(seat), state.information_state_string(seat))
                    self.assertEqual(state.game.view_of_text(str(state.view(seat))), state.view(seat))
                    self.assertEqual(pickle.loads(pickle.dumps(state.view(seat))), state.view(seat))
                    self.assertEqual(other.legal_actions(seat), state.legal_actions(seat))

    def test_actions(self):
        """Every action has a name that is read back; every action outside the list is refused with a rule."""
        for state in random_states(3, "expert", 4):
            legal = state.legal_actions()
            for action in legal:
                self.assertEqual(ff.action_of_text(state.stage, ff.action_text(action)), action)
            action = random.Random(state.hash()).randrange(ff.ACTIONS)
            if action in legal:
                continue
            before = state.hash()
            with self.assertRaises(ff.IllegalActionError) as caught:
                state.apply(action)
            self.assertRegex(str(caught.exception), r"\(R\d+\.\d+\)$")
            self.assertTrue(caught.exception.rule.startswith("R"))
            again = pickle.loads(pickle.dumps(caught.exception))  # as it comes back from another process
            self.assertEqual((str(again), again.rule, again.refusal), (str(caught.exception), caught.exception.rule, caught.exception.refusal))
            self.assertEqual(state.hash(), before)

    def test_text_of_turns(self):
        state = ff.Game(3).deal(7)
        state.apply_text("brewery A; sell 1 hops")
        self.assertEqual(state.stage, "sell-barley")
        before = state.hash()
        with self.assertRaises(ff.IllegalActionError):
            state.apply_text("sell 1 barley; sell 9 water")
        self.assertEqual(state.hash(), before)  # all or nothing

    def test_facts(self):
        for state in random_states(4, "base"):
            view = state.view()
            self.assertEqual(view.seat, state.current_player())
            self.assertEqual(len(view.boards), 4)
            tensor = view.tensor()
            parts = {name: part for name, part, _ in ff.tensor_parts()}
            self.assertEqual(tensor[parts["round"]][0], view.round)
            self.assertEqual(tensor[parts["player0 coins"]][0], min(255, view.coins[view.seat]))
            self.assertEqual([ff.CARDS[c] for c in np.flatnonzero(tensor[parts["hand"]])], view.hand)
        covered = np.zeros(ff.TENSOR_SIZE, int)
        for _, part, _ in ff.tensor_parts():
            covered[part] += 1
        self.assertTrue((covered == 1).all())

    def test_editions(self):
        game = ff.Game(2, edition=project / "editions" / "swift.edition")
        self.assertEqual(game.edition_name, "swift")
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)
        with self.assertRaisesRegex(ff.FuerstenfeldError, "line 1"):
            ff.Game(2, edition="cost crane many")


class PublicHistory(unittest.TestCase):
    """Views carry what an attentive observer remembers, and bots use it as in the program."""

    def games(self):
        """Yields the positions of a game between bots, with the history kept by the state."""
        for players, mode, seed in ((3, "expert", 4), (2, "base", 6)):
            game = ff.Game(players, mode)
            decisions = play(game, [ff.Bot("steward")] * players, seed)[1]
            state = game.deal(seed, history=True)
            for seat, action in decisions:
                yield state
                state.apply(action, seat)

    def test_what_it_says(self):
        """Cards and turns agree with the positions from which they came."""
        buried, removed, turns = 0, 0, {}
        for state in self.games():
            view, seats = state.view(), range(state.game.players)
            self.assertIsNot(view.history, None)
            for seat in seats:
                pub = view._c.pub
                under = view.history.buried(seat)
                self.assertEqual(len(under), pub.deck_n[seat] - pub.fresh_n[seat])
                self.assertTrue(lib.history_matches(view._seen, ffi.addressof(pub), seat))
                self.assertTrue(all(0 <= round <= view.round for round, _ in under + view.history.removed(seat)))
                buried, removed = buried + len(under), removed + len(view.history.removed(seat))
                turn = view.history.turn(seat, view.round) if view.round else None
                if turn:
                    self.assertEqual((turn.round, turn.seat), (view.round, seat))
                    turns[state.game, seat, turn.round] = turn
            before = view.history.buried(0), str(view)
            state.clone().apply(state.legal_actions()[0])
            self.assertEqual(before, (view.history.buried(0), str(view)))
            with self.assertRaisesRegex(ff.FuerstenfeldError, "the seat is"):
                view.history.buried(state.game.players)
        self.assertGreater(min(buried, removed, len(turns), sum(t.builds for t in turns.values())), 0)

    def test_copies(self):
        """A clone keeps its own history, the text language keeps it, and a state without one says so."""
        game, other = ff.Game(3), ff.Game(3).deal(6)
        state = game.deal(6, history=True)
        self.assertIsNone(other.view().history)
        self.assertIsNone(state.view().resample(1).view().history)
        self.assertIsNone(pickle.loads(pickle.dumps(state.view())).history)
        while not state.is_terminal():
            copy, action = state.clone(), state.legal_actions()[-1]
            copy.apply_text(ff.action_text(action))
            with self.assertRaises(ff.IllegalActionError):
                state.apply(next(a for a in range(ff.ACTIONS) if a not in state.legal_actions()))
            state.apply(action)
            other.apply(action)
            self.assertEqual(state, other)
            self.assertEqual(ffi.buffer(copy._seen)[:], ffi.buffer(state._seen)[:])

    def test_a_bot_that_uses_it(self):
        """prince thinks differently with a history, and exactly as in the batch of the C library."""
        different = decisions = 0
        for i, state in enumerate(self.games()):
            view = state.view()
            if i % 12 or len(view.legal_actions()) < 2 or view.round < 4:
                continue
            prince, blind = ff.Bot("prince", 40), state.game.state_of_bytes(state.to_bytes()).view()
            with_history, without = prince.think(view, i), prince.think(blind, i)
            different += (with_history.visits, list(with_history.win)) != (without.visits, list(without.win))
            decisions += 1
            self.assertEqual(prince.start(state.game, view.seat)(view, i), with_history.action)
        self.assertGreater(different, decisions // 2)

    def test_batch(self):
        """Bots inside a VectorEnv know the history: they choose as bots of views that carry it."""
        bot, chosen = ff.Bot("prince", 30), 0
        env = ff.VectorEnv(1, 2, "expert", seed=9, bots={1: bot})
        state, policy = env.game.deal(9, history=True), bot.start(env.game, 1)
        while not env.done[0]:
            action = ff.Bot("steward").start(env.game, 0)(state.view(0), 1)
            seed = int(env.seeds[0])
            env.step([action])
            state.apply(action)
            while (seat := state.current_player()) == 1:
                chance = ff.Rng((~seed % 2**64) ^ state.hash()).next()
                state.apply(policy(state.view(seat), chance), seat)
                chosen += 1
            if not env.done[0]:
                self.assertEqual(env.state(0), state)
        self.assertTrue(state.is_terminal())
        self.assertGreater(chosen, 40)


class Versions(unittest.TestCase):
    def test_one_version(self):
        """The program, the Python package and the npm package have the same version."""
        version = re.search(r"project\(fuerstenfeld VERSION ([0-9.]+)", (project / "CMakeLists.txt").read_text())[1]
        self.assertEqual(ff.__version__, version)
        self.assertIn(f'version = "{version}"', (project / "python/pyproject.toml").read_text())
        self.assertEqual(json.loads((project / "npm/package.json").read_text())["version"], version)
        self.assertIn(f"\nversion: {version}\n", (project / "CITATION.cff").read_text())


class Arrays(unittest.TestCase):
    def test_no_copies(self):
        """The arrays are the C memory, by address, and stay the same objects."""
        env = ff.VectorEnv(16, observations=("tensor", "features"))
        names = ("tensor", "features", "mask", "reward", "seat", "done")
        before = {name: (getattr(env, name), getattr(env, name).ctypes.data) for name in names}
        for name in names:
            self.assertEqual(before[name][1], int(ffi.cast("uintptr_t", getattr(env._c, name))))
        rng = ff.Rng(1)
        for _ in range(100):
            env.step(env.sample(rng))
        env.reset(5)
        for name in names:
            self.assertIs(getattr(env, name), before[name][0])
            self.assertEqual(getattr(env, name).ctypes.data, int(ffi.cast("uintptr_t", getattr(env._c, name))))

    def test_arrays_outlive_the_environment(self):
        env = ff.VectorEnv(64)
        tensor, copy = env.tensor, env.tensor.copy()
        del env
        gc.collect()
        junk = [ff.VectorEnv(64, seed=9) for _ in range(10)]
        np.testing.assert_array_equal(tensor, copy)
        self.assertEqual(len(junk), 10)

    def test_reset_repeats(self):
        env, rng = ff.VectorEnv(8, seed=2), ff.Rng(2)
        first = env.tensor.copy()
        for _ in range(50):
            env.step(env.sample(rng))
        env.reset(2)
        np.testing.assert_array_equal(env.tensor, first)

    def test_given_states(self):
        """Rows go on from given states; bots play first; the network values all rows as one by one."""
        game = ff.Game(3, "expert")
        env, states = ff.VectorEnv(20, game=game), [s.clone() for i, s in enumerate(random_states(3, "expert")) if i % 30 == 0][:20]
        for row, state in enumerate(states):
            env.set_state(row, state)
        for row, state in enumerate(states):
            self.assertEqual(env.state(row), state)
            np.testing.assert_array_equal(env.tensor[row], state.view().tensor())
            np.testing.assert_array_equal(np.flatnonzero(env.mask[row]), state.legal_actions())
            np.testing.assert_array_equal(env.evaluate()[row], ff.default_network().evaluate(state.view()))
        rng, over = ff.Rng(1), 0
        while over < 10:
            env.step(env.sample(rng))
            over += int(env.done.sum())
        mixed = ff.VectorEnv(1, game=game, bots={0: ff.Bot("steward"), 1: ff.Bot("prince", 5)})
        mixed.set_state(0, states[5])
        self.assertEqual(mixed.seat[0], 2)
        end = states[5].clone()
        while not end.is_terminal():
            end.apply(end.legal_actions()[0])
        for row, state, message in ((0, end, "is over"), (20, states[5], "the row is 20"), (0, ff.Game(2).deal(1), "the position is of"),
                                    (0, "x", "must be a State")):
            with self.assertRaisesRegex((ValueError, TypeError), message):
                env.set_state(row, state)

    def test_bots(self):
        env = ff.VectorEnv(8, 3, bots={0: ff.Bot("steward"), 2: ff.Bot("apprentice")}, threads=2)
        rng, won, games = ff.Rng(3), np.zeros(3), 0
        for _ in range(1500):
            env.step(env.sample(rng))
            self.assertTrue((env.seat == 1).all())
            won += env.reward.sum(0)
            games += int(env.done.sum())
        self.assertGreater(games, 4)
        self.assertLess(won[1], 1)


class Players(unittest.TestCase):
    def test_every_bot(self):
        for name in ff.bot_names():
            bot = ff.Bot(name, 5 if name not in ("random", "steward") else 0)
            returns, _ = play(ff.Game(2), [bot, lambda view, seed: random.Random(seed).choice(view.legal_actions())], 1)
            self.assertEqual(len(returns), 2)
            thought = bot.think(ff.Game(3).deal(1).view(), 1)
            self.assertIn(thought.action, ff.Game(3).deal(1).legal_actions())

    def test_network(self):
        for state in random_states(3, "base"):
            chances = ff.default_network().evaluate(state.view())
            self.assertAlmostEqual(float(chances.sum()), 1, 3)

    def test_arena(self):
        result = ff.arena({"steward": ff.Bot("steward"), "random": ff.Bot("random"), "other": ff.Bot("random")}, deals=20)
        self.assertGreater(result.shares["steward"], 0.9)
        low, high = result.interval("steward")
        self.assertTrue(0.8 < low <= result.shares["steward"] <= high <= 1)
        self.assertIn("steward", str(result))

    def test_interval_covers(self):
        """The 95 % interval covers the truth in about 95 of 100 arenas of equal players."""
        rng, covered = np.random.default_rng(1), 0
        for _ in range(400):
            result = ff.Arena(120, {"a": list(rng.binomial(3, 1 / 3, 40) / 3)})
            low, high = result.interval("a")
            covered += low <= 1 / 3 <= high
        self.assertTrue(0.91 * 400 < covered < 0.985 * 400, covered)


class BadArguments(unittest.TestCase):
    """Whatever is passed, an exception says what is wrong, and the interpreter lives."""

    def test_clear_messages(self):
        game, state, env, mixed = ff.Game(3), ff.Game(3).deal(1), ff.VectorEnv(2), []
        for players in (2, 3):
            decisions = play(ff.Game(players), [ff.Bot("random")] * players, 1)[1]
            mixed += ff.write_record(ff.Game(players), 1, decisions).splitlines()
        end = game.deal(1)
        for seat, action in decisions:
            end.apply(action, seat)
        cases = [
            (lambda: ff.Game(6), "the number of players is 6; it must be from 2 to 5"),
            (lambda: ff.Game(3, "easy"), "must be 'base' or 'expert'"),
            (lambda: game.deal(-1), "the seed is -1"),
            (lambda: game.deal("x"), "the seed must be an integer, not str"),
            (lambda: state.apply(205), "the action is 205; it must be from 0 to 204"),
            (lambda: state.apply(-1), "the action is -1"),
            (lambda: state.apply("crane"), "the action must be an integer, not str"),
            (lambda: state.apply(30, 7), "the seat is 7"),
            (lambda: state.apply(30, 1 if state.current_player() != 1 else 2), "R2.2"),
            (lambda: state.view(3), "the seat is 3"),
            (lambda: game.state_of_bytes(b"x" * 320), "no position"),
            (lambda: game.state_of_bytes(b"x"), "a state has 320 bytes, not 1"),
            (lambda: ff.Game(2).state_of_bytes(state.to_bytes()), "the position is of 3 players"),
            (lambda: game.state_of_text("nonsense"), "line 1"),
            (lambda: ff.State(), "a state comes from"),
            (lambda: ff.Bot("queen"), 'there is no bot "queen"; there are'),
            (lambda: ff.Bot(3), "the name of a bot must be a str, not int"),
            (lambda: ff.Bot("prince", network="x"), "the network must be a Network, not str"),
            (lambda: ff.Bot("steward").think(state), "what a bot sees must be a View, not State"),
            (lambda: ff.Bot("random").start(game, 0)(state.view(), -1), "the seed is -1"),
            (lambda: ff.default_network().evaluate(state), "what is evaluated must be a View, not State"),
            (lambda: ff.arena(["random"] * 3, deals=1), "a player is a function of a view and a seed"),
            (lambda: end.apply(3), r"The game is over. \(R9.1\)"),
            (lambda: state.apply_text(3), "the actions must be a str, not int"),
            (lambda: game.state_of_text("\ud800"), "the text is not Unicode"),
            (lambda: ff.Game(3, edition=3), "the edition must be a str, not int"),
            (lambda: ff.write_record(game, 1, [(9, 0)]), "the seat is 9"),
            (lambda: ff.record_arrays(mixed), "different numbers of players"),
            (lambda: ff.VectorEnv(2, game=3), "the game must be a Game, not int"),
            (lambda: env.sample(3), "the generator must be a Rng, not int"),
            (lambda: ff.VectorEnv(0), "the number of games is 0"),
            (lambda: ff.VectorEnv(2, 2, bots={0: ff.Bot("random"), 1: ff.Bot("random")}), "at least one is yours"),
            (lambda: ff.VectorEnv(2, observations=("pixels",)), "observations are tensor and features"),
            (lambda: env.step([0, 0, 0]), r"the shape \(3,\); there are 2 games"),
            (lambda: env.step([0.5, 0.5]), "actions are integers"),
            (lambda: env.step([30, 70000]), "game 1: the action is 70000"),
            (lambda: env.step([-1, 30]), "game 0: the action is -1"),
            (lambda: env.step(np.array([30, 0], np.uint16)), r"game 1: bury hops1: .* \(R\d"),
            (lambda: env.state(2), "the row is 2"),
            (lambda: state.view().tensor(np.zeros(3, np.uint8)), "out must be a writable, contiguous array"),
            (lambda: ff.arena([ff.Bot("random")], game=game), "1 players for 3 seats"),
            (lambda: ff.Network(project / "README.md"), "is no network"),
        ]
        for call, message in cases:
            with self.subTest(message), self.assertRaisesRegex((ValueError, TypeError), message):
                call()

    def test_strange_positions(self):
        """Bytes that pass for a position or a view are as good as those of a game: all may be played and thought about."""
        rng, accepted, bots = random.Random(int(os.environ.get("FUZZ_SEED", "1"))), 0, {}
        for turn in range(int(os.environ.get("FUZZ_CALLS", "20000")) // 10):
            if turn % 50 == 0:
                game = ff.Game(*rng.choice(KINDS))
                state = game.deal(turn)
                for _ in range(rng.randrange(300)):
                    if not state.is_terminal():
                        state.apply(rng.choice(state.legal_actions()))
            source = state if rng.random() < 0.5 else state.view(rng.randrange(game.players))
            make, (*first, data) = source.__reduce__()
            changed = bytearray(data)
            for _ in range(rng.randrange(1, 4)):
                changed[rng.randrange(len(data))] = rng.choice((0, 1, 31, 255, rng.randrange(256)))
            try:
                other = make(*first, bytes(changed))
            except ff.FuerstenfeldError:
                continue
            accepted += 1
            other = other if isinstance(other, ff.State) else other.resample(turn)
            while not other.is_terminal() and rng.random() < 0.95:
                view, legal = other.view(), other.legal_actions()
                self.assertEqual(view.legal_actions(), legal)
                self.assertEqual(view.resample(turn).view(view.seat), view)
                view.tensor()
                view.features()
                self.assertAlmostEqual(float(ff.default_network().evaluate(view).sum()), 1, 3)
                name = rng.choice(ff.bot_names())
                if rng.random() < 0.05 or name not in bots:
                    bots[name] = ff.Bot(name, 3 if name == "prince" else 0).start(game, 0)
                action = bots[name](view, turn) if rng.random() < 0.2 else rng.choice(legal)
                self.assertIn(action, legal)
                other.apply(action)
        self.assertGreater(accepted, 0)

    def test_threads(self):
        """Several threads in one environment or state get exceptions, and break nothing."""
        env, state = ff.VectorEnv(64, observations=("tensor", "features"), threads=2), ff.Game(3).deal(1)
        clashes = []

        def use(seed):
            rng = ff.Rng(seed)
            for turn in range(100):
                try:
                    env.step(env.sample(rng))
                    if turn % 40 == 0:
                        env.reset(seed)
                except ff.FuerstenfeldError as error:
                    clashes.append(error)
                try:
                    for _ in range(20):
                        state.apply(state.legal_actions()[0])
                except (ff.IllegalActionError, IndexError):  # the other thread was faster
                    pass

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(use, range(4)))
        for sound in [state, *(env.state(row) for row in range(64))]:
            self.assertEqual(lib.ff_check(sound._edition, ffi.addressof(sound._c, "game")), 0)


if __name__ == "__main__":
    unittest.main()
