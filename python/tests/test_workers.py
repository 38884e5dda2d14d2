"""Several processes and machines: any number of workers, killed ones and resumed runs give the result of one process."""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from unittest import mock

import numpy as np

import fuerstenfeld as ff
from fuerstenfeld import benchmark

GAMES = 12


def wait_to_be_killed():
    print("killed here", flush=True)
    sys.stdin.read()


class Loud:
    """A bot that counts its games. In one of them it stops for ever, to be killed."""

    begun, last = 0, 0

    def start(self, game, seat):
        Loud.begun += 1
        if Loud.begun == Loud.last:
            wait_to_be_killed()
        return ff.Bot("steward").start(game, seat)


def same(test, one, other):
    test.assertEqual(list(one), list(other))
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name])


class Processes(unittest.TestCase):
    def test_any_number(self):
        """1, 2 and 4 workers play the same games, with chunks in memory and in files."""
        players, arena = [ff.Bot("random"), ff.Bot("steward")], ff.arena([ff.Bot("random"), ff.Bot("steward")], deals=7)
        data = ff.self_play(players, 6)
        for workers in (1, 2, 4):
            with ProcessPoolExecutor(workers) as pool, tempfile.TemporaryDirectory() as folder:
                self.assertEqual(ff.arena(players, deals=7, executor=pool, chunk=2), arena)
                same(self, data, ff.self_play(players, 6, executor=pool, chunk=1))
                same(self, data, ff.self_play(players, 6, executor=pool, chunk=2, folder=folder))
                self.assertEqual(len(list(Path(folder).glob("*.npz"))), 3)

    def test_killed_and_resumed(self):
        """A killed run is resumed: nothing is played twice, nothing is lost, and more games can be added."""
        players = [Loud(), ff.Bot("random")]
        with tempfile.TemporaryDirectory() as folder:
            with subprocess.Popen([sys.executable, __file__, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
                self.assertEqual(child.stdout.readline(), b"killed here\n")
                child.kill()
            there = len(list(Path(folder).glob("*.npz")))
            self.assertEqual(there, GAMES // 2 - 1)
            (Path(folder) / "00000011-00000012.1.part").write_bytes(b"half a file")
            Loud.begun = 0
            data = ff.self_play(players, GAMES, chunk=1, folder=folder)
            self.assertEqual(Loud.begun, GAMES - there)
            same(self, data, ff.self_play(players, GAMES))
            Loud.begun = 0
            same(self, ff.self_play(players, GAMES + 2, chunk=1, folder=folder), ff.self_play(players, GAMES + 2))
            self.assertEqual(Loud.begun, 2 + GAMES + 2)
            for wrong in ({"seed": 2, "chunk": 1}, {"chunk": 3}, {"chunk": 1, "game": ff.Game(2, "expert")}):
                with self.assertRaisesRegex(ff.FuerstenfeldError, "holds other games"):
                    ff.self_play(players, GAMES, folder=folder, **wrong)


    def test_killed_positions(self):
        """A killed run of make_positions goes on with the next position and gives the same file."""
        with tempfile.TemporaryDirectory() as folder:
            whole, file = Path(folder) / "whole.jsonl.xz", Path(folder) / "killed.jsonl.xz"
            with mock.patch.object(benchmark, "_position", wraps=benchmark._position) as position:
                benchmark.make_positions(whole, GAMES, iterations=5)
            seeds = position.call_count
            with subprocess.Popen([sys.executable, __file__, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
                self.assertEqual(child.stdout.readline(), b"killed here\n")
                child.kill()
            self.assertFalse(file.exists())
            part = Path(folder) / "killed.jsonl.xz.part"
            with part.open("a") as torn:
                torn.write('[99, {"play')
            with self.assertRaisesRegex(ff.FuerstenfeldError, "other positions: different iterations"):
                benchmark.make_positions(file, GAMES, iterations=6)
            with mock.patch.object(benchmark, "_position", wraps=benchmark._position) as position:
                benchmark.make_positions(file, GAMES, iterations=5)
            self.assertEqual(position.call_count, seeds - (GAMES // 2 - 1))
            self.assertEqual(file.read_bytes(), whole.read_bytes())
            self.assertEqual(sorted(path.name for path in Path(folder).iterdir()), [file.name, whole.name])


class Mpi(unittest.TestCase):
    def test_an_arena(self):
        """mpi4py's workers give the result that one process gives."""
        if not importlib.util.find_spec("mpi4py") or not shutil.which("mpirun"):
            self.skipTest("the test of MPI needs python3-mpi4py, which is not installed")
        script = """
import fuerstenfeld as ff
from mpi4py.futures import MPIPoolExecutor
if __name__ == "__main__":
    players = [ff.Bot("steward"), ff.Bot("random")]
    with MPIPoolExecutor() as pool:
        print(ff.arena(players, deals=9, executor=pool, chunk=2) == ff.arena(players, deals=9))
"""
        env = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "arena.py").write_text(script)
            said = subprocess.run(["mpirun", "-n", "3", sys.executable, "-m", "mpi4py.futures", folder + "/arena.py"], env=env,
                                  stdout=subprocess.PIPE, check=True, text=True).stdout
        self.assertEqual(said, "True\n")


class Dask(unittest.TestCase):
    def setUp(self):
        try:
            import distributed
        except ImportError:
            self.skipTest("the test of several workers needs python3-distributed, which is not installed")
        self.distributed = distributed

    def test_a_killed_worker(self):
        """Nothing is lost and nothing counted twice, whatever the number of workers and whoever dies."""
        players, deals = [ff.Bot("steward"), ff.Bot("random"), ff.Bot("random")], 24
        alone = ff.arena(players, deals=deals)
        data = ff.self_play(players, 12)
        cluster = self.distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None,
                                                host="127.0.0.1")
        with cluster, self.distributed.Client(cluster) as client:
            executor = client.get_executor(pure=True)
            killed = []

            class Killing:
                """Kills a worker after the first result, while others are under way."""

                def __init__(self):
                    self.victims = list(client.run(os.getpid).values())[:1]

                def submit(self, function, *arguments):
                    future = executor.submit(function, *arguments)
                    future.add_done_callback(lambda _: self.kill())
                    return future

                def kill(self):
                    if self.victims:
                        killed.append(self.victims.pop())
                        os.kill(killed[-1], signal.SIGKILL)

            self.assertEqual(ff.arena(players, deals=deals, executor=Killing(), chunk=1), alone)
            other = ff.self_play(players, 12, executor=Killing(), chunk=1)
            self.assertEqual(len(killed), 2)
        same(self, data, other)


if __name__ == "__main__":
    if len(sys.argv) == 2 and os.path.isdir(sys.argv[1]):  # the runs that are killed
        Loud.last = GAMES // 2
        ff.self_play([Loud(), ff.Bot("random")], GAMES, chunk=1, folder=sys.argv[1])
    elif len(sys.argv) == 2 and sys.argv[1].endswith(".xz"):
        search = benchmark._position
        benchmark._position = lambda kind, seed, *rest: search(kind, seed, *rest) if seed < GAMES // 2 else wait_to_be_killed()
        benchmark.make_positions(Path(sys.argv[1]), GAMES, iterations=5)
    else:
        unittest.main()
