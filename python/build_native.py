"""Declares the C functions of native.cdef to cffi. The C compiler provides sizes and offsets."""

import os
import platform
from glob import glob
from pathlib import Path

from cffi import FFI

amd64 = platform.machine() in ("x86_64", "AMD64")
sources = sorted(s for s in glob("native/*/*/*.c") if not s.endswith("_avx2.c"))
flags = os.environ.get("FUERSTENFELD_FLAGS", "").split()
sanitize = [flag for flag in flags if flag.startswith("-fsanitize")]
LTO = [] if sanitize else ["-flto", "-flto-partition=one"]

builder = FFI()
builder.cdef(Path("native.cdef").read_text())
builder.set_source(
    "fuerstenfeld._native",
    '#include "native.h"',
    sources=sources,
    include_dirs=["native", "."],
    define_macros=[("FF_VERSION", '"0.1.0"')] + ([("FF_AVX2", "1")] if amd64 else []),
    extra_compile_args=[*flags, *LTO],
    extra_link_args=[*LTO, *sanitize],
)
