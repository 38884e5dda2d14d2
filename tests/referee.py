#!/usr/bin/env python3
"""A second opinion on records: the rules of docs/rules.md and the form of docs/authors/record.md written down once more, with nothing of
the program. Plays games at random by them, of random editions, breaks copies of them in one place each, and asks
`fuerstenfeld verify` about all: it must say of every file what is said here.

    tests/referee.py PROGRAM [GAMES [SEED]]

Ends in `N passed, N failed`; a file is one or the other. The exit status is 1 if the two disagree about any."""
import copy
import json
import os
import random
import subprocess
import sys
import tempfile

GOODS = ["hops", "barley", "water"]
FIELDS = [good + str(n) for good in GOODS for n in (1, 2, 3)]
PALACE = [f"palace{n}" for n in range(1, 7)]
BASE = FIELDS + "bank1 bank2 townhall1 townhall2 lab1 lab2 office warehouse market magistrate crane".split() + PALACE
EXPERT = BASE + ["guide", "scavenger"]
DEFAULTS = {"price_track": [0, 1, 2, 3], "price_start": 1, "printed": GOODS, "round_limit": 100,
            "demand_cards": [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1], [2, 2, 2]]}


class Refused(Exception):
    pass


def must(holds, why):
    if not holds:
        raise Refused(why)


def is_int(value, low, high):
    return type(value) is int and low <= value <= high


def triple(value, high=10**9):
    must(isinstance(value, list) and len(value) == 3 and all(is_int(n, 0, high) for n in value), "a triple")
    return value


def is_cards(value):
    return isinstance(value, list) and all(isinstance(card, str) and card in EXPERT for card in value)


# ----------------------------------------------------------------------------------------------------------------- the rules


class Seat:
    def __init__(self, deck):
        self.deck, self.hand, self.coins = list(deck), [], 2
        self.board, self.covered, self.goods = [""] * 6, [], [0, 0, 0]
        self.disc = 0

    def has(self, card):
        return card in self.board

    def parts(self):
        return sum(card in PALACE for card in self.board)

    def allowed(self, one):
        """What the two of a kind allow together: 1 and 2."""
        return self.has(one + "1") * 1 + self.has(one + "2") * 2


