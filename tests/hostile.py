"""Names, files and programs that try to command the terminal, through every command. hostile.py PROGRAM

Every command that `fuerstenfeld --help` lists is given text from elsewhere with controls (C0, and C1 as one byte and as
two), characters that turn the direction and such as show nothing, wherever it reads text: records, saved games,
editions, what a bot's program says, names of files, options. Nothing of it may come out as it is."""
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
EVIL = "a\x1b]0;owned\x07\x1b[2J\x9b31m\u202eb\u2066\u200b\u2028\u3164\x7f\rc"
RAW = b"a\x9b31m\xff\x1b[2Jb"
here = tempfile.mkdtemp(prefix="ff-hostile.")
os.chdir(here)
os.environ["XDG_STATE_HOME"] = here
results = {"passed": 0, "failed": 0}
walked = set()


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


def check(title, output, wants=None):
    bad = faults(output)
    if wants and wants not in output.decode(errors="replace"):
        bad.append(f"lacks {wants!r}: {output[:300]!r}")
    results["failed" if bad else "passed"] += 1
    if bad:
        print("FAIL", title)
        for line in bad[:4]:
            print("  ", line)


def run(title, *arguments, stdin=b"", wants=None):
    walked.add(arguments[0])
    done = subprocess.run([program, *arguments], input=stdin, capture_output=True, timeout=600)
    check(title, done.stdout + done.stderr, wants)


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
first = json.loads(lines[0])
first["names"] = [EVIL] * len(first.get("names", [0, 0, 0]))
for escaped in (True, False):
    head = json.dumps(first, ensure_ascii=escaped, separators=(",", ":"))
    put("names.jsonl", "\n".join([head, *lines[1:]]) + "\n")
    run("show: names", "show", "names.jsonl")
    run("show: names, early", "show", "names.jsonl", "--at", "3")
    run("verify: names", "verify", "names.jsonl", wants="1 game holds")
kinds = {}
for i, line in enumerate(lines):
    kinds.setdefault(json.loads(line)["type" if "type" in json.loads(line) else next(iter(json.loads(line)))], i)
for i in sorted(set([*kinds.values(), 0, 1, len(lines) - 1]))[:14]:
    for n, other in enumerate(strings(json.loads(lines[i]), lambda text: text + EVIL)):
        if n >= 12:
            break
        changed = json.dumps(other, separators=(",", ":"))
        put("changed.jsonl", "\n".join([*lines[:i], changed, *lines[i + 1 :]]) + "\n")
        run(f"verify: line {i + 1}, string {n + 1}", "verify", "changed.jsonl")
        run(f"show: line {i + 1}, string {n + 1}", "show", "changed.jsonl")
put("raw.jsonl", RAW + b"\n")
for command in ("verify", "show"):
    run(f"{command}: not UTF-8", command, "raw.jsonl")
    run(f"{command}: a file of that name", command, EVIL.replace("/", ""))
    run(f"{command}: a good file of that name", command, put(EVIL.replace("/", ""), "\n".join(lines) + "\n"))
    os.unlink(EVIL.replace("/", ""))

# ---------------------------------------------------------------------------------------------------------- editions

default = subprocess.run([program, "play", "--seed", "1", "--plain"], input=b"save good.save\nquit\n", capture_output=True)
saved = open("good.save", encoding="utf-8").read()
edition = "".join(line[len("edition ") :] + "\n" for line in saved.splitlines() if line.startswith("edition "))
texts = [re.sub(r"(?m)^name .*$", "name " + EVIL.replace("\r", ""), edition)]
texts += [edition.replace("cost ", EVIL + " ", 1), edition.replace("round_limit", "round_limit " + EVIL, 1), EVIL]
with_edition = {
    "play": ["--human", "none"], "selfplay": ["--games", "2"], "arena": ["--bots", "random", "--games", "6", "--no-times"],
    "bench": ["--games", "1"], "serve": ["--listen", "256.0.0.1:1"], "train": ["--out", "x", "--games", "1"],
    "positions": ["--out", "x", "--net", "nothing"],
}
for n, text in enumerate([*texts, RAW]):
    put("evil.edition", text)
    for command, more in with_edition.items():
        if command == "bench" and n == 0:
            continue  # a good one, and it would measure
        run(f"{command}: edition {n + 1}", command, *more, "--edition", "evil.edition")
    run(f"arena: edition {n + 1}, as JSON", "arena", *with_edition["arena"], "--json", "--edition", "evil.edition")

# ------------------------------------------------------------------------------------------------------- saved games

saves = saved.splitlines()
for i in range(0, min(len(saves), 60)):
    for text in (saves[i] + " " + EVIL, EVIL + saves[i]):
        put("evil.save", "\n".join([*saves[:i], text, *saves[i + 1 :]]) + "\n")
        run(f"play: saved game, line {i + 1}", "play", "--plain", "--resume", "evil.save", stdin=b"quit\n")
