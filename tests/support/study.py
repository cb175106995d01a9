"""Files of the study of people."""

from pathlib import Path

BOARD = (
    '{"id": "a", "cars": [{"player": true, "position": 12, "length": 2, "id": "r", '
    '"orientation": "horizontal"}, {"player": false, "position": 3, "length": 3, "id": "0", '
    '"orientation": "vertical"}]}'
)


def written(folder: Path, name: str, text: str) -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return folder
