"""Sweeps over every command and every name. conventions.py PROGRAM

Every command, also of fuerstenfeld-lab beside it: -h, --help, -V, --version, a mistyped option, LC_ALL=C, COLUMNS=60; a
closed pipe. Every card, good and brewery: each spelling, wherever a name is accepted. Every topic of `?`, mistyped and
with words behind it."""
import json
import os
import re
import subprocess
import sys
import tempfile

program = os.path.abspath(sys.argv[1])
here = tempfile.mkdtemp(prefix="ff-conventions.")
root = os.getcwd()
os.chdir(here)
os.environ.update(XDG_STATE_HOME=here, LC_ALL="C.UTF-8")
os.environ.pop("COLUMNS", None)
results = {"passed": 0, "failed": 0}


def ok(title, good, shown=""):
    results["passed" if good else "failed"] += 1
    if not good:
        print("FAIL", title)
        print("  ", str(shown)[-600:])


def run(*arguments, stdin="", program=program, **environment):
    done = subprocess.run([program, *arguments], input=stdin.encode(), capture_output=True, timeout=300, env={**os.environ, **environment})
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


# -------------------------------------------------------------------------------------------------------- all commands

commands = re.findall(r"(?m)^  (\w+)  +", run("--help")[1])
ok("there are commands", len(commands) > 10, commands)
edition = open(os.path.join(root, "editions/default.edition")).read()
open("short.edition", "w").write(re.sub(r"(?m)^round_limit .*", "round_limit 2", edition))
for bots in ("random", "steward"):
    subprocess.run([program, "selfplay", "--games", "1", "--seed", "3", "--bots", bots, "--edition", "short.edition", "--record",
                    {"random": "one", "steward": "two"}[bots] + ".jsonl"], check=True, capture_output=True)
for name in ("one", "two"):
    text = open(name + ".jsonl").read().replace("random-0", "Jörg 中")
    open(name + ".jsonl", "w").write(text)
run("play", "--seed", "3", "--bots", "random", "--names", "Zoë", stdin="done\nquit\n")
typical = {  # what prints much, quickly
    "play": ["--human", "none", "--bots", "random", "--names", "Müller,Bärbel,Zoë"], "saves": [], "stats": [], "serve": ["--bot-threads", "few"],
    "admin": ["--store", "memory", "tables"], "selfplay": ["--games", "3"], "arena": ["--bots", "random,steward", "--games", "4"],
    "verify": ["one.jsonl", "two.jsonl"], "review": ["--effort", "quick", "--seat", "0", "one.jsonl"], "duplicate": ["one.jsonl", "two.jsonl"],
    "puzzle": ["3"], "show": ["one.jsonl"], "edition": [],
}
ok("every command is in the sweep", set(commands) == set(typical), set(commands) ^ set(typical))


def longest(text):
    return max((len(line) for line in text.splitlines()), default=0)




def check_help(program, commands):
    """Help, version and wrong options of each command."""
    version = run("--version", program=program)[1]
    for command in ["", "help", *commands]:
        words = [command] if command else []
        for option in ("-h", "--help"):
            status, out, err = run(*words, option, program=program)
            ok(f"{command} {option}", status == 0 and out.startswith(f"usage: {os.path.basename(program)} ") and not err, (status, err))
        for option in ("-V", "--version"):
            ok(f"{command} {option}", run(*words, option, program=program) == (0, version, ""), run(*words, option, program=program))
        status, out, err = run(*words, "--hepl", program=program) if words else run("hepl", program=program)
        ok(f"{command}: a mistyped option gets one suggestion", status == 2 and "did you mean" in err and "help" in err and err.count("\n") == 1, err)
        status, out, err = run(*words, "--qqqqqqqq", program=program) if words else run("qqqqqqqq", program=program)
        ok(f"{command}: an option like none is told in one line", status == 2 and err.count("\n") == 1 and "--help" in err, err)
        out = run(*words, "--help", program=program, COLUMNS="60")[1]
        ok(f"{command} --help fits 60 columns", out and longest(out) <= 60, out)
        out = run(*words, "--help", program=program, LC_ALL="C")[1]
        ok(f"{command} --help is ASCII with LC_ALL=C", out and out.isascii(), out)


