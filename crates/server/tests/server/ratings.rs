//! Ratings: games between people only, each game exactly once.

use crate::common::{Client, Server, table};
use crate::life::play;
use crate::on_both;
use sabika_rules::Dice;
use sabika_server::store::{Append, Due, Seated, Store, StoreError, Summary};
use sabika_server::wire::{Person, Profile, RatingLine, SeatWish, Snapshot, Status, TableInfo};
use sabika_table::{Finish, Placed};
use serde_json::json;

on_both! { a_game_among_people  exactly_once }

async fn a_game_among_people(database: &str) {
    let server = Server::start(database).await;
    let (ana, ben) = (server.person("Ana").await, server.person("Ben").await);
    for client in [&ana, &ben] {
        assert_eq!(client.post("/api/account", &json!({"password": "correct horse"})).await.status, 201);
    }
    let opened = ana.open(&table("granada", &[], vec![SeatWish::Me { name: None }, SeatWish::Open])).await;
    let at = |what: &str| format!("/api/tables/{}/{what}", opened.id);
    assert_eq!(ben.post(&at("join"), &json!({})).await.status, 200);
    assert_eq!(ana.post(&at("start"), &json!({})).await.status, 200);
    let mut pages = [ana.page(&opened.id, Some(0)).await, ben.page(&opened.id, Some(1)).await];
    play(&mut pages, &mut Dice::from_seed(9)).await;

    let info: TableInfo = ana.get(&format!("/api/tables/{}", opened.id)).await.json();
    assert_eq!(info.status, Status::Over);
    let scores = &info.result.as_ref().expect("it is over").scores;
    let mut profiles: Vec<Profile> = Vec::new();
    for client in [&ana, &ben] {
        profiles.push(ana.get(&format!("/api/people/{}", client.id().await)).await.json());
    }
    for (i, profile) in profiles.iter().enumerate() {
        let [rating] = &profile.ratings[..] else { panic!("{profile:?}") };
        assert_eq!((rating.game.as_str(), rating.players, rating.games), ("granada", 2, 1));
        let [placing] = &profile.placings[..] else { panic!("{profile:?}") };
        let better = scores.iter().filter(|s| **s > scores[i]).count() as u8;
        assert_eq!((placing.place, placing.score, &placing.table), (better + 1, scores[i], &opened.id));
        assert_eq!(placing.points, Some((0, rating.points)));
    }
    let best: Vec<RatingLine> = ana.get("/api/ratings/granada/2").await.json();
    assert_eq!(best.len(), 2);
    assert!(best[0].rating.points >= best[1].rating.points);
    assert!(best[0].rating.rating >= best[1].rating.rating);
    assert!(ana.get("/api/ratings/granada/3").await.json::<Vec<RatingLine>>().is_empty());
    for path in ["/api/ratings/chess/2", "/api/ratings/granada/7", "/api/people/nobody"] {
        assert_eq!(ana.get(path).await.problem(), "not-found", "{path}");
    }
    let whole = ben.page(&opened.id, Some(1)).await.snapshot.expect("a snapshot");
    moments(&server, &opened.id, &whole).await;
}

/// A finished game can be viewed after each of its steps, from any seat.
async fn moments(server: &Server, table: &str, whole: &Snapshot) {
    let stranger = Client::stranger(server.address);
    let at = |steps: &str| format!("/api/tables/{table}/at/{steps}");
    let steps = whole.log.len();
    for n in [0, 1, steps / 2, steps] {
        let moment: Snapshot = stranger.get(&format!("{}?seat=1", at(&n.to_string()))).await.json();
        assert_eq!(moment.log, whole.log[..n]);
        let game = moment.game.expect("it had begun");
        assert!(game.choice.is_none(), "nothing can be chosen");
        assert!(game.players[1].hand.is_some(), "it lies open");
        if n == steps {
            let end = whole.game.as_ref().expect("a game");
            assert_eq!(
                (game.players, game.market, game.turn),
                (end.players.clone(), end.market.clone(), end.turn.clone())
            );
        }
    }
    for (path, status) in
        [((steps + 1).to_string(), 404), ("x".into(), 422), ("1?seat=7".into(), 422), ("1?seat=x".into(), 400)]
    {
        let answer = stranger.get(&at(&path)).await;
        assert_eq!(answer.status, status, "{path}");
        answer.problem();
    }
}

