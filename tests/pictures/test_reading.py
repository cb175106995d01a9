"""Pictures that are drawn here are read back; damaged and hostile ones are refused."""

import os
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

import rushhour
from rushhour.pictures import HEAD, MAX_PIXELS, is_picture
from support.synth import PHOTOS, SIDES, cells_of, picture

BOARD = "BB...CD..E.CDAAE.CD..E..F...GGF.HHH."
CORPUS = Path(os.environ.get("RUSHHOUR_CORPUS", ""), "pictures")


def drawn(board=BOARD, **style):
    """Our own drawing of a board, in pixels."""
    png = rushhour.parse(board).svg(**style).png(zoom=1)
    return Image.open(BytesIO(png)).convert("RGB")


def packed(image, form="PNG", **options):
    data = BytesIO()
    image.save(data, form, **options)
    return data.getvalue()


def relabelled(rows):
    names = {}
    keep = ".xA"
    return [[c if c in keep else names.setdefault(c, len(names)) for c in row] for row in rows]


def turned(rows, way):
    """The board turned by 90 degrees clockwise."""
    side, line = way
    to = SIDES[(SIDES.index(side) + 1) % 4]
    last = len(rows) - 1
    turned_line = last - line if side in ("right", "left") else line
    return [list(row) for row in zip(*rows[::-1], strict=True)], (to, turned_line)


def agrees(reading, truth, *, any_turn=False):
    """Whether a reading is the truth: all cells, the target and the exit."""
    rows, way = cells_of(reading.puzzle), (reading.exit.side, reading.exit.line)
    for _ in range(4 if any_turn else 1):
        if relabelled(rows) == relabelled(truth.rows) and way == truth.exit:
            return True
        rows, way = turned(rows, way)
    return False


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("board", [BOARD, "..B./AAB./..../....", "BB.C/D..C/DAAC/EE.."])
def test_our_drawings_are_read_back(board, theme):
    puzzle = rushhour.parse(board)
    reading = rushhour.read_picture(drawn(board, theme=theme))
    assert reading.puzzle == puzzle
    assert not reading.doubts
    assert reading.size == (puzzle.rows, puzzle.cols)
    assert min(reading.vehicle_confidence.values()) > 0.5


def test_a_path_bytes_and_an_array_are_read_alike(tmp_path):
    image = drawn()
    path = tmp_path / "board.png"
    path.write_bytes(packed(image))
    forms = [path, str(path), path.read_bytes(), image, np.asarray(image)]
    readings = [rushhour.read_picture(form) for form in forms]
    assert readings == readings[:1] * len(forms)


@pytest.mark.parametrize("scale", [0.5, 1.7, 4])
def test_a_picture_of_another_scale_is_the_same_board(scale):
    image = drawn()
    size = [round(side * scale) for side in image.size]
    reading = rushhour.read_picture(image.resize(size, Image.Resampling.BICUBIC))
    assert reading.puzzle == rushhour.parse(BOARD)
    here = np.array(rushhour.read_picture(image).corners)
    assert np.abs(np.array(reading.corners) - here * scale).max() < 12 * scale


def test_a_turned_or_mirrored_picture_is_that_board():
    image = drawn()
    rows, way = cells_of(rushhour.parse(BOARD)), ("right", 2)
    for _ in range(3):
        image, (rows, way) = image.transpose(Image.Transpose.ROTATE_270), turned(rows, way)
        reading = rushhour.read_picture(image)
        assert relabelled(cells_of(reading.puzzle)) == relabelled(rows)
        assert (reading.exit.side, reading.exit.line) == way
    reading = rushhour.read_picture(ImageOps.mirror(drawn()))
    mirrored = [row[::-1] for row in cells_of(rushhour.parse(BOARD))]
    assert relabelled(cells_of(reading.puzzle)) == relabelled(mirrored)
    assert reading.exit == rushhour.Exit("left", 2)


@pytest.mark.parametrize("form", ["JPEG", "WEBP"])
@pytest.mark.parametrize("quality", [90, 50, 25])
def test_compression_changes_no_cell(form, quality):
    reading = rushhour.read_picture(packed(drawn(), form, quality=quality))
    assert reading.puzzle == rushhour.parse(BOARD)


