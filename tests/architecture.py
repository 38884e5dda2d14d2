#!/usr/bin/env python3
"""Holds docs/architecture.md against the sources: the list of files is what their first lines say, and every hop of the walks is a
function of the file that is named, called by one of the hops before it.

    tests/architecture.py           compares; exit status 1 if anything is not so
    tests/architecture.py --write   writes the list of files anew
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOC = ROOT / "docs/architecture.md"
ROOMS = "base core text record page ai coach train match table store hall server cli wasm".split()
BEGIN, END = "<!-- files: written by tests/architecture.py --write -->\n", "<!-- end of files -->\n"


def about(path):
    """The first sentence of a file's first comment, without its name and without where to read on."""
    comment = path.read_text().split("*/")[0] if path.suffix in (".c", ".h") else path.read_text().split('"""')[1]
    first = re.split(r"\n( \*)?\s*\n", comment.removeprefix("/*"))[0]
    text = re.sub(r"^[\w.]+ +- +", "", " ".join(re.sub(r"\n \* ?", " ", first).split()))
    text = re.split(r"(?<=[a-z0-9)`])[.;:] (?=[A-Z]|see )", text)[0]
    return re.sub(r"^see [\w.]+", "", text).rstrip(".:; ").replace("|", "\\|")


def listed(room):
    """One row a pair of source and header: what the header says counts."""
    rows = []
    for stem in sorted({path.stem for path in (ROOT / room).glob("*.[ch]")} | {path.stem for path in (ROOT / room).glob("*.py")}):
        files = [path for path in (ROOT / room / f"{stem}{end}" for end in (".h", ".c", ".py")) if path.exists()]
        says = next((said for said in map(about, files) if said), "")
        rows.append(f"| {', '.join(f'`{path.name}`' for path in files)} | {says} |\n")
    return f"**`{room}/`**\n\n| file | what it is |\n| --- | --- |\n{''.join(rows)}\n"


def body(path, function):
    """The text of a function's definition, or None."""
    head = rf"^[a-zA-Z][^;={{}}]*?\b{function}\([^;{{]*?\)\s*"
    text = path.read_text()
    found = re.search(head + r"\{\n(.*?)^\}", text, re.S | re.M) or re.search(head + r"\{([^\n]*)\}$", text, re.M)
    return found and found.group(1)


def walks(text):
    """Faults of the walks: a row is | → or … | `function` | file | what |."""
    seen = 0
    for title, part in re.findall(r"^### (.*?)\n(.*?)(?=^##|\Z)", text[text.index("## Five walks"):], re.S | re.M):
        before = ""
        for how, function, file in re.findall(r"^\| (→|…) \| `(\w+)` \| `([\w./]+)` \|", part, re.M):
            seen += 1
            path = ROOT / file
            here = body(path, function) if path.exists() else None
            if here is None:
                yield f"{title}: {file} does not define {function}"
            elif how == "→" and before and not re.search(rf"\b{function}\b", before):
                yield f"{title}: no hop before it calls {function}"
            before += here or ""
    if seen < 30:
        yield f"only {seen} hops were found"


def main():
    text = DOC.read_text()
    files = BEGIN + "\n" + "".join(listed(room) for room in ROOMS if (ROOT / room).is_dir()) + END
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    if sys.argv[1:] == ["--write"]:
        DOC.write_text(before + files + after)
        return 0
    faults = list(walks(text))
    print("\n".join(faults) or "ok   every hop of the walks is where it is said to be")
    named = before + files + after == text
    print("ok   every file is named" if named else "the list of files is not what their first lines say: tests/architecture.py --write")
    print(f"{(not faults) + named} passed, {(faults != []) + (not named)} failed")
    return 1 if faults or not named else 0


sys.exit(main())
