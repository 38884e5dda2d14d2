"""Names, files and programs that try to command the terminal, through every command. hostile.py PROGRAM

Every command that the program's --help lists, and that of fuerstenfeld-lab beside it, is given text from elsewhere with controls (C0, and C1 as one byte and as
two), characters that turn the direction and such as show nothing, wherever it reads text: records, saved games,
editions, what a bot's program says, names of files, options. Nothing of it may come out as it is.

A run counts only if it shows that the text was read: its output must contain what base_put_safe makes of it, or another
text that the run names. Every command must have shown the filtered form at least once."""
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import unicodedata

program = os.path.abspath(sys.argv[1])
lab = program + "-lab"
EVIL = "a\x1b]0;owned\x07\x1b[2J\x9b31m\u202eb\u2066\u200b\u2028\u3164\x7f\rc"
RAW = b"a\x9b31m\xff\x1b[2Jb"
here = tempfile.mkdtemp(prefix="ff-hostile.")
os.chdir(here)
os.environ["XDG_STATE_HOME"] = here
results = {"passed": 0, "failed": 0}
walked = set()  # commands that have shown the text from elsewhere
FILTERED = re.compile(r"\\u\{(1b|9b|202e)\}|\\x9b|\\u(001b|009b|202e)")  # how EVIL or RAW is shown, as text and in JSON
NAME = EVIL.replace("/", "")  # of a file


def faults(output):
    """What in these bytes a terminal must not be sent."""
    try:
        text = output.decode()
    except UnicodeDecodeError as error:
        return [f"not UTF-8: {output[max(0, error.start - 20):error.start + 20]!r}"]
    return [
        f"U+{ord(c):04X} in {text[max(0, i - 30):i + 30]!r}"
        for i, c in enumerate(text)
        if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    ]


def check(title, output, proof=FILTERED):
    """Nothing hidden is in the output; the proof (a pattern) that the text was read is."""
    bad = faults(output)
    shown = re.search(proof, output.decode(errors="replace"))
    if os.path.exists(NAME):  # a file of that name was written
        shown = True
        os.unlink(NAME)
    if not shown:
        bad.append(f"does not show that the text was read, no {proof}: {output[-300:]!r}")
    results["failed" if bad else "passed"] += 1
    if bad:
        print("FAIL", title)
        for line in bad[:4]:
            print("  ", line)


def run(title, *arguments, stdin=b"", proof=FILTERED, program=program):
    done = subprocess.run([program, *arguments], input=stdin, capture_output=True, timeout=600)
    output = done.stdout + done.stderr
    if FILTERED.search(output.decode(errors="replace")):
        walked.add(arguments[0])
    check(title, output, proof)


def strings(value, change):
    """Copies of a JSON value, in each of which one string (a key too) is changed."""
    if isinstance(value, str):
        yield change(value)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            for other in strings(item, change):
                yield value[:i] + [other] + value[i + 1 :]
    elif isinstance(value, dict):
        for key, item in value.items():
            for other in strings(item, change):
                yield {**value, key: other}
            yield {(change(k) if k == key else k): v for k, v in value.items()}


def put(name, text):
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return name


# --------------------------------------------------------------------------------------------------------- records

subprocess.run([program, "selfplay", "--games", "1", "--record", "good.jsonl"], check=True, capture_output=True)
lines = open("good.jsonl").read().splitlines()
for key in ("players", "bots"):
    first = json.loads(lines[0])
    first[key] = [text + EVIL for text in first["players"]]
    for escaped in (True, False):
        head = json.dumps(first, ensure_ascii=escaped, separators=(",", ":"))
        put(f"{key}.jsonl", "\n".join([head, *lines[1:]]) + "\n")
        run(f"verify: {key}", "verify", f"{key}.jsonl", proof="1 game holds")
subprocess.run([program, "selfplay", "--games", "1", "--bots", "steward", "--record", "more.jsonl"], check=True, capture_output=True)
for more in ([], ["--at", "3"], ["--round", "2"], ["--plain"]):
    run(f"show: players {more}", "show", "players.jsonl", *more)
