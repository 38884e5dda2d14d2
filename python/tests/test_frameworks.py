"""The environments for PettingZoo, Gymnasium and OpenSpiel: the frameworks' own tests where they are installed."""

import types
import unittest
import warnings
from pathlib import Path

import numpy as np

import fuerstenfeld as ff
from fuerstenfeld import gymnasium_env, openspiel_game, pettingzoo_env

KINDS = [{"players": players, "mode": mode} for mode in ("base", "expert") for players in (2, 3, 5)]


def need(test: unittest.TestCase, *names: str) -> None:
    for name in names:
        try:
            __import__(name)
        except ImportError:
            test.skipTest(f"the tests of {name} need {name}, which is not installed")


class Imports(unittest.TestCase):
    def test_only_when_used(self):
        """Importing the modules imports no framework; making an environment without one says which is missing."""
        for make, name in ((pettingzoo_env.env, "pettingzoo"), (gymnasium_env.env, "gymnasium"), (openspiel_game.register, "pyspiel")):
            try:
                __import__(name)
            except ImportError:
                with self.assertRaisesRegex(ImportError, "gymnasium|pettingzoo|pyspiel"):
                    make()

    def test_playthrough(self):
        """The games that OpenSpiel's adapter and the npm package play, by the hash of their last positions."""
        project = Path(__file__).resolve().parents[2]
        stored = (project / "examples/openspiel/playthrough.txt").read_text()
        hashes = (project / "npm/test.txt").read_text()
        for players in range(2, 6):
            for mode in ("base", "expert"):
                state, said = None, []
                for i, (state, action) in enumerate(ff.random_game(ff.Game(players, mode), 1)):
                    if i % 50 == 0:
                        said.append(f"{i}: player {state.current_player()} of {len(state.legal_actions())}: {ff.action_text(action)}")
                end = f"{i + 1} decisions, returns {' '.join(f'{share:g}' for share in state.returns())}, hash {state.hash():016x}"
                self.assertIn("\n".join([*said, end]) + "\n", stored)
                self.assertIn(f"{mode} {players}: {i + 1} decisions, hash {state.hash():016x}\n", hashes)

    def test_deals_of_chance(self):
        """OpenSpiel's chance actions lead to the deal, for every kind of game."""
        for players in range(2, 6):
            for mode in ("base", "expert"):
                game = ff.Game(players, mode)
                chance = openspiel_game.chance_actions(game, 5)
                self.assertEqual(openspiel_game._begin(game, chance), game.deal(5))
                for dealt, action in enumerate(chance):
                    first, choices = openspiel_game._pile(game, dealt)
                    self.assertNotIn(action, chance[first:dealt])
                    self.assertLess(action, choices)


class PettingZoo(unittest.TestCase):
    def setUp(self):
        need(self, "gymnasium", "pettingzoo")
        warnings.simplefilter("ignore")  # a Dict observation, as all games with masks have

    def test_own_contract(self):
        for kind in KINDS:
            env = pettingzoo_env.env(**kind)
            env.reset(seed=4)
            expected, state = {agent: 0.0 for agent in env.agents}, env.game.deal(4)
            self.assertIs(env.observation_space("player_0"), env.observation_space("player_0"))
            for agent in env.agent_iter():
                observation, reward, over, cut, info = env.last()
                if over or cut:
                    expected[agent] = reward
                    env.step(None)
                    continue
                self.assertEqual(agent, f"player_{state.current_player()}")
                np.testing.assert_array_equal(observation["observation"], state.view().tensor())
                np.testing.assert_array_equal(np.flatnonzero(observation["action_mask"]), state.legal_actions())
                idle = next(a for a in env.agents if a != agent)
                self.assertTrue(env.observe(idle)["action_mask"].all())
                action = state.legal_actions()[-1 if state.round % 2 else 0]
                state.apply(action)
                self.assertIsNone(env.step(action))
            self.assertEqual(env.state_of_game.hash(), state.hash())
            self.assertEqual(list(expected.values()), state.returns())
            self.assertEqual(env.agents, [])

    def test_illegal(self):
        env = pettingzoo_env.env()
        env.reset(seed=1)
        illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
        with self.assertRaisesRegex(ff.IllegalActionError, r"R\d"):
            env.step(illegal)

    def test_the_frameworks_own(self):
        from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
        from pettingzoo.utils import parallel_to_aec

        def lenient(**options):  # these tests choose from all actions
            return pettingzoo_env.parallel_env(illegal="lowest", **options)

        for kind in KINDS:
            api_test(pettingzoo_env.env(**kind), num_cycles=300)
            seed_test(lambda: pettingzoo_env.env(**kind), num_cycles=200)
        parallel_api_test(lenient(), num_cycles=300)
        parallel_seed_test(lenient, num_cycles=200)
        max_cycles_test(types.SimpleNamespace(parallel_env=lenient, env=lambda **options: parallel_to_aec(lenient(**options))))