put("evil.save", saved.replace("bot 1 level2", "bot 1 " + EVIL))
run("play: a bot of that name", "play", "--plain", "--resume", "evil.save")
run("play: typed", "play", "--plain", "--seed", "1", stdin=(EVIL + "\nsave " + EVIL.replace("/", "") + "\n? " + EVIL).encode() + b"\nquit\n")

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

help_text = subprocess.run([program, "--help"], capture_output=True).stdout.decode()
commands = re.findall(r"(?m)^  (\w+)  +", help_text)
for command in commands:
    options = re.findall(r"(?m)^  --([\w-]+) \S", subprocess.run([program, command, "--help"], capture_output=True).stdout.decode())
    brief = ["--effort", "quick", "--seat", "0"] if "effort" in options else []
    run(f"{command}: an operand of that name", command, *brief, EVIL)
    run(f"{command}: an option of that name", command, "--" + EVIL)
    for option in options:
        if (command, option) in {("serve", "listen"), ("serve", "store")}:
            run(f"{command}: --{option}", command, f"--{option}", EVIL)
        elif command != "serve":
            short = ["--games", "1"] if "games" in options and option != "games" else []
            run(f"{command}: --{option}", command, *short, f"--{option}", EVIL, stdin=b"quit\n")
run("an unknown command", EVIL)
walked.discard(EVIL)

# ---------------------------------------------------------------------------------------------------------- a server

server = subprocess.Popen(
    [program, "serve", "--listen", "127.0.0.1:0", "--store", "memory"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
)
port = int(re.search(rb":(\d+)/", server.stdout.readline()).group(1))
body = json.dumps({"name": EVIL}).encode()
for request in (
    b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body),
    b"GET /" + RAW + b" HTTP/1.1\r\nHost: " + RAW + b"\r\nUser-Agent: " + RAW + b"\r\nX-Forwarded-For: " + RAW + b"\r\n\r\n",
    RAW * 10 + b"\r\n\r\n",
):
    with socket.create_connection(("127.0.0.1", port)) as wire:
        wire.settimeout(2)  # some are not answered
        wire.sendall(request)
        try:
            wire.recv(4096)
        except OSError:
            pass
server.terminate()
out, err = server.communicate(timeout=600)
check("serve: its log", out + err)
walked.add("serve")

# A store from before names were looked at: the operators' command tells what is in it.
store = "sqlite:" + os.path.join(here, "old.db")
server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--store", store, "--quiet"], stdout=subprocess.PIPE)
server.stdout.readline()
server.terminate()
server.communicate(timeout=600)
with sqlite3.connect(os.path.join(here, "old.db")) as old:
    old.execute("INSERT INTO guests (guest, token_hash, name, made_ms) VALUES ('aaaaaaaaaaaaaaaa', x'00', ?, 5)", (EVIL,))
    old.execute("INSERT INTO heads (table_id, host, guest0, guest1, guest2, guest3, guest4, phase, listed, owe, number, due_ms,"
                " changed_ms, about) VALUES ('bbbbbbbbbbbbbbbb', 'aaaaaaaaaaaaaaaa', '', '', '', '', '', 0, 1, 0, 3, 0, 0, ?)", (EVIL,))
    for n, entry in enumerate([f"create\nhost aaaaaaaaaaaaaaaa\n{EVIL}", f"sit 0 aaaaaaaaaaaaaaaa 0 {EVIL}", f"chat 0 {EVIL}"]):
        old.execute("INSERT INTO entries (table_id, number, at_ms, entry) VALUES ('bbbbbbbbbbbbbbbb', ?, 0, ?)", (n + 1, entry))
for words in (["tables"], ["guests"], ["table", "b"], ["export", "a"], ["rename", "a", EVIL], ["close", "b", EVIL], ["orders"],
              ["lobby", "close", EVIL], ["lobby"], ["ban", "a", EVIL], ["unban", EVIL], ["forget", "a"], ["delete", EVIL], [EVIL]):
    run(f"admin: {words[0]!r}", "admin", "--store", store, *words)
for name, text in (("key", f"{EVIL} = 1\n"), ("value", f"max-messages = {EVIL}\n"), ("line", EVIL), ("store", f"store = {EVIL}\n")):
    put("evil.conf", text.replace("\r", ""))
    run(f"serve: --config, its {name}", "serve", "--config", "evil.conf")
    run(f"admin: --config, its {name}", "admin", "--config", "evil.conf", "tables")

missing = set(commands) - walked
results["failed" if missing else "passed"] += 1
if missing:
    print("FAIL no text from elsewhere was given to", ", ".join(sorted(missing)))
subprocess.run(["rm", "-rf", here])
print(f"{results['passed']} passed, {results['failed']} failed")
sys.exit(results["failed"] > 0)
