//! Which boards to enumerate: size, exit, lengths, walls and rules.

/// Which boards belong to an enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Every board; in the target's row nothing stands beyond the target, since it could not leave.
    All,
    /// The target is the only vehicle of its row, and no line is full (Fogleman's enumerator).
    Fogleman,
    /// Every board that the box of the game can lay out: at most 12 cars and 4 trucks.
    Box,
}

impl Rules {
    /// Each rule with its name.
    pub const ALL: [(&str, Rules); 3] =
        [("fogleman", Rules::Fogleman), ("all", Rules::All), ("box", Rules::Box)];
}

/// The cars and trucks of the game's box; the target is one of the cars.
pub(super) const BOX: [(u8, u32); 2] = [(2, 12), (3, 4)];

/// The longest side of a board: the cells of a line are bits of a byte.
pub const MAX_SIDE: usize = 8;

/// An unchecked description of a [`Family`].
#[derive(Clone, Debug)]
pub struct FamilyRequest {
    /// Rows of the board.
    pub rows: i128,
    /// Columns of the board.
    pub cols: i128,
    /// The row whose right end is the exit, from 0.
    pub exit_row: i128,
    /// Lengths of vehicles; the target has the least.
    pub lengths: Vec<i128>,
    /// The least and the greatest number of walls.
    pub walls: (i128, i128),
    /// Which boards of this size belong to the family.
    pub rules: Rules,
}

/// A checked request: all boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) exit_row: usize,
    /// In ascending order.
    pub(super) lengths: Vec<u8>,
    pub(super) walls: (u32, u32),
    pub(super) rules: Rules,
}

impl FamilyRequest {
    /// Check the request.
    ///
    /// # Errors
    /// Every reason against the request.
    ///
    /// # Panics
    /// Never: the sizes were checked.
    pub fn check(&self) -> Result<Family, Vec<String>> {
        let reasons = self.reasons();
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let small = |number: i128| usize::try_from(number).expect("checked");
        let mut lengths: Vec<u8> =
            self.lengths.iter().map(|length| u8::try_from(*length).expect("checked")).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let wall = |number: i128| u32::try_from(number).expect("checked");
        Ok(Family {
            rows: small(self.rows),
            cols: small(self.cols),
            exit_row: small(self.exit_row),
            lengths,
            walls: (wall(self.walls.0), wall(self.walls.1)),
            rules: self.rules,
        })
    }

    fn reasons(&self) -> Vec<String> {
        let side = 1..=i128::try_from(MAX_SIDE).expect("small");
        let mut reasons = Vec::new();
        for (name, value) in [("rows", self.rows), ("columns", self.cols)] {
            if !side.contains(&value) {
                reasons.push(format!("expected 1 to {MAX_SIDE} {name}, found {value}"));
            }
        }
        if !reasons.is_empty() {
            return reasons;
        }
        let cells = self.rows * self.cols;
        if !(0..self.rows).contains(&self.exit_row) {
            let (last, found) = (self.rows - 1, self.exit_row);
            reasons.push(format!(
                "expected an exit from right:0 to right:{last}, found right:{found}"
            ));
        }
        let longest = self.rows.max(self.cols);
        if self.lengths.is_empty() {
            reasons.push("expected at least one length, found none".to_owned());
        }
        for length in self.lengths.iter().filter(|length| !(2..=longest).contains(length)) {
            reasons.push(format!("expected lengths of 2 to {longest} cells, found {length}"));
        }
        if self.rules == Rules::Box {
            let boxed = |length: i128| BOX.iter().any(|&(known, _)| i128::from(known) == length);
            for length in self.lengths.iter().filter(|&&length| !boxed(length)) {
                reasons.push(format!(
                    "expected lengths of 2 and 3 cells with the rules box, found {length}"
                ));
            }
        }
        if self.lengths.iter().min().is_some_and(|target| *target > self.cols) {
            let target = self.lengths.iter().min().expect("some");
            let cols = self.cols;
            reasons.push(format!("expected a target of at most {cols} cells, found {target}"));
        }
        let (least, most) = self.walls;
        if least < 0 || least > most || most > cells {
            reasons.push(format!("expected 0 to {cells} walls, found {least}..{most}"));
        }
        reasons
    }
}
