#!/usr/bin/env python3
"""Trains the network on a GPU: the C program plays, PyTorch learns. docs/authors/training.md has the commands and the figures.

    python3 lab/gpu.py --program build/fuerstenfeld-lab --out new.net --minutes 25 [--state run.pt]
    python3 lab/gpu.py --start weights/default.net --out new.net --minutes 2 --teacher FILE    # expert iteration

While the GPU learns from the games played so far, `fuerstenfeld-lab positions` plays the next ones on the CPU with the
newest network. Games are played by the mean of the weights over the last steps, and that is what is written. The first
games are lessons: the steward plays every seat. With --state a run that was cut into pieces goes on where it was, less
the positions it held in memory.

With --teacher part of each batch comes from the positions of `fuerstenfeld-lab positions --search`. A twentieth of them is
held out, and the network that predicts these best is the one that stays in --out.
"""
import argparse
import math
import os
import re
import struct
import subprocess
import tempfile
import time

import numpy as np
import torch

ACTIVE_MAX, PLAYERS_MAX, KINDS = 320, 5, 8
HIDDEN2 = 32
RECORD = np.dtype([("features", "<i2", ACTIVE_MAX), ("target", "<f4", PLAYERS_MAX), ("result", "<f4", PLAYERS_MAX),
                   ("players", "<i2"), ("worlds", "<i2")])
WORLDS_PRIOR = 8  # a search's mean over this many worlds has half of the weight
ONE, WEIGHT1_ONE, WEIGHT_ONE = 256, 256, 512
STEPS, STEPS_MAX = 64, 127  # the first layer's weights are whole steps of 1/64, at most so many
MAGIC = b"FFNET\2\0\0"
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"  # the latter to try it out


