"""Pictures of random boards in twenty themes, by seed, with what is on them.

`picture(theme, seed)` draws a board, puts it on the page of an app or photographs it, and spoils
the pixels. It shares nothing with the reader.
"""

import io
from colorsys import hsv_to_rgb
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SCREENS = [
    "wood",
    "light-wood",
    "flat",
    "touching",
    "dark",
    "neon",
    "pattern",
    "scene",
    "cars",
    "trucks",
    "numbers",
    "letters",
    "card",
    "black-white",
    "multi",
    "pastel",
    "tiles",
]
PHOTOS = ["toy", "flat-toy", "photographed-screen"]
THEMES = SCREENS + PHOTOS
SIDES = ["right", "bottom", "left", "top"]


@dataclass
class Truth:
    """A board as it is seen in the picture: `A` the target, `x` walls, `.` ground."""

    rows: list[str]
    exit: tuple[str, int]
    corners: list[tuple[float, float]]


def cells_of(puzzle):
    """The rows of a puzzle, as in a `Truth`, with its own labels for the others."""
    cells = [["."] * puzzle.cols for _ in range(puzzle.rows)]
    for row, col in puzzle.walls:
        cells[row][col] = "x"
    for vehicle in puzzle.vehicles:
        for row, col in vehicle.cells():
            cells[row][col] = "A" if vehicle.label == puzzle.target else vehicle.label
    return cells


def board(rng, side, has_walls):
    """A random board whose target can lie in any direction: labels, and the exit."""
    cells = np.full((side, side), ".", dtype="<U1")
    row = int(rng.integers(side)) if rng.random() < 0.5 else (side - 1) // 2
    col = int(rng.integers(side - 1))
    cells[row, col : col + 2] = "A"
    labels = iter("BCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnpqrstuvwyz")
    full = rng.uniform(0.35, 0.8)
    for _ in range(400):
        if (cells != ".").mean() > full:
            break
        length = 2 if rng.random() < 0.7 else 3
        first, line = int(rng.integers(side - length + 1)), int(rng.integers(side))
        if rng.random() < 0.5:
            place = (slice(first, first + length), line)
        else:
            place = (line, slice(first, first + length))
            if line == row:
                continue
        if (cells[place] == ".").all():
            cells[place] = next(labels)
    if has_walls and rng.random() < 0.2:
        empty = np.argwhere(cells == ".")
        for place in empty[rng.permutation(len(empty))[: rng.integers(1, 4)]]:
            if place[0] != row:
                cells[tuple(place)] = "x"
    turns = int(rng.choice([0, 1, 2, 3], p=[0.7, 0.1, 0.1, 0.1]))
    line = row
    for _ in range(turns):
        cells = np.rot90(cells, -1)
    side_of_exit = SIDES[turns]
    if turns in (1, 2):
        line = side - 1 - row
    return cells, (side_of_exit, line)


def colour(hue, saturation, value):
    return np.array([255 * part for part in hsv_to_rgb(hue % 1, saturation, value)])


def grain(rng, height, width, base, strength):
    """Streaks along x, as of wood."""
    y, x = np.arange(height)[:, None], np.arange(width)[None]
    phase, pace = rng.uniform(0, 6, 4), rng.uniform(0.15, 0.9, 4)
    waves = [
        np.sin(y * pace[k] + phase[k] + 1.5 * np.sin(x / rng.uniform(30, 90) + phase[k]))
        for k in range(4)
    ]
    streaks = sum(waves)[..., None] / 2 * np.array([1, 0.8, 0.5])
    return np.asarray(base) + strength * streaks + rng.normal(0, 2, (height, width, 1))


def clouds(rng, height, width, first, second, size):
    """A smooth random mixture of two colours."""
    noise = rng.random((height // size + 3, width // size + 3, 3))
    image = Image.fromarray((noise * 255).astype(np.uint8)).resize(
        (width, height), Image.Resampling.BICUBIC
    )
    part = np.asarray(image) / 255.0
    return np.asarray(first) * part + np.asarray(second) * (1 - part)


def rounded(width, height, radius):
    """The mask of a rectangle with round corners."""
    mask = Image.new("L", (2 * width, 2 * height), 0)
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, 2 * width - 1, 2 * height - 1), 2 * radius, fill=255
    )
    return np.asarray(mask.resize((width, height), Image.Resampling.BILINEAR))[..., None] / 255.0


