//! `sabika bot`: one of our bots as a program that speaks the bot protocol.

use std::io;
use std::process::ExitCode;

use sabika_bots::arena::Description;
use sabika_bots::protocol::speak;

use crate::Error;

/// Run a bot that speaks the bot protocol on standard input and output (docs/bot-protocol.md).
#[derive(clap::Args)]
pub struct Args {
    /// The bot, as `sabika arena --bots` names it
    bot: Description,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let bot = args.bot.entrant();
    let name = bot.to_string();
    speak(&name, args.bot.level.counts_cards(), &|seed| bot.bot(seed), io::stdin().lock(), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
