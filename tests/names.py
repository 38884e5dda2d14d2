"""Which characters may be in a name, held against the categories of Unicode. names.py PROGRAM

The program (tests/names.c) tells of every character whether a name may have it, between two letters and alone."""
import subprocess
import sys
import unicodedata

told = subprocess.run([sys.argv[1]], capture_output=True, check=True).stdout.decode()
assert len(told) == 2 * 0x110000

# Default_Ignorable_Code_Point beyond the categories that are refused as a whole; and characters that are blank by design.
IGNORABLE = [0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2065, 0x3164, 0xFFA0]
IGNORABLE += [*range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000)]
BLANK = [0x2800, 0x1D159, 0x16FE4]
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def hidden(c):
    category = unicodedata.category(chr(c))
    return category in HIDDEN or (category == "Zs" and c != 0x20) or c in ignorable


ignorable = set(IGNORABLE + BLANK)
wrong = []
counts = {"shown": 0, "hidden": 0}
for c in range(0x110000):
    category = unicodedata.category(chr(c))
    within, alone = told[2 * c], told[2 * c + 1]
    if hidden(c):
        counts["hidden"] += 1
        if within == "+" or alone == "+":
            wrong.append(f"U+{c:04X} {category}: shows nothing, or commands, and is let in")
    elif category[0] in "LNPS" and within == "-":
        wrong.append(f"U+{c:04X} {category}: is seen by everybody and refused")
    elif category[0] == "M" and within == "-":
        wrong.append(f"U+{c:04X} {category}: sits on the letter before it and is refused")
    elif category[0] in "LNPS" and alone == "-":
        wrong.append(f"U+{c:04X} {category}: is refused alone")
    else:
        counts["shown"] += category != "Cn"
for line in wrong[:40]:
    print(" ", line)
print(f"{counts['shown']} characters shown, {counts['hidden']} hidden, {len(wrong)} wrong")
sys.exit(bool(wrong) or counts["shown"] < 100000)