class Game:
    """Takes the events of a record one by one, and refuses what the rules do not allow."""

    def __init__(self, line):
        must(line.get("event") == "game" and line.get("format") == 1, "format")
        must(line.get("mode") in ("base", "expert"), "R0.1")
        self.expert = line["mode"] == "expert"
        names = line.get("players")
        must(isinstance(names, list) and 2 <= len(names) <= 5 and all(isinstance(n, str) for n in names), "R0.1")
        self.n = len(names)
        self.read_edition(line)
        self.read_deal(line)
        self.step = [[self.start] * 3 for _ in self.demand]
        self.room = copy.deepcopy(self.demand)
        self.palaces = self.round = 0
        self.kept, self.over = set(), False
        if not self.expert:
            for seat in self.seats:
                seat.hand, seat.deck = seat.deck[:3], seat.deck[3:]  # R1.4
        self.phase = "keep10" if self.expert else "draw"
        self.begin_round()

    def read_edition(self, line):
        value = lambda key: line.get(key, DEFAULTS[key])
        costs = line.get("costs")
        must(isinstance(costs, dict), "costs")
        self.costs = {card: costs.get(card) for card in EXPERT if card not in PALACE}
        must(all(is_int(cost, 0, 99) for cost in self.costs.values()), "costs")
        self.track, self.start = value("price_track"), value("price_start")
        must(isinstance(self.track, list) and 2 <= len(self.track) <= 12, "track")
        must(all(is_int(price, 0, 9) for price in self.track), "track")
        must(self.track == sorted(self.track) and self.track[-1] > 0, "track")
        must(is_int(self.start, 0, len(self.track) - 1), "start")
        self.printed = value("printed")
        must(isinstance(self.printed, list) and sorted(map(str, self.printed)) == sorted(GOODS), "printed")
        self.limit = value("round_limit")
        must(is_int(self.limit, 1, 250), "R9.3")
        self.cards = value("demand_cards")
        must(isinstance(self.cards, list) and 5 <= len(self.cards) <= 16, "demand_cards")
        for card in self.cards:
            triple(card, 7)

    def read_deal(self, line):
        self.demand, left = line.get("demand"), [list(card) for card in self.cards]
        must(isinstance(self.demand, list) and len(self.demand) == self.n, "R1.1")
        for card in self.demand:
            must(card in left, "R1.1")
            left.remove(card)
        self.order = line.get("order")
        must(isinstance(self.order, list) and all(type(p) is int for p in self.order), "R1.2")
        must(sorted(self.order) == list(range(self.n)), "R1.2")
        decks, whole = line.get("decks"), sorted(EXPERT if self.expert else BASE)
        must(isinstance(decks, list) and len(decks) == self.n, "R0.2")
        must(all(is_cards(deck) and sorted(deck) == whole for deck in decks), "R0.2")
        self.seats = [Seat(deck) for deck in decks]

    # ------------------------------------------------------------------------------------------------------------- facts

    def begin_round(self):
        self.drawn, self.turn, self.sold = set(), 0, []

    def price(self, brewery, good):
        return self.track[self.step[brewery][good]]

    def palace_price(self):
        return 8 + 2 * (self.palaces // self.n)  # R6.5

    def cost(self, seat, card):
        cost = self.palace_price() if card in PALACE else self.costs[card]
        return max(0, cost - 2 * seat.has("crane"))  # R6.4

    def yields(self, seat):
        out = [0, 0, 0]
        for space, card in enumerate(seat.board):
            if card in FIELDS:
                out[GOODS.index(card[:-1])] += int(card[-1])
            elif card == "" and space >= 3:
                out[GOODS.index(self.printed[space - 3])] += 1
        return out

    def player(self):
        return self.order[self.turn]

    # ------------------------------------------------------------------------------------------------------------ events

    def take(self, line):
        must(isinstance(line, dict) and not self.over, "the game is over")
        kind = line.get("event")
        allowed = {"keep10": ["keep10"], "draw": ["draw"], "sell": ["sell"], "build": ["build", "discard"], "round": ["round"],
                   "end": ["end"]}[self.phase]
        must(kind in allowed, "another line is due")
        getattr(self, "take_" + kind)(line)

    def whose(self, line):
        must(is_int(line.get("player"), 0, self.n - 1), "player")
        return line["player"], self.seats[line["player"]]

    def take_keep10(self, line):
        player, seat = self.whose(line)
        must(player not in self.kept, "twice")
        ten, keep, bottom = seat.deck[:10], line.get("keep"), line.get("bottom")
        must(is_cards(bottom) and is_cards([keep]) and sorted(bottom + [keep]) == sorted(ten), "R1.5")
        seat.hand, seat.deck = [keep], seat.deck[10:] + bottom
        self.kept.add(player)
        if len(self.kept) == self.n:
            self.phase = "draw"

    def take_draw(self, line):
        player, seat = self.whose(line)
        must(player not in self.drawn, "twice")
        cards, least = line.get("cards"), min(3, len(seat.deck))
        most = min(3 + seat.allowed("lab"), len(seat.deck))
        must(is_cards(cards) and least <= len(cards) <= most and cards == seat.deck[:len(cards)], "R3")
        seat.hand, seat.deck = seat.hand + cards, seat.deck[len(cards):]
        seat.goods = [a + b for a, b in zip(seat.goods, self.yields(seat))]  # R4.1
        self.drawn.add(player)
        if len(self.drawn) == self.n:
            self.phase = "sell"

    def on_turn(self, line):
        player, seat = self.whose(line)
        must(player == self.player(), "R2.2")
        return player, seat

    def read_market(self, seat, market, goods):
        """Tokens as what they are sold: R5.5."""
        as_ = list(goods)
        if market is None:
            return as_
        must(isinstance(market, dict) and seat.has("market"), "R5.5")
        names = [market.get("from"), market.get("to")]
        must(all(isinstance(name, str) and name in GOODS for name in names) and names[0] != names[1], "R5.5")
        source, target = map(GOODS.index, names)
        must(is_int(market.get("count"), 1, 3) and market["count"] <= goods[source], "R5.5")
        as_[source] -= market["count"]
        as_[target] += market["count"]
        return as_

    def take_sell(self, line):
        player, seat = self.on_turn(line)
        for key in ("brewery", "goods", "market", "office", "income"):
            must(key in line, key)
        brewery, goods, office = line["brewery"], triple(line["goods"]), line["office"]
        must(brewery is None or is_int(brewery, 0, self.n - 1), "R1.1")
        must(all(a <= b for a, b in zip(goods, seat.goods)), "R5.1")
        must(brewery is not None or goods == [0, 0, 0], "R5.1")
        as_ = self.read_market(seat, line["market"], goods)
        must(office is None or (isinstance(office, str) and office in GOODS and seat.has("office")), "R5.4")
        income = 3 * seat.has("bank1") + 5 * seat.has("bank2") + 2 * seat.parts() * seat.has("guide")
        for good, count in enumerate(as_):
            if count:
                must(self.price(brewery, good) > 0, "R5.2")
                income += count * self.price(brewery, good)
        if office is not None:
            income += as_[GOODS.index(office)]
        must(type(line["income"]) is int and line["income"] == income, "R5.4")
        self.deliver(brewery, as_)
        seat.goods = [a - b for a, b in zip(seat.goods, goods)]
        seat.coins += income
        seat.disc = min(25, max(0, income - 3 * seat.has("magistrate")))  # R5.6, R5.7
        self.sold.append(player)
        self.builds, self.phase = 0, "build"

    def deliver(self, brewery, as_):
        for good, count in enumerate(as_):
            if count:
                filled = min(count, self.room[brewery][good])
                self.room[brewery][good] -= filled
                self.step[brewery][good] = max(0, self.step[brewery][good] - (count - filled))  # R5.3

    def take_build(self, line):
        _, seat = self.on_turn(line)
        card, space = line.get("card"), line.get("space")
        must(self.builds < 2 and is_cards([card]) and card in seat.hand, "R6.1")
        must(is_int(space, 1, 6) and seat.board[space - 1] not in PALACE, "R6.2")
        must(not self.expert or card not in PALACE or card == f"palace{space}", "R6.6")
        cost = self.cost(seat, card)
        must(type(line.get("cost")) is int and line["cost"] == cost and cost <= seat.coins, "R6.4")
        seat.coins -= cost
        seat.hand.remove(card)
        seat.board[space - 1] = card
        self.palaces += card in PALACE
        self.builds += 1

    def take_discard(self, line):
        _, seat = self.on_turn(line)
        trash, keep, bottom, store = (line.get(key) for key in ("trash", "keep", "bottom", "store"))
        must(is_cards(trash) and is_cards(keep) and is_cards(bottom), "R7")
        must(sorted(trash + keep + bottom) == sorted(seat.hand), "R7.2")
        must(len(trash) <= 2 * seat.has("scavenger"), "R7.3")
        must(len(keep) <= 1 + seat.allowed("townhall"), "R7.1")
        must(keep or not bottom, "R7.1")
        triple(store)
        must(all(a <= b for a, b in zip(store, seat.goods)), "R7.4")
        must(sum(store) <= 3 * seat.has("warehouse"), "R7.4")
        seat.hand, seat.deck, seat.goods = keep, seat.deck + bottom, store
        self.turn += 1
        self.phase = "sell" if self.turn < self.n else "round"

    def take_round(self, line):
        for brewery in range(self.n):  # R8.1
            for good in range(3):
                self.step[brewery][good] = min(len(self.track) - 1, self.step[brewery][good] + self.room[brewery][good])
        self.room = copy.deepcopy(self.demand)
        # R2.2: lowest first; who came later lies on top.
        self.order = sorted(reversed(self.sold), key=lambda player: self.seats[player].disc)
        self.round += 1
        wanted = {"round": self.round, "prices": [[self.price(b, g) for g in range(3)] for b in range(self.n)],
                  "coins": [seat.coins for seat in self.seats], "order": self.order, "palace_price": self.palace_price(),
                  "board": [seat.board for seat in self.seats]}
        for key, value in wanted.items():
            must(same(line.get(key), value), key)
        done = any(seat.parts() == 6 for seat in self.seats) or self.round == self.limit
        self.phase = "end" if done else "draw"
        self.begin_round()

    def result(self):
        full = [p for p in range(self.n) if self.seats[p].parts() == 6]
        most = max((self.seats[p].coins for p in full), default=0)
        return {"winners": [p for p in full if self.seats[p].coins == most], "coins": [seat.coins for seat in self.seats],
                "reason": "palace" if full else "round-limit"}  # R9.2, R9.3

    def take_end(self, line):
        for key, value in self.result().items():
            must(same(line.get(key), value), key)
        self.over = True


def same(a, b):
    """Equal, and of the same types: True is no 1."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


def judge(lines):
    try:
        game = Game(lines[0])
        for line in lines[1:]:
            game.take(line)
        must(game.over, "cut off")
        return None
    except Refused as refused:
        return str(refused)


# --------------------------------------------------------------------------------------------------------------- random games


def random_edition(rng):
    """Values unlike the defaults, each in half of the games."""
    values = {}
    if rng.random() < 0.7:
        track = sorted(rng.choice([0, 0, 1, 1, 2, 3]) for _ in range(rng.randint(2, 12)))
        track[-1] = max(track[-1], 1)
        values |= {"price_track": track, "price_start": rng.randrange(len(track))}
    if rng.random() < 0.5:
        values["printed"] = rng.sample(GOODS, 3)
    if rng.random() < 0.5:
        values["demand_cards"] = [[rng.randint(0, 4) for _ in GOODS] for _ in range(rng.randint(5, 9))]
    values["round_limit"] = rng.choice([4, 9, 20, 100])
    return values


def random_game(rng):
    mode, n = rng.choice(["base", "expert"]), rng.randint(2, 5)
    values = random_edition(rng)
    top = rng.choice([3, 9, 14])
    first = {"event": "game", "format": 1, "mode": mode, "players": [f"p{i}" for i in range(n)],
             "demand": rng.sample(values.get("demand_cards", DEFAULTS["demand_cards"]), n), "order": rng.sample(range(n), n),
             "decks": [rng.sample(EXPERT if mode == "expert" else BASE, 28 if mode == "expert" else 26) for _ in range(n)],
             "costs": {card: rng.randint(0, top) for card in EXPERT if card not in PALACE}} | values
    game, lines = Game(first), [copy.deepcopy(first)]

    def play(line):
        lines.append(copy.deepcopy(line))
        game.take(line)

    for p in rng.sample(range(n), n) if mode == "expert" else []:
        ten = rng.sample(game.seats[p].deck[:10], 10)
        play({"event": "keep10", "player": p, "keep": ten[0], "bottom": ten[1:]})
    while game.phase != "end":
        for p in rng.sample(range(n), n):
            seat = game.seats[p]
            most = min(3 + seat.allowed("lab"), len(seat.deck))
            play({"event": "draw", "player": p, "cards": seat.deck[:rng.randint(min(3, len(seat.deck)), most)]})
        for _ in range(n):
            play(random_sale(rng, game))
            for _ in range(2):
                line = random_build(rng, game)
                if line:
                    play(line)
            play(random_discard(rng, game))
        play(round_line(game))
    play({"event": "end"} | game.result())
    return lines


def random_sale(rng, game):
    player = game.player()
    seat = game.seats[player]
    for _ in range(200):
        goods = [rng.choice([0, count, rng.randint(0, count)]) for count in seat.goods]
        brewery = rng.randrange(game.n) if any(goods) else rng.choice([None, rng.randrange(game.n)])
        market = None
        if seat.has("market") and rng.random() < 0.7:
            source, target = rng.sample(range(3), 2)
            if goods[source]:
                market = {"from": GOODS[source], "to": GOODS[target], "count": rng.randint(1, min(3, goods[source]))}
        office = rng.choice([None] + GOODS) if seat.has("office") else None
        as_ = game.read_market(seat, market, goods)
        if all(count == 0 or game.price(brewery, good) > 0 for good, count in enumerate(as_)):
            break
    else:
        brewery, goods, market, office, as_ = None, [0, 0, 0], None, None, [0, 0, 0]
    income = 3 * seat.has("bank1") + 5 * seat.has("bank2") + 2 * seat.parts() * seat.has("guide")
    income += sum(count * game.price(brewery, good) for good, count in enumerate(as_) if count)
    income += as_[GOODS.index(office)] if office else 0
    return {"event": "sell", "player": player, "brewery": brewery, "goods": goods, "market": market, "office": office,
            "income": income}


def random_build(rng, game):
    player = game.player()
    seat = game.seats[player]
    options = [(card, space) for card in seat.hand for space in range(1, 7)
               if seat.board[space - 1] not in PALACE and game.cost(seat, card) <= seat.coins
               and (not game.expert or card not in PALACE or card == f"palace{space}")]
    special = [option for option in options if option[0] in PALACE + ["market", "office", "warehouse", "scavenger", "lab1"]]
    if not options or rng.random() < 0.15:
        return None
    card, space = rng.choice(special or options)
    return {"event": "build", "player": player, "card": card, "space": space, "cost": game.cost(seat, card)}


def random_discard(rng, game):
    player = game.player()
    seat = game.seats[player]
    hand = rng.sample(seat.hand, len(seat.hand))
    trash = [hand.pop() for _ in range(min(len(hand), rng.choice([0, 1, 2]) * seat.has("scavenger")))]
    keep = hand[:rng.randint(1, 1 + seat.allowed("townhall"))]
    store = [0, 0, 0]
    for _ in range(3 * seat.has("warehouse")):
        good = rng.randrange(3)
        store[good] += store[good] < seat.goods[good]
    return {"event": "discard", "player": player, "trash": trash, "keep": keep, "bottom": hand[len(keep):], "store": store}


def round_line(game):
    """What the round's line must be: found by letting another game take a wrong one."""
    other = copy.deepcopy(game)
    try:
        other.take_round({})
    except Refused:
        pass
    return {"event": "round", "round": other.round, "prices": [[other.price(b, g) for g in range(3)] for b in range(other.n)],
            "coins": [seat.coins for seat in other.seats], "order": other.order, "palace_price": other.palace_price(),
            "board": [seat.board for seat in other.seats]}


# ------------------------------------------------------------------------------------------------------------- broken in one place


def places(value, path=()):
    """Every place in a line."""
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, path + (key,))


