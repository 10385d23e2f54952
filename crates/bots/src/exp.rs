//! The exponential function, identical on every machine: system libraries differ in the last bit.

/// 1 / n!
const SERIES: [f64; 10] = {
    let mut terms = [1.0; 10];
    let mut n = 1;
    while n < terms.len() {
        terms[n] = terms[n - 1] / n as f64;
        n += 1;
    }
    terms
};

/// e to the x, using only additions and multiplications in `f64`.
pub(crate) fn exp(x: f32) -> f32 {
    // Beyond this the result is 0 or infinite in `f32`.
    let x = f64::from(x).clamp(-110.0, 90.0);
    let twos = (x * core::f64::consts::LOG2_E).round();
    let rest = x - twos * core::f64::consts::LN_2;
    // The Taylor series; the remainder is at most ln 2 / 2, so the truncation error is far below the precision of `f32`.
    let series = SERIES.iter().rev().fold(0.0, |sum, term| term + sum * rest);
    let power = f64::from_bits(((twos as i64 + 1023) as u64) << 52);
    (series * power) as f32
}

#[cfg(test)]
mod tests {
    use super::exp;

    #[test]
    fn exp_matches_the_standard_library() {
        // Just above 88.722 the result no longer fits into `f32`.
        for i in -110_000..=88_722 {
            let x = i as f32 / 1000.0;
            let exact = f64::from(x).exp();
            assert!((f64::from(exp(x)) - exact).abs() <= 6.1e-8 * exact + 1e-45, "{x}");
        }
        assert_eq!((exp(0.0), exp(-1000.0), exp(1000.0)), (1.0, 0.0, f32::INFINITY));
    }
}
