"""The benchmark command: its positions are the same each time, and it says what is wrong with a file."""

import contextlib
import io
import lzma
import sys
import tempfile
import unittest
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from unittest import mock

import fuerstenfeld as ff
from fuerstenfeld import benchmark


class Benchmark(unittest.TestCase):
    def test_positions(self):
        with tempfile.TemporaryDirectory() as work:
            file = Path(work) / "positions.jsonl"
            benchmark.make_positions(file, 12, iterations=20)
            for view, said in benchmark.read_positions(file):
                self.assertEqual(sorted(said["values"]), view.legal_actions())
                self.assertGreaterEqual(max(said["values"].values()), said["win"][view.seat] - 0.01)
                self.assertIn(said["action"], said["values"])
                self.assertAlmostEqual(sum(said["win"]), 1, 2)
                self.assertIn(sum(said["returns"]), (0, 1))
            for against in ("win", "returns"):
                error, correlation, n = benchmark.error_of(ff.default_network().evaluate, file, against)
                self.assertEqual(n, 12)
                self.assertTrue(0 < error < 0.7 and correlation > 0)
            best = {str(view): max(said["values"], key=said["values"].get) for view, said in benchmark.read_positions(file)}
            self.assertEqual(benchmark.regret_of(lambda view, seed: best[str(view)], file), (0, 0, 1))
            lost, _, none = benchmark.regret_of(ff.Bot("random"), file)
            self.assertTrue(lost > 0 and none < 1)
            again = Path(work) / "again.jsonl.xz"
            with ProcessPoolExecutor(2) as pool:
                benchmark.make_positions(again, 12, iterations=20, executor=pool)
            self.assertEqual(file.read_bytes(), lzma.decompress(again.read_bytes()))
            again.write_bytes(b"no xz")
            with self.assertRaisesRegex(ff.FuerstenfeldError, "again.jsonl.xz"):
                list(benchmark.read_positions(again))
            file.write_text('{"players":3}\n')
            said = io.StringIO()
            with contextlib.redirect_stderr(said):
                self.assertEqual(benchmark.main(["--positions", str(file)]), 2)
            self.assertIn("positions.jsonl:1: no position", said.getvalue())

    def test_the_stored_positions(self):
        """The test bed in the repository has 1,000 positions of all kinds, with a value for each legal action."""
        file = Path(__file__).resolve().parents[2] / "weights" / "positions.jsonl.xz"
        kinds, n = set(), 0
        for view, said in benchmark.read_positions(file):
            self.assertEqual(sorted(said["values"]), view.legal_actions())
            kinds.add(view.game)
            n += 1
        self.assertEqual((n, len(kinds)), (1000, 8))

    def test_too_slow(self):
        """The command fails if Python is much slower than the C loop of the same run."""
        for python, status in ((0.3, 0), (0.1, 1)):
            rates = {"C loop, tensors": 1.0, "VectorEnv(1024), tensors": python}
            with mock.patch.object(benchmark, "speeds", return_value=rates), contextlib.redirect_stdout(io.StringIO()), \
                    contextlib.redirect_stderr(io.StringIO()):
                self.assertEqual(benchmark.main([]), status)

    def test_against(self):
        """A game of OpenSpiel is played in single steps beside the others."""
        state = lambda: mock.Mock(legal_actions=mock.Mock(side_effect=[[1, 2], [3], []]))
        spiel, rates, said = mock.Mock(), {"C loop, tensors": 1.0, "VectorEnv(1024), tensors": 1.0, "single steps in Python": 2e9}, io.StringIO()
        spiel.load_game.return_value.new_initial_state.side_effect = state
        with mock.patch.dict(sys.modules, pyspiel=spiel), mock.patch.object(benchmark, "speeds", return_value=rates), \
                contextlib.redirect_stdout(said):
            self.assertEqual(benchmark.main(["--against", "hearts", "--seconds", "0.03"]), 0)
        spiel.load_game.assert_called_with("hearts")
        self.assertRegex(said.getvalue(), r"single steps have \d+\.\d times the speed of hearts")

    def test_speeds(self):
        rates = benchmark.speeds(games=16, seconds=0.03)  # that each loop runs; how fast is for people
        self.assertEqual(len(rates), 5)
        self.assertTrue(all(rate > 0 for rate in rates.values()))


if __name__ == "__main__":
    unittest.main()
