#!/usr/bin/python3
"""Sets the game's name in Feld Serif on a shallow arc and prints wordmark.ts; run again when the font changes.

usage: wordmark.py > wordmark.ts      needs Debian's fonttools and python3-brotli
"""
import math
from pathlib import Path

from fontTools.misc.transform import Identity
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

NAME, RADIUS, SIZE = "Fürstenfeld", 1000, 100
font = TTFont(Path(__file__).resolve().parent.parent / "style/fonts/feld-serif.woff2")
glyphs, cmap, scale = font.getGlyphSet(), font.getBestCmap(), SIZE / font["head"].unitsPerEm
names = [cmap[ord(c)] for c in NAME]
width = sum(glyphs[g].width for g in names) * scale


def on_arc(along, above):
    """The point so far along the arc from its middle and so far above it."""
    angle = along / RADIUS
    return (RADIUS + above) * math.sin(angle), RADIUS - (RADIUS + above) * math.cos(angle)


def letters():
    pen = SVGPathPen(glyphs, ntos=lambda v: str(round(v, 1)).removesuffix(".0"))
    along = -width / 2
    for name in names:
        advance = glyphs[name].width * scale
        angle = (along + advance / 2) / RADIUS
        x, y = on_arc(along + advance / 2, 0)
        place = Identity.translate(x, y).rotate(angle).scale(scale, -scale).translate(-glyphs[name].width / 2, 0)
        glyphs[name].draw(TransformPen(pen, place))
        along += advance
    return pen.getCommands()


def ribbon(left, right, top, bottom):
    a, b, c, d = on_arc(left, top), on_arc(right, top), on_arc(right, bottom), on_arc(left, bottom)
    f = lambda p: f"{p[0]:.0f} {p[1]:.0f}"
    return f"M{f(a)}A{RADIUS + top} {RADIUS + top} 0 0 1 {f(b)}L{f(c)}A{RADIUS + bottom} {RADIUS + bottom} 0 0 0 {f(d)}z"


half = width / 2 + 26
print(f"""/* wordmark.ts - the game's name on a shallow arc, and the ribbon under it; made by wordmark.py. The middle of the baseline is at 0, 0. */

export const letters =
  '{letters()}'
export const ribbon = '{ribbon(-half, half, 92, -26)}'
/** Half the ribbon's width. */
export const half = {half:.0f}""")
