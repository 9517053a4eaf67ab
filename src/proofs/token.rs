//! A token whose operations are the definitions of [`Vector`] and [`Quads`], bit by bit. Its bits
//! are truth values, to compare with a back end, or formulas, to prove something for all values.
#![allow(unsafe_code)]

use super::fault;
use super::formula::{FALSE, Formula, FormulaWord};
use crate::grid::Row;
use crate::kernel::lanes::Plain;
use crate::kernel::lanes::vector::Vector;
use crate::kernel::single::quads::Quads;
use std::cell::RefCell;
use std::marker::PhantomData;

/// A truth value, or a formula.
pub(super) trait Bit: Copy + Send + Sync + 'static {
    fn constant(value: bool) -> Self;
    /// A bit without meaning.
    fn unknown() -> Self;
    /// Whether it is false, whatever the values of variables.
    fn is_false(self) -> bool;
    fn not(self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }
    fn xor(self, other: Self) -> Self {
        self.and(other.not()).or(self.not().and(other))
    }
    fn select(self, yes: Self, no: Self) -> Self {
        self.and(yes).or(self.not().and(no))
    }
    /// Whether it is true, for code that decides by it.
    fn decide(self) -> bool;
}

impl Bit for bool {
    fn constant(value: bool) -> bool {
        value
    }
    fn unknown() -> bool {
        true
    }
    fn is_false(self) -> bool {
        !self
    }
    fn not(self) -> bool {
        !self
    }
    fn and(self, other: bool) -> bool {
        self & other
    }
    fn decide(self) -> bool {
        self
    }
}

impl Bit for Formula {
    fn constant(value: bool) -> Formula {
        Formula::constant(value)
    }
    fn unknown() -> Formula {
        Formula::variable()
    }
    fn is_false(self) -> bool {
        self == FALSE
    }
    fn not(self) -> Formula {
        Formula::not(self)
    }
    fn and(self, other: Formula) -> Formula {
        Formula::and(self, other)
    }
    /// A formula can be both. So the decision is that of the script, and noted.
    fn decide(self) -> bool {
        DECISIONS.with_borrow_mut(|decisions| {
            let decision = decisions.script.get(decisions.asked.len()).copied();
            decisions.asked.push(self);
            decision.unwrap_or(false)
        })
    }
}

#[derive(Default)]
struct Decisions {
    script: Vec<bool>,
    asked: Vec<Formula>,
}

thread_local!(static DECISIONS: RefCell<Decisions> = RefCell::default());

/// Runs code that decides by formulas, with the decisions of a script and `false` after its end.
/// Returns its result and the formulas.
pub(super) fn scripted<R>(script: &[bool], work: impl FnOnce() -> R) -> (R, Vec<Formula>) {
    let start = Decisions {
        script: script.to_vec(),
        asked: Vec::new(),
    };
    let outer = DECISIONS.replace(start);
    let result = work();
    (result, DECISIONS.replace(outer).asked)
}

/// A word of 32 bits.
pub(super) trait BitWord: Copy + Send + Sync + 'static {
    type Bit: Bit;
    fn of(bits: [Self::Bit; 32]) -> Self;
    fn bits(self) -> [Self::Bit; 32];
    /// A word without meaning.
    fn unknown() -> Self {
        Self::of(std::array::from_fn(|_| Self::Bit::unknown()))
    }
}

impl BitWord for u32 {
    type Bit = bool;
    fn of(bits: [bool; 32]) -> u32 {
        (0..32).fold(0, |word, i| word | u32::from(bits[i]) << i)
    }
    fn bits(self) -> [bool; 32] {
        std::array::from_fn(|i| self >> i & 1 == 1)
    }
}

impl BitWord for FormulaWord {
    type Bit = Formula;
    fn of(bits: [Formula; 32]) -> FormulaWord {
        FormulaWord::new(bits)
    }
    fn bits(self) -> [Formula; 32] {
        FormulaWord::bits(self)
    }
}