class Clip(torch.autograd.Function):
    """Clips to 0..1, with a small slope outside that brings a unit back."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(0, 1)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return torch.where((x > 0) & (x < 1), grad, 0.01 * grad)


def read_layout(path):
    """From the C headers: the version of the features, the groups they come in, [(name, first, size)], how many they
    are, and the size of the first layer."""
    text = open(path).read()
    constants = {"FF_CARDS_MAX": 28, "FF_STAGES": 17}
    for name, value in re.findall(r"enum \{ (\w+) = (\d+) \}", text):
        constants[name] = int(value)
    player, rest = (re.findall(r"X\(([A-Z_]+), ([^)]+)\)", part) for part in text.split("#define FEATURE_")[1:3])
    groups, at = [], 0
    for block in range(PLAYERS_MAX):
        for name, size in player:
            size = eval(size, {}, constants)
            groups.append((f"{name}.{block}", at, size))
            at += size
    for name, size in rest:
        size = eval(size, {}, constants)
        groups.append((name, at, size))
        at += size
    hidden1 = int(re.search(r"NET_HIDDEN1 = (\d+)", open(os.path.join(os.path.dirname(path), "net.h")).read())[1])
    return constants["FEATURES_VERSION"], groups, at, hidden1


# Groups of counters, with the number of values of each counter. Neighbouring values mean nearly the same.
COUNTERS = {"COINS": 29, "YIELD": 8, "PARTS": 7, "INCOME": 20, "RACE": 20, "WAITS": 5, "DISC": 13, "SALE": 16, "HAND_N": 11,
            "NEXT": 5, "FRESH": 9, "PURSE": 29, "FORECAST": 26, "REACH": 7, "FINISH": 26, "LEAD": 21, "GOODS": 10, "ROOM": 5, "ROUND": 24,
            "PALACE": 8, "MARKERS": 5, "LEFT": 4, "MORE": 16}
# Groups with several equal parts (breweries, draws, other players), with the number of features of each part.
REPEATED = {"STEP": 108, "ROOM": 15, "KNOWN": 28, "LEVELS": 5}
# Groups of classes of costs, each with a feature for every card.
CLASSES = {"HAND": 28, "COST": 28}
# Groups of spaces: the price, how far down a lower one is, how far up a higher one (features.c, space_code).
SPACES = {"STEP": 36, "BEST": 36}


def kinship(groups, features):
    """What features have in common, as a matrix of 0 and 1: a row for each feature, a column for each common trait.

    A trait has a column of weights of its own during training, added to those of its features, so that what is learnt
    of one serves its relatives: the same thing at another player or brewery, a coin more or less. The sum is written.
    """
    rows, columns, traits = [], [], {}

    def has(feature, *trait):
        rows.append(feature)
        columns.append(traits.setdefault(trait, len(traits)))

    for full, first, size in groups:
        name, _, block = full.partition(".")
        other = block not in ("", "0")
        for i in range(size):
            if other:
                has(first + i, "other", name, i)
            if name in REPEATED:
                has(first + i, "each", name, i % REPEATED[name])
            if name in COUNTERS:
                values = COUNTERS[name]
                for j in range(1, i % values + 1):
                    has(first + i, "least", name, "other" if other else block, i - i % values, j)
            if name in CLASSES:
                card, cost = i % CLASSES[name], i // CLASSES[name]
                has(first + i, "card", name, card)
                for j in range(1, cost + 1):
                    has(first + i, "costs", name, card, j)
            if name in SPACES:
                good, space = i // SPACES[name] % 3, i % SPACES[name]
                price, fall, rise = space // 9, space // 3 % 3, space % 3
                for trait in [("fall", price, fall), ("rise", price, rise)]:
                    has(first + i, "space", name, good, *trait)
                for j in range(1, price + 1):
                    has(first + i, "price", name, good, j)
    matrix = torch.zeros(features, len(traits))
    matrix[rows, columns] = 1
    return matrix


class Net(torch.nn.Module):
    def __init__(self, features, common, hidden1):
        super().__init__()
        self.register_buffer("common", common, persistent=False)
        self.register_buffer("met", torch.zeros(features, 1))  # features that occurred in training
        self.own = torch.nn.Parameter((torch.rand(features, hidden1) * 2 - 1) * 0.06)
        self.shared = torch.nn.Parameter(torch.zeros(common.shape[1], hidden1))
        self.bias1 = torch.nn.Parameter(torch.full((hidden1,), 0.4))
        # The later layers: each kind of game has its own, all begin alike.
        second = (torch.rand(hidden1, HIDDEN2) * 2 - 1) * 0.25
        third = (torch.rand(HIDDEN2, PLAYERS_MAX) * 2 - 1) * 0.25
        self.second = torch.nn.Parameter(second.repeat(KINDS, 1, 1))
        self.bias2 = torch.nn.Parameter(torch.full((KINDS, HIDDEN2), 0.2))
        self.third = torch.nn.Parameter(third.repeat(KINDS, 1, 1))
        self.bias3 = torch.nn.Parameter(torch.zeros(KINDS, PLAYERS_MAX))

    def first(self):
        return self.own + self.common @ self.shared

    def rounded(self):
        """The first layer as it will be written; the gradient passes as if it were not rounded."""
        exact = self.first()
        return exact + (stepped(exact) - exact).detach()

    def forward(self, held, kind):
        hidden = Clip.apply(held @ self.rounded() + self.bias1)
        hidden = Clip.apply(of_kind(hidden, self.second, kind) + self.bias2[kind])
        return of_kind(hidden, self.third, kind) + self.bias3[kind]


def of_kind(inputs, weights, kind):
    """Each row times the weights of its kind of game: all of them at once, and then the right ones are picked."""
    every = inputs @ weights.transpose(0, 1).reshape(weights.shape[1], -1)
    every = every.view(len(inputs), KINDS, -1)
    return every.gather(1, kind[:, None, None].expand(-1, 1, every.shape[2]))[:, 0]


def stepped(first):
    """The first layer in whole steps: fewer different numbers, which a page loads faster."""
    return (first * STEPS).round().clamp(-STEPS_MAX, STEPS_MAX) / STEPS


def bytes_of(net, version, met=1):
    """The weights as a file of the network's format; of features that were not met they are 0."""

    def scaled(tensor, one, most, kind):
        whole = torch.floor(tensor.detach().double().cpu() * one + 0.5).clamp(-most, most)
        return whole.numpy().astype(kind).tobytes()

    out = struct.pack("<8s4H", MAGIC, version, *net.own.shape, HIDDEN2)
    out += scaled(stepped(net.first() * met), WEIGHT1_ONE, 2047, "<i2") + scaled(net.bias1, WEIGHT1_ONE, 8191, "<i2")
    for kind in range(KINDS):
        out += scaled(net.second[kind].t().contiguous(), WEIGHT_ONE, 32767, "<i2")
        out += scaled(net.bias2[kind], ONE * WEIGHT_ONE, 1 << 28, "<i4")
        out += scaled(net.third[kind].t().contiguous(), WEIGHT_ONE, 32767, "<i2")
        out += scaled(net.bias3[kind], ONE * WEIGHT_ONE, 1 << 28, "<i4")
    check = 0xCBF29CE484222325
    for byte in out:
        check = (check ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return out + struct.pack("<Q", check)


def read_net(path, net, version):
    """Fills the weights from such a file."""
    data = open(path, "rb").read()
    features, hidden1 = net.own.shape
    if struct.unpack("<8s4H", data[:16]) != (MAGIC, version, features, hidden1, HIDDEN2):
        raise SystemExit(f"{path}: no network for these features and layers")
    at = 16

    def take(shape, kind, one):
        nonlocal at
        values = np.frombuffer(data, kind, math.prod(shape), at)
        at += values.nbytes
        return torch.from_numpy(values.astype(np.float32).reshape(shape) / one).to(DEVICE)

    with torch.no_grad():
        net.own.copy_(take((features, hidden1), "<i2", WEIGHT1_ONE))
        net.met.copy_((net.own != 0).any(1, keepdim=True))  # what the network knows stays, even if it is not met again
        net.bias1.copy_(take((hidden1,), "<i2", WEIGHT1_ONE))
        for kind in range(KINDS):
            net.second[kind].copy_(take((HIDDEN2, hidden1), "<i2", WEIGHT_ONE).t())
            net.bias2[kind].copy_(take((HIDDEN2,), "<i4", ONE * WEIGHT_ONE))
            net.third[kind].copy_(take((PLAYERS_MAX, HIDDEN2), "<i2", WEIGHT_ONE).t())
            net.bias3[kind].copy_(take((PLAYERS_MAX,), "<i4", ONE * WEIGHT_ONE))


class Buffer:
    """The newest positions, on the GPU; the oldest are overwritten."""

    def __init__(self, room, features, expert):
        self.index = torch.empty((room, ACTIVE_MAX), dtype=torch.int16, device=DEVICE)
        self.target = torch.empty((room, PLAYERS_MAX), device=DEVICE)
        self.weight = torch.empty(room, device=DEVICE)
        self.players = torch.empty(room, dtype=torch.int16, device=DEVICE)
        self.features, self.expert = features, expert  # expert: the feature that holds in expert games
        self.room, self.n, self.at = room, 0, 0

    def add(self, records, result_share=0.0):
        """The target is the record's, or, if it has a result, a mean of both."""
        for part in np.array_split(records, max(1, len(records) // 500_000)):
            to = lambda name: torch.from_numpy(np.ascontiguousarray(part[name])).to(DEVICE)
            place = (torch.arange(len(part), device=DEVICE) + self.at) % self.room
            target, result, worlds = to("target"), to("result"), to("worlds")
            share = result_share * (result.sum(1, keepdim=True) > 0)
            self.index[place] = to("features")
            self.target[place] = share * result + (1 - share) * target
            self.weight[place] = torch.where(worlds > 0, worlds / (worlds + WORLDS_PRIOR), 1.0)
            self.players[place] = to("players")
            self.at = (self.at + len(part)) % self.room
            self.n = min(self.n + len(part), self.room)

    def batch(self, size):
        return self.positions(torch.randint(self.n, (size,), device=DEVICE))

    def positions(self, pick):
        held = torch.zeros((len(pick), self.features + 1), device=DEVICE)
        held.scatter_(1, self.index[pick].long(), 1.0)
        players = self.players[pick].long()
        kind = 2 * (players - 2) + held[:, self.expert].long()
        there = torch.arange(PLAYERS_MAX, device=DEVICE)[None, :] < players[:, None]
        return held[:, : self.features], kind, self.target[pick], there, self.weight[pick]


def loss_of(scores, target, there, weight):
    chance = torch.log_softmax(scores.masked_fill(~there, -1e9), dim=1)
    return -((target * chance.masked_fill(~there, 0)).sum(1) * weight).sum() / weight.sum()


def calibrate(records, expert):
    """Searches overestimate the seat that searched, because a maximum of estimates is too high. For each kind of game this
    fits chance' = sigmoid(a + b logit(chance)) to the results of the played turns, applies it to all turns, and scales the
    other seats' chances to the rest."""
    kind = 2 * (records["players"] - 2) + (records["features"] == expert).any(1)
    own = records["target"][:, 0].astype(np.float64).clip(1e-4, 1 - 1e-4)
    logit = np.log(own / (1 - own))
    calibrated = own.copy()
    for k in np.unique(kind):
        played = (kind == k) & (records["result"].sum(1) > 0)
        x = np.stack([np.ones(played.sum()), logit[played]], 1)
        fit = np.array([0.0, 1.0])
        for _ in range(20):  # Newton's method for a logistic regression
            chance = 1 / (1 + np.exp(-x @ fit))
            hessian = (x * (chance * (1 - chance))[:, None]).T @ x + 1e-6 * np.eye(2)
            fit += np.linalg.solve(hessian, x.T @ (records["result"][played, 0] - chance))
        calibrated[kind == k] = 1 / (1 + np.exp(-(fit[0] + fit[1] * logit[kind == k])))
        print(f"{k // 2 + 2} players, {'expert' if k % 2 else 'base'}: {played.sum()} turns, a {fit[0]:.3f}, b {fit[1]:.3f}", flush=True)
    rest = records["target"][:, 1:] * ((1 - calibrated) / (1 - own))[:, None]
    records["target"] = np.concatenate([calibrated[:, None], rest], 1)


class Run:
    def __init__(self, args):
        self.args = args
        torch.manual_seed(args.seed)
        self.version, groups, features, hidden1 = read_layout(args.layout)
        common = kinship(groups, features)
        self.net = Net(features, common, hidden1).to(DEVICE)
        self.mean = Net(features, common, hidden1).to(DEVICE)
        # A feature has up to thirty traits, which move it together: they learn more slowly.
        shared = [{"params": [self.net.shared], "pace": 0.2}]
        others = [{"params": [p for name, p in self.net.named_parameters() if name != "shared"], "pace": 1.0}]
        self.optimiser = torch.optim.Adam(others + shared, lr=args.rate, eps=1e-7, fused=DEVICE == "cuda")
        expert = next(first for name, first, _ in groups if name == "MODE") + 1
        self.buffer = Buffer(args.room, features, expert)
        self.teacher, self.held_out, self.best = None, [], math.inf
        if args.teacher:
            self.read_teacher(features, expert)
        self.spent, self.games, self.laps, self.steps = 0.0, 0, 0, 0
        if args.state and os.path.exists(args.state):
            self.load()
        else:
            if args.start:
                read_net(args.start, self.net, self.version)
            self.mean.load_state_dict(self.net.state_dict())
            if self.teacher:
                self.save()

    def read_teacher(self, features, expert):
        """The last games are held out. Their results and their searches' chances are compared separately."""
        records = np.concatenate([np.fromfile(path, RECORD) for path in self.args.teacher])
        played = records[records["result"].sum(1) > 0]
        print(f"{len(records)} searched turns; the {len(played)} that were played: own chance {played['target'][:, 0].mean():.4f}, "
              f"won {played['result'][:, 0].mean():.4f}", flush=True)
        calibrate(records, expert)
        learnt, rest = np.split(records, [len(records) * 19 // 20])
        self.teacher = Buffer(len(learnt), features, expert)
        self.teacher.add(learnt, self.args.result_share)
        for share, part in [(self.args.result_share, rest), (0, rest), (1, rest[rest["result"].sum(1) > 0])]:
            self.held_out.append(Buffer(len(part), features, expert))
            self.held_out[-1].add(part, share)

    def held_out_losses(self):
        """Of the mean network, with the targets of the training, the searches and the results."""
        losses = []
        with torch.no_grad():
            for buffer in self.held_out:
                total = 0.0
                for pick in torch.arange(buffer.n, device=DEVICE).split(16384):
                    held, kind, target, there, weight = buffer.positions(pick)
                    total += loss_of(self.mean(held, kind), target, there, weight).item() * len(pick)
                losses.append(total / max(1, buffer.n))
        return losses

    def load(self):
        state = torch.load(self.args.state, map_location=DEVICE)
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.spent, self.games, self.laps, self.steps = state["counts"]

    def save(self):
        if self.teacher:
            losses = self.held_out_losses()
            print("held out: as trained %.4f, searches %.4f, results %.4f" % tuple(losses), flush=True)
            if losses[0] >= self.best:
                return
            self.best = losses[0]
        with open(self.args.out, "wb") as file:
            file.write(bytes_of(self.mean, self.version, self.mean.met))
        if self.args.state:
            counts = (self.spent, self.games, self.laps, self.steps)
            state = {"net": self.net.state_dict(), "mean": self.mean.state_dict()}
            torch.save({**state, "optimiser": self.optimiser.state_dict(), "counts": counts}, self.args.state)

    def done(self):
        return min(1.0, self.spent / (60 * self.args.minutes))

    def play(self, folder):
        """Starts the next lap's games."""
        args, done = self.args, self.done()
        net = os.path.join(folder, "play.net")
        out = os.path.join(folder, f"lap{self.laps % 2}")
        with open(net, "wb") as file:
            file.write(bytes_of(self.mean, self.version))
        command = [args.program, "positions", "--net", net, "--force", "--out", out, "--seed", str(args.seed * 10**9 + self.games)]
        if self.laps < args.lessons and not args.start:
            games, how = 2 * args.games, ["--lessons", "1", "--explore", "0.12", "--lambda", "1"]
        else:
            explore, jitter = args.explore * (1 - done * 2 / 3), args.jitter * (1 - done * 3 / 4)
            games, how = args.games, ["--explore", f"{explore:.4f}", "--jitter", str(int(jitter))]
            how += ["--lambda", args.lambda_, "--guests", args.guests, "--lessons", "0" if args.start else "0.05"]
        command += ["--games", str(games), "--threads", str(args.threads), "--base", args.base] + how
        command += ["--editions", args.editions] + (["--edition", args.edition] if args.edition else [])
        command += ["--levels", args.levels, "--levels-known", args.levels_known] + (["--older", args.older] if args.older else [])
        self.games += games
        self.laps += 1
        return subprocess.Popen(command, stderr=subprocess.PIPE, text=True), out

    def learn(self, positions):
        """Some steps; returns the mean loss."""
        args = self.args
        n = max(1, int(positions * args.replay / args.batch))
        rate = args.rate * (0.5 + 0.5 * math.cos(math.pi * self.done())) + args.rate / 300
        for group in self.optimiser.param_groups:
            group["lr"] = rate * group["pace"]
        losses = torch.zeros((), device=DEVICE)
        for _ in range(n):
            self.steps += 1
            taught = int(args.batch * args.teacher_share) if self.teacher else 0
            parts = [self.buffer.batch(args.batch - taught)] + ([self.teacher.batch(taught)] if taught else [])
            held, kind, target, there, weight = (torch.cat(part) for part in zip(*parts))
            self.mean.met.copy_(torch.maximum(self.mean.met, held.amax(0)[:, None]))
            loss = loss_of(self.net(held, kind), target, there, weight)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            losses += loss.detach()
            if self.steps % 4 == 0:
                far = min(0.999, 1 - 1 / (1 + self.steps / 40))
                with torch.no_grad():
                    for mean, new in zip(self.mean.parameters(), self.net.parameters()):
                        mean.lerp_(new, 1 - far)
        return losses.item() / n

    def go(self):
        args, end = self.args, time.time() + 60 * self.args.stop
        with tempfile.TemporaryDirectory(dir=args.folder) as folder:
            game, path = self.play(folder)
            new = 0
            while self.done() < 1 and time.time() < end:
                start = time.time()
                loss = self.learn(new) if new else 0
                learnt = time.time() - start
                said = game.communicate()[1]
                if game.returncode != 0:
                    raise SystemExit(said)
                before, finished = path, self.games
                game, path = self.play(folder)
                records = np.fromfile(before, RECORD)
                new = len(records)
                self.buffer.add(records)
                self.spent += time.time() - start
                print(f"{self.laps:4d} laps {finished:9d} games {self.steps:7d} steps  loss {loss:.4f}  learning {learnt:.1f} s of"
                      f" {time.time() - start:.1f} s  {self.spent / 60:.1f} min  {said.strip()}", flush=True)
                if self.laps % args.keep == 0:
                    self.save()
            game.kill()
            game.wait()
            self.learn(new * 4)
        self.save()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/fuerstenfeld-lab")
    parser.add_argument("--out", required=True, help="the network")
    parser.add_argument("--state", help="where the run is kept, to go on from")
    parser.add_argument("--start", help="a network to begin with, instead of lessons")
    parser.add_argument("--layout", default="bots/ai/features.h", help="the features' header; the network's, net.h, lies beside it")
    parser.add_argument("--minutes", type=float, default=25, help="of the whole run: the rate falls to its end")
    parser.add_argument("--stop", type=float, default=1e6, help="stop after so many minutes, the rest comes later")
    parser.add_argument("--games", type=int, default=60_000, help="of a lap")
    parser.add_argument("--lessons", type=int, default=2, help="laps")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--room", type=int, default=60_000_000, help="positions to hold")
    parser.add_argument("--replay", type=float, default=3, help="how often a position is learnt from")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--lambda", dest="lambda_", default="0.8")
    parser.add_argument("--guests", default="0.25", help="how often a seat is not the network's; 1: all but one")
    parser.add_argument("--levels", default="0,1,0,0,0", help="how often a guest is a novice, steward, pupil, apprentice or seer")
    parser.add_argument("--older", help="the network of guests of level 4, which stays as it is")
    parser.add_argument("--levels-known", default="0.8", help="share of games in which the network knows the levels")
    parser.add_argument("--base", default="0.5", help="share of base games")
    parser.add_argument("--edition", help="a file, instead of the default edition")
    parser.add_argument("--editions", default="0.5", help="share of games with editions drawn at random")
    parser.add_argument("--explore", type=float, default=0.03, help="at first; it falls to a third")
    parser.add_argument("--jitter", type=float, default=200, help="at first; it falls to a quarter")
    parser.add_argument("--teacher", nargs="+", help="positions of searches to learn from, too")
    parser.add_argument("--teacher-share", type=float, default=0.5, help="of each batch")
    parser.add_argument("--result-share", type=float, default=0.3, help="of the result in a searched turn's target")
    parser.add_argument("--keep", type=int, default=10, help="save every so many laps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", default="/dev/shm", help="for the positions on their way")
    args = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    Run(args).go()


if __name__ == "__main__":
    main()