for more in ([], ["--json"]):
    run(f"review: players {more}", "review", "--effort", "quick", "--seat", "0", *more, "players.jsonl")
    run(f"duplicate: players {more}", "duplicate", *more, "players.jsonl", "more.jsonl")
kinds = {}
for i, line in enumerate(lines):
    kinds.setdefault(json.loads(line)["event"], i)
for i in sorted(set([*kinds.values(), 0, 1, len(lines) - 1]))[:14]:
    for n, other in enumerate(strings(json.loads(lines[i]), lambda text: text + EVIL)):
        if n >= 12:
            break
        changed = json.dumps(other, separators=(",", ":"))
        put("changed.jsonl", "\n".join([*lines[:i], changed, *lines[i + 1 :]]) + "\n")
        for command in ("verify", "show"):
            run(f"{command}: line {i + 1}, string {n + 1}", command, "changed.jsonl", proof=rf"changed\.jsonl:\d+: |1 game holds|{FILTERED.pattern}")
put("raw.jsonl", RAW + b"\n")
for command in ("verify", "show"):
    run(f"{command}: not UTF-8", command, "raw.jsonl", proof="raw.jsonl:1: not JSON")
    run(f"{command}: a file of that name", command, NAME)
    run(f"{command}: a good file of that name", command, put(NAME, "\n".join(lines) + "\n"))

# ---------------------------------------------------------------------------------------------------------- editions

default = subprocess.run([program, "play", "--seed", "1", "--plain"], input=b"save good.save\nquit\n", capture_output=True)
saved = open("good.save", encoding="utf-8").read()
edition = "".join(line[len("edition ") :] + "\n" for line in saved.splitlines() if line.startswith("edition "))
texts = [re.sub(r"(?m)^name .*$", "name " + EVIL.replace("\r", ""), edition)]
texts += [edition.replace("cost ", EVIL + " ", 1), edition.replace("round_limit", "round_limit " + EVIL, 1), EVIL]
with_edition = {
    "play": ["--human", "none"], "selfplay": ["--games", "2"], "arena": ["--bots", "random", "--games", "6", "--no-times"],
    "serve": ["--listen", "256.0.0.1:1"],
}
for n, text in enumerate([*texts, RAW]):
    put("evil.edition", text)
    for command, more in with_edition.items():
        run(f"{command}: edition {n + 1}", command, *more, "--edition", "evil.edition")
    run(f"arena: edition {n + 1}, as JSON", "arena", *with_edition["arena"], "--json", "--edition", "evil.edition")

# ------------------------------------------------------------------------------------------------------- saved games

saves = saved.splitlines()
for i in range(0, min(len(saves), 60)):
    for text in (saves[i] + " " + EVIL, EVIL + saves[i]):
        put("evil.save", "\n".join([*saves[:i], text, *saves[i + 1 :]]) + "\n")
        run(f"play: saved game, line {i + 1}", "play", "--plain", "--resume", "evil.save", stdin=b"quit\n", proof=r"evil\.save:\d+: |You are Green")
put("evil.save", saved.replace("bot 1 level2", "bot 1 " + EVIL))
run("play: a bot of that name", "play", "--plain", "--resume", "evil.save")
run("play: typed", "play", "--plain", "--seed", "1", stdin=(EVIL + "\nsave " + EVIL.replace("/", "") + "\n? " + EVIL).encode() + b"\nquit\n")

kept = os.path.join(here, "fuerstenfeld")
os.makedirs(kept, exist_ok=True)
for name in ("name 0 ", "mode ", "round "):
    put(os.path.join(kept, "evil.save"), re.sub(f"(?m)^{name}.*$", name + EVIL.replace("\\", ""), saved))
    run(f"saves: {name}", "saves")
result = {"date": EVIL, "edition": EVIL, "mode": EVIL, "seed": 1, "rounds": 9, "players": 2, "people": [0], "winners": [0],
          "names": [EVIL, EVIL], "bots": [None, EVIL], "coins": [1, 2], "parts": [1, 2]}
