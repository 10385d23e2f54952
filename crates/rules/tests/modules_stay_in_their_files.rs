//! No module is named in the engine outside its own file, the set-up and the components: where the core needs to know about one,
//! it gets a hook.

use std::fs;
use std::path::{Path, PathBuf};

const NAMES: [&str; 9] = ["vizier", "bureau", "bureaux", "bonus", "hut", "camp", "bazaar", "falcon", "falconer"];

/// Where modules may be named: their pieces, the choice of modules, the crate's list of exports, scenes for tests.
const ALLOWED: [&str; 5] = ["module", "components.rs", "setup.rs", "lib.rs", "testkit.rs"];

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("the sources can be read") {
        let path = entry.expect("the sources can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The words of a line, in lower case and the singular: `HutsTaken` and `huts_taken` are both `hut taken`.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for c in line.chars() {
        if !c.is_alphabetic() || (c.is_uppercase() && after_small) {
            words.push(String::new());
        }
        after_small = c.is_lowercase();
        if c.is_alphabetic() {
            words.last_mut().expect("never empty").extend(c.to_lowercase());
        }
    }
    words.retain(|w| !w.is_empty());
    words.iter().map(|w| w.strip_suffix('s').filter(|w| NAMES.contains(w)).unwrap_or(w).to_owned()).collect()
}

fn named_in(text: &str) -> Vec<(usize, String)> {
    // Tests may name anything; they come at the end of a file.
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().enumerate();
    lines
        .filter(|(_, l)| words(l).iter().any(|w| NAMES.contains(&w.as_str())) || refuses_with_a_modules_rule(l))
        .map(|(i, l)| (i + 1, l.into()))
        .collect()
}

#[test]
fn no_module_is_named_outside_its_file() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(files.len() > 30, "the sources are here");
    let mut found = Vec::new();
    for path in files {
        let name = path.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        let allowed = ALLOWED.iter().any(|place| name == *place || name.starts_with(&format!("{place}/")));
        if allowed || name.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the sources can be read");
        found.extend(named_in(&text).into_iter().map(|(line, text)| format!("{name}:{line}: {}", text.trim())));
    }
    assert!(found.is_empty(), "modules are named in the core; add a hook instead:\n{}", found.join("\n"));
}

/// Nor does the core refuse anything with a module's rule.
fn refuses_with_a_modules_rule(line: &str) -> bool {
    let id = |rest: &str| rest.chars().take_while(|c| c.is_ascii_alphanumeric()).collect::<String>();
    let letters = |id: &str| id.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    line.split("Rule::")
        .skip(1)
        .any(|rest| ["VZ", "BC", "BN", "HU", "CA", "BZ", "FA"].contains(&letters(&id(rest)).as_str()))
}

#[test]
fn names_are_found_in_any_spelling() {
    assert!(refuses_with_a_modules_rule("return no(Rule::CA3, Reason::NoHold)"));
    assert!(!refuses_with_a_modules_rule("Rule::C3, Rule::B1 // CA3"));
    for line in ["fn falcons()", "Stream::Huts", "// a bonus card", "is_bazaar", "BonusCards", "let VizierOpen = 1;"] {
        assert_eq!(named_in(line).len(), 1, "{line}");
    }
    for line in ["shut the window", "campaign", "// VZ2: out of turn", "Window::AfterTurn"] {
        assert!(named_in(line).is_empty(), "{line}");
    }
    assert!(named_in("fn f() {}\n#[cfg(test)]\nmod tests { fn camps() {} }").is_empty());
}

/// The files touched by the eighth module are those listed in CONTRIBUTING.md.
#[test]
fn the_eighth_module_touches_the_listed_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for crate_dir in fs::read_dir(root.join("crates")).expect("the crates can be read") {
        sources(&crate_dir.expect("a crate").path().join("src"), &mut files);
    }
    let names_it = |path: &PathBuf| {
        fs::read_to_string(path).is_ok_and(|text| text.contains("Fountains") || text.contains("cfg(eighth_module)"))
    };
    let name = |path: &PathBuf| path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
    let mut touched: Vec<String> = files.iter().filter(|path| names_it(path)).map(name).collect();
    touched.sort();
    let written = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("it is there");
    let start = written.find("SABIKA_EIGHTH_MODULE=1").expect("it tells how to compile the eighth module");
    let list = written[start..].split("A module with tiles").next().expect("never empty");
    let mut listed: Vec<&str> = list.split('`').filter(|word| word.starts_with("crates/")).collect();
    listed.sort_unstable();
    assert_eq!(touched, listed);
}
