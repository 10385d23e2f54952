//! What others wrote, made fit for a terminal, which obeys control characters.

/// Without control characters, and not longer than this.
pub fn shortened(text: &str, most: usize) -> String {
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = text.chars().take(most).map(plain).collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    short
}

/// The same at any length.
pub fn plain(text: &str) -> String {
    shortened(text, usize::MAX)
}
