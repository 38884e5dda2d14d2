"""The program batch.c without headers and compilers, for languages that can only load a library and call it.

    python3 batch.py PREFIX/lib/libfuerstenfeld.so.0

The library says how large its structs are and where their members lie, so nothing of that is written here.
"""

import sys
from ctypes import (CDLL, POINTER, Structure, c_char, c_char_p, c_int, c_int64, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p,
                    addressof, byref, create_string_buffer)

GAMES, STEPS = 64, 2000
ff = CDLL(sys.argv[1])
for name, kind in {"library_version": c_char_p, "library_size": c_size_t, "batch_size": c_size_t, "batch_init": c_void_p,
                   "batch_step": c_int64, "hash": c_uint64}.items():
    getattr(ff, f"ff_{name}").restype = kind


def size(struct):
    """Returns the size of a struct."""
    return ff.ff_library_size(struct.encode()) or sys.exit(f"this library has no {struct}")


def offset(member):
    """Returns where a member of a struct lies in it: offset("ff_batch.seat")."""
    at = ff.ff_library_offset(member.encode())
    return at if at >= 0 else sys.exit(f"this library has no {member}")


class Rng(Structure):
    _fields_ = [("bytes", c_uint8 * size("ff_rng"))]


edition, error, config = (create_string_buffer(size(struct)) for struct in ("ff_text_edition", "ff_base_error", "ff_batch_config"))
if not ff.ff_text_edition_read(byref(c_char.in_dll(ff, "ff_default_edition_text")), c_size_t.in_dll(ff, "ff_default_edition_size"), edition, error):
    sys.exit("the edition cannot be read")
c_void_p.from_buffer(config, offset("ff_batch_config.edition")).value = addressof(edition) + offset("ff_text_edition.values")
c_uint32.from_buffer(config, offset("ff_batch_config.n")).value = GAMES
c_int.from_buffer(config, offset("ff_batch_config.players")).value = 3

seeds, actions = (c_uint64 * GAMES)(*range(GAMES)), (c_uint16 * GAMES)()
block = create_string_buffer(ff.ff_batch_size(config) + 63)
aligned = c_void_p(addressof(block) + 63 & ~63)
batch = ff.ff_batch_init(aligned, config, seeds)
done = POINTER(c_uint8).from_address(batch + offset("ff_batch.done"))
game, size_of_game = c_void_p.from_address(batch + offset("ff_batch.game")).value, size("ff_game")
ff.ff_rng_of.restype = Rng
rng = ff.ff_rng_of(c_uint64(1))
over = total = 0
for _ in range(STEPS):
    ff.ff_batch_random_actions(c_void_p(batch), byref(rng), actions)  # or choose by the member "mask"
    ff.ff_batch_step(c_void_p(batch), 0, GAMES, actions, seeds)
    for i in range(GAMES):
        if done[i]:
            over += 1
            seeds[i] += GAMES
        total += ff.ff_hash(c_void_p(game + i * size_of_game))
print(f"fuerstenfeld {ff.ff_library_version().decode()}: {over} games over, hash {total % 2**64:016x}")
