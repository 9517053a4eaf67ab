//! Chooses the hypothesis that explains a text best, by all evidence and not one after another.

/// The result of comparing hypotheses.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Best<H> {
    /// None of them explains anything.
    Nothing,
    /// This one, alone.
    One(H),
    /// These two explain equally much, and no other explains more.
    Tie(H, H),
}

/// Compares hypotheses, each with the amount that it explains.
pub(crate) fn best<H>(hypotheses: impl IntoIterator<Item = (H, usize)>) -> Best<H> {
    let mut most = 0;
    let mut best = Best::Nothing;
    for (hypothesis, explained) in hypotheses {
        best = match best {
            _ if explained > most => Best::One(hypothesis),
            Best::One(first) if explained == most => Best::Tie(first, hypothesis),
            best => best,
        };
        most = most.max(explained);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hypothesis_that_explains_the_most_wins() {
        assert_eq!(best::<u8>([]), Best::Nothing);
        assert_eq!(best([('a', 0), ('b', 0)]), Best::Nothing);
        assert_eq!(best([('a', 0), ('b', 1)]), Best::One('b'));
        assert_eq!(best([('a', 2), ('b', 1), ('c', 3)]), Best::One('c'));
        assert_eq!(best([('a', 2), ('b', 2), ('c', 1)]), Best::Tie('a', 'b'));
        assert_eq!(best([('a', 2), ('b', 2), ('c', 3)]), Best::One('c'));
    }
}
