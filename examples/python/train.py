"""train.py - learns to play from nothing: proximal policy optimization (PPO) on VectorEnv, in plain PyTorch.

    python3 train.py --minutes 30 --save learner.pt       trains, and tells how it does against random and novice
    python3 train.py --load learner.pt --minutes 0         only plays the arena

All seats are played by one network. It reads the tensor of a view and gives a policy over the actions and the acting
seat's expected share of the victory. What each seat's decision led to is the value of the same seat's next decision, so
advantages are computed for each seat of each game (generalized advantage estimation, Schulman et al. 2016).
"""

from __future__ import annotations

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

import fuerstenfeld as ff

GAMES = 256  # in the batch
STEPS = 256  # of the batch between updates
EPOCHS = 2
MINIBATCH = 4096
HIDDEN = 128
CLIP = 0.2
LAMBDA = 0.97  # near 1: a victory is many decisions away
ENTROPY = 0.01
RATE = 1e-3


class Net(nn.Module):
    """A policy and a value from the tensor."""

    def __init__(self, positions: torch.Tensor) -> None:
        """Takes the inputs that vary among the positions, and scales them by their spread there."""
        super().__init__()
        x = positions.float()
        inputs = torch.nonzero(x.std(0) > 0)[:, 0]
        self.register_buffer("inputs", inputs)
        self.register_buffer("mean", x.mean(0)[inputs])
        self.register_buffer("scale", 1 / (x.std(0)[inputs] + 0.1))
        self.body = nn.Sequential(nn.Linear(len(inputs), HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.policy = nn.Linear(HIDDEN, ff.ACTIONS)
        self.value = nn.Linear(HIDDEN, 1)
        nn.init.zeros_(self.policy.weight)  # begins with the uniform policy

    def forward(self, tensor: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns the logarithms of the policy, and the values."""
        body = self.body((tensor[:, self.inputs].float() - self.mean) * self.scale)
        logits = self.policy(body).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(logits, 1), torch.sigmoid(self.value(body))[:, 0]


def new_net(env: ff.VectorEnv, seed: int = 1) -> Net:
    """Plays at random, so that not all games are at their beginning, and makes a network for such positions."""
    rng, positions = ff.Rng(seed), []
    for step in range(1000):
        env.step(env.sample(rng))
        if step % 100 == 99:
            positions.append(torch.from_numpy(env.tensor.copy()))
    return Net(torch.cat(positions))


class Learner:
    """The network as a player for the arena: it takes the action of the highest probability."""

    def __init__(self, net: Net) -> None:
        self.net = net

    def __call__(self, view: ff.View, seed: int) -> int:
        mask = torch.zeros(1, ff.ACTIONS)
        mask[0, view.legal_actions()] = 1
        with torch.no_grad():
            return int(self.net(torch.from_numpy(view.tensor()[None]), mask)[0].argmax())


class Rollout(NamedTuple):
    """What was seen and done in STEPS steps of all games: arrays of steps × games."""

    tensor: Any
    mask: Any
    action: Any
    chance: Any  # the logarithm of the action's probability
    value: Any
    seat: Any
    done: Any
    reward: Any  # × seats


def play(env: ff.VectorEnv, net: Net) -> Rollout:
    """Plays on; the arrays of the environment are the C library's memory, so they are copied into the rollout."""
    n = env.n
    roll = Rollout(np.empty((STEPS, n, ff.TENSOR_SIZE), np.uint8), np.empty((STEPS, n, ff.ACTIONS), np.uint8),
                   np.empty((STEPS, n), np.int64), np.empty((STEPS, n), np.float32), np.empty((STEPS, n), np.float32),
                   np.empty((STEPS, n), np.uint8), np.empty((STEPS, n), np.uint8), np.empty((STEPS, n, env.game.players), np.float32))
    with torch.no_grad():
        for t in range(STEPS):
            roll.tensor[t], roll.mask[t], roll.seat[t] = env.tensor, env.mask, env.seat
            log_policy, value = net(torch.from_numpy(roll.tensor[t]), torch.from_numpy(roll.mask[t]))
            action = torch.multinomial(log_policy.exp(), 1)
            roll.action[t], roll.chance[t] = action[:, 0], log_policy.gather(1, action)[:, 0]
            roll.value[t] = value
            env.step(roll.action[t].astype(np.uint16))
            roll.done[t], roll.reward[t] = env.done, env.reward
    return roll


def advantages(roll: Rollout) -> tuple[np.ndarray, np.ndarray]:
    """Returns each decision's advantage, and whether it is known: a seat's last decision has no successor yet."""
    steps, n, players = roll.reward.shape
    rows = np.arange(n)
    value, advantage, known = np.zeros((n, players), np.float32), np.zeros((n, players), np.float32), np.zeros((n, players), bool)
    result, is_known = np.zeros((steps, n), np.float32), np.zeros((steps, n), bool)
    for t in reversed(range(steps)):
        ended = roll.done[t] == 1
        value[ended], advantage[ended], known[ended] = roll.reward[t][ended], 0, True
        seat = roll.seat[t]
        result[t] = value[rows, seat] - roll.value[t] + LAMBDA * advantage[rows, seat]
        is_known[t] = known[rows, seat]
        value[rows, seat], advantage[rows, seat], known[rows, seat] = roll.value[t], np.where(is_known[t], result[t], 0), True
    return result, is_known


def update(net: Net, optimizer: torch.optim.Optimizer, roll: Rollout) -> float:
    """Takes some steps of gradient descent; returns the policy's mean entropy."""
    advantage, known = advantages(roll)
    data = [torch.from_numpy(array.reshape(-1, *array.shape[2:])[known.reshape(-1)])
            for array in (roll.tensor, roll.mask, roll.action, roll.chance, roll.value, advantage)]
    tensor, mask, action, chance, value, gain = data
    target = value + gain
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    entropies = []
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(action)).split(MINIBATCH):
            log_policy, estimate = net(tensor[rows], mask[rows])
            ratio = (log_policy.gather(1, action[rows, None])[:, 0] - chance[rows]).exp()
            policy_loss = -torch.min(ratio * gain[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[rows]).mean()
            value_loss = (estimate - target[rows]).square().mean()
            entropy = -(log_policy.exp() * log_policy).sum(1).mean()
            loss = policy_loss + 2 * value_loss - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            entropies.append(entropy.item())
    return float(np.mean(entropies))


def compare(net: Net, deals: int) -> str:
    """Plays the learner against two random players, and against two of the weakest level for people."""
    lines = []
    for other in ("random", "novice"):
        result = ff.arena({"learner": Learner(net), other: ff.Bot(other), f"second {other}": ff.Bot(other)}, deals=deals)
        low, high = result.interval("learner")
        lines.append(f"{other} {result.shares['learner']:.3f} [{low:.3f}, {high:.3f}]")
    return "share of the victory against two of: " + ", ".join(lines) + "; equals would have 0.333"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=30, help="of computing by each thread; waiting for other programs does not count")
    parser.add_argument("--updates", type=int, default=10**9, help="stop after so many, whatever the clock says")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--deals", type=int, default=100, help="of the arena at the end")
    parser.add_argument("--load")
    parser.add_argument("--save")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    env = ff.VectorEnv(options.games, 3, seed=options.seed, threads=options.threads)
    net = new_net(env, options.seed)
    if options.load:
        net.load_state_dict(torch.load(options.load))
    optimizer = torch.optim.Adam(net.parameters(), RATE)
    begin, number, games, spent = time.process_time(), 0, 0, 0.0
    while spent < 60 * options.minutes and number < options.updates:
        roll = play(env, net)
        entropy = update(net, optimizer, roll)
        number, games = number + 1, games + int(roll.done.sum())
        spent = (time.process_time() - begin) / options.threads
        if number % 10 == 0 or number == options.updates:
            length = STEPS * env.n / max(1, int(roll.done.sum()))
            print(f"{spent:6.0f} s  {number * STEPS * env.n:9d} decisions  {games:7d} games of {length:4.0f}  entropy {entropy:.2f}", flush=True)
            if options.save:
                torch.save(net.state_dict(), options.save)
    print(compare(net, options.deals), flush=True)


if __name__ == "__main__":
    main()
