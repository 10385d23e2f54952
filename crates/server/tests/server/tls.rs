//! PostgreSQL and NATS over TLS: only the right certificate is trusted.

use std::time::Duration;

use crate::common::nats::Nats;
use crate::common::postgres::Postgres;
use crate::common::{Folder, Server};
use sabika_server::bus::Bus;
use sabika_server::store::Store;

#[tokio::test(flavor = "multi_thread")]
async fn postgresql() {
    let (postgres, certificate) = Postgres::start_with_tls();
    let url = postgres.database().replace("sabika@", "sabika:secret@");
    let server = Server::start(&format!("{url}?sslmode=verify-full&sslrootcert={}", certificate.display())).await;
    assert_eq!(server.person("Ana").await.get("/api/tables/mine").await.status, 200);
    for (how, why) in [("verify-full", "UnknownIssuer"), ("disable", "no encryption")] {
        let refused = Store::open(&format!("{url}?sslmode={how}&application_name=hidden")).await.err();
        let error = refused.expect("it is not trusted, or does not trust us").to_string();
        assert!(error.contains("cannot open the database postgres://…@127.0.0.1:") && error.contains(why), "{error}");
        assert!(!error.contains("secret") && !error.contains("hidden"), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nats() {
    let folder = Folder::new();
    let nats = Nats::start_with_tls(&folder.0);
    let certificate = folder.0.join("certificate.pem").display().to_string();
    let (strange, _heard) = Bus::start(Some(&nats.url)).expect("an address");
    let (plain, _plain) = Bus::start(Some(&nats.url.replace("tls://", "nats://"))).expect("an address");
    let (bus, _others) = Bus::start(Some(&format!("{}?sslrootcert={certificate}", nats.url))).expect("an address");
    // One gets through; the others have tried and failed.
    while !bus.is_connected() || strange.failures() == 0 || plain.failures() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!strange.is_connected(), "whoever signed its certificate is unknown");
    assert!(!plain.is_connected(), "it speaks only TLS");
}