fn append(table: &str, version: u64, finish: Option<Finish>) -> Append {
    let (code, info) = (format!("C{table}"), Some("{}".to_owned()));
    let seated = Seated::Anew(vec![("p".to_owned(), false)]);
    let summary =
        Summary { code, host: String::new(), status: "over".into(), public: false, info, seated, quiet: false };
    Append {
        table: table.into(),
        version,
        body: "{}".into(),
        summary,
        due: Due::Never,
        news: Vec::new(),
        finish,
        keepsake: None,
    }
}

/// Two nodes see the end at once: one of them stores it. Games of the same people that end at once all count.
async fn exactly_once(database: &str) {
    let one = Store::open(database).await.expect("it opens");
    let two = if database.starts_with("postgres") { Store::open(database).await.expect("again") } else { one.clone() };
    for id in ["a", "b", "guest"] {
        let person = Person { id: id.into(), name: id.to_uppercase() };
        one.new_person(&person, id).await.expect("somebody comes");
        assert!(id == "guest" || one.create_account(&person, "", "").await.expect("it is kept"));
    }
    let placed = |person: &str, place: u8| Placed { person: person.into(), place, score: 10 };
    let finish =
        |rated| Finish { game: "alhambra".into(), players: 2, rated, placings: vec![placed("a", 1), placed("b", 2)] };
    let (first, second) =
        tokio::join!(one.append(append("t", 1, Some(finish(true)))), two.append(append("t", 1, Some(finish(true)))));
    let lost = [&first, &second].iter().filter(|r| matches!(r, Err(StoreError::Lost))).count();
    assert_eq!((first.is_ok() as u8 + second.is_ok() as u8, lost), (1, 1), "{first:?} {second:?}");
    assert_eq!(one.ratings_of("a").await.expect("ratings")[0].games, 1);

    let ends = (0..24).map(|i| {
        let store = if i % 2 == 0 { one.clone() } else { two.clone() };
        tokio::spawn(async move { store.append(append(&format!("t{i}"), 1, Some(finish_of(i)))).await })
    });
    for end in ends.collect::<Vec<_>>() {
        end.await.expect("it runs").expect("it is stored");
    }
    let (a, b) = (one.ratings_of("a").await.expect("ratings"), one.ratings_of("b").await.expect("ratings"));
    assert_eq!((a[0].games, b[0].games), (25, 25), "none is lost, none counts twice");
    assert!(a[0].rating > b[0].rating);
    // A finished game is not rated again by later steps; games with bots never are.
    one.append(append("t", 2, Some(finish(true)))).await.expect("it is stored");
    one.append(append("u", 1, Some(finish(false)))).await.expect("it is stored");
    assert_eq!(one.ratings_of("a").await.expect("ratings")[0].games, 25);
    assert_eq!(one.placings_of("a", Some("a")).await.expect("placings").len(), 26);
    // Nor are games with a guest.
    let placings = vec![placed("a", 1), placed("guest", 2)];
    let finish = Finish { game: "alhambra".into(), players: 2, rated: true, placings };
    one.append(append("g", 1, Some(finish))).await.expect("it is stored");
    assert_eq!(one.ratings_of("a").await.expect("ratings")[0].games, 25);
    assert!(one.ratings_of("guest").await.expect("ratings").is_empty());
}

fn finish_of(i: u32) -> Finish {
    // In either order.
    let mut placings =
        vec![Placed { person: "a".into(), place: 1, score: 10 }, Placed { person: "b".into(), place: 2, score: 5 }];
    if i.is_multiple_of(3) {
        placings.reverse();
    }
    Finish { game: "alhambra".into(), players: 2, rated: true, placings }
}
