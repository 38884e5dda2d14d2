"""The examples run: a search that plays legally, and a trainer that learns for a moment."""

import subprocess
import sys
import unittest
from pathlib import Path

import fuerstenfeld as ff

examples = Path(__file__).resolve().parents[2] / "examples" / "python"
sys.path.insert(0, str(examples))


class Examples(unittest.TestCase):
    def test_search(self):
        import search

        result = ff.arena({"search": search.Search(30), "random": ff.Bot("random")}, deals=2)
        self.assertGreaterEqual(result.shares["search"], 0.75)
        self.assertLess(len((examples / "search.py").read_text().splitlines()), 120)

    def test_trainer(self):
        try:
            import torch
        except ImportError:
            self.skipTest("the trainer needs python3-torch, which is not installed")
        import numpy as np
        import train

        torch.set_num_threads(1)
        env = ff.VectorEnv(8, 2, seed=1)
        rng, positions = ff.Rng(1), []
        for _ in range(200):
            env.step(env.sample(rng))
            positions.append(torch.from_numpy(env.tensor.copy()))
        train.STEPS = 200
        net = train.Net(torch.cat(positions))
        roll = train.play(env, net)
        advantage, known = train.advantages(roll)
        # By hand: a seat's last decision of a game leads to its reward, and each earlier one to the next one's value.
        for row in range(8):
            for seat in range(2):
                gain, value, following = 0.0, 0.0, False
                for t in reversed(range(200)):
                    if roll.done[t, row]:
                        gain, value, following = 0.0, roll.reward[t, row, seat], True
                    if roll.seat[t, row] != seat:
                        continue
                    self.assertEqual(known[t, row], following)
                    if following:
                        gain = value - roll.value[t, row] + train.LAMBDA * gain
                        self.assertAlmostEqual(float(advantage[t, row]), float(gain), 4)
                    value, following = roll.value[t, row], True
        before = [p.detach().clone() for p in net.parameters()]
        self.assertTrue(np.isfinite(train.update(net, torch.optim.Adam(net.parameters(), 1e-3), roll)))
        self.assertTrue(any((a != b).any() for a, b in zip(before, net.parameters())))
        self.assertIn(train.Learner(net)(env.state(0).view(), 0), env.state(0).legal_actions())
        self.assertLessEqual(len((examples / "train.py").read_text().splitlines()), 200)


if __name__ == "__main__":
    unittest.main()
