//! Duplicate matches. Each deal is played at an ordinary table of this server, so nobody can look ahead, and the result is that of the
//! finished table.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use super::daily::verify;
use super::guard::{Address, Body, Caller, HttpError, person};
use super::openapi::{Always, Bodies, Callers, Tables, Times};
use super::tables::{change, draw_code, limit_guesses, room_for};
use crate::node::Node;
use crate::random::random_hex;
use crate::store::{DealPlayed, NewMatch, StoredDuplicate};
use crate::wire::{
    DealLine, DealOf, DealState, DealView, DuplicateLine, DuplicateMatch, DuplicateRank, NewDuplicate, Person, Problem,
    ProblemKind, SetupView, Status, TableInfo,
};
use sabika_table::deal::FixedDeal;
use sabika_table::duplicate::{Duplicate, Score, mean, ranking};
use sabika_table::{Table, TableSetup, plain, sha256};

/// How many open matches one person may have created, and how many may come from one address.
const PER_PERSON: i64 = 10;
const PER_ADDRESS: i64 = 50;
/// The maximum number of people in a match.
const MOST_PEOPLE: usize = 100;
/// How many games of others are verified before a request is answered; the rest wait for the next request.
const VERIFIED_AT_ONCE: usize = 4;
const LONGEST_NAME: usize = 40;
const LONGEST: u8 = 28;
const DAY: i64 = 86_400_000;

type Found = Result<Json<DuplicateMatch>, HttpError>;

fn invalid(detail: &str) -> Problem {
    Problem::with(ProblemKind::Invalid, detail)
}

/// The matches that the current person has opened or plays in.
#[utoipa::path(get, path = "/duplicates", security(("session" = [])), responses((status = 200, body = [DuplicateLine]), Always, Callers))]
pub(super) async fn mine(
    State(node): State<Arc<Node>>,
    Caller(person): Caller,
) -> Result<Json<Vec<DuplicateLine>>, HttpError> {
    Ok(Json(node.store.duplicates_of(&person.id).await?))
}

/// Opens a match.
#[utoipa::path(post, path = "/duplicates", request_body = NewDuplicate, security(("session" = [])), responses((status = 201, body = DuplicateMatch), Always, Bodies, Callers))]
pub(super) async fn open(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Caller(person): Caller,
    Body(NewDuplicate { name, setup, bots, deals, days }): Body<NewDuplicate>,
) -> Result<(StatusCode, Json<DuplicateMatch>), HttpError> {
    let name = plain(&name);
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) {
        return Err(invalid("the name of a match has 1 to 40 characters").into());
    }
    if !(1..=LONGEST).contains(&days) {
        return Err(invalid("a match is open for 1 to 28 days").into());
    }
    let play = Duplicate::new(TableSetup::from(&setup), bots, deals, random_hex())?;
    let origin = node.origin(&address).await?;
    let (own, from_there) = node.store.open_duplicates(&person.id, &origin).await?;
    if own >= PER_PERSON || from_there >= PER_ADDRESS {
        return Err(Problem::with(ProblemKind::TooMany, "you have too many open matches").into());
    }
    if !node.limits.tables.allows(&person.id) {
        return Err(ProblemKind::TooMany.into());
    }
    let (host, lasts) = (&person.id, i64::from(days) * DAY);
    let code = loop {
        let code = draw_code();
        let new = NewMatch { code: &code, name: &name, host, origin: &origin, play: &play, lasts };
        if node.store.open_duplicate(new).await? {
            break code;
        }
    };
    let opened = find(&node, &code, &address).await?;
    Ok((StatusCode::CREATED, view(&node, opened, Some(&person)).await?))
}

/// A match by its code, for somebody at this address.
async fn find(node: &Node, code: &str, address: &str) -> Result<StoredDuplicate, HttpError> {
    let code = code.to_ascii_uppercase();
    let found = async { node.store.duplicate(&code).await?.ok_or_else(|| ProblemKind::NotFound.into()) };
    limit_guesses(node, &code, address, found).await
}