def broken_value(rng, value):
    if isinstance(value, bool) or value is None:
        return rng.choice([0, 1, "hops", []])
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, value + rng.randint(-3, 3), None, 0, str(value), True, 10**30])
    if isinstance(value, str):
        return rng.choice([rng.choice(EXPERT), rng.choice(GOODS), None, "", value + "x", 3])
    if isinstance(value, list) and value:
        other = list(value)
        how = rng.randrange(4)
        if how == 0:
            other.pop(rng.randrange(len(other)))
        elif how == 1:
            other.append(rng.choice(value))
        elif how == 2:
            rng.shuffle(other)
        return other
    return None


def broken(rng, lines):
    lines = copy.deepcopy(lines)
    how, at = rng.random(), rng.randrange(len(lines))
    if how < 0.06:
        lines.pop(at)
    elif how < 0.12:
        lines.insert(at, copy.deepcopy(rng.choice(lines)))
    elif how < 0.18 and at + 1 < len(lines):
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    elif how < 0.3:
        sales = [line for line in lines if line.get("event") == "sell"]
        sale = rng.choice(sales)
        sale["market"] = {"from": rng.choice(GOODS), "to": rng.choice(GOODS), "count": rng.randint(0, 4)}
    else:
        path = rng.choice([path for path in places(lines[at]) if path and path[-1] != "event"])
        inside = lines[at]
        for key in path[:-1]:
            inside = inside[key]
        if isinstance(inside, dict) and rng.random() < 0.15:
            del inside[path[-1]]
        else:
            inside[path[-1]] = broken_value(rng, inside[path[-1]])
    return lines


