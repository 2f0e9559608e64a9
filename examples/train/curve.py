"""The learning curve as a picture."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 40, 44
INK, LINE, BAND = "#3d3428", "#3f6e4f", "#cfdfd3"
Point = tuple[int, float, float, float]  # decisions learned from, score, and its interval


def picture(title: str, points: Sequence[Point]) -> str:
    """Score by decisions, with its interval, as SVG."""
    most = max(1, points[-1][0]) if points else 1

    def x(decisions: int) -> str:
        return f"{LEFT + (WIDTH - LEFT - RIGHT) * decisions / most:.1f}"

    def y(score: float) -> str:
        return f"{TOP + (HEIGHT - TOP - BOTTOM) * (1 - score):.1f}"

    upper = [f"{x(n)},{y(high)}" for n, _, _, high in points]
    lower = [f"{x(n)},{y(low)}" for n, _, low, _ in reversed(points)]
    middle = [f"{x(n)},{y(score)}" for n, score, _, _ in points]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">',
        f'  <rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf9f4"/>',
        f'  <text x="{LEFT}" y="24" font-size="14">{title}</text>',
    ]
    for tenths in range(0, 11, 2):
        at = y(tenths / 10)
        lines.append(f'  <path d="M{LEFT} {at}H{WIDTH - RIGHT}" stroke="#ddd5c7"/>')
        lines.append(f'  <text x="{LEFT - 8}" y="{at}" dy="4" text-anchor="end">{tenths * 10}%</text>')
    for quarter in range(5):
        n = most * quarter // 4
        lines.append(f'  <text x="{x(n)}" y="{HEIGHT - 24}" text-anchor="middle">{n / 1e6:.1f}</text>')
    lines += [
        f'  <text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">'
        "million decisions of self-play</text>",
        f'  <polygon points="{" ".join(upper + lower)}" fill="{BAND}"/>',
        f'  <polyline points="{" ".join(middle)}" fill="none" stroke="{LINE}" stroke-width="2"/>',
        "</svg>",
        "",
    ]
    return "\n".join(lines)
