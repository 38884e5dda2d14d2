"""Compiles the engine into the extension module fuerstenfeld._native.

In a checkout the C sources lie beside this folder; here they are copied below `native/`, which a source distribution
carries along. The data files of the package are copies, too.
"""

import os
import platform
import shutil
from pathlib import Path

from setuptools import setup

here = Path(__file__).parent.resolve()
os.chdir(here)
checkout = here.parent
ROOMS = ["engine/base", "engine/core", "engine/text", "engine/record", "bots/ai", "bots/batch"]
DATA = ["editions/default.edition", "weights/default.net"]

if (checkout / "engine/core/ff.h").exists() and (checkout / "bots/batch").exists():
    shutil.rmtree("native", ignore_errors=True)
    shutil.rmtree("fuerstenfeld/data", ignore_errors=True)
    for room in ROOMS:
        shutil.copytree(checkout / room, Path("native") / room, ignore=lambda _, names: [n for n in names if n[-2:] not in (".c", ".h")])
    Path("native/weights").mkdir()
    for table in (checkout / "weights").glob("*.csv"):
        shutil.copy(table, "native/weights")
    Path("fuerstenfeld/data").mkdir()
    for file in DATA:
        shutil.copy(checkout / file, "fuerstenfeld/data")
    shutil.copy(checkout / "LICENSE", "LICENSE")

# Flags as in cmake/tuning.cmake. Assertions stay on, and nothing but the module's own entry is visible.
flags = ["-std=c11", "-O3", "-UNDEBUG", "-fvisibility=hidden", "-D_POSIX_C_SOURCE=200809L"]
amd64 = platform.machine() in ("x86_64", "AMD64")
if amd64:
    flags.append("-march=x86-64-v2")
macros = [("FF_AVX2", "1")] if amd64 else []
avx2 = "native/bots/ai/net_layers_avx2.c"
libraries = [("fuerstenfeld_avx2", {"sources": [avx2], "include_dirs": ["native"], "macros": macros,
                                    "cflags": [*flags, "-mavx2", "-fPIC"]})] if amd64 else []

os.environ["FUERSTENFELD_FLAGS"] = " ".join(flags + os.environ.get("FUERSTENFELD_SANITIZE", "").split())
setup(
    cffi_modules=["build_native.py:builder"],
    libraries=libraries,
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