put(os.path.join(kept, "results.jsonl"), json.dumps(result) + "\n")
for more in ([], ["--json"]):
    run(f"stats: {more}", "stats", *more)
os.unlink(os.path.join(kept, "results.jsonl"))

# ------------------------------------------------------------------------------------------------------------ a bot

put("bot.py", f"import sys\nfor line in sys.stdin:\n    print({EVIL!r}, flush=True)\n")
put("rawbot.py", f"import sys\nfor line in sys.stdin:\n    sys.stdout.buffer.write({RAW!r} + b'\\n')\n    sys.stdout.flush()\n")
put("late.py", f"import sys\nprint(sys.stdin.readline() and {EVIL!r}, flush=True)\nsys.exit(3)\n")
for bot in ("bot.py", "rawbot.py", "late.py"):
    spec = f"cmd:{sys.executable} {bot}"
    run(f"arena: {bot}", "arena", "--bots", f"random,{spec}", "--games", "2")
    run(f"selfplay: {bot}", "selfplay", "--bots", spec, "--games", "1")
    run(f"play: {bot}", "play", "--human", "none", "--bots", spec)
for command, option in (("arena", "--bots"), ("selfplay", "--bots"), ("play", "--bots"), ("play", "--hint")):
    run(f"{command}: {option} of that name", command, option, EVIL)
run("arena: a network of that name", "arena", "--bots", "apprentice@" + EVIL)

# ------------------------------------------------------------------------------------------------------- all commands



def listed(program):
    return re.findall(r"(?m)^  ([\w-]+)  +", subprocess.run([program, "--help"], capture_output=True).stdout.decode())


def valued_options(program, command):
    return re.findall(r"(?m)^  --([\w-]+) \S", subprocess.run([program, command, "--help"], capture_output=True).stdout.decode())


commands = listed(program)
with_option = {  # what each command needs besides an option to get as far as reading it
    "admin": ["--store", "memory", "tables"], "arena": ["--bots", "random", "--games", "1"], "duplicate": ["good.jsonl", "more.jsonl"],
    "review": ["--effort", "quick", "--seat", "0", "good.jsonl"], "selfplay": ["--games", "1"], "show": ["good.jsonl"],
    "verify": ["good.jsonl"], "saves": ["--force"], "stats": ["--force"],
}
unshown = {  # what proves there that the option was read
    "play --record": "Only a finished game is recorded", "serve --store": "no such store", "admin --store": "no such store",  # it may hold a password
}
for command in commands:
    run(f"{command}: an operand of that name", command, EVIL)
    run(f"{command}: an option of that name", command, "--" + EVIL)
    for option in valued_options(program, command):
        if command != "serve" or option in ("listen", "store"):
            run(f"{command}: --{option}", command, *with_option.get(command, []), f"--{option}", EVIL, stdin=b"quit\n",
                proof=unshown.get(f"{command} --{option}", FILTERED))
run("an unknown command", EVIL)

