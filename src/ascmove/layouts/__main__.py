"""``python -m ascmove.layouts``: every frame pattern, worked."""

from __future__ import annotations

from ascmove.layouts import Layout, Pattern, make_frame_layout

#: (pattern, extents, C0, coordinate)
WORKED: tuple[tuple[Pattern, tuple[int, ...], object, object], ...] = (
    (Pattern.NZ, (32, 64), None, (17, 35)),
    (Pattern.NZ, (20, 28), None, (17, 18)),
    (Pattern.NZ, (3, 32, 64), None, (2, (17, 35))),
    (Pattern.NZ, (20, 20), 8, (17, 13)),
    (Pattern.NZ, (40, 70), "int8_t", (17, 35)),
    (Pattern.ND, (20, 28), None, (3, 5)),
    (Pattern.DN, (20, 28), None, (3, 5)),
    (Pattern.NDExt, (20, 28), None, (3, 5)),
    (Pattern.DNExt, (20, 28), None, (3, 5)),
    (Pattern.ZN, (20, 28), None, (17, 18)),
    (Pattern.ZZ, (20, 28), None, (17, 18)),
    (Pattern.NN, (6, 20), None, (3, 17)),
    (Pattern.ScaleAND, (5, 6), None, (3, 4)),
    (Pattern.ScaleADN, (5, 6), None, (3, 4)),
    (Pattern.ScaleBND, (6, 5), None, (3, 4)),
    (Pattern.ScaleBDN, (6, 5), None, (3, 4)),
    (Pattern.NCHW, (1, 16, 5, 5), None, (0, 3, 4, 2)),
    (Pattern.NHWC, (1, 8, 8, 16), None, (0, 3, 4, 2)),
    (Pattern.NC1HWC0, (1, 2, 4, 4, 16), None, (0, 1, 2, 3, 5)),
)


def row(layout: Layout, call: str, coord: object) -> str:
    """One line of the table."""
    at = str(coord).replace(" ", "")
    return f"{call:<24}{str(layout).partition(' ')[2]:<76}{layout.capacity:>8}  {at} -> {layout(coord)}"


def main() -> None:
    """Print the table."""
    print(f"{'call':<24}{'shape:stride':<76}{'capacity':>8}  coordinate -> offset")
    for tag, extents, c0, coord in WORKED:
        layout = make_frame_layout(tag, *extents, c0=c0)
        width = "" if c0 is None else f"<{c0}>"
        print(row(layout, f"{tag.name}{width}({','.join(map(str, extents))})", coord))


if __name__ == "__main__":
    main()
