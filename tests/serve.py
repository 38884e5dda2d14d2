"""`fuerstenfeld serve` as a process: options, folders, HTTP, TLS, signals. python3 tests/serve.py PROGRAM

Python's standard library only. Ends with "N passed, N failed"."""
import contextlib
import glob
import gzip
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import traceback

program = os.path.abspath(sys.argv[1])
work = tempfile.mkdtemp()
PATIENCE_S = 120  # a machine may be slow and busy: it only ends what hangs
counts = {True: 0, False: 0}


def test(title):
    """Runs the function below it at once, as one test."""
    def run(function):
        try:
            function()
            held = True
        except Exception:  # an assertion, or a server that is not there
            traceback.print_exc(file=sys.stdout)
            held = False
        counts[held] += 1
        print(("ok   " if held else "FAIL ") + title, flush=True)
    return run


@contextlib.contextmanager
def serving(*options, listen="127.0.0.1:0", store="memory", environment=None, status=0):
    """A server on a free port, stopped by SIGTERM at the end; yields its process with the port."""
    command = [program, "serve", *options]
    if listen:
        command += ["--listen", listen]
    if store:
        command += ["--store", store]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, **(environment or {})})
    try:
        line = server.stdout.readline()
        assert "http" in line, line + server.stderr.read()
        server.port = int(line.rsplit(":", 1)[1].rstrip("/\n"))
        yield server
    finally:
        server.send_signal(signal.SIGTERM)
        out, server.log = server.communicate(timeout=PATIENCE_S)
    assert server.returncode == status, (server.returncode, server.log)


def ask(server, method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body=body, headers=headers)
    answer = connection.getresponse()
    answer.body = answer.read()
    connection.close()
    return answer


def run(*arguments, **options):
    return subprocess.run([program, "serve", *arguments], capture_output=True, text=True, timeout=PATIENCE_S, **options)


@test("wrong options are told, and the exit status is 2")
def _():
    for arguments, words in [
        (["--listen", "8080x"], "listen"), (["--listen", "::1:80"], "[::1]"), (["--listen", "127.0.0.1:70000"], "65535"),
        (["--store", "paper"], "no such store"), (["--tls-cert", "x.pem"], "--tls-key"), (["--bot-threads", "0"], "bot-threads"),
        (["--edition", "/no/such/file"], "/no/such/file"), (["extra"], "extra"),
        (["--listen", "no.such.host.invalid:0", "--store", "memory"], "no.such.host.invalid"), (["--origin", "foo"], "https://play.example"),
        (["--notices-ca", "/no/such/file"], "/no/such/file"), (["--notices-ca", "LICENSE", "--webhooks"], "certificate"),
    ]:
        done = run(*arguments)
        assert done.returncode == 2 and words in done.stderr, (arguments, done)


@test("a port that is taken is told")
def _():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("--listen", f"127.0.0.1:{taken.getsockname()[1]}", "--store", "memory")
        assert done.returncode == 2 and "cannot listen" in done.stderr and "--listen" in done.stderr, done


@test("--open takes the next port if 8080 is taken, and opens that one")
def _():
    browser = os.path.join(work, "browser")
    opened = os.path.join(browser, "opened")
    os.makedirs(browser)
    os.mkfifo(opened)
    with open(os.path.join(browser, "xdg-open"), "w") as script:
        script.write(f'#!/bin/sh\necho "$1" >"{opened}"\n')
    os.chmod(os.path.join(browser, "xdg-open"), 0o755)
    try:
        taken = socket.create_server(("127.0.0.1", 8080))
    except OSError:
        taken = None  # by another program, which is as good
    with serving("--open", listen=None, environment={"PATH": f"{browser}:{os.environ['PATH']}"}) as server:
        assert 8080 < server.port <= 8179, server.port
        with open(opened) as pipe:  # until the browser has been called
            assert pipe.read() == f"http://127.0.0.1:{server.port}/\n"
        assert ask(server, "GET", "/healthz").body == b"ok\n"
    if taken:
        taken.close()