class Gymnasium(unittest.TestCase):
    def setUp(self):
        need(self, "gymnasium")
        warnings.simplefilter("ignore")

    def test_whole_games(self):
        for seat in (0, 2, None):
            env = gymnasium_env.env(opponents=["steward", "random"], seat=seat)
            _, info = env.reset(seed=3)
            over = False
            while not over:
                self.assertEqual(env.state.current_player(), env.seat)
                observation, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
                self.assertTrue(env.observation_space.contains(observation))
            self.assertEqual(reward, env.state.returns()[env.seat])

    def test_the_frameworks_own(self):
        import gymnasium
        from gymnasium.utils.env_checker import check_env

        check_env(gymnasium_env.env(opponents=["steward", "random"], seat=None, illegal="lowest"), skip_render_check=True)
        env = gymnasium.make(gymnasium_env.register())
        env.reset(seed=1)

    def test_ids(self):
        """An id says edition and version, and stands for one edition only."""
        import gymnasium

        swift = (Path(__file__).resolve().parents[2] / "editions" / "swift.edition").read_text()
        self.assertEqual(gymnasium_env.register(), "Fuerstenfeld-default-v0")
        self.assertEqual(gymnasium_env.register(swift), "Fuerstenfeld-swift-v0")
        self.assertEqual(gymnasium_env.register(swift), "Fuerstenfeld-swift-v0")
        env = gymnasium.make("Fuerstenfeld-swift-v0", opponents=["random"])
        self.assertEqual((env.unwrapped.game.edition_name, env.unwrapped.game.players), ("swift", 2))
        env.reset(seed=1)
        self.assertIsNot(env.unwrapped.state.view().history, None)
        with self.assertRaisesRegex(ff.FuerstenfeldError, "another edition of that name"):
            gymnasium_env.register(swift + "# changed")
        with self.assertRaisesRegex(ff.FuerstenfeldError, "no part of an id"):
            gymnasium_env.register(swift.replace("name swift", "name two words"))


class OpenSpiel(unittest.TestCase):
    def setUp(self):
        need(self, "pyspiel")

    def test_same_game(self):
        import pyspiel

        openspiel_game.register()
        for kind in KINDS:
            game = pyspiel.load_game(openspiel_game.NAME, {"players": kind["players"], "expert": kind["mode"] == "expert"})
            rules = ff.Game(**kind)
            state = game.new_initial_state()
            for action in openspiel_game.chance_actions(rules, 6):
                self.assertIn(action, dict(state.chance_outcomes()))
                state.apply_action(action)
            for i, (expected, action) in enumerate(ff.random_game(rules, 6)):
                self.assertEqual(state.legal_actions(), expected.legal_actions())
                self.assertEqual(state.position.hash(), expected.hash())
                if i % 50 == 0:
                    seat = state.current_player()
                    other = state.resample_from_infostate(seat, lambda: 0.3)
                    self.assertEqual(other.information_state_string(seat), state.information_state_string(seat))
                    self.assertEqual(state.clone().position, state.position)
                state.apply_action(action)
            self.assertTrue(state.is_terminal())
            self.assertEqual(state.returns(), state.position.returns())

    def test_the_frameworks_own(self):
        import pyspiel

        openspiel_game.register()
        pyspiel.random_sim_test(pyspiel.load_game(openspiel_game.NAME), num_sims=1, serialize=False, verbose=False)


if __name__ == "__main__":
    unittest.main()
