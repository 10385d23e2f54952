//! Tables of weights as text: what `sabika tune` prints and `sabika arena --weights` reads.

use sabika_bots::Weights;

#[test]
fn a_table_is_read_as_it_is_written() {
    let written = Weights::ALHAMBRA.to_string();
    assert_eq!(written.parse(), Ok(Weights::ALHAMBRA));
    let refused = |table: &str| table.parse::<Weights>().expect_err("not a table");
    assert_eq!(refused(&written.replace("deny: 0.138,", "")), "deny is missing");
    assert_eq!(refused(&written.replace("deny", "rivals")), "line 20: rivals: 0.138,: given twice");
    assert_eq!(refused(&written.replace("0.138", "much")), "line 20: deny: much,: not a number");
    assert_eq!(refused("envy: 1"), "line 1: envy: 1: unknown weight");
    assert_eq!(refused("deny 1"), "line 1: deny 1: not `name: number,`");
}
