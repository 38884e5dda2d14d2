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


def deals_log10(game: ff.Game) -> float:
    """The logarithm of the number of deals: decks, demand cards by brewery, turn order."""
    cards = 28 if game.mode == "expert" else 26
    demand = game._edition.demand_n
    ways = game.players * math.lgamma(cards + 1) + math.lgamma(demand + 1) - math.lgamma(demand - game.players + 1)
    return (ways + math.lgamma(game.players + 1)) / math.log(10)


print("| players, mode | deals | rounds | decisions in a game | options at a decision, mean | tree of a deal | deals that fit a view |")
print("| --- | --- | --- | --- | --- | --- | --- |")
for mode in ("base", "expert"):
    for players in range(2, 6):
        game, rounds, lengths, options, bits, tree = ff.Game(players, mode), [], [], Counter(), [], 0.0
        for seed in range(games):
            _, decisions = play(game, [ff.Bot("steward")] * players, seed)
            state = game.deal(seed)
            for seat, action in decisions:
                options[len(state.legal_actions(seat))] += 1
                tree += math.log10(len(state.legal_actions(seat))) / games
                bits.append(hidden_bits(state.view(seat)))
                state.apply(action, seat)
            rounds.append(state.round)
            lengths.append(len(decisions))
        mean = sum(n * count for n, count in options.items()) / sum(options.values())
        print(f"| {players}, {mode} | 10^{deals_log10(game):.0f} | {sum(rounds) / games:.1f} | {sum(lengths) / games:.0f} | {mean:.1f} | "
              f"10^{tree:.0f} | 2^{sum(bits) / len(bits):.0f} |")