check_help(program, commands)
lab = program + "-lab"
lab_commands = re.findall(r"(?m)^  ([\w-]+)  +", run("--help", program=lab)[1])
ok("the laboratory has commands", len(lab_commands) > 10, lab_commands)
check_help(lab, lab_commands)
for command in commands:
    arguments = [command, *typical[command]]
    status, out, err = run(*arguments, LC_ALL="C")
    ok(f"{command} is ASCII with LC_ALL=C", (out + err).isascii() and (out + err), ascii(out + err))
    if command not in ("edition",):  # a file
        status, out, err = run(*arguments, COLUMNS="60")
        ok(f"{command} fits 60 columns", longest(out + err) <= 60, [line for line in (out + err).splitlines() if len(line) > 60][:3])
    for words in ([command, "--help"], arguments):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, timeout=300)
        os.close(writer)
        usual = run(*words)
        quiet = done.stderr.decode() == usual[2] if usual[2] else not done.stderr
        ok(f"{' '.join(words)}: a closed pipe ends quietly", quiet and done.returncode == (141 if usual[1] else usual[0]), (done.returncode, done.stderr, usual[0]))
for command in ("arena", "selfplay", "review", "duplicate"):
    _, out, _ = run(command, *typical[command], "--json", LC_ALL="C")
    ok(f"{command} --json is ASCII with LC_ALL=C, and JSON", out.isascii() and json.loads(out), out)

# -------------------------------------------------------------------------------------------------------------- names

short = re.search(r"cards are ([a-z0-9 ]+)", subprocess.run(
    ["sh", "-c", f"printf 'done; build qqq\\n' | {program} play --seed 5 --plain --bots random"], capture_output=True).stdout.decode())
cards = short.group(1).split()
ok("there are 28 cards", len(cards) == 28, cards)
titles = {}
for card in cards:
    titles[card] = re.search(r"(?m)^(?:Green> )?(.*?): ", run("play", "--seed", "5", "--plain", "--bots", "random", stdin=f"? {card}\n")[1].split("discs")[-1].split("? for help")[-1].split("Green> ")[1]).group(1)
digits = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"}


def spellings(card):
    title = titles[card]
    number = re.sub(r" ([IV]+)$", lambda found: " " + digits[found.group(1)], title)
    for name in (card, title, number):
        for text in (name, name.replace(" ", "")):
            yield from (text, text.lower(), text.upper())


where = {
    "?": ["play", "--seed", "5", "--plain", "--mode", "expert", "--bots", "random"],
    "puzzle ?": ["puzzle", "1"],
}
for title, arguments in where.items():
    for card in cards:
        for name in sorted(set(spellings(card))):
            out = run(*arguments, stdin=f"? {name}\nquit\n")[1]
            ok(f"{title} {name}", f"> {titles[card]}: " in out, out)
for card in cards:
    for name in sorted(set(spellings(card))):
        for verb in ("build", "Build", "b"):
            out = run("play", "--seed", "5", "--plain", "--bots", "random", stdin=f"done\n{verb} {name}\nquit\n")[1]
            ok(f"{verb} {name}", re.search(rf"build {card}\b|Build: {titles[card]},", out), out)
        out = run("puzzle", "1", stdin=f"done; build {name}\nquit\n")[1]
        ok(f"puzzle: build {name}", f"build {card}" in out.split("done", 1)[1] or (name == card and "covers" in out), out)
        out = run("play", "--seed", "5", "--plain", "--bots", "random", stdin=f"done; done; bury {name}\nquit\n")[1]
        ok(f"bury {name}", f"bury {card}" in out or re.search(rf"(?m)^That is: bury {card}|Green puts {titles[card]} under", out), out)
