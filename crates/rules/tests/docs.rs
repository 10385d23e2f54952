//! The documents are accurate: rules have tests, examples parse, numbers are right.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sabika_rules::{Action, Game, Rule, View};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The lines of all code blocks of this language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let mut lines = Vec::new();
    let mut inside = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(name), None) => inside = Some(name),
            (Some(_), Some(_)) => inside = None,
            (None, Some(name)) if name == language => lines.push(line),
            _ => {}
        }
    }
    assert!(inside.is_none(), "a code block does not end");
    lines
}

/// The document's rules are the engine's rules, in the same order.
#[test]
fn every_rule_has_its_id() {
    let text = read("docs/rules.md");
    let id = |line: &str| Some(line.strip_prefix("- **")?.split_once("**")?.0.to_owned());
    let written: Vec<String> = text.lines().filter_map(id).collect();
    let known: Vec<String> = Rule::all().map(|rule| rule.to_string()).collect();
    assert_eq!(written, known);
}

/// Every rule is named by a test, in its name or in the comment above it.
#[test]
fn every_rule_is_named_by_a_test() {
    let mut named = BTreeSet::new();
    rust_files(&root().join("crates"), &mut |text| {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| **line == "#[test]") {
            let comment = lines[..at].iter().rev().take_while(|line| line.starts_with("///"));
            let name = lines[at..].iter().find(|line| line.starts_with("fn "));
            let words = comment.chain(name).flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()));
            named.extend(words.map(str::to_ascii_uppercase));
        }
    });
    let missing: Vec<Rule> = Rule::all().filter(|rule| !named.contains(rule.id())).collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
}

fn rust_files(folder: &Path, f: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, f);
        } else if path.extension().is_some_and(|e| e == "rs") {
            f(&fs::read_to_string(&path).unwrap());
        }
    }
}

/// Every example of notation parses, and is printed back unchanged.
#[test]
fn the_notation_reads_its_examples() {
    let text = read("docs/notation.md");
    let examples = blocks(&text, "notation");
    for line in &examples {
        let action: Action = line.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(action.to_string(), **line);
    }
    let verbs: BTreeSet<&str> = examples.iter().filter_map(|line| line.split(' ').next()).collect();
    let known = "build buy dirk done end exchange falcon hut pass place remove reserve reveal take vizier wake";
    assert_eq!(verbs, known.split(' ').collect(), "every verb has an example");
}

/// Every example of an error gives exactly this message.
#[test]
fn the_notation_gives_the_documented_errors() {
    let text = read("docs/notation.md");
    let examples = blocks(&text, "errors");
    assert!(!examples.is_empty());
    for line in examples {
        let (line, error) = line.split_once(" => ").expect(line);
        assert_eq!(line.parse::<Action>().unwrap_err().to_string(), error, "{line}");
    }
}

/// Every example of a position parses and is written back unchanged, and the errors are as documented.
#[test]
fn the_positions_read_as_documented() {
    let text = read("docs/notation.md");
    let examples = blocks(&text, "position");
    assert_eq!(examples.len(), 2);
    for line in examples {
        let written = match line.starts_with("view/") {
            true => line.parse::<View>().map(|view| view.position()),
            false => line.parse::<Game>().map(|game| game.position()),
        };
        assert_eq!(written.as_deref(), Ok(line));
    }
    for line in blocks(&text, "position-errors") {
        let (line, error) = line.split_once(" => ").expect(line);
        assert_eq!(line.parse::<Game>().unwrap_err().to_string(), error, "{line}");
    }
}

/// The example of a record has the right format, and is what the engine would write.
#[cfg(feature = "serde")]
#[test]
fn the_record_reads_its_example() {
    let text = read("docs/record.md");
    let example = text.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is one");
    let record: sabika_rules::record::Record = serde_json::from_str(example).expect(example);
    assert_eq!(record.format, sabika_rules::record::FORMAT);
    assert!(record.setup.read().is_ok());
    for step in &record.steps {
        assert_eq!(step.action.parse::<Action>().expect(&step.action).to_string(), step.action);
    }
    let again = serde_json::to_value(&record).expect("it can be written");
    assert_eq!(again, serde_json::from_str::<serde_json::Value>(example).expect("it was read"));
}

/// The README's Rust code is part of the crate's tour, where it is compiled and run.
#[test]
fn the_readme_shows_code_that_runs() {
    let (readme, tour) = (read("README.md"), read("crates/rules/src/lib.rs"));
    let example = blocks(&readme, "rust");
    assert!(!example.is_empty());
    let tour: Vec<&str> =
        tour.lines().filter_map(|l| l.strip_prefix("//!")).map(|l| l.trim_start_matches(' ')).collect();
    for line in example {
        assert!(tour.contains(&line.trim_start()), "the tour lacks {line}");
    }
}

/// The README says how many rows of each component table are reconstructed.
#[test]
fn the_readme_counts_what_is_reconstructed() {
    let (text, readme) = (read("crates/rules/components.toml"), read("README.md"));
    let mut tables: Vec<(&str, usize, usize)> = Vec::new();
    let mut table = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("[[").and_then(|l| l.strip_suffix("]]")) {
            table = Some(name);
        } else if let Some(source) = line.strip_prefix("source = ") {
            let name = table.expect("rows stand in tables");
            if tables.last().is_none_or(|(last, ..)| *last != name) {
                tables.push((name, 0, 0));
            }
            let (_, rows, reconstructed) = tables.last_mut().expect("one was pushed");
            *rows += 1;
            *reconstructed += usize::from(source == "\"reconstructed\"");
        }
    }
    assert_eq!(tables.len(), 5);
    for (name, rows, reconstructed) in tables {
        let row = format!("| `{name}` | {rows} | {reconstructed} |");
        assert!(readme.contains(&row), "README.md lacks the row {row}");
    }
}
