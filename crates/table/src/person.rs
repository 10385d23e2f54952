//! People's names and chat messages: which characters they may contain.

use crate::message::{Person, Problem, ProblemKind};

const LONGEST_NAME: usize = 24;

impl Person {
    /// A name as it is stored: trimmed, of limited length, visible characters only.
    pub fn name(text: &str) -> Result<String, Problem> {
        let name = text.trim();
        let fits = (1..=LONGEST_NAME).contains(&name.chars().count())
            && !name.chars().any(|c| c.is_control() || turns_text(c))
            && !name.chars().all(|c| is_unseen(c) || is_dash(c) || c.is_whitespace());
        let wrong = || Problem::with(ProblemKind::Invalid, "a name must have 1 to 24 visible characters");
        fits.then(|| name.to_owned()).ok_or_else(wrong)
    }
}

/// A chat message without control characters and without characters that change the direction of the text after it.
pub fn plain(text: &str) -> String {
    let shown = text.chars().filter(|c| !turns_text(*c) && (!c.is_control() || c.is_whitespace()));
    shown.map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// Whether a character changes the direction of the text after it.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is a dash of any kind. A deleted account is shown as a single dash ([`crate::NAMELESS`]), so nobody else may
/// have such a name.
fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '_' | '\u{ad}' | '\u{af}' | '\u{58a}' | '\u{5be}' | '\u{1400}' | '\u{1806}' | '\u{2010}'..='\u{2015}'
    ) || matches!(
        c,
        '\u{203e}' | '\u{2043}' | '\u{207b}' | '\u{208b}' | '\u{2212}' | '\u{23af}' | '\u{2500}' | '\u{2501}'
    ) || matches!(
        c,
        '\u{2574}'..='\u{257f}' | '\u{2796}' | '\u{2e3a}' | '\u{2e3b}' | '\u{301c}' | '\u{3030}' | '\u{30fc}'
    ) || matches!(c, '\u{fe31}' | '\u{fe32}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' | '\u{ff70}' | '\u{ff3f}')
}

/// Whether a character is invisible by itself (Unicode's *default ignorable* ones): some join emoji, others would allow
/// imitating somebody else's name.
pub fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}')
        || matches!(c, '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_removed_from_chat() {
        assert_eq!(plain(" a\u{202e}b\u{7}c\nd\u{2066} "), "abc d");
        assert_eq!(plain("\u{202e}\u{200f}\u{1b}"), "");
        assert_eq!(plain("👩\u{200d}🚀 ça va?"), "👩\u{200d}🚀 ça va?");
    }

    #[test]
    fn a_dash_is_not_a_name() {
        let dashes = ["—", " — ", "–", "‒", "―", "-", "‐", "−", "ー", "－", "⸺", "— —", "—\u{200d}", "--"];
        for name in dashes.into_iter().chain([crate::NAMELESS]) {
            assert!(Person::name(name).is_err(), "{name}");
        }
        assert_eq!(Person::name(" Ana — ").as_deref(), Ok("Ana —"));
        assert_eq!(Person::name("一").as_deref(), Ok("一"));
    }
}
