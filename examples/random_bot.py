#!/usr/bin/env python3
"""The smallest bot in Python: any legal action, each as likely as the others.

    fuerstenfeld arena --bots "cmd:python3 examples/random_bot.py,steward" --players 2 --games 10

The protocol is in docs/authors/bot_protocol.md. Copy this file, and put your own choice into `choose`.
"""
import random
import sys


def choose(legal, view, rng):
    """legal: the actions allowed now, as text; view: what the seat knows, one fact a line. Returns one of legal."""
    return rng.choice(legal)


def say(line):
    print(line, flush=True)  # without flush the line would wait in a buffer, and the game for the line


def main():
    rng = random.Random()
    view, legal = [], []
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "fuerstenfeld":
            say("bot random.py")
        elif word == "seed":
            rng.seed(int(rest))  # the same game, the same choices
        elif word == "start":
            say("ready")
        elif word == "view":
            view.append(rest)
        elif word == "legal":
            legal.append(rest)
        elif word == "go":
            say("play " + choose(legal, view, rng))
            view, legal = [], []
        elif word == "quit":
            break
        # All other lines (game, players, seat, edition, event, budget, over) are of no use to this bot.


if __name__ == "__main__":
    main()
