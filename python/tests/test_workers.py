"""Several machines: dask's workers, of which one is killed, give the result that one process gives."""

import os
import signal
import unittest

import numpy as np

import fuerstenfeld as ff


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
            victims, killed = list(client.run(os.getpid).values()), []

            class Killing:
                """Kills a worker after a few results, while others are under way."""

                def submit(self, function, *arguments):
                    future = executor.submit(function, *arguments)
                    future.add_done_callback(lambda _: self.kill())
                    return future

                def kill(self):
                    if not killed:
                        killed.append(victims[0])
                        os.kill(victims[0], signal.SIGKILL)

            self.assertEqual(ff.arena(players, deals=deals, executor=Killing(), chunk=1), alone)
            self.assertTrue(killed)
            other = ff.self_play(players, 12, executor=executor, chunk=2)
        for name, array in data.items():
            np.testing.assert_array_equal(array, other[name])


if __name__ == "__main__":
    unittest.main()
