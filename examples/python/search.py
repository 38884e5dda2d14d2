"""search.py - information-set Monte Carlo tree search: a player in about a hundred lines.

    python3 search.py [ITERATIONS [DEALS]]        plays it in the arena against the steward and a random player

Each iteration resamples what the seat does not know (`View.resample`), walks down one tree that all these worlds share
(Cowling, Powley and Whitehouse 2012: single-observer ISMCTS), adds a node, finishes the turn as the
steward would, and values the position with the bots' network instead of a random game. At every node the acting seat is thought to maximize its own share of the victory.
"""

from __future__ import annotations

import math
import sys

import fuerstenfeld as ff

EXPLORATION = 0.1  # of the upper confidence bound; chances of actions differ by a few percent
DEPTH_MAX = 200  # decisions below the root; forced ones are skipped


class Node:
    """What is known of the positions after one chain of actions from the root."""

    __slots__ = ("visits", "sums", "children", "offered")

    def __init__(self, players: int) -> None:
        self.visits = 0
        self.sums = [0.0] * players
        self.children: dict[int, Node] = {}
        self.offered: dict[int, int] = {}  # by action: in how many iterations it was legal here

    def choose(self, legal: list[int], seat: int) -> int:
        """Chooses the action with the highest upper confidence bound among those that are legal in this world."""
        best, highest = legal[0], -1.0
        for action in legal:
            self.offered[action] = self.offered.get(action, 0) + 1
            child = self.children.get(action)
            if child is None:
                return action
            mean = child.sums[seat] / child.visits
            bound = mean + EXPLORATION * math.sqrt(math.log(self.offered[action]) / child.visits)
            if bound > highest:
                best, highest = action, bound
        return best


class Search:
    """A player for the arena. More iterations play better and take longer."""

    def __init__(self, iterations: int = 100, network: ff.Network | None = None) -> None:
        self.iterations = iterations
        self.network = network or ff.default_network()
        self.steward = ff.Bot("steward")

    def __call__(self, view: ff.View, seed: int) -> int:
        legal = view.legal_actions()
        if len(legal) == 1:
            return legal[0]
        root, rng = Node(view.game.players), ff.Rng(seed)
        for _ in range(self.iterations):
            self.iterate(root, view.resample(rng.next()))
        return max(root.children, key=lambda action: root.children[action].visits)

    def iterate(self, root: Node, state: ff.State) -> None:
        """Walks down the tree in one world, adds a node, and returns its value to all nodes on the way."""
        path, node, seat = [root], root, state.current_player()
        while len(path) < DEPTH_MAX and not state.is_terminal():
            seat = state.current_player()
            action = node.choose(state.legal_actions(), seat)
            state.apply(action, seat)
            is_new = action not in node.children
            node = node.children.setdefault(action, Node(state.game.players))
            path.append(node)
            if is_new:
                self.finish_turn(state, seat)
                break
        values = self.value(state, seat)
        for node in path:
            node.visits += 1
            node.sums = [a + b for a, b in zip(node.sums, values)]

    def finish_turn(self, state: ff.State, seat: int) -> None:
        """Plays on as the steward would while the seat acts, because half a turn is hard to value."""
        steward = self.steward.start(state.game, seat)
        while state.current_player() == seat:
            state.apply(steward(state.view(), 0), seat)

    def value(self, state: ff.State, seat: int) -> list[float]:
        """Returns each seat's share of the victory, or its chance in the eyes of the seat that acted last."""
        if state.is_terminal():
            return state.returns()
        return [float(x) for x in self.network.evaluate(state.view(seat))]


if __name__ == "__main__":
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    deals = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    print(ff.arena({f"search:{iterations}": Search(iterations), "steward": ff.Bot("steward"), "random": ff.Bot("random")}, deals=deals))
