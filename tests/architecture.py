#!/usr/bin/env python3
"""Checks the walks of docs/architecture.md: every hop is a function of the file named, and a hop before it calls it."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOC = ROOT / "docs/architecture.md"


def body(path, function):
    """The text of a function's definition, or None."""
    head = rf"^[a-zA-Z][^;={{}}]*?\b{function}\([^;{{]*?\)\s*"
    text = path.read_text()
    found = re.search(head + r"\{\n(.*?)^\}", text, re.S | re.M) or re.search(head + r"\{([^\n]*)\}$", text, re.M)
    return found and found.group(1)


def walks(text):
    """Yields the faults of the walks. A line is a file and its functions: → marks a call from a function before it."""
    seen = 0
    for title, block in re.findall(r"^\*\*(.*?)\*\*.*?^```\n(.*?)^```", text[text.index("## Five walks"):], re.S | re.M):
        before = ""
        for file, chain in re.findall(r"^([\w/]+\.c) +(.*?)(?:   .*)?$", block, re.M):
            for how, function in re.findall(r"(→ |… |, |)(\w+)", chain):
                seen += 1
                path = ROOT / file
                here = body(path, function) if path.exists() else None
                if here is None:
                    yield f"{title}: {file} does not define {function}"
                elif how in ("→ ", ", ") and not re.search(rf"\b{function}\b", before):
                    yield f"{title}: no hop before it calls {function}"
                before += here or ""
    if seen < 40:
        yield f"only {seen} hops were found"


def main():
    faults = list(walks(DOC.read_text()))
    print("\n".join(faults) or "ok   every hop of the walks is where it is said to be")
    print(f"{int(not faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


sys.exit(main())