def ground(rng, theme, size, cell, hue):
    """The field without vehicles, and the colour of vehicles if they share one."""
    sheet = np.ones((size, size, 3))
    match theme:
        case "wood":
            base = [[105, 72, 38], [80, 50, 20], [60, 45, 40]][rng.integers(3)]
            bars = [[232, 130, 20], [225, 165, 95], [250, 200, 120]][rng.integers(3)]
            return grain(rng, size, size, base, rng.uniform(0, 8)), np.array(bars, float)
        case "light-wood":
            return grain(rng, size, size, [200, 170, 130], rng.uniform(0, 8)), np.array(
                [140.0, 85, 45]
            )
        case "flat" | "touching":
            return sheet * rng.choice([255, 245, 230, 200, 60]), colour(hue, 0.8, 0.75)
        case "dark":
            return sheet * rng.uniform(20, 60) * [1, 1, 1.15], None
        case "neon":
            return sheet * rng.uniform(5, 30), None
        case "pattern":
            second = colour(hue, 0.5, 0.95)
            bars = colour(hue + rng.uniform(0.2, 0.8), 0.6, rng.uniform(0.3, 0.5))
            return clouds(
                rng, size, size, (255, 250, 230), second, max(4, cell // int(rng.integers(1, 4)))
            ), bars
        case "scene":
            first, second = colour(hue, 0.6, 0.9), colour(hue + 0.3, 0.4, 0.5)
            return clouds(rng, size, size, first, second, int(1.5 * cell)), colour(
                hue + 0.5, 0.7, 0.35
            )
        case "cars" | "trucks":
            return sheet * rng.uniform(70, 190) + rng.normal(0, 3, (size, size, 1)), None
        case "numbers" | "letters":
            bars = colour(hue, 0.5, 0.7) if rng.random() < 0.5 else None
            return sheet * rng.uniform(190, 250), bars
        case "card":
            return sheet * 245 + rng.normal(0, 2, (size, size, 1)), np.full(
                3, rng.choice([250.0, 210, 170])
            )
        case "black-white":
            return sheet * 255, np.full(3, rng.choice([255.0, 200, 60]))
        case "multi":
            return sheet * colour(hue, rng.uniform(0, 0.5), rng.uniform(0.2, 0.95)), None
        case "pastel":
            return sheet * colour(hue, 0.1, 0.97), None
        case "tiles":
            return sheet * colour(hue, 0.3, rng.uniform(0.2, 0.4)), None
        case _:
            tint = rng.uniform(0.92, 1.0, 3)
            return sheet * float(rng.choice([35, 45, 210, 225, 150])) * tint, None


def field(rng, theme, cells, cell):
    """The field of cells alone, and how high each pixel stands (0 the ground, 1 a car)."""
    side = len(cells)
    size, hue = side * cell, rng.random()
    sheet, shared = ground(rng, theme, size, cell, hue)
    level = float(np.mean(sheet))
    is_toy, is_drawn = theme in ("toy", "flat-toy"), theme in ("cars", "trucks", "toy", "flat-toy")
    line = max(1, cell // 40)
    if theme in ("card", "black-white") or (
        theme not in ("scene", "tiles", "toy", "wood", "light-wood", "pattern")
        and rng.random() < 0.5
    ):
        step = rng.uniform(8, 30) * (1 if level < 128 else -1)
        for k in range(1, side):
            sheet[k * cell - line // 2 : k * cell - line // 2 + line] += step
            sheet[:, k * cell - line // 2 : k * cell - line // 2 + line] += step
    if theme in ("tiles", "toy"):
        wide = int(cell * (rng.uniform(0.82, 0.94) if theme == "tiles" else rng.uniform(0.66, 0.8)))
        mask, off = rounded(wide, wide, max(1, wide // 8)), (cell - wide) // 2
        step = rng.uniform(8, 25) * (1 if level < 128 else -1)
        for row in range(side):
            for col in range(side):
                y, x = row * cell + off, col * cell + off
                sheet[y : y + wide, x : x + wide] += step * mask
                if theme == "toy":
                    sheet[y + wide - 2 : y + wide + 1, x : x + wide] -= 18
                    sheet[y : y + wide, x + wide - 2 : x + wide] -= 12
    sheet = np.clip(sheet, 0, 255)
    high = np.zeros((size, size))
    gap = {"touching": 0, "flat": max(1, cell // 50)}.get(
        theme, max(1, int(cell * rng.uniform(0.01, 0.06)))
    )
    radius = {"touching": 0, "card": 0, "black-white": 0}.get(
        theme, int(cell * rng.uniform(0.02, 0.2))
    )
    bevel = (
        rng.uniform(10, 60)
        if theme in ("wood", "light-wood", "pattern", "dark", "multi", "scene")
        else 0
    )
    is_outlined = theme in ("card", "black-white", "touching", "flat") or rng.random() < 0.4
    is_red = rng.random() < 0.85
    target = np.array([rng.uniform(190, 235), rng.uniform(10, 40), rng.uniform(10, 40)])
    font = ImageFont.load_default(max(8, int(cell * 0.4)))
    start = rng.random()
    labels = sorted(set(cells.ravel()) - {".", "x"})
    parts = [(label, np.argwhere(cells == label)) for label in labels]
    parts += [("x", place[None]) for place in np.argwhere(cells == "x")]
    for number, (label, places) in enumerate(parts):
        (row, col), (below, beside) = places.min(0), places.max(0) + 1
        inset = gap + (int(cell * 0.05) if is_drawn else 0)
        y, x = row * cell + inset, col * cell + inset
        height, width = (below - row) * cell - 2 * inset, (beside - col) * cell - 2 * inset
        if label == "x":
            tone = np.full(3, 85.0 if abs(level - 85) > 45 else 170.0)
        elif label == "A":
            if theme in ("card", "black-white"):
                tone = np.full(3, 120.0) if shared[0] > 150 else np.full(3, 250.0)
            else:
                tone = target if is_red or shared is None else colour(hue + 0.45, 0.9, 0.9)
        elif shared is not None:
            tone = shared
        else:
            soft = theme == "pastel"
            value = rng.uniform(0.85, 0.95) if soft else rng.uniform(0.5, 0.95)
            strong = rng.uniform(0.3, 0.5) if soft else rng.uniform(0.5, 0.95)
            # No other vehicle is red: hues from yellow over green and blue to pink.
            tone = colour(0.1 + 0.78 * ((start + 0.381 * number) % 1), strong, value)
        bar = painted(rng, theme, label, tone, height, width, cell, level)
        yy, xx = np.mgrid[0:height, 0:width]
        edge = np.minimum(np.minimum(yy, height - 1 - yy), np.minimum(xx, width - 1 - xx))[
            ..., None
        ]
        if bevel:
            thick = max(2, cell // 14)
            light = (
                (yy < thick) * bevel
                - (height - 1 - yy < thick) * bevel
                - (width - 1 - xx < thick) * bevel / 2
            )
            bar = bar + light[..., None]
        if is_outlined:
            ink = 20 if theme in ("card", "black-white") else bar * 0.45
            bar = np.where(edge < line * (2 if theme in ("card", "black-white") else 1), ink, bar)
        if theme == "neon" and label != "x":
            bar = np.where(edge < max(2, cell // 12), tone, tone * 0.2)
        radius_here = int(cell * 0.2) if is_drawn else radius
        mask = rounded(width, height, min(radius_here, width // 2, height // 2))
        sheet[y : y + height, x : x + width] = (
            sheet[y : y + height, x : x + width] * (1 - mask) + np.clip(bar, 0, 255) * mask
        )
        if is_toy:
            top = 1.0 if len(places) < 3 else 1.3
            high[y : y + height, x : x + width] = np.where(mask[..., 0] > 0.5, top, 0)
        if theme in ("cars", "trucks") and label != "x":
            wheels(sheet, x, y, width, height, cell)
        if theme in ("numbers", "letters") and label != "x":
            image = Image.fromarray(sheet.astype(np.uint8))
            text = str(number) if theme == "numbers" else label
            ImageDraw.Draw(image).text(
                (x + width / 2, y + height / 2), text, fill="black", font=font, anchor="mm"
            )
            sheet = np.asarray(image).astype(float)
    return sheet, high


def painted(rng, theme, label, tone, height, width, cell, level):
    """The upper side of a bar."""
    is_upright = height > width
    if theme in ("wood", "light-wood"):
        strength = rng.uniform(4, 16)
        if is_upright:
            return grain(rng, width, height, tone, strength).transpose(1, 0, 2)
        return grain(rng, height, width, tone, strength)
    bar = np.ones((height, width, 3)) * tone
    if theme not in ("cars", "trucks", "toy", "flat-toy") or label == "x":
        return bar
    yy, xx = np.mgrid[0:height, 0:width]
    along, across = (yy, xx) if is_upright else (xx, yy)
    length, wide = max(height, width), min(height, width)
    if rng.random() < 0.5:
        along = length - 1 - along
    middle = (across > wide * 0.18) & (across < wide * 0.82)
    glass = tone * (0.35 if theme in ("cars", "trucks") else 0.75)
    put = lambda where, paint: np.where(where[..., None], paint, bar)  # noqa: E731
    if length < 2.4 * wide:
        bar = put(middle & (along > length * 0.24) & (along < length * 0.34), glass)
        bar = put(middle & (along > length * 0.70) & (along < length * 0.78), glass)
        bar = put(
            middle & (along >= length * 0.34) & (along <= length * 0.70),
            np.minimum(tone * 1.15 + 8, 255),
        )
    else:
        bar = put((along > length * 0.30) & (along < length * 0.34), tone * 0.5)
        bar = put(middle & (along > length * 0.12) & (along < length * 0.20), glass)
        if theme != "cars":
            bar = put(
                (along > length * 0.34) & ((along // max(2, cell // 8)) % 2 == 0), tone * 0.93
            )
    return bar


def wheels(sheet, x, y, width, height, cell):
    """Dark wheels that stick out of a drawn car."""
    thick = max(2, cell // 12)
    for part in (0.2, 0.8):
        for far in (False, True):
            if height > width:
                middle, edge = int(y + height * part), x + (width if far else 0) - thick // 2
                sheet[middle - 2 * thick : middle + 2 * thick, max(0, edge) : edge + thick] = 25
            else:
                middle, edge = int(x + width * part), y + (height if far else 0) - thick // 2
                sheet[max(0, edge) : edge + thick, middle - 2 * thick : middle + 2 * thick] = 25


def framed(rng, theme, sheet, cell, way):
    """The field in its frame with a gap, an arrow or a mark at the exit; the opaque; the margin."""
    size, margin = len(sheet), int(cell * 1.2)
    thick = int(cell * rng.uniform(0.12, 0.5))
    whole = np.zeros((size + 2 * margin, size + 2 * margin, 3))
    opaque = np.zeros(whole.shape[:2])
    plain = np.median(sheet.reshape(-1, 3), 0)
    tone = colour(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.2, 0.9))
    if theme in ("toy", "flat-toy"):
        tone = plain * 0.9 + 8
    if theme in ("card", "black-white"):
        tone, thick = np.full(3, 20.0), max(4, cell // 10)
    low, high = margin - thick, margin + size + thick
    whole[low:high, low:high] = tone * 0.6
    whole[low + 2 : high - 2, low + 2 : high - 2] = tone
    opaque[low:high, low:high] = 1
    whole[margin : margin + size, margin : margin + size] = sheet
    side, line = way
    start = margin + line * cell + 1
    across = slice(start, start + cell - 2)
    ends = slice(margin + size, high) if side in ("right", "bottom") else slice(low, margin)
    place = (across, ends) if side in ("right", "left") else (ends, across)
    kind = rng.random()
    if kind < 0.6:
        whole[place] = plain
    elif kind < 0.8:
        whole[place] = [220, 40, 40]
    else:
        shape = whole[place].shape
        v, u = np.mgrid[0 : shape[0], 0 : shape[1]] / np.array(shape[:2]).reshape(2, 1, 1)
        u, v = {"right": (u, v), "left": (1 - u, v), "bottom": (v, u), "top": (1 - v, u)}[side]
        arrow = np.abs(v - 0.5) < 0.45 * (1 - u)
        paint = 240.0 if tone.mean() < 128 else 15.0
        whole[place] = np.where(arrow[..., None], paint, whole[place])
    return whole, opaque, margin


def screen(rng, whole, opaque, margin, size, cell):
    """The page of an app around a framed board; the corners of the field."""
    width = size + (
        int(cell * rng.uniform(1.2, 2.4)) if rng.random() < 0.7 else int(cell * rng.uniform(2, 5))
    )
    height = max(int(width * rng.uniform(1.2, 2.1)), size + 2 * margin + 10)
    first, second = (
        colour(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.1, 1)) for _ in range(2)
    )
    kind = rng.random()
    if kind < 0.4:
        page = np.ones((height, width, 3)) * first
    elif kind < 0.6:
        page = (
            first
            + (second - first) * np.linspace(0, 1, height)[:, None, None]
            + np.zeros((height, width, 1))
        )
    elif kind < 0.8:
        page = grain(rng, height, width, first, 10)
    else:
        page = clouds(rng, height, width, first, second, 40)
    image = Image.fromarray(np.clip(page, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    left = (width - size) // 2
    top = int(rng.uniform(margin, max(margin + 1, height - size - margin)))
    font = ImageFont.load_default(max(10, int(cell * 0.5)))

    def button(x, y, right, bottom, text):
        if right > x + 8 and bottom > y + 8:
            fill = tuple(
                int(v) for v in colour(rng.random(), rng.uniform(0, 0.7), rng.uniform(0.1, 0.9))
            )
            draw.rounded_rectangle(
                (x, y, right, bottom),
                min(10, int(right - x) // 3, int(bottom - y) // 3),
                fill=fill,
                outline=(30, 30, 30),
            )
            draw.text(
                ((x + right) / 2, (y + bottom) / 2), text, fill="white", font=font, anchor="mm"
            )

    above, below = top - margin, top + size + margin
    if rng.random() < 0.8 and above > 30:
        button(6, 6, int(width * 0.65), above - 4, f"Puzzle {rng.integers(1, 999)}")
        button(int(width * 0.68), 6, width - 6, above - 4, "Moves")
    count = int(rng.integers(3, 6))
    if rng.random() < 0.8 and height - below > 30:
        for k in range(count):
            button(
                int(width * (k + 0.12) / count),
                below + 4,
                int(width * (k + 0.88) / count),
                min(height - 6, below + width // count),
                "+*<?"[k % 4],
            )
    page = np.asarray(image).astype(float)
    ys, xs = (
        slice(max(0, top - margin), top + size + margin),
        slice(max(0, left - margin), min(width, left + size + margin)),
    )
    dy, dx = max(0, margin - top), max(0, margin - left)
    part = page[ys, xs]
    mask = opaque[dy : dy + part.shape[0], dx : dx + part.shape[1], None]
    page[ys, xs] = (
        part * (1 - mask) + whole[dy : dy + part.shape[0], dx : dx + part.shape[1]] * mask
    )
    small = margin
    if rng.random() < 0.15 and height - below > 2 * small and width > 2 * small:
        # The small board of another player.
        mini = Image.fromarray(np.clip(whole, 0, 255).astype(np.uint8)).resize((small, small))
        page[height - small - 2 : height - 2, 4 : 4 + small] = np.asarray(mini)
    return page, [(left, top), (left + size, top), (left + size, top + size), (left, top + size)]


def projection(source, target):
    """The homography from four points to four others."""
    rows, values = [], []
    for (u, v), (x, y) in zip(source, target, strict=True):
        rows += [[u, v, 1, 0, 0, 0, -x * u, -x * v], [0, 0, 0, u, v, 1, -y * u, -y * v]]
        values += [x, y]
    return np.append(np.linalg.solve(np.array(rows, float), np.array(values, float)), 1)


def photograph(rng, whole, opaque, margin, size, cell, high):
    """A pinhole picture of a framed board on a table; what stands high is a stack of layers."""
    width, height = (900, 1200) if rng.random() < 0.6 else (1200, 900)
    side = len(whole)
    tone = colour(rng.random() * 0.15, rng.uniform(0, 0.5), rng.uniform(0.15, 0.95))
    kind = rng.random()
    if kind < 0.5:
        table = grain(rng, height, width, tone, 7)
    elif kind < 0.8:
        table = np.ones((height, width, 3)) * tone
    else:
        table = clouds(rng, height, width, tone, colour(rng.random(), 0.3, 0.6), 120)
    tilt, towards = rng.uniform(0, 0.6), rng.uniform(0, 2 * np.pi)
    roll = (
        rng.choice(4) * np.pi / 2 + rng.normal(0, 0.15)
        if rng.random() < 0.7
        else rng.uniform(0, 2 * np.pi)
    )
    distance = 3.2 * side
    focus = distance * min(width, height) / side * rng.uniform(0.6, 0.85)

    def seen(x, y, z):
        x, y = x - side / 2, y - side / 2
        x, y = x * np.cos(roll) - y * np.sin(roll), x * np.sin(roll) + y * np.cos(roll)
        u, v = x * np.cos(towards) + y * np.sin(towards), -x * np.sin(towards) + y * np.cos(towards)
        u, near = u * np.cos(tilt) + z * np.sin(tilt), -u * np.sin(tilt) + z * np.cos(tilt)
        x, y = u * np.cos(towards) - v * np.sin(towards), u * np.sin(towards) + v * np.cos(towards)
        scale = focus / (distance - near)
        return width / 2 + scale * x, height / 2 + scale * y

    def warped(pixels, coefficients):
        image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        return np.asarray(
            image.transform(
                (width, height),
                Image.Transform.PERSPECTIVE,
                tuple(coefficients[:8]),
                Image.Resampling.BILINEAR,
            )
        ).astype(float)

    flat = [(0, 0), (side, 0), (side, side), (0, side)]
    standing = np.zeros((side, side))
    standing[margin : margin + size, margin : margin + size] = high
    tall = cell * rng.uniform(0.15, 0.35) if high.max() > 0 else 0
    layers = 8 if tall else 0
    picture = table
    for k in range(layers + 1):
        z = tall * k / max(1, layers)
        back = projection([seen(x, y, z) for x, y in flat], flat)
        mask = opaque if k == 0 else (standing * layers > k * 0.999).astype(float)
        shade = 0.72 if 0 < k < layers * 0.7 else 1.0
        part = warped(mask[..., None] * np.full(3, 255.0), back) / 255.0
        picture = picture * (1 - part) + warped(whole * shade, back) * part
    yy, xx = np.mgrid[0:height, 0:width]
    angle = rng.uniform(0, 2 * np.pi)
    ramp = ((xx - width / 2) * np.cos(angle) + (yy - height / 2) * np.sin(angle)) / height
    picture = picture * (1 + rng.uniform(0, 0.3) * ramp)[..., None]
    if rng.random() < 0.3:
        edge = (
            (xx - width / 2) * np.cos(angle) - (yy - height / 2) * np.sin(angle)
        ) / 60 + rng.normal(0, 3)
        picture = picture * (1 - 0.35 / (1 + np.exp(-np.clip(edge, -30, 30))))[..., None]
    if rng.random() < 0.3:
        x, y, wide = (
            rng.uniform(0.2, 0.8) * width,
            rng.uniform(0.2, 0.8) * height,
            rng.uniform(40, 80),
        )
        picture = (
            picture + (120 * np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / (2 * wide**2)))[..., None]
        )
    corners = [
        seen(x, y, 0)
        for x, y in (
            (margin, margin),
            (margin + size, margin),
            (margin + size, margin + size),
            (margin, margin + size),
        )
    ]
    if rng.random() < 0.15:
        # A thumb that holds the frame at a corner.
        (x, y), (mx, my) = corners[rng.integers(4)], (width / 2, height / 2)
        x, y = x + (x - mx) * 0.12, y + (y - my) * 0.12
        thumb = ((xx - x) ** 2 + (yy - y) ** 2 < (0.5 * cell * focus / distance) ** 2)[..., None]
        picture = np.where(thumb, [205, 150, 120], picture)
    picture = picture * rng.uniform(0.9, 1.08, 3) + rng.normal(0, rng.uniform(1, 5), picture.shape)
    return picture, corners


def moire(rng, picture):
    """The beats between the pixels of a screen and those of a camera."""
    height, width = picture.shape[:2]
    yy, xx = np.mgrid[0:height, 0:width]
    angle, period = rng.uniform(0, np.pi), rng.uniform(6, 25)
    wave = np.sin(2 * np.pi * (xx * np.cos(angle) + yy * np.sin(angle)) / period)
    return picture + rng.uniform(3, 9) * wave[..., None] * np.array([1, -0.6, 0.8])


def picture(theme, seed):
    """A picture, an array of height x width x 3 bytes, and its `Truth`."""
    rng = np.random.default_rng([seed, THEMES.index(theme)])
    is_toy = theme in ("toy", "flat-toy")
    side = (
        6 if is_toy else int(rng.choice([4, 5, 6, 7, 8, 9], p=[0.08, 0.15, 0.47, 0.12, 0.1, 0.08]))
    )
    cells, way = board(rng, side, not is_toy)
    cell = int(rng.integers(40, 110)) if theme in SCREENS else 70
    drawn = str(rng.choice(SCREENS)) if theme == "photographed-screen" else theme
    sheet, high = field(rng, drawn, cells, cell)
    whole, opaque, margin = framed(rng, drawn, sheet, cell, way)
    if theme in SCREENS:
        pixels, corners = screen(rng, whole, opaque, margin, side * cell, cell)
    else:
        pixels, corners = photograph(rng, whole, opaque, margin, side * cell, cell, high)
        if theme == "photographed-screen":
            pixels = moire(rng, pixels)
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if theme in PHOTOS or rng.random() < 0.5:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0, 1.2)))
    if rng.random() < 0.6:
        packed = io.BytesIO()
        image.save(packed, "JPEG", quality=int(rng.integers(45, 95)))
        image = Image.open(packed).convert("RGB")
    return np.asarray(image), Truth(["".join(row) for row in cells], way, corners)
