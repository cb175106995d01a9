"""How different colours look, to people of each kind of vision."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Vector = tuple[float, float, float]


Matrix = tuple[Vector, Vector, Vector]


# Machado, Oliveira and Fernandes, 2009: severity 1, on linear RGB.
VISIONS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(colour: str) -> Vector:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    x, y, z = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return x, y, z


def lab(colour: str, vision: str) -> Vector:
    seen = times(VISIONS[vision], linear(colour))
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    xyz = times(TO_XYZ, (red, green, blue))
    f = [cube(part / white) for part, white in zip(xyz, (0.95047, 1, 1.08883), strict=True)]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def cube(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def difference(one: Vector, other: Vector) -> float:
    """CIEDE2000, as in Sharma, Wu and Dalal, 2005."""
    l1, a1, b1 = one
    l2, a2, b2 = other
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(mean7 / (mean7 + 25**7))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
    t += 0.32 * cos(radians(3 * hue + 6)) - 0.2 * cos(radians(4 * hue - 63))
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    rotation *= sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    x, y, z = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return sqrt(x * x + y * y + z * z + rotation * y * z)
