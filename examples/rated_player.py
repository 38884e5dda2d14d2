#!/usr/bin/env python3
"""A program that plays rated games, several at once over one connection, in Python's standard library.

    FF_TOKEN=... python3 examples/rated_player.py http://127.0.0.1:8080        # plays on and on
    FF_TOKEN=... python3 examples/rated_player.py http://127.0.0.1:8080 10     # ten games

The token is that of a program, which a person makes with POST /api/player/bots. The
program meets people and programs who accept programs. It goes on after a restart of the server, or of itself. The protocol is in
docs/authors/protocol.md. Put your own choice into `choose`; client.py must be beside this file.
"""
import os
import random
import secrets
import sys
import time
import urllib.parse

from client import TEMPORARY, Socket, draw, give_up

SEEK = {"players": [2, 3], "turn_s": 120, "rated": True, "programs": True}
AT_ONCE = 4  # games


def choose(legal, view):
    """legal: the actions allowed now, as text; view: what the seat knows, one fact a line. Returns one of legal."""
    return random.choice(legal)


class Player:
    def __init__(self, url, token, games):
        self.url, self.token, self.games = url, token, games
        self.seen = {}  # the last number of each table where we play
        self.seek = None  # the message of our seek
        self.values = {}  # our parts of shuffles, by seal
        self.queue = []  # messages that are not answered: one is sent after the other
        self.over = self.failures = 0

    def play(self):
        while self.over < self.games:
            try:
                self.connect()
                while self.over < self.games or self.queue:
                    self.send_next()
                    self.receive()
            except OSError:
                self.pause()

    def connect(self):
        """Says hello and goes to all tables; what was not answered follows, unchanged."""
        self.socket, self.sent = Socket(self.url), None
        rest = [message for message in self.queue if message["type"] not in ("hello", "tables", "attach", "seek")]
        self.queue = []
        self.say(type="hello", protocol=1, token=self.token, legal=True, follow=True)
        self.say(type="tables")
        for table in self.seen:
            self.attach(table)
        self.queue += [self.seek] * bool(self.seek) + rest

    def say(self, **message):
        self.queue.append({"id": secrets.token_hex(8), **message})

    def send_next(self):
        if self.queue and self.queue[0] is not self.sent:
            time.sleep(0.06)  # a server takes 20 messages a second from one connection
            self.sent = self.queue[0]
            self.socket.send(self.sent)

    def pause(self):
        """Waits longer each time, up to half a minute, and never quite the same: others wait as well."""
        time.sleep(min(30, 0.5 * 2 ** self.failures) * random.uniform(0.75, 1.25))
        self.failures += 1

    def receive(self):
        message = self.socket.receive()
        if message["type"] == "refused" and message["code"] in TEMPORARY:
            self.pause()
            self.sent = None
            return
        self.failures = 0
        asked = self.queue.pop(0) if self.sent and message.get("ack") == self.sent["id"] else {}
        take = getattr(self, "take_" + message["type"], None)
        if take:
            take(message, asked)

    def attach(self, table):
        self.say(type="attach", table=table, seen=self.seen.setdefault(table, 0))

    def seek_more(self):
        if not self.seek and len(self.seen) < min(AT_ONCE, self.games - self.over):
            value, seal = draw()
            self.values[seal] = value
            self.seek = {"type": "seek", "id": secrets.token_hex(8), "seal": seal, **SEEK}
            self.say(**self.seek)

    def take_tables(self, message, _):
        for table in message["yours"]:
            if table["phase"] != "over" and table["table"] not in self.seen:
                self.attach(table["table"])
        self.seek_more()

    def take_found(self, message, _):
        self.seek = None
        self.attach(message["table"])
        self.seek_more()

    def take_detached(self, message, _):
        self.seen.pop(message["table"], None)

    def take_refused(self, message, asked):
        if asked.get("type") == "attach":  # the table is gone
            self.seen.pop(asked["table"], None)
        elif asked.get("type") == "seek" and self.seen:  # there is a limit: seek again when a game is over
            self.seek = None
        elif message["code"] not in ("stale", "no-table", "not-now"):  # a frame shows what is new
            sys.exit(f"{message['code']}: {message['text']}")

    def take_table(self, frame, _):
        table, seat = frame["table"], frame["seat"]
        if seat is None or frame["number"] < self.seen.get(table, frame["number"] + 1):
            return
        self.seen[table] = frame["number"]
        waiting = {message["type"] for message in self.queue if message.get("table") == table}
        ours = frame["deal"][seat].split() if frame.get("wants") else [""]
        if frame["phase"] == "over":
            self.end(table, frame)
        elif frame.get("legal") and "play" not in waiting:
            self.say(type="play", table=table, number=frame["number"], actions=choose(frame["legal"], frame["view"]))
        elif frame.get("wants") == "values" and ours[0] == "withheld" and ours[1] in self.values and "reveal" not in waiting:
            self.say(type="reveal", table=table, value=self.values[ours[1]])
        elif frame.get("wants") == "seals" and ours[0] == "none" and "seal" not in waiting:
            value, seal = draw()
            self.values[seal] = value
            self.say(type="seal", table=table, seal=seal)

    def end(self, table, frame):
        result = frame["result"]
        print(table, "won" if frame["seat"] in result["winners"] else "lost", *result["coins"], flush=True)
        del self.seen[table]
        self.over += 1
        self.say(type="detach", table=table)
        self.seek_more()


def main():
    if len(sys.argv) not in (2, 3) or "FF_TOKEN" not in os.environ:
        give_up(__doc__)
    Player(urllib.parse.urlsplit(sys.argv[1]), os.environ["FF_TOKEN"], float(sys.argv[2] if len(sys.argv) > 2 else "inf")).play()


if __name__ == "__main__":
    main()