@test("a program without the game's page says so when it starts")
def _():
    with serving() as server:
        plain = b"plain.js" in ask(server, "GET", "/").body
        server.send_signal(signal.SIGTERM)
        said = server.stdout.read()
    assert plain == ("tools/page.sh" in said), said


@test("without --store tables are in the data folder, which is made and is one's own")
def _():
    data = os.path.join(work, "data")
    with serving(store=None, environment={"XDG_DATA_HOME": data}) as server:
        assert ask(server, "GET", "/healthz").body == b"ok\n"
        kept = os.path.join(data, "fuerstenfeld", "tables.sqlite")
        assert os.path.exists(kept)
        assert os.stat(os.path.dirname(kept)).st_mode & 0o077 == 0
        done = run("--listen", "127.0.0.1:0", "--store", "sqlite:" + kept)
        assert done.returncode == 2 and done.stderr, done


def check_metrics(text):
    """What `promtool check metrics` asks for: each name once, with help and type, base units, whole histograms."""
    assert text.endswith("\n")
    kinds, helps, samples = {}, {}, {}
    for line in text.splitlines():
        if line.startswith("# HELP "):
            _, _, name, about = line.split(" ", 3)
            assert name not in helps and about and not about.endswith("."), line
            helps[name] = about
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name in helps and name not in kinds and kind in ("counter", "gauge", "histogram"), line
            kinds[name] = kind
        else:
            found = re.fullmatch(r'([a-z_]+)(\{[a-z]+="[^"\\\n]*"\})? (\d+(?:\.\d+)?)', line)
            assert found, line
            name = found[1]
            base = re.sub("_(bucket|sum|count)$", "", name)
            owner = base if kinds.get(base) == "histogram" else name
            assert owner == list(kinds)[-1], f"{line}: not behind its type"
            samples.setdefault(owner, []).append((name, found[2], float(found[3])))
    assert set(kinds) == set(helps) == set(samples)
    for name, kind in kinds.items():
        assert name.endswith("_total") == (kind == "counter"), name
        assert not re.search("milli|micro|_ms|minutes|kilo|mega", name), f"{name}: base units"
        if kind != "histogram":
            assert len(samples[name]) == 1, name
            continue
        buckets = [(label, value) for part, label, value in samples[name] if part == name + "_bucket"]
        bounds = [float(re.search('"(.*)"', label)[1].replace("+Inf", "inf")) for label, _ in buckets]
        counts = [value for _, value in buckets]
        assert bounds == sorted(set(bounds)) and bounds[-1] == float("inf") and counts == sorted(counts), name
        rest = {part: value for part, _, value in samples[name] if part != name + "_bucket"}
        assert rest[name + "_count"] == counts[-1] and rest[name + "_sum"] >= 0 and len(rest) == 2, name
    assert {"fuerstenfeld_loop_lag_seconds", "fuerstenfeld_store_commit_seconds", "fuerstenfeld_frame_seconds"} <= set(kinds)


@test("/healthz and /metrics")
def _():
    with serving() as server:
        health, metrics = ask(server, "GET", "/healthz"), ask(server, "GET", "/metrics")
        assert (health.status, health.body) == (200, b"ok\n")
        assert b"\nfuerstenfeld_store_usable 1\n" in metrics.body
        check_metrics(metrics.body.decode())


