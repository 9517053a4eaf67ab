//! Nine different digits, recognised by xor.

/// One byte of 1 in each of eight cells.
pub(crate) const EACH: u64 = 0x0101_0101_0101_0101;

/// The code of a digit is 27 times the digit minus one. Among odd numbers of codes, only all nine
/// have the xor of all nine (a test tries every choice). So nine digits whose codes have that xor
/// are nine different ones. A unit is checked by xor alone, eight cells in a word.
pub(crate) const CODE: u64 = 27;

/// The xor of all nine codes, in each of eight cells.
pub(crate) const FULL: u64 = {
    let mut xor = 0;
    let mut digit = 0;
    while digit < 9 {
        xor ^= digit * CODE;
        digit += 1;
    }
    xor * EACH
};
