"""Measures the sizes of the game for docs/authors/research.md: python3 lab/sizes.py [GAMES]. Needs the Python package."""

import math
import sys
from collections import Counter

import fuerstenfeld as ff
from fuerstenfeld.arena import play

games = int(sys.argv[1]) if len(sys.argv) > 1 else 40


def hidden_bits(view: ff.View) -> float:
    """The logarithm of how many deals fit what a seat knows: its own unknown cards, and all cards of the others.

    The others' hands and decks are unknown arrangements of the cards that they have not built.
    """
    game, bits = view.game, 0.0
    cards = 28 if game.mode == "expert" else 26
    pub = view._c.pub
    for seat in range(game.players):
        unknown = pub.fresh_n[seat] if seat == view.seat else pub.hand_n[seat] + pub.deck_n[seat]
        choices = unknown if seat == view.seat else cards - bin(pub.built[seat]).count("1")
        bits += (math.lgamma(choices + 1) - math.lgamma(choices - min(unknown, choices) + 1)) / math.log(2)
        if seat != view.seat:
            bits -= math.lgamma(pub.hand_n[seat] + 1) / math.log(2)  # a hand has no order
    return bits


print("| players, mode | rounds | decisions in a game | options at a decision, mean | log2 of deals that fit a view, mean |")
print("| --- | --- | --- | --- | --- |")
for mode in ("base", "expert"):
    for players in range(2, 6):
        game, rounds, lengths, options, bits = ff.Game(players, mode), [], [], Counter(), []
        for seed in range(games):
            _, decisions = play(game, [ff.Bot("steward")] * players, seed)
            state = game.deal(seed)
            for seat, action in decisions:
                options[len(state.legal_actions(seat))] += 1
                bits.append(hidden_bits(state.view(seat)))
                state.apply(action, seat)
            rounds.append(state.round)
            lengths.append(len(decisions))
        mean = sum(n * count for n, count in options.items()) / sum(options.values())
        print(f"| {players}, {mode} | {sum(rounds) / games:.1f} | {sum(lengths) / games:.0f} | {mean:.1f} | {sum(bits) / len(bits):.0f} |")