def test_the_orientation_of_a_camera_is_undone():
    image = drawn()
    exif = Image.Exif()
    exif[0x0112] = 6  # shown after a turn by 90 degrees clockwise
    sideways = image.transpose(Image.Transpose.ROTATE_90)
    reading = rushhour.read_picture(packed(sideways, "JPEG", quality=90, exif=exif))
    assert reading.puzzle == rushhour.parse(BOARD)
    assert (reading.width, reading.height) == image.size


def test_help_is_followed():
    image, whole = drawn(), rushhour.read_picture(drawn())
    reading = rushhour.read_picture(image, corners=whole.corners, size=6)
    assert reading.puzzle == whole.puzzle
    reading = rushhour.read_picture(image, target=(4, 5), exit="left")
    assert reading.exit == rushhour.Exit("left", 4)
    assert reading.puzzle.target == "A"
    target = reading.puzzle.vehicles[reading.puzzle.index("A")]
    assert (4, 5) in target.cells()
    with pytest.raises(rushhour.errors.PictureError, match="found no vehicle at row 1, column 3"):
        rushhour.read_picture(image, target=(0, 2))
    with pytest.raises(rushhour.errors.PictureError, match="expected four corners, found 3"):
        rushhour.read_picture(image, corners=whole.corners[:3])
    with pytest.raises(rushhour.errors.PictureError, match="clockwise from the top left"):
        rushhour.read_picture(image, corners=[(0, 0), (9, 0), (9, 9), (0, 9)])
    with pytest.raises(
        rushhour.errors.PictureError, match="expected 3 to 12 rows and columns, found 99"
    ):
        rushhour.read_picture(image, size=99)


