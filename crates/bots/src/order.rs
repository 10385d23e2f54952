//! Sorting by value.

/// Best first. The first of equal ones stays first: the order of the list decides, the same on every machine.
///
/// Only the values are sorted, and always as the same type: each type that is sorted brings a sorting routine of its own into the
/// engine for browsers.
pub(crate) fn best_first<T>(items: &mut [T], value: impl Fn(&T) -> f32) {
    let mut order: Vec<(f32, u32)> = items.iter().zip(0..).map(|(item, at)| (value(item), at)).collect();
    sort(&mut order);
    for to in 0..items.len() {
        // What belongs here may have made room for something before.
        let mut from = order[to].1 as usize;
        while from < to {
            from = order[from].1 as usize;
        }
        items.swap(to, from);
    }
}

#[inline(never)]
fn sort(order: &mut [(f32, u32)]) {
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
}

#[cfg(test)]
mod tests {
    use sabika_rules::Dice;

    use super::*;

    /// It does the same as a stable sort.
    #[test]
    fn the_first_of_equal_ones_stays_first() {
        let mut dice = Dice::from_seed(5);
        for many in [0, 1, 2, 3, 7, 20, 150] {
            for _ in 0..20 {
                let items: Vec<(f32, u32)> = (0..many).map(|at| (dice.below(many / 2 + 1) as f32 - 3.0, at)).collect();
                let (mut sorted, mut expected) = (items.clone(), items);
                best_first(&mut sorted, |item| item.0);
                expected.sort_by(|a, b| b.0.total_cmp(&a.0));
                assert_eq!(sorted, expected);
            }
        }
        let mut odd = [f32::NEG_INFINITY, 1.0, f32::INFINITY];
        best_first(&mut odd, |value| *value);
        assert_eq!(odd, [f32::INFINITY, 1.0, f32::NEG_INFINITY]);
    }
}
