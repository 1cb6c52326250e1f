"""Makes the icons of the installed page from its mark: web/public/icon-*.png.

./run python -m tests.web.make_icons
"""

from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parents[2] / "web" / "public"
PAPER = "#fbfaf7"
# A mask may cut a fifth off each side; Apple's fills the square.
SHARES = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-180": (180, 0.8)}
SHARES["icon-maskable-512"] = (512, 0.62)


def main() -> None:
    mark = (PUBLIC / "icon.svg").read_text()
    inner = mark[mark.index(">") + 1 : mark.rindex("</svg>")]
    for name, (pixels, share) in SHARES.items():
        side = 32 / share
        edge = (side - 32) / 2
        paper = f'<rect width="{side}" height="{side}" fill="{PAPER}"/>' if share < 1 else ""
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
            f'{paper}<g transform="translate({edge} {edge})">{inner}</g></svg>'
        )
        picture = resvg_py.svg_to_bytes(svg_string=text, width=pixels, height=pixels)
        (PUBLIC / f"{name}.png").write_bytes(bytes(picture))
        print(f"{name}.png: {pixels}x{pixels}, {len(picture)} bytes")


if __name__ == "__main__":
    main()
