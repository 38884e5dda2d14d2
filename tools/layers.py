#!/usr/bin/env python3
"""Checks every room against the table "Rooms and layers" in docs/architecture.md: tools/layers.py [BUILD-FOLDER].

Checks three things: which rooms and system headers a room includes, what its exported names begin with, and which
functions its object files need. Prints every violation; the exit status is 1 if there is one.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build")

PLAIN_HEADERS = set("stdarg.h stdbool.h stddef.h stdint.h string.h".split())
PLAIN_FUNCTIONS = set("memcpy memmove memset memcmp memchr strlen strcmp strncmp strchr strrchr strstr strcspn strspn".split())
HEADERS = {"plain": PLAIN_HEADERS, "heap": PLAIN_HEADERS | {"stdlib.h", "assert.h"}, "address": {"arpa/inet.h"}, "math": {"math.h"}}
FUNCTIONS = {
    "plain": PLAIN_FUNCTIONS,
    "heap": PLAIN_FUNCTIONS | set("strcpy malloc calloc realloc free qsort bsearch abort __assert_fail".split()),
    "address": {"inet_pton", "inet_ntop"},
    "math": {"floor", "sqrt"},
}
KINDS = ("plain", "heap", "address", "math", "system")
VECTORS = {"bots/ai/simd_lanes.h": {"smmintrin.h", "immintrin.h", "wasm_simd128.h"}}  # the machine's vector headers
COMPILER = {"__cpu_model", "__stack_chk_fail"}


class Room:
    def __init__(self, folder, prefixes, uses):
        self.folder, self.name = folder, folder.split("/")[-1]
        self.prefixes = prefixes
        self.rooms = {word for word in uses if word not in KINDS} | {self.name}
        self.kinds = [word for word in uses if word in KINDS]

    def may(self, table, name):
        return "system" in self.kinds or any(name in table[kind] for kind in self.kinds)


def read_table():
    rows = re.findall(r"^\| `([\w/]+)/` \| [^|]* \| ([^|]*) \| ([^|]*) \|$", (ROOT / "docs/architecture.md").read_text(), re.M)
    rooms = [Room(folder, re.findall(r"`(\w+)`", names), re.findall(r"[a-z]+", uses)) for folder, names, uses in rows]
    if len(rooms) < 12:
        sys.exit("docs/architecture.md: the table of rooms has too few rows")
    return rooms


def check_includes(room, by_folder):
    for path in sorted((ROOT / room.folder).rglob("*.[ch]")):
        file = path.relative_to(ROOT).as_posix()
        for kind, name in re.findall(r'^ *# *include ([<"])([^>"]+)', path.read_text(), re.M):
            if kind == "<":
                if not room.may(HEADERS, name) and name not in VECTORS.get(file, ()):
                    yield f"{file} includes <{name}>"
            elif "/" in name and not name.endswith(".csv"):  # data
                other = next((by_folder[folder] for folder in map(str, pathlib.PurePath(name).parents) if folder in by_folder), None)
                if not other or other.name not in room.rooms:
                    yield f"{file} includes {name}"


def check_tags(room):
    """Structs and enums of headers, except the room's private headers (*_internal.h)."""
    for path in sorted((ROOT / room.folder).rglob("*.h")):
        for tag in re.findall(r"^(?:struct|enum) (\w+) \{", path.read_text(), re.M):
            if not path.name.endswith("_internal.h") and not named(room, tag):
                yield f"{path.relative_to(ROOT)} declares {tag}"


def named(room, name):
    return not room.prefixes or any(f"{name}_".startswith(prefix) for prefix in room.prefixes)


def symbols(room):
    """What the room's object files define and what they need. readelf, because nm's plug-in for LTO leaves memcpy out."""
    library = BUILD / f"libff_{room.name}.a"
    if not library.exists():
        sys.exit(f"{library} is not built: cmake --build --preset release")
    defined, needed = set(), set()
    for line in subprocess.run(["readelf", "-sW", library], capture_output=True, text=True, check=True).stdout.splitlines():
        word = line.split()
        if len(word) == 8 and word[4] in ("GLOBAL", "WEAK") and word[7] != "_GLOBAL_OFFSET_TABLE_":
            (needed if word[6] == "UND" else defined).add(word[7])
    return defined, needed


def check_symbols(rooms):
    built = [room for room in rooms if room.folder.split("/")[0] in ("engine", "bots", "server", "lab", "cli")]
    tables = {room: symbols(room) for room in built}
    home = {name: room for room, (defined, _) in tables.items() for name in defined}
    for room, (defined, needed) in tables.items():
        for name in sorted(defined):
            if not named(room, name):
                yield f"{room.folder}/ exports {name}"
        for name in sorted(needed - defined - COMPILER):
            other = home.get(name)
            if other.name not in room.rooms if other else not room.may(FUNCTIONS, name) and not name.startswith("default_"):
                yield f"{room.folder}/ needs {name}" + (f" of {other.folder}/" if other else "")


def check_page():
    """Of the page's sources, one file alone may load WebAssembly and one may talk to the server."""
    only = {"engine/engine.ts": r"WebAssembly\.[A-Zci]", "net/socket.ts": r"new WebSocket|(fetch|ask)\(.?/(api|healthz)"}
    for path in sorted((ROOT / "web/src").rglob("*")):
        if path.suffix not in (".ts", ".svelte", ".js") or path.name.endswith(".test.ts"):
            continue
        for owner, words in only.items():
            if path != ROOT / "web/src" / owner and re.search(words, path.read_text()):
                yield f"{path.relative_to(ROOT)}: only web/src/{owner} may use {words}"


def main():
    rooms = read_table()
    by_folder = {room.folder: room for room in rooms}
    faults = [fault for room in rooms for check in (lambda r: check_includes(r, by_folder), check_tags) for fault in check(room)]
    faults += list(check_symbols(rooms)) + list(check_page())
    for fault in faults:
        print(f"{fault}   <- docs/architecture.md does not allow it")
    return 1 if faults else 0


sys.exit(main())
