//! Drawn boards: what they show, and what is wrong with them.

use super::{Item, read_text};
use crate::state::Puzzle;

/// The board and its side of the exit, or the error, with every doubt.
fn read(text: &str, target: Option<&str>) -> Vec<(String, Vec<String>)> {
    let shown = |item: Item| {
        let board = item.setup.map(|found| {
            let board = Puzzle::new(&found.setup).expect("a board");
            let (exit, title) = (board.board().exit(), found.title);
            let title = title.map(|title| format!("{title}: ")).unwrap_or_default();
            format!("{title}{board} {} {}", exit.side.name(), exit.line)
        });
        let warnings = item.warnings.iter().map(ToString::to_string).collect();
        (board.unwrap_or_else(|error| error.to_string()), warnings)
    };
    read_text(text, None, target).into_iter().map(shown).collect()
}

/// Texts of one board, and what they show.
const ONE: [(&str, &str); 15] = [
    ("..B\nXXB\n...", "..BXXB... right 1"),
    (". . B\nX X B\n. . .\n", "..BXXB... right 1"),
    ("_,_,B\nX,X,B\n_,_,_\n", "..BXXB... right 1"),
    ("\u{feff}3 3\r\n..B\r\nXXB\r\n... # a note\r\n", "..BXXB... right 1"),
    ("# Level 1\nBB..\n#XX.\n....", "BB../xXX./.... right 1"),
    ("Jam-9\n..B\nXXB\n...", "Jam-9: ..BXXB... right 1"),
    ("..B\nXXB>\n...", "..BXXB... right 1"),
    ("....\n<XX.B\n...B", "..../XX.B/...B left 1"),
    (".X.\n.X.\nBB.\n v", ".X..X.BB. bottom 1"),
    ("+---+\n|..B|\n|XXB \n|...|\n+---+", "..BXXB... right 1"),
    (
        "\u{2554}\u{2550}\u{2557}\n\u{2551}X\u{2551}\n\u{2551}X\u{2551}\n\u{255a}\u{2550}\u{255d}\n \u{2193}",
        "X/X bottom 0",
    ),
    (" +-------+\n | .  .  12 |\n | 7  7  12 |>\n | .  .  .  |\n +-------+", "..BAAB... right 1"),
    ("#####\n#..B#\n#XXB@\n#...#\n#####", "..BXXB... right 1"),
    ("xxxxx\nx..Bx\nxXXBE\nx...x\nxxxxx", "..BXXB... right 1"),
    ("| X . . |\n| X B B |\n| . . . |\n  v", "X..XBB... bottom 0"),
];

#[test]
fn a_board_is_what_the_text_shows() {
    for (text, board) in ONE {
        assert_eq!(read(text, None), [(board.to_owned(), vec![])], "{text}");
    }
}

/// Texts that are refused, and why.
const REFUSED: [(&str, &str); 12] = [
    ("", "expected a puzzle, found an empty text"),
    (
        "hello",
        "line 1: expected a puzzle in one of the formats boardstring, fogleman, carlist, grid, frame, code, nyu, pieces, vehicles, json, found 'hello'",
    ),
    ("XX.\n.\0.", "line 2, column 2: expected text, found a NUL character"),
    ("AA.\n.B\n.B.", "line 2, column 1: expected 3 cells in row 2, found 2: '.B'"),
    (
        "AA.o\n..B.\n..B.",
        "line 1, column 4: expected one mark for empty cells, found . and o; --empty MARKS names those that are on the command line",
    ),
    (
        "XX.\n...\n###",
        "line 3, column 1: expected x for walls and a blank behind the # of a comment, found '###'",
    ),
    (
        "4 3\nXX..\n....\n....",
        "line 1: expected a board of the size 4 3, found 3 rows and 4 columns",
    ),
    ("+---+\n|XX.|>\n|...|>\n+---+", "line 1: expected one exit at the frame, found 2"),
    ("+---+\n|XX.|\n|...|\n", "line 1: expected the lower edge of a frame, found none"),
    ("+---+\n|XX|>\n|...|\n+---+", "line 3: expected 2 cells in row 2, found 3: '...'"),
    (
        "+---+\n|BB.|\n|...|>\n+---+",
        "line 1: expected a vehicle that points at the exit, found none",
    ),
    (
        "+---+\n|XX.|\n|...|\n+---+\n     v",
        "line 5: expected the exit over a column of the frame, found it elsewhere",
    ),
];

#[test]
fn what_is_wrong_has_its_place() {
    for (text, error) in REFUSED {
        assert_eq!(read(text, None), [(error.to_owned(), vec![])], "{text}");
    }
}

#[test]
fn lists_are_read_line_by_line() {
    let shown = |text| read(text, None).into_iter().map(|(shown, _)| shown).collect::<Vec<_>>();
    let uneven = "line 2, column 5: expected 3 cells in row 2, found 2: 'AA'";
    assert_eq!(shown("AA./...\nAA./AA\nAAx/..."), ["AA./... right 0", uneven, "AAx/... right 0"]);
    let entries = "1 AA./... 2\nx AA./... 2\n3 AAx/... 4\n";
    let number = "line 2, column 1: expected the number of moves, found 'x'";
    assert_eq!(shown(entries), ["AA./... right 0", number, "AAx/... right 0"]);
}

