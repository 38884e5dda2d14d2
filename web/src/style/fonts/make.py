#!/usr/bin/python3
"""Makes the two small font files of the page from the full ones; see ../FONTS.md.

usage: make.py FOLDER      FOLDER is node_modules of a place where the two @fontsource packages are installed
needs Debian's fonttools and python3-brotli
"""
import sys
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).resolve().parent
ACCENTS = "ÀÁÂÄÆÇÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜßàáâäæçèéêëìíîïòóôöùúûüŒœ"
ASCII = "".join(map(chr, range(0x20, 0x7F)))
TEXT = ASCII + ACCENTS + "\u00a0\u202f£§©«°±²·»½×÷–—‘’‚“”„•…‹›€←↑→↓−≠≤≥"
TITLE = ASCII + "ÄÈÉÖÜßàäèéìòöùü\u00a0·×–—‘’“”„…−«»"


def column_figures(font):
    """Makes lining, tabular figures the plain ones, so that no style sheet can forget to ask for them."""
    gsub = font["GSUB"].table
    for tag in ("lnum", "tnum"):
        for record in gsub.FeatureList.FeatureRecord:
            if record.FeatureTag != tag:
                continue
            swaps = {}
            for index in record.Feature.LookupListIndex:
                for table in gsub.LookupList.Lookup[index].SubTable:
                    swaps.update(getattr(getattr(table, "ExtSubTable", table), "mapping", {}))
            for cmap in font["cmap"].tables:
                for code in range(ord("0"), ord("9") + 1):
                    cmap.cmap[code] = swaps.get(cmap.cmap[code], cmap.cmap[code])
            break


def shrink(font, text, features, name, out):
    """Keeps the characters of text and the named layout features; gives the result its own name (OFL, section 3)."""
    options = subset.Options(layout_features=features, hinting=False, flavor="woff2", name_IDs=[0, 1, 2, 4, 6, 13, 14])
    cutter = subset.Subsetter(options)
    cutter.populate(text=text)
    cutter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4):
            record.string = name
        elif record.nameID == 6:
            record.string = name.replace(" ", "")
    subset.save_font(font, HERE / out, options)
    print(out, (HERE / out).stat().st_size, "bytes,", len(font.getBestCmap()), "characters")


def main(modules):
    sans = TTFont(modules / "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2")
    packed = BytesIO()
    # Up to the heaviest, though 700 is all that is used: cut in between, this fontTools leaves coordinates that browsers refuse.
    instancer.instantiateVariableFont(sans, {"wght": (400, 900)}).save(packed)
    sans = TTFont(packed)  # read anew: the cutter needs whole tables
    shrink(sans, TEXT, ["kern", "mark", "ccmp"], "Feld Sans", "feld-sans.woff2")
    serif = TTFont(modules / "@fontsource/grenze/files/grenze-latin-700-normal.woff2")
    column_figures(serif)
    shrink(serif, TITLE, ["kern", "liga", "ccmp"], "Feld Serif", "feld-serif.woff2")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
