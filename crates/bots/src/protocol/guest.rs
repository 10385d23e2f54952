//! Runs any bot as a program that speaks the protocol.

use std::io::{self, BufRead, Write};

use sabika_rules::View;

use super::{Order, Reply, VERSION};
use crate::{Bot, Budget};

/// Answers a host until it says `quit` or its input ends. `make` creates the bot for each game from a seed.
pub fn speak(
    name: &str,
    counts_cards: bool,
    make: &dyn Fn(u64) -> Box<dyn Bot>,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut game = Game { bot: make(0), view: None };
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let replies = match line.parse::<Order>() {
            Ok(Order::Quit) => return Ok(()),
            Ok(Order::Hello(VERSION)) => {
                let mut replies = vec![Reply::Name(name.into()), Reply::Ready];
                if counts_cards {
                    replies.insert(1, Reply::CountsCards);
                }
                replies
            }
            Ok(Order::Hello(other)) => vec![Reply::Error(format!("unsupported version {other}: expected {VERSION}"))],
            Ok(Order::New(seed)) => {
                game = Game { bot: make(seed), view: None };
                Vec::new()
            }
            Ok(Order::Position(position)) => match position.parse::<View>() {
                Ok(view) => {
                    game.view = Some(view);
                    Vec::new()
                }
                Err(e) => vec![Reply::Error(format!("position: {e}"))],
            },
            Ok(Order::Go(budget)) => vec![game.choose(budget)],
            Ok(Order::Step(_) | Order::Over(_)) => Vec::new(),
            Err(why) => vec![Reply::Error(why)],
        };
        for reply in replies {
            writeln!(output, "{reply}")?;
        }
        output.flush()?;
    }
    Ok(())
}

struct Game {
    bot: Box<dyn Bot>,
    view: Option<View>,
}

impl Game {
    fn choose(&mut self, budget: Budget) -> Reply {
        let Some(view) = &self.view else {
            return Reply::Error("no position to choose in".into());
        };
        let action = self.bot.choose(view, budget);
        action.map_or_else(|| Reply::Error("nothing to choose for this seat".into()), Reply::Action)
    }
}

#[cfg(test)]
mod tests {
    use sabika_rules::{Game, Seed, Setup, Viewer};

    use super::*;
    use crate::Level;

    fn answers(lines: &[String]) -> Vec<String> {
        let mut output = Vec::new();
        let make = |seed| Level::Random.bot(seed);
        speak("random", false, &make, lines.join("\n").as_bytes(), &mut output).expect("a Vec can be written to");
        String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_conversation() {
        let game = Game::new(Setup::alhambra(3), Seed::from(1)).expect("it can be played");
        let view = game.view(Viewer::Seat(game.to_act().expect("somebody begins")));
        let lines =
            ["sabika-bot 1".to_owned(), "new 5".into(), format!("position {}", view.position()), "go 10".into()];
        let heard = answers(&lines);
        assert_eq!(heard[..2], ["name random", "ready"]);
        let chosen = Level::Random.bot(5).choose(&view, Budget::Simulations(10)).expect("there is a choice");
        assert_eq!(heard[2..], [format!("action {chosen}")]);
    }

    #[test]
    fn errors_are_answered_and_reading_continues() {
        let lines =
            ["dance", "", "go 10", "position view/1", "sabika-bot 9", "quit", "sabika-bot 1"].map(str::to_owned);
        let expected = [
            "error unknown word `dance`",
            "error no position to choose in",
            "error position: game: is missing",
            "error unsupported version 9: expected 1",
        ];
        assert_eq!(answers(&lines), expected);
    }
}