#[test]
fn a_car_list_has_a_size_and_a_title() {
    let shown = |text| read(text, None).into_iter().map(|(shown, _)| shown).collect::<Vec<_>>();
    let lists =
        "Jam 1\n3\n0 0 1 h 2\n1 2 0 v 2\n.\n4 x 4\n1 2 h 2\n.\n# size 8\n0 0 0 h 2\n.\n0 1 y h 2\n";
    let note = "line 10: expected the size 8 in a line of its own, found it in a comment; without such a \
                line the board is 6x6";
    let number = "line 12, column 5: expected y, the row, found 'y'";
    assert_eq!(
        shown(lists),
        ["Jam 1: ..1001... right 1", ".........00..... right 2", note, number]
    );
    for (text, error) in [
        (
            "Size: 8\n6\n0 1 2 h 2",
            "line 1, column 1: expected a title that agrees with the size 6 below it, found 'Size: 8'",
        ),
        (
            "12 columns\n12\n0 1 2 h 2\n1 0 0 v",
            "line 4, column 8: expected id x y h|v length, found 4 words",
        ),
    ] {
        let [(found, _)] = &read(text, None)[..] else { panic!("one puzzle") };
        assert_eq!(found, error);
    }
}

#[test]
fn a_text_may_have_several_boards() {
    let shown = |text| read(text, None).into_iter().map(|(shown, _)| shown).collect::<Vec<_>>();
    let grids = "Level 1\nXX.\n...\nLevel 2\n.B.\n.BC\nXXC\n";
    assert_eq!(shown(grids), ["Level 1: XX./... right 0", "Level 2: .B..BCXXC right 2"]);
    assert_eq!(shown("XX.\n...\n\n...\nXX.\n"), ["XX./... right 0", ".../XX. right 1"]);
    let frames = "+--+\n|XX|>\n+--+\n\n+--+\n|XX|\n+--+\n";
    let none = "line 5: expected one exit at the frame, found none; --exit SIDE:LINE names it on the \
                command line";
    assert_eq!(shown(frames), ["XX/ right 0", none]);
}

/// Lists of vehicles, and what they are.
const VEHICLES: [(&str, &str); 6] = [
    (
        "[{\"id\": \"X\", \"x\": 0, \"y\": 1, \"len\": 2, \"dir\": \"h\"}]",
        "......XX............................ right 1",
    ),
    (
        "game = {levels: {'a': {size: 2, cars: {X: {pos: 2, type: 'car', dir: Dir.H,}}}}};",
        "..XX right 1",
    ),
    (
        "{\"n\": 2, \"cars\": [{\"cells\": [[0, 1], [0, 0]], \"main\": true}], \"exit\": \"w\"}",
        "AA.. left 0",
    ),
    ("{\"board\": [\"XX\", \"..\"], \"id\": 5}", "5: XX.. right 0"),
    (
        "[{\"id\": \"X\", \"x\": 0, \"y\": 1, \"len\": 2.5, \"dir\": \"h\"}]",
        "line 1, column 37: expected an integer, found 2.5 at [0].len",
    ),
    (
        "{\"cars\": [{\"id\": \"X\", \"x\": 0, \"y\": 1, \"wide\": 1, \"dir\": \"h\", \"lenn\": 2}]}",
        "line 1, column 70: found the key 'lenn' at cars[0].lenn; did you mean 'len'?",
    ),
];

#[test]
fn a_list_of_vehicles_is_read_under_any_usual_keys() {
    for (text, found) in VEHICLES {
        assert_eq!(read(text, None), [(found.to_owned(), vec![])], "{text}");
    }
    let from_1 = "[{\"id\": \"X\", \"row\": 6, \"col\": 5, \"len\": 2, \"dir\": \"h\"}]";
    let warning = "line 1: read with cells counted from 1: else it is no legal board";
    let [(board, warnings)] = &read(from_1, None)[..] else { panic!("one board") };
    assert_eq!((&board[34..], &warnings[..]), ("XX right 5", &[warning.to_owned()][..]));
}

#[test]
fn several_candidates_are_named() {
    let text = ".BAA..\n.B.C..\nrr.C..\n...C..\n......\n......\n";
    let [(error, _)] = &read(text, None)[..] else { panic!("one board") };
    assert!(error.starts_with("expected one possible target, found A and r; name it: "), "{error}");
    let [(board, _)] = &read(text, Some("r"))[..] else { panic!("one board") };
    assert_eq!(board, ".BAA...B.C..rr.C.....C.............. right 2");
}

#[test]
fn doubts_are_warnings() {
    let walls = "the cells X are taken as walls, since they do not touch one another";
    let target = "x is taken as the target, not as walls";
    let size = "line 1: the line above says 9 9, the frame has 1 rows and 2 columns";
    for (text, board, warning) in [
        ("X..\nAA.\n..X\n", "x..AA...x right 1", walls),
        ("..b\nxxb\n...\n", "..BAAB... right 1", target),
        ("9 9\n+--+\n|XX|>\n+--+\n", "XX/ right 0", size),
    ] {
        assert_eq!(read(text, None), [(board.to_owned(), vec![warning.to_owned()])]);
    }
}
