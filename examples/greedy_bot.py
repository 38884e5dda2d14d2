#!/usr/bin/env python3
"""A bot that looks at what it is told: it sells where it is paid best and builds what it can.

    fuerstenfeld arena --bots "cmd:python3 examples/greedy_bot.py,random" --players 2 --games 10

It needs nothing but Python's standard library. The protocol is in docs/authors/bot_protocol.md, the words in docs/authors/notation.md.
"""
import random
import sys

GOODS = ("hops", "barley", "water")
PALACE_FROM_ROUND = 6
# What is worth building, best first.
CARDS = ["hops3", "barley3", "water3", "bank2", "hops2", "barley2", "water2", "bank1", "office", "crane", "lab2", "lab1",
         "market", "townhall2", "townhall1", "guide", "hops1", "barley1", "water1", "warehouse", "magistrate",
         "scavenger"]
PRINTED = 6  # what a printed field is worth, on the same scale


class Game:
    """What the lines have told so far."""

    def __init__(self):
        self.seat = 0
        self.price_track = [0, 1, 2, 3]
        self.rng = random.Random(1)
        self.clear()

    def clear(self):
        self.facts, self.legal = {}, []

    def tell_edition(self, words):
        if words[0] == "price_track":
            self.price_track = [int(price) for price in words[1:]]

    def tell_view(self, words):
        # "player 0 coins 12" -> facts["player", "0", "coins"] = ["12"]; "round 4" -> facts["round"] = ["4"]
        if words[0] in ("player", "brewery"):
            self.facts[tuple(words[:3])] = words[3:]
        else:
            self.facts[words[0]] = words[1:]

    def own(self, what):
        return self.facts.get(("player", str(self.seat), what), [])


def worth(card):
    """How good a card is to have: Palace parts first, then the list."""
    if card.startswith("palace"):
        return 100
    return len(CARDS) - CARDS.index(card) if card in CARDS else 0


def income(game, brewery):
    steps = game.facts["brewery", brewery, "step"]
    prices = [game.price_track[int(step)] for step in steps]
    return sum(int(n) * price for n, price in zip(game.own("goods"), prices))


def cover_cost(game, space):
    """What is lost by building on a space: the card there, or the printed field of the bottom row."""
    card = game.own("board")[int(space) - 1]
    if card != "-":
        return worth(card)
    return PRINTED if int(space) > 3 else 0


def wants_to_build(game, card):
    """Above 0: yes. Early an economy, as long as it gets better by it; later the money is for the palace."""
    late = int(game.facts["round"][0]) >= PALACE_FROM_ROUND
    if card.startswith("palace"):
        return 100 if late else -1
    board = game.own("board")
    free = [space for space in range(1, 7) if not board[space - 1].startswith("palace")]
    gain = worth(card) - min(cover_cost(game, space) for space in free)
    return -1 if late else gain


def score(game, action):
    words = action.split()
    verb, rest = words[0], words[1:]
    if verb == "brewery":
        return income(game, rest[0])
    if verb in ("sell", "store"):
        return int(rest[0])
    if verb == "office":
        return rest[0] != "none"
    if verb == "market":
        return rest[0] == "none"
    if verb == "build":
        return wants_to_build(game, rest[0])
    if verb == "space":
        return -cover_cost(game, rest[0])
    if verb == "bury":
        return 50 - worth(rest[0])
    if verb == "trash":
        return -1000 if rest[0].startswith("palace") else 40 - worth(rest[0])
    return {"draw": 1, "done": 0}[verb]


def choose(game):
    best = max(score(game, action) for action in game.legal)
    return game.rng.choice([action for action in game.legal if score(game, action) == best])


def main():
    game = Game()
    for line in sys.stdin:
        words = line.split()
        word = words[0] if words else ""
        if word == "fuerstenfeld":
            print("bot greedy.py", flush=True)
        elif word == "game":
            game = Game()
        elif word == "seat":
            game.seat = int(words[1])
        elif word == "seed":
            game.rng.seed(int(words[1]))
        elif word == "edition":
            game.tell_edition(words[1:])
        elif word == "start":
            print("ready", flush=True)
        elif word == "view":
            game.tell_view(words[1:])
        elif word == "legal":
            game.legal.append(" ".join(words[1:]))
        elif word == "go":
            print("play " + choose(game), flush=True)
            game.clear()
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
