"""Pictures on the command line: as any puzzle file, and no doubtful one as a fact."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

import rushhour
from rushhour.cli import run

BOARD = "BB...CD..E.CDAAE.CD..E..F...GGF.HHH."


@pytest.fixture
def clear(tmp_path):
    path = tmp_path / "board.txt"  # the content counts, not the name
    path.write_bytes(rushhour.parse(BOARD).svg().png(zoom=1))
    return path


@pytest.fixture
def doubtful(tmp_path):
    """A board with a stripe across some cells."""
    image = Image.open(BytesIO(rushhour.parse(BOARD).svg().png(zoom=1))).convert("RGB")
    draw = ImageDraw.Draw(image)
    width, height = image.size
    draw.line((0, height * 0.65, width, height * 0.95), fill=(120, 60, 200), width=height // 9)
    path = tmp_path / "stripe.png"
    image.save(path)
    assert rushhour.read_picture(path).doubts
    return path


def test_a_picture_is_solved_and_converted(clear, capsys):
    assert run(["solve", str(clear)]) == 0
    solved = capsys.readouterr()
    assert run(["convert", str(clear), "--to", "boardstring"]) == 0
    assert BOARD in capsys.readouterr().out
    assert solved.err == ""


@pytest.mark.parametrize("verb", ["solve", "convert", "check", "hint", "canonical", "analyse"])
def test_a_doubtful_reading_is_shown_and_taken_only_if_confirmed(doubtful, capsys, verb):
    words = [verb, str(doubtful)] + (["--to", "boardstring"] if verb == "convert" else [])
    assert run(words) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert "rushhour: doubt: " in said.err
    assert "if the board above is right, add --yes" in said.err
    assert run([*words, "--yes"]) in (0, 1)
    said = capsys.readouterr()
    assert said.out
    assert "rushhour: doubt: " in said.err


def test_the_target_is_named_by_its_label_in_the_reading(clear, capsys):
    words = ["convert", str(clear), "--to", "boardstring", "--yes", "--target"]
    assert run([*words, "C"]) == 0
    assert "BB...AC..D.ACEED.AC" in capsys.readouterr().out
    assert run([*words, "Z"]) == 2
    assert "no vehicle of the reading has the label 'Z'" in capsys.readouterr().err


def test_a_damaged_picture_is_an_error_of_the_file(clear, capsys):
    clear.write_bytes(clear.read_bytes()[:500])
    assert run(["solve", str(clear)]) == 2
    said = capsys.readouterr().err
    assert "board.txt: the picture is damaged" in said


def test_what_is_known_of_a_picture_helps(clear, capsys):
    """Corners choose the field, an exit and a size are taken."""
    corners = rushhour.read_picture(clear).corners
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    words = ["convert", str(clear), "--to", "json", "--yes"]
    assert run([*words, "--corners", places, "--size", "6x6", "--exit", "left"]) == 0
    found = rushhour.parse(capsys.readouterr().out)
    assert found.exit.side == "left"
    assert set(found.vehicles) == set(rushhour.parse(BOARD).vehicles)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--corners", "1,2 3,4"], "expected --corners of four pixels such as"),
        (["--corners", "1,2 3,4 5,6 7,x"], "expected --corners of four pixels such as"),
        (["--corners", "1,1 2,1 2,2 1,2"], "expected four corners in the picture"),
        (["--size", "40x40"], "board"),
        (["--empty", "."], "--empty and --wall are for texts, found a picture"),
    ],
)
def test_what_cannot_be_said_of_a_picture_is_refused(clear, capsys, words, message):
    assert run(["solve", str(clear), *words]) == 2
    assert message in capsys.readouterr().err


def test_corners_are_for_pictures(tmp_path, capsys):
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    assert run(["solve", str(path), "--corners", "1,1 9,1 9,9 1,9"]) == 2
    assert "--corners is for pictures, found a text" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_an_overlay_lies_over_its_picture(doubtful, tmp_path, capsys, suffix):
    out = tmp_path / f"overlay{suffix}"
    words = ["render", str(doubtful), "--overlay", "-o", str(out)]
    assert run(words) == 3
    assert "rushhour: doubt: " in capsys.readouterr().err
    if suffix == ".svg":
        drawn = out.read_text()
        assert "data:image/jpeg;base64," in drawn
        assert "#ffb000" in drawn  # a doubtful cell
    else:
        with Image.open(doubtful) as picture, Image.open(out) as overlay:
            assert overlay.size == (2 * picture.width, 2 * picture.height)
            # Outside of the field nothing is drawn over the picture.
            near = zip(
                overlay.convert("RGB").getpixel((2, 2)), picture.getpixel((1, 1)), strict=True
            )
            assert all(abs(one - other) < 12 for one, other in near)
    assert run(words) == 2  # it is there already
    assert run([*words, "--force", "--yes"]) == 0


@pytest.mark.parametrize("form", ["gif", "text", "arrows"])
def test_an_overlay_is_svg_or_png(clear, tmp_path, capsys, form):
    out = tmp_path / f"overlay.{form}"
    assert run(["render", str(clear), "--overlay", "--as", form, "-o", str(out)]) == 2
    assert f"--overlay: expected --as svg or png, found '{form}'" in capsys.readouterr().err
    assert not out.exists()


def test_an_overlay_needs_a_picture(tmp_path, capsys):
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    assert run(["render", str(path), "--overlay"]) == 2
    assert "--overlay: expected one picture" in capsys.readouterr().err
