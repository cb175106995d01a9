//! The inputs that fuzzing has found worth keeping, each a line of `corpus/NAME.txt`.

mod properties;

use properties::TARGETS;

/// A line with `\xNN` for each byte that is not a printable character of ASCII, or a backslash.
fn unescaped(line: &str) -> Vec<u8> {
    let mut parts = line.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
        bytes.extend(part[2..].bytes());
    }
    bytes
}

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/corpus");
    let text = std::fs::read_to_string(format!("{folder}/{name}.txt")).expect("a corpus");
    text.lines().map(unescaped).collect()
}

#[test]
fn the_corpus_keeps_its_properties() {
    for (name, target) in TARGETS {
        let inputs = corpus(name);
        assert!(inputs.len() > 5, "{name}");
        for input in inputs {
            target(&input);
        }
    }
}
