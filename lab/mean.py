#!/usr/bin/env python3
"""Writes the mean of two networks with the same features and layers: a network that continued training from another one
often plays better half way between both.

    python3 lab/mean.py OLD.net NEW.net OUT.net [--share 0.5]
"""
import argparse
import struct
import sys

import numpy as np

KINDS, PLAYERS_MAX, STEP = 8, 5, 4  # the first layer's weights are whole steps (bots/ai/net.h, NET_STEP1)
HEADER = "<8s4H"


def checksum(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return struct.pack("<Q", value)


def parts(data):
    """The file's numbers in order: the first layer, its bias, and each head's two layers with theirs."""
    _, _, features, hidden1, hidden2 = struct.unpack_from(HEADER, data)
    sizes = [("<i2", features * hidden1), ("<i2", hidden1)]
    sizes += [("<i2", hidden2 * hidden1), ("<i4", hidden2), ("<i2", PLAYERS_MAX * hidden2), ("<i4", PLAYERS_MAX)] * KINDS
    at = struct.calcsize(HEADER)
    for kind, n in sizes:
        yield kind, np.frombuffer(data, kind, n, at)
        at += int(kind[2]) * n


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("out")
    parser.add_argument("--share", type=float, default=0.5, help="of the new one (0.5)")
    options = parser.parse_args()
    old, new = (open(path, "rb").read() for path in (options.old, options.new))
    for path, data in (options.old, old), (options.new, new):
        if checksum(data[:-8]) != data[-8:]:
            sys.exit(f"{path}: this is no network, or it is damaged")
    size = struct.calcsize(HEADER)
    if old[:size] != new[:size] or len(old) != len(new):
        sys.exit("the networks have other features or layers")
    out = bytearray(new[:size])
    for i, ((kind, a), (_, b)) in enumerate(zip(parts(old), parts(new))):
        step = STEP if i == 0 else 1
        out += (np.round((a + options.share * (b.astype(float) - a)) / step) * step).astype(kind).tobytes()
    with open(options.out, "wb") as file:
        file.write(out + checksum(out))


if __name__ == "__main__":
    main()
