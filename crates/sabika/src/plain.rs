//! Makes untrusted text safe to print on a terminal, which would obey control characters.

/// The text without control characters, truncated to `most` characters.
pub fn shortened(text: &str, most: usize) -> String {
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = text.chars().take(most).map(plain).collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    short
}

/// The text without control characters, at any length.
pub fn plain(text: &str) -> String {
    shortened(text, usize::MAX)
}