/// A match: the current person's deals, and how others did in those that they have finished.
#[utoipa::path(get, path = "/duplicates/{code}", params(("code" = String, Path, description = "The code of the match")), responses((status = 200, body = DuplicateMatch), Always, Tables))]
pub(super) async fn standing(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Found {
    let asks = person(&node, &headers).await?;
    view(&node, find(&node, &code, &address).await?, asks.as_ref()).await
}

/// Closes a match early; only whoever opened it may do so.
#[utoipa::path(post, path = "/duplicates/{code}/close", params(("code" = String, Path, description = "The code of the match")), security(("session" = [])), responses((status = 200, body = DuplicateMatch), Always, Callers, Tables))]
pub(super) async fn close(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Path(code): Path<String>,
    Caller(person): Caller,
) -> Found {
    let found = find(&node, &code, &address).await?;
    if found.host.is_none_or(|host| host.id != person.id) {
        return Err(Problem::with(ProblemKind::NotYours, "only the person who opened this match may close it").into());
    }
    node.store.close_duplicate(&found.code).await?;
    view(&node, find(&node, &code, &address).await?, Some(&person)).await
}

/// The current person's table for a deal, which is opened and started if there is none.
#[utoipa::path(post, path = "/duplicates/{code}/deals/{deal}", params(("code" = String, Path, description = "The code of the match"), ("deal" = u8, Path, description = "From 1")), security(("session" = [])), responses((status = 200, body = TableInfo), Always, Callers, Tables, Times))]
pub(super) async fn play(
    State(node): State<Arc<Node>>,
    Address(address): Address,
    Path((code, number)): Path<(String, String)>,
    Caller(person): Caller,
) -> Result<Json<TableInfo>, HttpError> {
    let StoredDuplicate { code, play, closed, .. } = find(&node, &code, &address).await?;
    let number: u8 = number.parse().map_err(|_| ProblemKind::NotFound)?;
    let deal = play.deal(number).ok_or(ProblemKind::NotFound)?;
    // The same table however often somebody asks for it, and nobody else can guess it.
    let id = sha256(format!("{} {}", deal.secret, person.id).as_bytes())[..16].to_owned();
    let room = node.room(&id);
    let played = node.store.deals_played(&code).await?;
    if !played.iter().any(|game| game.table == id) {
        if closed {
            return Err(Problem::with(ProblemKind::WrongTime, "this match is closed").into());
        }
        let others: std::collections::HashSet<&str> =
            played.iter().map(|game| game.person.id.as_str()).filter(|other| *other != person.id).collect();
        if others.len() >= MOST_PEOPLE {
            return Err(Problem::with(ProblemKind::TooMany, "this match is full").into());
        }
        let opening = deal.opening(&person.id, &person.name).of_duplicate(DealOf { code: code.clone(), deal: number });
        let row = |table_code| opening.row(id.clone(), table_code, deal.secret.clone());
        match room_for(&node, &room, &person.id, &address, row).await {
            // Another request of the same person was faster, or broke off after this.
            Err(HttpError(Problem { kind: ProblemKind::Taken, .. })) | Ok(()) => {}
            Err(trouble) => return Err(trouble),
        }
        node.store.play_deal(&code, number, &person.id, &id).await?;
    }
    change(&node, &room, |fold: &Table| Ok((fold.info.status == Status::Lobby).then(|| fold.starting()))).await
}

/// How far somebody has got with a deal.
fn state(game: &DealPlayed, closes_at: i64) -> DealState {
    match game.ended {
        None if game.running => DealState::Playing,
        None => DealState::GivenUp,
        Some((_, at)) if at > closes_at => DealState::Late,
        Some(_) if game.verified == Some(true) => DealState::Over,
        Some(_) => DealState::Unverified,
    }
}

/// Whether a game is over, but not yet verified.
fn is_new(game: &DealPlayed) -> bool {
    game.ended.is_some() && game.verified.is_none()
}

/// A match as this person may see it.
async fn view(node: &Arc<Node>, found: StoredDuplicate, asks: Option<&Person>) -> Found {
    let StoredDuplicate { code, name, host, play, closes_at, closed } = found;
    let own = |game: &DealPlayed| asks.is_some_and(|asks| asks.id == game.person.id);
    let mut played = node.store.deals_played(&code).await?;
    if played.iter().any(is_new) {
        let _turn = node.verifying.lock().await;
        // Somebody else may have done it meanwhile.
        played = node.store.deals_played(&code).await?;
        let mut others = 0;
        for game in played.iter_mut().filter(|game| is_new(game)) {
            others += usize::from(!own(game));
            if let Some(deal) = play.deal(game.deal)
                && (own(game) || others <= VERIFIED_AT_ONCE)
            {
                game.verified = Some(is_verified(node, &game.table, deal).await?);
            }
        }
    }
    let counts = |game: &&DealPlayed| state(game, closes_at) == DealState::Over;
    let deals: Vec<DealView> = (1..=play.deals())
        .map(|number| {
            let games: Vec<&DealPlayed> = played.iter().filter(|game| game.deal == number).collect();
            let own = games.iter().find(|game| own(game));
            let state = own.map_or(DealState::New, |own| state(own, closes_at));
            let open = closed || !matches!(state, DealState::New | DealState::Playing);
            let counted: Vec<&DealPlayed> = games.iter().copied().filter(counts).collect();
            let mean = mean(counted.iter().filter_map(|game| Some(game.ended?.0))).filter(|_| open);
            DealView {
                number,
                state,
                table: own.map(|own| own.table.clone()),
                points: own.and_then(|own| Some(own.ended?.0)),
                finished: counted.len() as u32,
                open,
                mean,
                results: mean.map_or(Vec::new(), |mean| lines(&counted, mean)),
            }
        })
        .collect();
    let finished = played.iter().filter(counts).fold(HashMap::<&str, u8>::new(), |mut all, game| {
        *all.entry(&game.person.id).or_default() += 1;
        all
    });
    Ok(Json(DuplicateMatch {
        code,
        name,
        host,
        setup: SetupView::from(play.setup()),
        bots: play.bots().to_vec(),
        closes_at: closes_at / 1000,
        closed,
        commitment: play.commitment(),
        secret: closed.then(|| play.secret().to_owned()),
        ranking: ranks(&played, &finished, &deals),
        deals,
    }))
}

/// Verifies a finished game by replaying its record, bots included, and stores the verdict.
async fn is_verified(node: &Arc<Node>, table: &str, deal: FixedDeal) -> Result<bool, HttpError> {
    let record = node.room(table).look(node, Table::record).await;
    let verified = match record {
        Err(Problem { kind: ProblemKind::NotFound, .. }) | Ok(None) => Err("there is no record".to_owned()),
        Err(problem) => return Err(problem.into()),
        Ok(Some(record)) => {
            let verified = tokio::task::spawn_blocking(move || verify(&deal, &record)).await;
            verified.map_err(|_| HttpError::from(ProblemKind::Internal))?
        }
    };
    if let Err(why) = &verified {
        tracing::warn!(table, why, "failed to verify a game of a duplicate match");
    }
    node.store.set_verified(table, verified.is_ok()).await?;
    Ok(verified.is_ok())
}

/// Everybody's results, best first.
fn lines(games: &[&DealPlayed], mean: i32) -> Vec<DealLine> {
    let line = |game: &&DealPlayed| {
        let (points, _) = game.ended?;
        let difference = 10 * i32::from(points) - mean;
        Some(DealLine { person: game.person.clone(), points, difference, table: game.table.clone() })
    };
    let mut lines: Vec<DealLine> = games.iter().filter_map(line).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.points));
    lines
}

