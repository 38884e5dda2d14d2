#!/usr/bin/env python3
"""Deals a recorded game again as docs/players/fair.md says, with nothing of the program: tests/fair.py RECORD.

Prints one line for each game; the exit status is 1 if a deal does not follow from its `fair`."""
import hashlib
import json
import sys

CARDS = """hops1 hops2 hops3 barley1 barley2 barley3 water1 water2 water3 bank1 bank2 townhall1 townhall2 lab1 lab2 office
    warehouse market magistrate crane palace1 palace2 palace3 palace4 palace5 palace6 guide scavenger""".split()
DEMAND = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1], [2, 2, 2]]


def digest(*lines):
    return hashlib.blake2b("".join(line + "\n" for line in lines).encode(), digest_size=32).hexdigest()


def numbers(seed):
    block = 0
    while True:
        bytes_ = bytes.fromhex(digest("fuerstenfeld fair 1 block", f"seed {seed}", f"block {block}"))
        for i in range(0, 32, 4):
            yield int.from_bytes(bytes_[i:i + 4], "big")
        block += 1


def shuffled(stream, items):
    items = list(items)
    for i in range(len(items) - 1, 0, -1):
        number = next(n for n in stream if n < 2**32 // (i + 1) * (i + 1))
        j = number % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def check_rounds(rounds):
    """Each void round has somebody new who withheld; who opened seals anew, or gives nothing more; nobody else changes."""
    shown = set()
    for number, (now, after) in enumerate(zip(rounds, rounds[1:] + [None])):
        before = rounds[number - 1] if number else [""] * len(now)
        refused = [gave for gave, was in zip(now, before) if gave.startswith("withheld") and gave != was]
        assert len(rounds) == 1 or bool(refused) == (after is not None), "a void round"
        shown |= {gave.split()[1] for gave in now if gave.split()[0] in ("sealed", "withheld")}
        for gave, then in zip(now, after or []):
            if not gave.startswith("sealed"):
                assert then == gave, "a void round"
            elif then != "none":
                assert then.split()[0] in ("sealed", "withheld") and then.split()[1] not in shown, "a void round"


def check(game):
    fair, players = game["fair"], len(game["players"])
    name, secret = f'game {fair["game"]}', f'secret {fair["secret"]}'
    assert fair["commit"] == digest("fuerstenfeld fair 1 commit", name, secret), "the commitment"
    rounds = fair.get("void", []) + [fair["seats"]]
    for gave in sum(rounds, []):
        how, *rest = gave.split()
        if how == "sealed":
            assert rest[0] == digest("fuerstenfeld fair 1 seal", f"value {rest[1]}"), "a seal"
    check_rounds(rounds)
    seed = digest("fuerstenfeld fair 1 seed", name, f'mode {game["mode"]}', secret,
                  *(f"seat {seat} {gave}" for seat, gave in enumerate(fair["seats"])))
    stream = numbers(seed)
    demand = sorted(game.get("demand_cards", DEMAND), key=lambda d: d[::-1])
    assert game["demand"] == shuffled(stream, demand)[:players], "the demand cards"
    cards = CARDS if game["mode"] == "expert" else CARDS[:26]
    assert game["decks"] == [shuffled(stream, cards) for _ in range(players)], "the decks"
    assert game["order"] == shuffled(stream, range(players)), "the order"


status = 0
for line in open(sys.argv[1], encoding="utf-8"):
    if '"event":"game"' in line:
        game = json.loads(line)
        try:
            check(game)
            print(f'game {game["fair"]["game"]}: the deal follows')
        except AssertionError as wrong:
            status = 1
            print(f'game {game["fair"]["game"]}: {wrong} does not follow')
sys.exit(status)