def test_damaged_files_are_refused(tmp_path):
    whole = packed(drawn())
    other = "expected a picture such as PNG, JPEG or WebP, found other bytes"
    for data in (b"", b"AA....", b"\0" * 1000):
        with pytest.raises(rushhour.errors.PictureError, match=other):
            rushhour.read_picture(data)
    photo = packed(drawn(), "JPEG")
    for data in (whole[:20], whole[: len(whole) // 2], photo[: len(photo) // 2]):
        with pytest.raises(rushhour.errors.PictureError, match="the picture is damaged"):
            rushhour.read_picture(data)
    path = tmp_path / "no.png"
    path.write_bytes(b"no picture")
    with pytest.raises(rushhour.errors.PictureError, match=r"no\.png: expected a picture"):
        rushhour.read_picture(path)
    with pytest.raises(FileNotFoundError):
        rushhour.read_picture(tmp_path / "none.png")
    with pytest.raises(
        rushhour.errors.WrongTypeError, match="a path, bytes, a Pillow image or an array"
    ):
        rushhour.read_picture(7)


def test_too_large_pictures_are_refused_before_they_are_decoded():
    bomb = packed(Image.new("1", (30_000, 30_000)))
    assert len(bomb) < 1_000_000
    with pytest.raises(rushhour.errors.PictureError, match=f"at most {MAX_PIXELS} pixels, found"):
        rushhour.read_picture(bomb)
    with pytest.raises(rushhour.errors.PictureError, match="32 to 30000 pixels in each direction"):
        rushhour.read_picture(Image.new("RGB", (20, 500)))


def test_an_empty_sheet_shows_no_board():
    with pytest.raises(rushhour.errors.PictureError, match="no vehicle on it"):
        rushhour.read_picture(Image.new("RGB", (400, 400), "white"))


def test_pictures_are_recognised_by_their_content():
    for form in ("PNG", "JPEG", "WEBP", "GIF", "BMP"):
        assert is_picture(packed(drawn(), form)[:HEAD])
    for text in (b"", b"AA....", b"BM.AA.\n......", b"GIF.AA", b"{", b"RIFFAA....WEB"):
        assert not is_picture(text)


def test_an_overlay_covers_the_picture():
    reading = rushhour.read_picture(drawn())
    assert f'viewBox="0 0 {reading.width} {reading.height}"' in reading.overlay()
    pixels = Image.open(BytesIO(reading.overlay().png(zoom=1)))
    assert pixels.size == (reading.width, reading.height)
    assert pixels.getcolors(1_000_000) is not None
    assert len(pixels.getcolors(1_000_000)) > 2


@pytest.mark.parametrize("theme", ["wood", "touching", "dark", "pattern", "letters", "toy"])
def test_drawn_themes_are_read_or_doubted(theme):
    """No reading without doubts is wrong; `benches/picture.py` counts how many are right."""
    right = 0
    for seed in range(3):
        pixels, truth = picture(theme, seed)
        reading = rushhour.read_picture(pixels)
        is_right = agrees(reading, truth, any_turn=theme in PHOTOS)
        assert is_right or reading.doubts
        right += is_right
    assert right >= 1


@pytest.mark.parametrize(
    ("theme", "seed"), [("card", 1007), ("black-white", 1002), ("tiles", 1003)]
)
def test_a_thin_frame_shows_the_exit(theme, seed):
    """The exit is at the top: a gap in a frame that is some pixels wide."""
    pixels, truth = picture(theme, seed)
    reading = rushhour.read_picture(pixels)
    assert truth.exit[0] == "top"
    assert agrees(reading, truth)


@pytest.mark.parametrize("seed", [1002, 1006, 1011])
def test_a_line_on_a_truck_is_no_end_of_it(seed):
    """Trucks have a dark line between cab and load where two of their cells meet."""
    pixels, truth = picture("cars", seed)
    assert agrees(rushhour.read_picture(pixels), truth)


@pytest.mark.parametrize("seed", [1002, 1007])
def test_ground_is_told_from_walls_and_bars_that_are_as_dark(seed):
    pixels, truth = picture("neon", seed)
    assert agrees(rushhour.read_picture(pixels), truth)


@pytest.mark.parametrize(("theme", "seed"), [("flat-toy", 1003), ("letters", 1003), ("cars", 1004)])
def test_bars_tell_the_field_from_its_frame(theme, seed):
    """The outer edge of the frame is as clear as its inner edge, and the exit lies between them."""
    pixels, truth = picture(theme, seed)
    assert agrees(rushhour.read_picture(pixels), truth, any_turn=theme in PHOTOS)


@pytest.mark.parametrize(("theme", "seed"), [("neon", 1000), ("cars", 1001)])
def test_a_grey_wall_on_grey_ground_is_seen(theme, seed):
    """Its borders have no step in colour, as those of all bars have."""
    pixels, truth = picture(theme, seed)
    assert agrees(rushhour.read_picture(pixels), truth)


@pytest.mark.parametrize(("theme", "seed"), [("toy", 1006), ("trucks", 1004)])
def test_a_gap_differs_from_the_frame_on_both_sides(theme, seed):
    """A shadow, and the edge of a frame that is seen aslant, differ on one."""
    pixels, truth = picture(theme, seed)
    assert agrees(rushhour.read_picture(pixels), truth, any_turn=theme in PHOTOS)


@pytest.mark.parametrize("off", [-7, 7])
def test_rough_corners_are_laid_around_the_bars(off):
    """Corners that are off by an eighth of a cell give the field itself."""
    image = drawn()
    exact = np.array(rushhour.read_picture(image).corners)
    rough = exact + off * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    reading = rushhour.read_picture(image, corners=rough.tolist(), size=6)
    assert reading.puzzle == rushhour.parse(BOARD)
    assert np.abs(np.array(reading.corners) - exact).max() < 4


@pytest.mark.skipif(not CORPUS.is_dir(), reason="needs RUSHHOUR_CORPUS")
def test_real_screenshots_are_read_or_doubted():
    import csv

    with (CORPUS / "expected.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] != "photo"]
    right = 0
    for row in rows:
        side = int(row["size"])
        board = row["board"].replace("o", ".")
        truth = [board[k : k + side] for k in range(0, side * side, side)]
        reading = rushhour.read_picture(CORPUS / row["file"])
        is_right = relabelled(cells_of(reading.puzzle)) == relabelled(truth)
        assert is_right or reading.doubts, row["file"]
        right += is_right
    assert right >= len(rows) - 1