/// Everybody who plays: first those with a visible result, best first.
fn ranks(played: &[DealPlayed], finished: &HashMap<&str, u8>, deals: &[DealView]) -> Vec<DuplicateRank> {
    let mut people: HashMap<&str, &Person> =
        played.iter().map(|game| (game.person.id.as_str(), &game.person)).collect();
    let score = |deal: u8, line: &DealLine| Score { deal, person: line.person.id.clone(), points: line.points };
    let scores: Vec<Score> =
        deals.iter().flat_map(|deal| deal.results.iter().map(|line| score(deal.number, line))).collect();
    let rank = |person: &Person, place, counted, total| DuplicateRank {
        finished: finished.get(person.id.as_str()).copied().unwrap_or_default(),
        person: person.clone(),
        place,
        counted,
        total,
    };
    let mut ranks: Vec<DuplicateRank> = Vec::new();
    for line in ranking(&scores) {
        let person = people.remove(line.person.as_str());
        ranks.extend(person.map(|person| rank(person, Some(line.place), line.deals, line.total)));
    }
    let mut others: Vec<DuplicateRank> = people.into_values().map(|person| rank(person, None, 0, 0)).collect();
    others.sort_by(|a, b| b.finished.cmp(&a.finished).then_with(|| a.person.name.cmp(&b.person.name)));
    ranks.extend(others);
    ranks
}