# ------------------------------------------------------------------------------------------------------------------------ asking


def write(folder, name, lines):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
    return path


def told(program, paths):
    """What the program says of each file: None where it holds."""
    answer = subprocess.run([program, "verify", *paths], capture_output=True, text=True, check=False)
    says = {path: "nothing" for path in paths}
    for line in (answer.stdout + answer.stderr).splitlines():
        path = next((path for path in paths if line.startswith(path + ":")), None)
        if path:
            says[path] = None if line.endswith(" holds") or line.endswith(" hold") else line[len(path) + 1:]
    return says


def main(program, games, seed):
    passed = failed = held = at_zero = 0
    for n in range(games):
        rng = random.Random(seed * 1000003 + n)
        lines = random_game(rng)
        tries = [lines] + [broken(rng, lines) for _ in range(12)]
        opinions = [judge(copy.deepcopy(one)) for one in tries]
        assert opinions[0] is None, opinions[0]
        at_zero += count_at_zero(lines)
        with tempfile.TemporaryDirectory() as folder:
            paths = [write(folder, f"{i}.jsonl", one) for i, one in enumerate(tries)]
            says = told(program, paths)
        for i, (path, opinion) in enumerate(zip(paths, opinions)):
            agree = (says[path] is None) == (opinion is None)
            passed += agree
            failed += not agree
            held += opinion is None
            if not agree:
                kept = write(tempfile.gettempdir(), f"referee-{seed}-{n}-{i}.jsonl", tries[i])
                print(f"FAIL game {n} of seed {seed}, copy {i}: here {opinion or 'it holds'}, there {says[path] or 'it holds'}: {kept}")
    print(f"{games} games, {passed + failed} files of which {held} hold, {at_zero} sales of tokens whose own price was 0")
    if not failed:
        print("ok   R1.1 R1.4 R1.5 R2.2 R3.1 R3.2 R5.2 R5.3 R5.4 R5.5 R6.1 R6.4 R7.1 R8.1 R9.2 verify says what a referee of another hand says")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or (games >= 20 and at_zero == 0)


def count_at_zero(lines):
    game, n = Game(copy.deepcopy(lines[0])), 0
    for line in lines[1:]:
        if line["event"] == "sell" and line["market"]:
            n += game.price(line["brewery"], GOODS.index(line["market"]["from"])) == 0
        game.take(copy.deepcopy(line))
    return n


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 40, int(sys.argv[3]) if len(sys.argv) > 3 else 1))