/// The token. Its vectors have `N` lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Defined<W, const N: usize>(PhantomData<W>);

/// Its bits are formulas.
pub(super) type Symbolic<const N: usize> = Defined<FormulaWord, N>;

/// Vectors of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct WordLanes<W, const N: usize>(pub(super) [W; N]);

impl<W: BitWord, const N: usize> Defined<W, N> {
    pub(super) fn new() -> Self {
        Defined(PhantomData)
    }

    fn each(self, a: WordLanes<W, N>, f: impl Fn([W::Bit; 32]) -> [W::Bit; 32]) -> WordLanes<W, N> {
        WordLanes(a.0.map(|word| W::of(f(word.bits()))))
    }

    fn both(
        self,
        a: WordLanes<W, N>,
        b: WordLanes<W, N>,
        f: impl Fn(W::Bit, W::Bit) -> W::Bit,
    ) -> WordLanes<W, N> {
        if let Some(term) = fault::only_term() {
            return [a, b][term];
        }
        WordLanes(std::array::from_fn(|lane| {
            let a = a.0[lane].bits();
            let b = b.0[lane].bits();
            W::of(std::array::from_fn(|i| f(a[i], b[i])))
        }))
    }

    /// Bit i takes bit `from(i)`, or zero if there is none.
    fn moved(self, a: WordLanes<W, N>, from: impl Fn(usize) -> Option<usize>) -> WordLanes<W, N> {
        let zero = W::Bit::constant(false);
        self.each(a, |bits| {
            std::array::from_fn(|i| from(i).filter(|&j| j < 32).map_or(zero, |j| bits[j]))
        })
    }

    /// Bits 27 to 31 get no meaning.
    fn first_27(self, a: WordLanes<W, N>) -> WordLanes<W, N> {
        self.each(a, |bits| {
            std::array::from_fn(|i| if i < 27 { bits[i] } else { W::Bit::unknown() })
        })
    }

    fn is_any(bits: [W::Bit; 32]) -> W::Bit {
        bits.into_iter().fold(W::Bit::constant(false), W::Bit::or)
    }
}

// SAFETY: a vector is `N` words of 32 bits without padding: numbers, or the numbers of formulas.
unsafe impl<W: BitWord, const N: usize> Vector for Defined<W, N> {
    type V = WordLanes<W, N>;
    type M = [W::Bit; N];
    const N: usize = N;

    fn splat(self, value: u32) -> Self::V {
        let value = fault::mask(value);
        WordLanes(
            [W::of(std::array::from_fn(|i| {
                W::Bit::constant(value >> i & 1 == 1)
            })); N],
        )
    }
    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        self.both(a, b, W::Bit::and)
    }
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        self.both(a, b, W::Bit::or)
    }
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        self.both(a, b, W::Bit::xor)
    }
    fn andnot(self, a: Self::V, b: Self::V) -> Self::V {
        self.both(a, b, |a, b| a.and(b.not()))
    }
    fn shl<const K: u32>(self, a: Self::V) -> Self::V {
        let by = fault::shift(K) as usize;
        self.moved(a, |i| i.checked_sub(by))
    }
    fn shr<const K: u32>(self, a: Self::V) -> Self::V {
        let by = fault::shift(K) as usize;
        self.moved(a, |i| Some(i + by))
    }
    fn nonzero(self, a: Self::V) -> u32 {
        let lanes = a.0.iter().enumerate();
        lanes.fold(0, |set, (lane, word)| {
            set | u32::from(Self::is_any(word.bits()).decide()) << lane
        })
    }
    fn lanes(self, bits: u32) -> Self::M {
        std::array::from_fn(|lane| W::Bit::constant(bits >> lane & 1 == 1))
    }
    fn any(self, within: Self::M, a: Self::V) -> Self::M {
        std::array::from_fn(|lane| within[lane].and(Self::is_any(a.0[lane].bits())))
    }
    fn none(self, within: Self::M, a: Self::V) -> Self::M {
        std::array::from_fn(|lane| within[lane].and(Self::is_any(a.0[lane].bits()).not()))
    }
    fn ones(self, m: Self::M) -> Self::V {
        WordLanes(m.map(|bit| W::of([bit; 32])))
    }
    fn blend(self, m: Self::M, a: Self::V, b: Self::V) -> Self::V {
        WordLanes(std::array::from_fn(|lane| {
            let a = a.0[lane].bits();
            let b = b.0[lane].bits();
            W::of(std::array::from_fn(|i| m[lane].select(b[i], a[i])))
        }))
    }
    fn turns(self, a: Self::V) -> (Self::V, Self::V) {
        for word in a.0 {
            let bits = word.bits();
            assert!(bits[27..].iter().all(|bit| bit.is_false()), "27 bits");
        }
        let once = self.or(self.shl::<9>(a), self.shr::<18>(a));
        let twice = self.or(self.shl::<18>(a), self.shr::<9>(a));
        (self.first_27(once), self.first_27(twice))
    }
    fn lowest(self, a: Self::V) -> Self::V {
        self.each(a, |bits| {
            let mut below = W::Bit::constant(false);
            bits.map(|bit| {
                let lowest = bit.and(below.not());
                below = below.or(bit);
                lowest
            })
        })
    }
}