@test("the page: its own paths, types, ETags, no others' files")
def _():
    with serving() as server:
        page = ask(server, "GET", "/")
        assert page.status == 200 and b"<!doctype html>" in page.body.lower()
        assert page.getheader("Content-Type") == "text/html; charset=utf-8"
        assert ask(server, "GET", "/t/abcdefghijklmnop").body == page.body
        head = ask(server, "HEAD", "/")
        assert head.status == 200 and head.body == b"" and int(head.getheader("Content-Length")) == len(page.body)
        assert ask(server, "GET", "/", If_None_Match=page.getheader("ETag")).status == 304
        for path in ["/no.txt", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/nothing", "//etc/passwd.txt"]:
            answer = ask(server, "GET", path)
            assert answer.status in (400, 403, 404) or answer.body == page.body, path


@test("the page comes compressed to who takes that, and caches keep the forms apart")
def _():
    with serving() as server:
        wishes = ["identity", "gzip", "gzip, br", "br;q=0, gzip;q=0", "gzipped, sabre"]
        plain, zipped, brotli, refused, others = [ask(server, "GET", "/", Accept_Encoding=wish) for wish in wishes]
        for answer in [plain, refused, others]:
            assert answer.getheader("Content-Encoding") is None and answer.body == plain.body
        forms = [plain]  # a server without the built page has no others
        if zipped.getheader("Content-Encoding"):
            assert zipped.getheader("Content-Encoding") == "gzip" and gzip.decompress(zipped.body) == plain.body
            assert brotli.getheader("Content-Encoding") == "br" and len(brotli.body) < len(zipped.body)
            forms += [zipped, brotli]
        assert len({form.getheader("ETag") for form in forms}) == len(forms)
        for wish, form in zip(wishes, forms):
            assert form.getheader("Vary") == "accept-encoding" and form.getheader("Content-Type") == plain.getheader("Content-Type")
            for known in forms:
                again = ask(server, "GET", "/", Accept_Encoding=wish, If_None_Match='"x", W/' + known.getheader("ETag"))
                assert again.status == (304 if known is form else 200), (wish, known.getheader("ETag"))


@test("every answer is strict about what a page may do")
def _():
    with serving() as server:
        for path in ["/", "/healthz", "/api/tables", "/no.txt"]:
            answer = ask(server, "GET", path)
            policy = answer.getheader("Content-Security-Policy")
            assert "default-src 'none'" in policy and "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
            assert answer.getheader("X-Content-Type-Options") == "nosniff"
            assert answer.getheader("Referrer-Policy") == "no-referrer"
            assert answer.getheader("Cross-Origin-Opener-Policy") == "same-origin"


@test("guests: cookie or token, and who one is")
def _():
    with serving() as server:
        made = ask(server, "POST", "/api/guest", '{"name":"Anna"}', Content_Type="application/json")
        cookie = made.getheader("Set-Cookie")
        assert made.status == 200 and b"token" not in made.body
        assert all(word in cookie for word in [f"ff_{server.port}=", "HttpOnly", "SameSite=Strict", "Path=/"]), cookie
        who = ask(server, "GET", "/api/guest", Cookie="other=1; " + cookie.split(";")[0])
        assert json.loads(who.body)["name"] == "Anna"
        renamed = ask(server, "POST", "/api/guest", '{"name":"Berta"}', Content_Type="application/json",
                      Cookie=cookie.split(";")[0])
        assert json.loads(renamed.body)["name"] == "Berta"
        assert json.loads(renamed.body)["guest"] == json.loads(made.body)["guest"]
        told = ask(server, "POST", "/api/guest", '{"name":"Bot","token":true}', Content_Type="application/json")
        token = json.loads(told.body)["token"]
        assert len(token) == 64 and not told.getheader("Set-Cookie")
        assert json.loads(ask(server, "GET", "/api/guest", Authorization="Bearer " + token).body)["name"] == "Bot"
        for headers in [{}, {"Authorization": "Bearer " + "0" * 64}, {"Authorization": "Bearer x"}, {"Cookie": "ff=1"}]:
            assert ask(server, "GET", "/api/guest", **headers).status == 401
        for headers in [{"Authorization": "Bearer " + "0" * 64}, {"Authorization": "Bearer x"}]:
            assert ask(server, "POST", "/api/guest", '{"name":"A"}', Content_Type="application/json", **headers).status == 401


@test("a cookie is found wherever it stands, is kept for longer by every visit, and no new guest is made beside it")
def _():
    def cookie_of(answer):
        return answer.getheader("Set-Cookie").split(";")[0]

    def guest_of(answer):
        assert answer.status == 200, answer.body
        return json.loads(answer.body)["guest"]
    with serving() as server, serving() as other:
        def post(server, cookies, **headers):
            return ask(server, "POST", "/api/guest", '{"name":"Anna"}', Content_Type="application/json", Cookie=cookies, **headers)
        made = post(server, "a=b")
        anna, cookie = guest_of(made), cookie_of(made)
        elsewhere = cookie_of(post(other, cookie))  # a browser sends the cookies of all ports
        assert elsewhere.split("=")[0] != cookie.split("=")[0], "one server's cookie would replace the other's"
        long = "; ".join(f"c{i}={'x' * 90}" for i in range(150))
        for cookies in [cookie, f"a=b; {cookie}", f"{elsewhere}; {cookie}", f"{cookie.split('=')[0]}=abc; {cookie}", f"ff=abc; {cookie}",
                        f"{long}; {cookie}", f"{long[:3000]}; {cookie}; {long[:3000]}",
                        f"ff={'0' * 64}; {cookie.split('=')[0]}={'1' * 64}; {cookie}"]:
            for answer in [post(server, cookies), ask(server, "GET", "/api/guest", Cookie=cookies)]:
                assert guest_of(answer) == anna and cookie_of(answer) == cookie, cookies[:200]
                assert "Max-Age=34560000" in answer.getheader("Set-Cookie")
        assert ask(server, "GET", "/api/tables", Cookie=cookie).getheader("Set-Cookie") is None
        too_long = post(server, f"{long}; d={'x' * 2500}; {cookie}")
        assert too_long.status == 431 and b"cookies" in too_long.body and not too_long.getheader("Set-Cookie"), too_long.body
        name = cookie.split("=")[0]
        crowd = post(server, "; ".join(f"{name}={i:064x}" for i in range(20)))
        assert crowd.status == 401 and not crowd.getheader("Set-Cookie"), crowd.body


@test("requests that are not as they must be are refused with a reason")
def _():
    with serving() as server:
        right = {"Content_Type": "application/json"}
        own = f"http://127.0.0.1:{server.port}"
        for status, method, path, body, headers in [
            (415, "POST", "/api/guest", '{"name":"A"}', {}), (400, "POST", "/api/guest", "{", right),
            (400, "POST", "/api/guest", "{}", right), (400, "POST", "/api/guest", '{"name":"\\u0007"}', right),
            (403, "POST", "/api/guest", '{"name":"A"}', {**right, "Origin": "https://evil.example"}),
            (200, "POST", "/api/guest", '{"name":"A"}', {**right, "Origin": own}),
            (405, "POST", "/api/tables", "{}", right), (405, "POST", "/", "{}", right), (404, "POST", "/api/x", "{}", right), (405, "DELETE", "/api/guest", None, {}),
            (404, "GET", "/api/tables/aaaaaaaaaaaaaaaa/record", None, {}), (404, "GET", "/api/tables/../record", None, {}),
        ]:
            answer = ask(server, method, path, body, **headers)
            assert answer.status == status, (method, path, answer.status, answer.body)
            assert status == 200 or json.loads(answer.body)["text"]
        assert json.loads(ask(server, "GET", "/api/tables").body) == {"type": "tables", "yours": [], "listed": []}


@test("a body that is too long closes the connection, and everybody else goes on")
def _():
    with serving() as server:
        try:
            answer = ask(server, "POST", "/api/guest", '{"name":"' + "a" * 100000 + '"}', Content_Type="application/json")
            assert answer.status >= 400
        except (ConnectionError, http.client.HTTPException):
            pass
        assert ask(server, "GET", "/healthz").status == 200


def handshake(server, path="/ws", **headers):
    """The answer's status line to a WebSocket's handshake."""
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Upgrade: websocket", "Connection: Upgrade",
             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as stream:
        stream.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return stream.recv(4096).split(b"\r\n")[0].decode()


@test("a WebSocket from another site's page is refused")
def _():
    with serving("--origin", "https://play.example") as server:
        assert " 101 " in handshake(server)
        assert " 101 " in handshake(server, Origin=f"http://127.0.0.1:{server.port}")
        assert " 101 " in handshake(server, Origin="https://play.example")
        assert " 101 " not in handshake(server, Origin="https://evil.example")
        assert " 101 " not in handshake(server, Origin="null")
        assert " 101 " not in handshake(server, path="/other")
        assert " 101 " in handshake(server, Sec_WebSocket_Protocol="fuerstenfeld.1")
        assert " 101 " not in handshake(server, Sec_WebSocket_Protocol="chess")


@test("many requests on one connection")
def _():
    with serving() as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
        for path, status in [("/", 200), ("/healthz", 200), ("/no.txt", 404), ("/api/tables", 200), ("/", 200)] * 3:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == status, (path, answer.status)
        connection.close()


@test("many requests of one address are put off, and all answered; another address is served meanwhile")
def _():
    with serving() as server:
        # More than its budget: 2,000 lists of more than 30 units each.
        streams = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) for _ in range(20)]
        for stream in streams:
            stream.sendall(b"GET /api/tables HTTP/1.1\r\nHost: a\r\n\r\n" * 99 + b"GET /api/tables HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S, source_address=("127.0.0.3", 0)) as other:
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert other.makefile("rb").read().startswith(b"HTTP/1.1 200 ")
        statuses = []
        for stream in streams:
            with stream, stream.makefile("rb") as answers:
                statuses += re.findall(rb"HTTP/1\.1 (\d+) ", answers.read())
        assert len(statuses) == 2000 and set(statuses) == {b"200"}, len(statuses)
        assert ask(server, "GET", "/").status == 200
    with serving("--no-limits") as server:
        assert {ask(server, "GET", "/api/tables").status for _ in range(150)} == {200}


def written(name, text):
    path = os.path.join(work, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


@test("options come from the command line, then from the environment, then from a file")
def _():
    folder = tempfile.mkdtemp(dir=work)
    stores = {name: f"sqlite:{folder}/{name}.db" for name in ("file", "variable", "option")}
    config = written("some.config", f"""# a comment
store = {stores['file']}
  bot-pace=5
quiet = yes
no-limits = off
""")
    with serving("--config", config, store=None):
        assert os.path.exists(f"{folder}/file.db")
    with serving("--config", config, store=None, environment={"FUERSTENFELD_STORE": stores["variable"]}) as server:
        assert os.path.exists(f"{folder}/variable.db")
    assert server.log == "", server.log  # quiet
    with serving("--config", config, "--store", stores["option"], store=None,
                 environment={"FUERSTENFELD_STORE": stores["variable"], "FUERSTENFELD_QUIET": "no"}):
        assert os.path.exists(f"{folder}/option.db")
    with serving(store=None, environment={"FUERSTENFELD_CONFIG": config}):
        pass


@test("a wrong setting is told with its line, or with its variable")
def _():
    for text, words in [
        ("store = memory\nstroe = memory\n", ['x.config:2: no such setting: "stroe"', 'did you mean "store"?']),
        ("\n\nmax-messages\n", ["x.config:3", "NAME = VALUE"]), ("quiet = perhaps\n", ["x.config:1", "yes or no"]),
        ("store = memory\nstore = memory\n", ["x.config:2", "set twice"]), ("max-messages = many\n", ["max-messages", "many"]),
        ("listen = 8080x\n", ["listen"]), ("store = memory\nconfig = other\n", ["x.config:2", '"config"', "settings file"]),
    ]:
        done = run("--config", written("x.config", text))
        assert done.returncode == 2 and all(word in done.stderr for word in words), (text, done)
    done = run(env={**os.environ, "FUERSTENFELD_STROE": "memory"})
    assert done.returncode == 2 and "FUERSTENFELD_STROE" in done.stderr and "store" in done.stderr, done
    done = run("--config", os.path.join(work, "no-such-file"))
    assert done.returncode == 2 and "no-such-file" in done.stderr, done


@test("a wrong value is told by where it was said, whichever option it is")
def _():
    numbers = re.findall(r"(?m)^  --(\S+) (?:N|MS|DAYS) ", run("--help").stdout)
    assert {"max-messages", "bot-pace", "keep-chat"} <= set(numbers), numbers
    for option in [*numbers, "listen", "origin"]:
        variable = "FUERSTENFELD_" + option.upper().replace("-", "_")
        config = written("y.config", f"# a comment\n\n{option} = a b\n")
        for done, place in [
            (run("--" + option, "a b"), f'serve: --{option} is "'),
            (run(env={**os.environ, variable: "a b"}), f'fuerstenfeld: {variable} is "'),
            (run("--config", config), f'{config}:3: {option} is "'),
            (run("--" + option, "a b", env={**os.environ, variable: "1"}), f'serve: --{option} is "'),
            (run("--config", config, env={**os.environ, variable: "c d"}), f'fuerstenfeld: {variable} is "'),
        ]:
            assert done.returncode == 2 and place in done.stderr and done.stderr.count("\n") == 1, (option, place, done)


@test("an origin that no browser sends is refused, one that it sends is let in")
def _():
    for wrong in ["foo", "", "null", "*", "play.example", "play.example:8080", "//play.example", "://play.example", "https:play.example",
                  "https://", "https://:8080", "https://play.example/", "https://play.example/page", "https://play.example?x", "https://a@play.example",
                  "https://Play.example", "HTTPS://play.example", "https://play.example:", "https://play.example:443", "http://play.example:80",
                  "https://play.example:0", "https://play.example:08080", "https://play.example:65536", "https://play.example:x", "https://pläy.example",
                  "https://play.example, https://two.example", "https://[::1", "https://[]", "https://[::1]x", "https://" + "a" * 400]:
        done = run("--origin", wrong, "--listen", "127.0.0.1:0", "--store", "memory")
        assert done.returncode == 2 and "--origin is" in done.stderr and "SCHEME://HOST:PORT" in done.stderr, (wrong, done)
    for right in ["https://play.example", "http://play.example:8080", "https://play.example:80", "http://play.example:443", "http://[::1]:3000",
                  "http://127.0.0.1:5173", "https://xn--ply-tla.example", "capacitor://localhost", "chrome-extension://abcdefghijklmnop"]:
        with serving("--origin", right) as server:
            assert " 101 " in handshake(server, Origin=right), right
            assert " 403 " in handshake(server, Origin=right + "0"), right


def calls(text):
    """Name and arguments of whatever looks like a call or a definition; strings, also of several pieces, are one argument."""
    for found in re.finditer(r"\b([a-z_]+)\(", text):
        depth, argument, arguments, quoted, at = 1, "", [], False, found.end()
        while depth and at < len(text):
            c = text[at]
            if quoted and c == "\\":
                argument += c
                at += 1
                c = text[at]
            elif c == '"':
                quoted = not quoted
            elif not quoted:
                depth += (c in "([{") - (c in ")]}")
            if not depth or (depth == 1 and c == "," and not quoted):
                arguments.append(argument.strip())
                argument = ""
            else:
                argument += c
            at += 1
        yield found[1], arguments


@test("every code and message of the server is in the protocol's tables, and none else; clients know which refusals are temporary")
def _():
    sources = {name: re.sub(r"/\*.*?\*/", "", open(name, encoding="utf-8").read(), flags=re.S)
               for room in ("app", "net", "table") for name in glob.glob(f"server/{room}/*.[ch]")}
    found = {name: list(calls(text)) for name, text in sources.items()}
    takes = {name: {(function, i) for function, arguments in found[name] for i, argument in enumerate(arguments) if argument == "const char *code"}
             for name in sources}  # a file's own functions; others know those of headers
    shared = set().union(*(takes[name] for name in takes if name.endswith(".h")))
    assert len(set().union(*takes.values())) >= 4, takes
    places = [arguments[i] for name in sources for function, arguments in found[name] for taker, i in takes[name] | shared
              if function == taker and i < len(arguments)]
    places += [place for text in sources.values() for place in re.findall(r"\bcode = ([^;,}]*\"[^;}]*?)(?:;|, \.|})", text)]
    places += re.findall(r'\\"code\\":\\(".*?")', "".join(sources.values()))  # an answer that is written out
    places += [place for text in sources.values() for place in re.findall(r'struct app_error\)?(?: \w+ =)? ?\{\s*("[a-z-]+")', text)]
    answered = {code for place in places for code in re.findall(r'"([a-z-]+)\\?"', place)}
    listed = {(code, status, again == "true")
              for code, status, again in re.findall(r'X\("([a-z-]+)", (\d+), (true|false)\)', sources["server/app/error.h"])}
    table = open("docs/authors/protocol.md", encoding="utf-8").read().split("### Codes\n", 1)[1].split("\nThe connection is closed", 1)[0]
    told = {(code, status, again == "yes") for code, status, again in re.findall(r"(?m)^\| `([a-z-]+)` \| (\d+) \| (yes|) \|", table)}
    assert listed == told, listed ^ told
    assert answered == {code for code, _, _ in told}, answered ^ {code for code, _, _ in told}
    for client, pattern in [("web/src/net/protocol.ts", r"TEMPORARY: readonly string\[\] = \[(.*)\]"), ("examples/client.py", r"TEMPORARY = \((.*)\)")]:
        codes = set(re.findall("[a-z-]+", re.search(pattern, open(client, encoding="utf-8").read())[1]))
        assert codes == {code for code, _, again in told if again}, (client, codes)
    types = re.search(r"\n\| type \| members \| what it does \|\n((?:\|.*\n)+)", open("docs/authors/protocol.md", encoding="utf-8").read())[1]
    read = re.findall(r'\[MESSAGE_\w+\] = \{"(\w+)",', sources["server/app/message.c"])
    assert sorted(re.findall(r"(?m)^\| `(\w+)` \|", types)) == sorted(read), read


def until(what, holds):
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


@test("SIGHUP opens the log again and goes on; the log is its owner's alone")
def _():
    log = os.path.join(work, "server.log")
    with serving("--log", log) as server:
        until("the first line", lambda: os.path.exists(log) and "event=start" in open(log).read())
        assert os.stat(log).st_mode & 0o077 == 0
        os.rename(log, log + ".1")
        server.send_signal(signal.SIGHUP)
        until("a new file", lambda: os.path.exists(log) and "event=again" in open(log).read())
        assert ask(server, "GET", "/healthz").status == 200
    assert "event=stop" in open(log).read() and "event=stop" not in open(log + ".1").read()
    with serving() as server:  # without files there is nothing to open
        for _ in range(3):
            server.send_signal(signal.SIGHUP)
        until("health", lambda: ask(server, "GET", "/healthz").status == 200)


@test("a log is not added to a file of another kind")
def _():
    record = open("examples/game.jsonl").read()
    for text in [record, "SQLite format 3\0", "notes\n"]:
        log = written("other.log", text)
        done = run("--log", log, "--store", "memory")
        assert done.returncode == 2 and "other.log" in done.stderr and "is no log" in done.stderr, done
        assert open(log).read() == text
    log = written("other.log", "2026-11-16T12:00:00Z event=start\n")
    with serving("--log", log):
        until("a second line", lambda: open(log).read().count("event=start") == 2)


def make_certificate(name, serial):
    key, certificate = os.path.join(work, name + ".key"), os.path.join(work, name + ".pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                    "-set_serial", str(serial), "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
                   check=True, capture_output=True)
    return key, certificate


@test("SIGHUP reads the certificate again; one that is broken is not used")
def _():
    if not shutil.which("openssl"):
        print("  no openssl here to make a certificate with")
        return

    def serial(server):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as wire, context.wrap_socket(wire) as tls:
            der = tls.getpeercert(binary_form=True)
        text = subprocess.run(["openssl", "x509", "-inform", "DER", "-noout", "-serial"], input=der, capture_output=True).stdout
        return int(text.decode().strip().split("=")[1], 16)

    key, certificate = make_certificate("first", 77)
    log = os.path.join(work, "certificates.log")
    with serving("--tls-cert", certificate, "--tls-key", key, "--log", log) as server:
        assert serial(server) == 77
        other_key, other = make_certificate("second", 78)
        shutil.copy(other, certificate)
        shutil.copy(other_key, key)
        assert serial(server) == 77
        server.send_signal(signal.SIGHUP)
        until("the new certificate", lambda: serial(server) == 78)
        with open(certificate, "w") as file:
            file.write("no certificate")
        server.send_signal(signal.SIGHUP)
        until("the broken one to be refused", lambda: "event=certificate-refused" in open(log).read())
        assert serial(server) == 78
    assert "event=certificate\n" in open(log).read(), open(log).read()


@test("backups by the documented commands are their owner's alone")
def _():
    hosting = open("docs/hosts/hosting.md", encoding="utf-8").read()
    commands = re.findall(r"(?m)^\((umask 077; .*(?:VACUUM INTO|pg_dump).*)\)$", hosting)
    assert len(commands) == 2, commands
    if not shutil.which("sqlite3"):
        print("  no sqlite3 here")
        return
    folder = tempfile.mkdtemp(dir=work)
    with serving(store=f"sqlite:{folder}/tables.sqlite"):
        command = next(c for c in commands if "VACUUM" in c).replace("/var/lib/fuerstenfeld", folder).replace("/backup", folder)
        subprocess.run(["sh", "-c", "umask 022; (" + command + ")"], check=True, capture_output=True)
    copies = [name for name in os.listdir(folder) if name.startswith("tables-")]
    assert len(copies) == 1 and os.stat(os.path.join(folder, copies[0])).st_mode & 0o077 == 0, os.listdir(folder)
    with serving(store=f"sqlite:{folder}/{copies[0]}"):
        pass


@test("TLS by certificate files; cookies are then for https alone")
def _():
    if not shutil.which("openssl"):
        print("  no openssl here to make a certificate with")
        return
    certificate, key = os.path.join(work, "cert.pem"), os.path.join(work, "key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True,
                   capture_output=True)
    with serving("--tls-cert", certificate, "--tls-key", key) as server:
        trust = ssl.create_default_context(cafile=certificate)
        connection = http.client.HTTPSConnection("localhost", server.port, context=trust, timeout=PATIENCE_S)
        connection.request("POST", "/api/guest", '{"name":"Anna"}', {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        cookie = answer.getheader("Set-Cookie")
        assert answer.status == 200 and cookie.startswith("__Host-ff_") and "; Secure" in cookie
        connection.close()
    done = run("--listen", "127.0.0.1:0", "--store", "memory", "--tls-cert", key, "--tls-key", certificate)
    assert done.returncode == 2 and "TLS" in done.stderr, done


@test("SIGTERM stops it with connections open, and says so to the log")
def _():
    with serving() as server:
        stream = socket.create_connection(("127.0.0.1", server.port))
        stream.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        assert b" 101 " in stream.recv(4096)
        idle = socket.create_connection(("127.0.0.1", server.port))
    assert "event=start" in server.log and "event=stopped" in server.log, server.log
    stream.close()
    idle.close()


@test("nothing secret is in the log")
def _():
    with serving() as server:
        made = ask(server, "POST", "/api/guest", '{"name":"Annabella","token":true}', Content_Type="application/json")
        body = json.loads(made.body)
        ask(server, "GET", "/api/guest", Authorization="Bearer " + body["token"])
    assert body["token"] not in server.log and "Annabella" not in server.log
    assert f"event=guest guest={body['guest']} address=127.0.0.1" in server.log  # what leads to whoever misbehaves


shutil.rmtree(work)
print(f"{counts[True]} passed, {counts[False]} failed")
sys.exit(counts[False] > 0)
