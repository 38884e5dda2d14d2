"""The benchmark command: its positions are the same each time, and it says what is wrong with a file."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import fuerstenfeld as ff
from fuerstenfeld import benchmark


class Benchmark(unittest.TestCase):
    def test_positions(self):
        with tempfile.TemporaryDirectory() as work:
            file = Path(work) / "positions.jsonl"
            benchmark.make_positions(file, 12, iterations=20)
            for view, said in benchmark.read_positions(file):
                self.assertIn(said["action"], view.legal_actions())
                self.assertAlmostEqual(sum(said["win"]), 1, 2)
            error, correlation, n = benchmark.error_of(ff.default_network().evaluate, file)
            self.assertEqual(n, 12)
            self.assertTrue(0 < error < 0.5 and correlation > 0)
            again = Path(work) / "again.jsonl"
            benchmark.make_positions(again, 12, iterations=20)
            self.assertEqual(file.read_bytes(), again.read_bytes())
            file.write_text('{"players":3}\n')
            said = io.StringIO()
            with contextlib.redirect_stderr(said):
                self.assertEqual(benchmark.main(["--positions", str(file)]), 2)
            self.assertIn("positions.jsonl:1: no position", said.getvalue())

    def test_speeds(self):
        rates = benchmark.speeds(games=16, seconds=0.03)  # that each loop runs; how fast is for people
        self.assertEqual(len(rates), 5)
        self.assertTrue(all(rate > 0 for rate in rates.values()))


if __name__ == "__main__":
    unittest.main()
