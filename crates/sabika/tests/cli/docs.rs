//! The examples in the documents are accurate.

use serde_json::Value;

use super::sabika;

#[test]
fn inspect_answers_as_documented() {
    let page = include_str!("../../../../docs/inspect.md");
    let examples = page.split("```inspect\n").skip(1).filter_map(|rest| rest.split("```").next());
    let (questions, answers): (Vec<&str>, Vec<&str>) =
        examples.flat_map(str::lines).partition(|line| line.starts_with("> "));
    let asked: Vec<&str> = questions.iter().map(|line| &line[2..]).collect();
    let given = sabika(&["inspect"], asked.join("\n"));
    assert!(given.ok);
    assert_eq!((questions.len(), given.out.lines().count()), (answers.len(), answers.len()));
    let json = |line: &str| serde_json::from_str::<Value>(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    for ((question, answer), given) in asked.iter().zip(&answers).zip(given.out.lines()) {
        assert_eq!(json(given), json(answer), "{question}");
    }
}
