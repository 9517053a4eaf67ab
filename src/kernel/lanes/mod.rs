//! Many puzzles at once, one in each lane of the SIMD registers.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx512;
mod choose;
mod propagate;
mod search;
mod text;
mod vector;

use crate::engine::{Batch, Counters, Limits, Solver, Watch};
use search::Search;

/// Solver on one back end.
pub(crate) struct Avx512Solver(Search<avx512::Avx512>);

impl Avx512Solver {
    pub(crate) fn new() -> Option<Avx512Solver> {
        Some(Avx512Solver(Search::new(avx512::Avx512::detect()?)))
    }
}

impl Solver for Avx512Solver {
    fn solve(&mut self, batch: &mut Batch<'_>, limits: &Limits, watch: &mut dyn Watch) -> Counters {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt,lzcnt"
        )]
        fn run(
            search: &mut Search<avx512::Avx512>,
            batch: &mut Batch<'_>,
            limits: &Limits,
            watch: &mut dyn Watch,
        ) -> Counters {
            search.run(batch, limits, watch)
        }
        // SAFETY: the token in the search proves that the CPU has these.
        unsafe { run(&mut self.0, batch, limits, watch) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn debug_parse() {
        use crate::kernel::lanes::{avx512::Avx512, vector::Lanes, text::*, propagate::*};
        let l = Avx512::detect().unwrap();
        let line = b"1.....5.9..21.94.....7.4...3..5.2..6.6.....5.7..8.3..4...4.1.....92.58..8.4...1.7";
        let mut codes = [[0u8;96]; 16];
        for c in codes.iter_mut() { assert!(l.normalise(line, c)); }
        let mut p = Parsed::<Avx512>{x:[[l.splat(0);9];3]};
        parse(l, &codes, &mut p);
        for cell in 0..81 { let (row,col)=(cell/9,cell%9); let place=row%3*3+col%3; let b=row/3*3+col/3;
            let mut got=vec![]; for t in 0..3 { for f in 0..3 { let w=Avx512::words(&p.x[t])[place*16+5]; if w>>(9*f+b)&1==1 {got.push(3*t+f+1);} } }
            let want:Vec<usize>= if line[cell]==b'.' {(1..=9).collect()} else {vec![(line[cell]-b'0') as usize]};
            assert_eq!(got,want,"cell {cell}");
        }
    }
}