impl<W: BitWord, const N: usize> Plain for Defined<W, N> {}

impl<W: BitWord, const N: usize> Quads for Defined<W, N> {
    fn shuffle<const ORDER: i32>(self, a: Self::V) -> Self::V {
        WordLanes(std::array::from_fn(|lane| {
            a.0[lane / 4 * 4 + (ORDER >> (lane % 4 * 2) & 3) as usize]
        }))
    }
    fn is_zero(self, a: Self::V) -> bool {
        let bits = a.0.into_iter().map(|word| Self::is_any(word.bits()));
        bits.fold(W::Bit::constant(false), W::Bit::or)
            .not()
            .decide()
    }
    fn quad(self, words: &[u32; 4]) -> Self::V {
        WordLanes(std::array::from_fn(|lane| {
            self.splat(words[lane % 4]).0[lane]
        }))
    }
    fn transpose(self, x: [Self::V; 3]) -> [Self::V; 3] {
        std::array::from_fn(|i| {
            WordLanes(std::array::from_fn(|lane| match lane % 4 {
                3 => W::unknown(),
                j => x[j].0[lane / 4 * 4 + i],
            }))
        })
    }
    /// Quad q of vector i has triple q + i, counted round.
    fn triples(self, x: &[Self::V; 3]) -> [Self::V; 3] {
        let last = 2;
        std::array::from_fn(|i| {
            WordLanes(std::array::from_fn(|lane| {
                let own = (lane / 4).min(last);
                self.word_of_triple(x, (own + i) % 3, lane % 4)
            }))
        })
    }
    fn of_triples(self, x: [Self::V; 3]) -> [Self::V; 3] {
        std::array::from_fn(|m| {
            WordLanes(std::array::from_fn(|lane| {
                let t = (m * N / 4 + lane / 4).min(2);
                x[t].0[lane]
            }))
        })
    }
    fn write_planes(self, _: [Self::V; 4], _: &mut Row) {
        unimplemented!("text is not proved")
    }
}

impl<W: BitWord, const N: usize> Defined<W, N> {
    /// The word of triple `t` and lane `lane` of the vectors for triples.
    pub(super) fn word_of_triple(self, x: &[WordLanes<W, N>; 3], t: usize, lane: usize) -> W {
        let at = 4 * t + lane;
        x[at / N].0[at % N]
    }
}

/// A vector of formulas for one lane.
pub(super) fn lane(bits: [Formula; 32]) -> WordLanes<FormulaWord, 1> {
    WordLanes([FormulaWord::new(bits)])
}

/// The formulas of a vector with one lane.
pub(super) fn bits(vector: WordLanes<FormulaWord, 1>) -> [Formula; 32] {
    vector.0[0].bits()
}