for name, card in (("Hops field 1", "hops1"), ("WATER FIELD 2", "water2"), ("laboratory 2", "lab2"), ("Palace I", "palace1")):
    out = run("play", "--seed", "5", "--plain", "--bots", "random", "--edition", os.path.join(root, "tests/golden/plain.edition"),
              stdin=f"done; done; keep {name}\nquit\n")[1]
    ok(f"keep {name}", "Green keeps 1 card" in out or "The game is saved" in out and "is no card" not in out, out)
for good in ("hops", "barley", "water"):
    for name in (good, good.capitalize(), good.upper(), good[:3]):
        out = run("play", "--seed", "5", "--plain", "--bots", "random", stdin=f"? {name}\nquit\n")[1]
        ok(f"? {name}", re.search(rf"> {good}: a good|> {titles[good + '1']}: a field", out), out)
        out = run("play", "--seed", "5", "--plain", "--bots", "random", stdin=f"brewery A; sell 15 {name}; sell 15 {name}\nquit\n")[1]
        ok(f"sell 15 {name}", f"sell 15 {good}: " in out, out)
for letter in "abcABC":
    for said in (f"brewery {letter}", f"BREWERY {letter}", f"sell all {letter}", f"sell all at {letter}", f"b {letter}"):
        out = run("play", "--seed", "5", "--plain", "--bots", "random", stdin=f"{said}\nlog\nquit\n")[1]
        ok(said, f"at brewery {letter.upper()}" in out, out)

# -------------------------------------------------------------------------------------------------------------- typos


def answers(lines):
    """What the same step of the same game says to each line."""
    out = run("play", "--seed", "5", "--plain", "--bots", "random", "--edition", os.path.join(root, "tests/golden/plain.edition"),
              stdin="".join(f"{line}\n" for line in lines) + "quit!\n")[1]
    said = out.split("Green> ")[1:]
    ok("every line has an answer", len(said) == len(lines) + 1, (len(said), len(lines)))
    return zip(lines, said)


def typos(name):
    """One letter missing, too many, wrong, or swapped with the next, at two places of the name's letters."""
    letters = len(name.rstrip("0123456789 IV"))
    for i in {1, letters - 2}:
        yield from (name[:i] + name[i + 1:], name[:i] + "q" + name[i:], name[:i] + "q" + name[i + 1:], name[:i] + name[i + 1] + name[i] + name[i + 2:])


listed = run("play", "--seed", "5", "--plain", "--bots", "random", stdin="?\nquit!\n")[1]
listed = {line.split(":")[0].strip() for line in listed.split("Commands:")[1].splitlines() if line.startswith("    ")}
listed = sorted({re.sub(r" (\[?[A-Z]+\]?|\[all\])$", "", name) for name in listed} - {"?"})
ok("the commands were read from the help", {"sell all", "hint", "log", "quit"} <= set(listed), listed)
verbs = ["draw", "brewery", "market", "sell", "office", "build", "space", "store", "bury", "trash", "done"]
topics = {name: {name, "That is allowed now"} if name == "done" else {name.split()[0]} for name in [*listed, *verbs, "hops", "barley", "water", "rules"]}
for card in cards:
    for name in (card, titles[card]):
        topics.setdefault(name, set()).update((card, titles[card]))
mistyped = [(name, typo) for name in topics for typo in typos(name) if len(name) > 3 and typo not in topics]
mistyped += [("crane", "crnae"), ("office", "offcie"), ("brewery", "brewry")]
for (name, typo), (_, said) in zip(mistyped, answers([f"? {typo}" for _, typo in mistyped])):
    good = any(right.lower() in said.lower() for right in topics[name])
    ok(f"? {typo}, for {name}", good and ("Here say" not in said or " " in name), said)
asked = [f"? {name} {more}" for name in topics for more in ("xyzzy", "xyzzy 9")]
for line, said in answers(asked):
    ok(line, '"xyzzy" is' in said and "R" not in said.split("xyzzy")[0], said)
