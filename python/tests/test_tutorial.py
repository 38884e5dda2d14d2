"""Every block of Python in the manual runs, in order, as a reader would type it; that with PyTorch if it is installed."""

import contextlib
import importlib.util
import io
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

project = Path(__file__).resolve().parents[2]
manual = project / "docs" / "authors" / "python.md"
sys.path.insert(0, str(project / "examples" / "python"))


class Tutorial(unittest.TestCase):
    def test_blocks(self):
        blocks = re.findall(r"^```python\n(.*?)^```", manual.read_text(), re.M | re.S)
        self.assertGreater(len(blocks), 5)
        names, folder = {}, os.getcwd()
        with tempfile.TemporaryDirectory() as work:
            os.chdir(work)
            try:
                for block in blocks:
                    if "import torch" in block and not importlib.util.find_spec("torch"):
                        self.skipTest("the training tutorial needs python3-torch, which is not installed")
                    said = io.StringIO()
                    with self.subTest(block), contextlib.redirect_stdout(said):
                        exec(compile(block, str(manual), "exec"), names)
                    for line in re.findall(r"^.*# prints (.*)$", block, re.M):
                        self.assertIn(line, said.getvalue())
            finally:
                os.chdir(folder)


if __name__ == "__main__":
    unittest.main()
