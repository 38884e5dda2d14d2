#!/usr/bin/env python3
"""The smallest player for a server's table, in Python's standard library: any legal action, each as likely as the others.

    fuerstenfeld serve                                                  # in one terminal
    python3 examples/client.py http://127.0.0.1:8080/t/TABLE Anna       # joins the table of that link, and plays to the end
    python3 examples/client.py http://127.0.0.1:8080 Anna               # makes a table with two bots instead

The protocol is in docs/authors/protocol.md. Copy this file, and put your own choice into `choose`; the two classes at the end are all
that a player needs to stay connected.
"""
import base64
import hashlib
import json
import os
import random
import secrets
import socket
import ssl
import struct
import sys
import time
import urllib.parse

TEMPORARY = ("busy", "too-fast")  # refusals after which the same message is sent again


def choose(legal, view):
    """legal: the actions allowed now, as text; view: what the seat knows, one fact a line. Returns one of legal."""
    return random.choice(legal)


def play(line, table):
    value, seal = draw()
    kept = None  # what was on the table when we opened our seal
    if table:
        line.attach(table)
        line.say("sit", type="sit", seal=seal)
    else:
        line.say("make", type="create", seats=["me", 1, 2], seal=seal)
    while True:
        message = line.receive()
        if message["type"] == "refused" and message["code"] != "stale":  # stale: the frame that follows shows what is new
            sys.exit(f"{message['code']}: {message['text']}")
        if message["type"] != "table":
            continue
        if message["phase"] == "over":
            return message, kept
        ours = message["deal"][message["seat"]] if message.get("wants") and message["seat"] is not None else ""
        if message.get("wants") == "values" and ours == f"withheld {seal}":
            kept = (message["commit"], shown(message["deal"]), message["seat"], value)
            line.say("reveal", type="reveal", value=value)
        if message.get("wants") == "seals" and ours == "none":  # somebody did not open theirs: all others seal anew
            if not line.waits_for("seal"):
                value, seal = draw()
            line.say("seal", type="seal", seal=seal)
        if message.get("legal") and not line.waits_for("play"):
            action = choose(message["legal"], message["view"])
            time.sleep(0.06)  # a server takes 20 messages a second from one connection
            line.say(secrets.token_hex(8), type="play", number=message["number"], actions=action)


def draw():
    """Our part of the shuffle, and its seal, which hides it until all have sat down (docs/players/fair.md)."""
    value = secrets.token_hex(32)
    return value, hashlib.blake2b(f"fuerstenfeld fair 1 seal\nvalue {value}\n".encode(), digest_size=32).hexdigest()


def shown(deal):
    """What each seat had shown, as `verify --seals` takes it."""
    def one(how, *rest):
        return "-" if how == "none" else "open:" + rest[0] if how == "open" else rest[0]
    return ",".join(one(*gave.split()) for gave in deal)