numbered = sorted({re.sub(r" ?([1-6]|[IV]+)$", "", name) for name in topics if name in cards or name in titles.values()} - set(cards) - set(titles.values()))
ok("the cards with numbers are there", {"Spring", "Town hall", "lab"} <= set(numbered), numbered)
for line, said in answers([*(f"? {name} 9" for name in numbered), *(f"? build {name} 9" for name in numbered)]):
    ok(line, '"9" is not a number of such a card; there are ' in said or "id you mean" in said or '"9" is not understood. Say ? ' in said, said)
lines = [*(f"{verb}{name} 9" for verb in ("build ", "b ", "") for name in numbered), *(f"build {name} xyzzy 2" for name in cards)]
lines += [f"build {title} xyzzy 2" for title in titles.values()]
for line, said in list(answers(["done", *lines]))[1:]:
    right = r'"9" is not a number of such a card; there are ' if line.endswith(" 9") else r'not carried out: xyzzy 2|"xyzzy" is no action'
    ok(line, re.search(right, said) and "That is" not in said, said)
said = list(answers(["done", "build Water field 3"]))[1][1]
ok("build Water field 3", "build water3: That card is not in the hand" in said and "not done" not in said, said)

# ----------------------------------------------------------------------------------------------------------- refusals

for players in (2, 3, 4, 5):
    letters = "ABCDE"[:players]
    wants = f"Here say brewery {', '.join(letters[:-1])} or {letters[-1]}, or done."
    for said in ("sing", "brewery F", "space 3", "build crane", "sell 2 hops", "77", "brewery " + "ABCDE"[players % 5] if players < 5 else "brewery Z"):
        out = run("play", "--players", str(players), "--seed", "5", "--plain", "--bots", "random", stdin=f"{said}\nquit\n")[1]
        after = out.split("Green> ", 1)[1].split("Green> ")[0]
        wrong = said.split()[-1] if said.startswith("brewery") else said.split()[0]
        ok(f"{players} players: {said}", wants in after and wrong in after and not re.search(r"A, B, C, D, E|\(to E\)", after), after)

# --------------------------------------------------------------------------------------------------- --force, record, client

for command in ("saves", "stats"):
    open(os.path.join(here, "fuerstenfeld", "results.jsonl"), "a").write("{}\n")
    status, out, err = run(command, "--clear")
    ok(f"{command} --clear asks", status == 2 and "--force" in err and os.listdir("fuerstenfeld"), err)
    status, out, err = run(command, "--clear", "--force")
    ok(f"{command} --clear --force", status == 0 and "deleted" in out, out + err)
open("short.edition", "w").write(re.sub(r"(?m)^round_limit .*", "round_limit 1", edition))
run("play", "--seed", "5", "--bots", "random", "--edition", "short.edition", "--record", "r.jsonl",
    stdin="done; done; keep lab2\nrecord r.jsonl\nrecord ./r.jsonl\nrecord s.jsonl\nrecord s.jsonl\n")
for name in ("r", "s"):
    ok(f"{name}.jsonl has the game once", os.path.exists(f"{name}.jsonl") and open(f"{name}.jsonl").read().count('"event":"game"') == 1)
client = subprocess.run([sys.executable, os.path.join(root, "examples/client.py"), "http://127.0.0.1:99999/", "Anna"], capture_output=True)
ok("client.py with an impossible port says so in one line", client.returncode != 0 and client.stderr.count(b"\n") == 1, client.stderr)
client = subprocess.run([sys.executable, os.path.join(root, "examples/client.py"), "http://127.0.0.1:9/", "Anna"], capture_output=True)
ok("client.py without a server says so in one line", client.returncode == 2 and client.stderr.count(b"\n") == 1 and not client.stdout, client.stderr)

subprocess.run(["rm", "-rf", here])
print(f"{results['passed']} passed, {results['failed']} failed")
sys.exit(results["failed"] > 0)
