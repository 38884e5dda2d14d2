#!/usr/bin/env python3
"""The smallest player for a server's table, in Python's standard library: any legal action, each as likely as the others.

    fuerstenfeld serve                                                  # in one terminal
    python3 examples/client.py http://127.0.0.1:8080/t/TABLE Anna       # joins the table of that link, and plays to the end
    python3 examples/client.py http://127.0.0.1:8080 Anna               # makes a table with two bots instead

The protocol is in docs/protocol.md. Copy this file, and put your own choice into `choose`; the class below it is all the
WebSocket that a player needs.
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


def choose(legal, view):
    """legal: the actions allowed now, as text; view: what the seat knows, one fact a line. Returns one of legal."""
    return random.choice(legal)


def play(server, table, name):
    value, seal = draw()
    kept = None  # what was on the table when we opened our seal
    server.send(type="hello", protocol=1, name=name, legal=True)
    if table:
        server.send(type="attach", table=table)
        server.send(type="sit", id="sit", seal=seal)
    else:
        server.send(type="create", id="make", seats=["me", 1, 2], seal=seal)
    waiting = None  # the id of the turn that is not answered yet
    while True:
        message = server.receive()
        if message["type"] == "refused" and message["code"] != "stale":  # stale: the frame that follows shows what is new
            sys.exit(f"{message['code']}: {message['text']}")
        if message.get("ack") == waiting:
            waiting = None
        if message.get("phase") == "over":
            return message, kept
        ours = message["deal"][message["seat"]] if message.get("wants") and message["seat"] is not None else ""
        if message.get("wants") == "values" and ours == f"withheld {seal}":
            kept = (message["commit"], shown(message["deal"]), message["seat"], value)
            server.send(type="reveal", value=value)
        if message.get("wants") == "seals" and ours == "none":  # somebody did not open theirs: all others seal anew
            value, seal = draw()
            server.send(type="seal", seal=seal)
        if message.get("legal") and not waiting:
            waiting = secrets.token_hex(8)
            action = choose(message["legal"], message["view"])
            time.sleep(0.06)  # a server takes 20 messages a second from one connection
            server.send(type="play", id=waiting, number=message["number"], actions=action)


def draw():
    """Our part of the shuffle, and its seal, which hides it until all have sat down (docs/fair.md)."""
    value = secrets.token_hex(32)
    return value, hashlib.blake2b(f"fuerstenfeld fair 1 seal\nvalue {value}\n".encode(), digest_size=32).hexdigest()


def shown(deal):
    """What each seat had shown, as `verify --seals` takes it."""
    def one(how, *rest):
        return "-" if how == "none" else "open:" + rest[0] if how == "open" else rest[0]
    return ",".join(one(*gave.split()) for gave in deal)


class Server:
    """A WebSocket (RFC 6455) that sends and receives JSON."""

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
        if " 101 " not in status:
            sys.exit(f"no WebSocket there: {status.strip()}")
        while self.file.readline().strip():
            pass

    def send_frame(self, opcode, data):
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.stream.sendall(bytes([0x80 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, **message):
        self.send_frame(1, json.dumps(message).encode())

    def receive_frame(self):
        first, length = self.file.read(2) or sys.exit("the server has gone")
        if length > 125:
            length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
        return first, self.file.read(length)

    def receive(self):
        text, last = b"", False
        while not last:
            first, data = self.receive_frame()
            opcode = first & 15
            if opcode == 8:
                sys.exit("closed by the server: " + data[2:].decode())
            elif opcode == 9:
                self.send_frame(10, data)  # a ping wants its pong
            elif opcode < 3:
                text, last = text + data, first > 127
        return json.loads(text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    url = urllib.parse.urlsplit(sys.argv[1])
    over, kept = play(Server(url), url.path.rpartition("/t/")[2] if "/t/" in url.path else "", sys.argv[2])
    result = over["result"]
    print("winners:", ", ".join(over["seats"][seat]["name"] for seat in result["winners"]) or "nobody", "| coins:", *result["coins"])
    if kept:
        print("to check the deal: fuerstenfeld verify --commit {} --seals {} --mine {}:{} RECORD".format(*kept))


if __name__ == "__main__":
    main()