# Of the laboratory only what fails at once: its commands compute for minutes.
walked_lab = set()
for command in listed(lab):
    needed = ["--out", "x"] if command == "puzzles" else []
    for title, arguments in {"an operand": [*needed, EVIL], "an option": ["--" + EVIL], **{f"--{option}": [f"--{option}", EVIL, EVIL, EVIL]
                             for option in valued_options(lab, command)}}.items():
        done = subprocess.run([lab, command, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
        check(f"lab {command}: {title}", done.stdout + done.stderr, proof=rf"no such store|{FILTERED.pattern}")
        walked_lab.add(command)
for name in ("players.jsonl", "raw.jsonl", "evil.edition"):
    run(f"lab puzzles: {name}", "puzzles", "--out", "x", name, proof=rf"1 game|:\d+: |{FILTERED.pattern}", program=lab)
run("lab: an unknown command", EVIL, program=lab)
results["failed" if len(walked_lab) < 12 else "passed"] += 1

# ---------------------------------------------------------------------------------------------------------- a server

server = subprocess.Popen(
    [program, "serve", "--listen", "127.0.0.1:0", "--store", "memory"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
)
port = int(re.search(rb":(\d+)/", server.stdout.readline()).group(1))
body = json.dumps({"name": EVIL}).encode()
for request in (
    b"POST /api/guest HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body),
    b"GET /" + RAW + b" HTTP/1.1\r\nHost: " + RAW + b"\r\nUser-Agent: " + RAW + b"\r\nX-Forwarded-For: " + RAW + b"\r\n\r\n",
    RAW * 10 + b"\r\n\r\n",
):
    with socket.create_connection(("127.0.0.1", port)) as wire:
        wire.sendall(request)
        check("serve: its answer", wire.makefile("rb").read().replace(b"\r\n", b"\n"), proof=r"^HTTP/1.1 4\d\d ")
server.terminate()
out, err = server.communicate(timeout=600)
check("serve: its log", out + err, proof="event=stopped")

# A store from before names were looked at: the operators' command tells what is in it.
store = "sqlite:" + os.path.join(here, "old.db")
server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--store", store, "--quiet"], stdout=subprocess.PIPE)
server.stdout.readline()
server.terminate()
server.communicate(timeout=600)


def checksum(table, number, at_ms, entry):
    """As the store computes it (store_entry_checksum)."""
    total = 14695981039346656037
    for byte in table.encode() + b"\0" + number.to_bytes(8, "little") + at_ms.to_bytes(8, "little") + entry.encode():
        total = (total ^ byte) * 1099511628211 & 0xFFFFFFFFFFFFFFFF
    return total - (total >> 63 << 64)


with sqlite3.connect(os.path.join(here, "old.db")) as old:
    guest, table = "aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"
    old.execute("INSERT INTO guests (guest, name, made_ms, seen_ms, marked_ms) VALUES (?, ?, 5, 5, 0)", (guest, EVIL))
    old.execute("INSERT INTO heads VALUES (?, ?, '', '', '', '', '', 0, 1, 0, 3, 0, 0, ?, 0, '', 0, 0)", (table, guest, EVIL))
    for n, entry in enumerate([f"create\nhost {guest}\n{EVIL}", f"sit 0 {guest} 0 {EVIL}", f"chat 0 {EVIL}"]):
        old.execute("INSERT INTO entries VALUES (?, ?, 0, ?, ?)", (table, n + 1, entry, checksum(table, n + 1, 0, entry)))
silent = {"close": r"\A\Z", "lobby": r"\A\Z|" + FILTERED.pattern, "ban": r"\A\Z", "forget": "is forgotten"}  # `orders` shows the rest
for words in (["tables"], ["guests"], ["table", "b"], ["export", "a"], ["rename", "a", EVIL], ["close", "b", EVIL], ["orders"],
              ["lobby", "close", EVIL], ["lobby"], ["ban", "a", EVIL], ["unban", EVIL], ["forget", "a"], ["delete", EVIL], [EVIL]):
    run(f"admin: {words[0]!r}", "admin", "--store", store, *words,
        proof=silent.get(words[0], FILTERED))
for name, text in (("key", f"{EVIL} = 1\n"), ("value", f"max-messages = {EVIL}\n"), ("line", EVIL), ("store", f"store = {EVIL}\n")):
    put("evil.conf", text.replace("\r", ""))
    run(f"serve: --config, its {name}", "serve", "--config", "evil.conf", proof=rf"no such store|{FILTERED.pattern}")
    run(f"admin: --config, its {name}", "admin", "--config", "evil.conf", "tables", proof=rf"cannot be opened|no such store|{FILTERED.pattern}")

missing = set(commands) - walked
results["failed" if missing else "passed"] += 1
if missing:
    print("FAIL no filtered text was shown by", ", ".join(sorted(missing)))
subprocess.run(["rm", "-rf", here])
print(f"{results['passed']} passed, {results['failed']} failed")
sys.exit(results["failed"] > 0)