class Line:
    """Sends messages until they are answered: again after a temporary refusal, and over a new connection after a break."""

    def __init__(self, url, name):
        self.url, self.name, self.token, self.table = url, name, None, None
        self.unanswered = {}  # messages by id, in the order in which they were said
        self.failures = 0  # since something went well
        self.connect()

    def connect(self):
        self.socket = Socket(self.url)
        token = {"token": self.token} if self.token else {}
        self.hello = dict(type="hello", id="hello", protocol=1, name=self.name, legal=True, **token)
        self.welcomed = False
        self.send(self.hello)

    def attach(self, table):
        self.table = table

    def say(self, name, **message):
        """name: the message's id. It waits until the server has said welcome; it is not said twice."""
        if name not in self.unanswered:
            self.unanswered[name] = dict(message, id=name)
            if self.welcomed and "attach" not in self.unanswered:
                self.send(self.unanswered[name])

    def waits_for(self, kind):
        return any(message["type"] == kind for message in self.unanswered.values())

    def send(self, message):
        try:
            self.socket.send(message)
        except OSError:
            pass  # whoever receives next sees that it is broken

    def receive(self):
        while True:
            try:
                message = self.socket.receive()
            except OSError:
                self.reconnect()
                continue
            if message["type"] == "refused" and message["code"] in TEMPORARY:
                self.pause()
                self.send(self.hello if not self.welcomed else self.unanswered[message["ack"]])
                continue
            self.failures = 0
            self.unanswered.pop(message.get("ack"), None)
            if message["type"] == "welcome":
                self.welcome(message)
            elif message.get("ack") == "attach":
                self.send_all()
            self.table = message.get("table", self.table)
            return message

    def welcome(self, message):
        """Goes to the table; what was not answered follows when it is there, because it is refused elsewhere."""
        self.welcomed, self.token = True, message.get("token", self.token)
        if self.table:
            self.unanswered["attach"] = dict(type="attach", id="attach", table=self.table)
            self.send(self.unanswered["attach"])
        else:
            self.send_all()

    def send_all(self):
        for message in list(self.unanswered.values()):
            self.send(message)

    def reconnect(self):
        while True:
            self.pause()
            try:
                return self.connect()
            except OSError:
                pass

    def pause(self):
        """Waits longer each time, up to half a minute, and never quite the same: others wait as well."""
        time.sleep(min(30, 0.5 * 2 ** self.failures) * random.uniform(0.75, 1.25))
        self.failures += 1


class Socket:
    """A WebSocket (RFC 6455) that sends and receives JSON. Raises OSError where the connection is broken."""

    def __init__(self, url):
        secure = url.scheme == "https"
        self.stream = socket.create_connection((url.hostname, url.port or (443 if secure else 80)))
        if secure:
            self.stream = ssl.create_default_context().wrap_socket(self.stream, server_hostname=url.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall((f"GET /ws HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.file = self.stream.makefile("rb")
        status = self.file.readline().decode()
        if not status or status.split()[1] in ("429", "502", "503", "504"):
            raise ConnectionError("the server does not answer now")
        if " 101 " not in status:
            sys.exit(f"no WebSocket there: {status.strip()}")
        while self.file.readline().strip():
            pass

    def send_frame(self, opcode, data):
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.stream.sendall(bytes([0x80 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def read(self, n):
        data = self.file.read(n)
        if len(data) < n:
            raise ConnectionError("the server has gone")
        return data

    def receive_frame(self):
        first, length = self.read(2)
        if length > 125:
            length = int.from_bytes(self.read(2 if length == 126 else 8), "big")
        return first, self.read(length)

    def receive(self):
        text, last = b"", False
        while not last:
            first, data = self.receive_frame()
            opcode = first & 15
            if opcode == 8 and data[:2] in (struct.pack(">H", 4003), struct.pack(">H", 4004)):  # banned, or the table is closed
                sys.exit("closed by the server: " + data[2:].decode())
            elif opcode == 8:
                raise ConnectionError(data[2:].decode())
            elif opcode == 9:
                self.send_frame(10, data)  # a ping wants its pong
            elif opcode < 3:
                text, last = text + data, first > 127
        return json.loads(text)


def give_up(why):
    print(why, file=sys.stderr)
    sys.exit(2)


def main():
    if len(sys.argv) != 3:
        give_up(__doc__)
    url = urllib.parse.urlsplit(sys.argv[1])
    try:
        line = Line(url, sys.argv[2])
    except ValueError as error:
        give_up(f"{sys.argv[1]} is no address of a server: {error}")
    except OSError as error:
        give_up(f"there is no server at {url.netloc}: {error.strerror or error}")
    over, kept = play(line, url.path.rpartition("/t/")[2] if "/t/" in url.path else "")
    result = over["result"]
    print("winners:", ", ".join(over["seats"][seat]["name"] for seat in result["winners"]) or "nobody", "| coins:", *result["coins"])
    if kept:
        print("to check the deal: fuerstenfeld verify --commit {} --seals {} --mine {}:{} RECORD".format(*kept))


if __name__ == "__main__":
    main()
