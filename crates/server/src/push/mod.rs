//! Web Push: notifications of slow games for browsers whose page is closed. The notification itself is in the store and losing a push
//! is harmless, so each is sent once, without retries, by the node that stored the notification.

mod post;
mod seal;
mod vapid;

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::json;
use tokio::sync::{OnceCell, Semaphore, mpsc};

use post::Endpoint;
pub use post::Reach;
use seal::{AUTH, Keys, PUBLIC_KEY, seal};
use vapid::SiteKey;

use crate::store::{Store, StoreError};
use crate::wire::{NoticeKind, Pace, Problem, ProblemKind, PushTo, TableInfo};
use sabika_table::News;

/// How many messages may be queued; those dropped are still in the notifications.
const WAITING: usize = 1024;
/// How many browsers are contacted at the same time.
const AT_ONCE: usize = 64;
/// How long a push service keeps a message for a browser that is offline, in seconds: a week.
const KEPT: HeaderValue = HeaderValue::from_static("604800");
/// The name under which the site's key is stored.
const KEY: &str = "vapid";
/// Browsers use base64url without padding; other clients may pad.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A notification for all browsers of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PushMessage {
    person: String,
    kind: NoticeKind,
    table: String,
    code: String,
}

/// What is pushed of a table's notifications: everything at slow tables, nothing at others.
pub(crate) fn push_messages(table: &TableInfo, news: &[News]) -> Vec<PushMessage> {
    let slow = matches!(table.pace, Pace::Days { .. });
    let message = |news: &News| PushMessage {
        person: news.person.clone(),
        kind: news.kind,
        table: table.id.clone(),
        code: table.code.clone(),
    };
    news.iter().filter(|news| slow && news.on).map(message).collect()
}

/// The sender of push messages.
pub(crate) struct Push {
    queue: mpsc::Sender<PushMessage>,
    sender: Arc<Sender>,
}

struct Sender {
    store: Store,
    reach: Reach,
    /// The contact for push services.
    contact: Option<String>,
    key: OnceCell<SiteKey>,
}

impl Push {
    /// `site`: the public address, which push services want as a contact.
    pub(crate) fn start(store: Store, reach: Reach, site: Option<&str>) -> Push {
        let (queue, messages) = mpsc::channel(WAITING);
        let contact = site.filter(|url| url.starts_with("https:")).map(str::to_owned);
        let sender = Arc::new(Sender { store, reach, contact, key: OnceCell::new() });
        tokio::spawn(deliver(sender.clone(), messages));
        Push { queue, sender }
    }

    /// Queues messages; nobody waits for them.
    pub(crate) fn send(&self, messages: Vec<PushMessage>) {
        for message in messages {
            if self.queue.try_send(message).is_err() {
                tracing::warn!("too many push messages at once: one was dropped");
            }
        }
    }

    /// The public key that browsers need to subscribe.
    pub(crate) async fn key(&self) -> Result<&str, StoreError> {
        Ok(&self.sender.key().await?.public)
    }

    /// Refuses a subscription that could never receive anything.
    pub(crate) fn check(&self, to: &PushTo) -> Result<(), Problem> {
        let invalid = |why: &str| Problem::with(ProblemKind::Invalid, why);
        let endpoint = Endpoint::read(&to.endpoint).map_err(invalid)?;
        if !self.sender.reach.allows(&endpoint) {
            return Err(invalid("the endpoint must be a public address"));
        }
        let (public, auth) = keys(to);
        if auth.len() != AUTH {
            return Err(invalid("auth must be 16 bytes in base64url"));
        }
        let sealed = seal(b"", Keys { public: &public, auth: &auth });
        if public.len() != PUBLIC_KEY || sealed.is_err() {
            return Err(invalid("p256dh must be an uncompressed point of P-256 in base64url"));
        }
        Ok(())
    }
}

fn keys(to: &PushTo) -> (Vec<u8>, Vec<u8>) {
    let bytes = |text: &str| BASE64.decode(text).unwrap_or_default();
    (bytes(&to.p256dh), bytes(&to.auth))
}

/// Sends queued messages for as long as the node runs.
async fn deliver(sender: Arc<Sender>, mut messages: mpsc::Receiver<PushMessage>) {
    let room = Arc::new(Semaphore::new(AT_ONCE));
    while let Some(message) = messages.recv().await {
        let browsers = match sender.store.browsers(&message.person).await {
            Ok(browsers) => browsers,
            Err(error) => {
                tracing::warn!(%error, "failed to read push subscriptions");
                continue;
            }
        };
        for browser in browsers {
            let Ok(permit) = room.clone().acquire_owned().await else { return };
            let (sender, message) = (sender.clone(), message.clone());
            tokio::spawn(async move {
                let _permit = permit;
                sender.tell(&browser, &message).await;
            });
        }
    }
}

impl Sender {
    async fn key(&self) -> Result<&SiteKey, StoreError> {
        let read = async || {
            let broken = || StoreError::Down("the site's key for Web Push cannot be used".into());
            // Several nodes may race here: the key stored first is used by all.
            let fresh = SiteKey::fresh().map_err(|_| broken())?;
            let stored = self.store.insert_once(KEY, &fresh).await?;
            SiteKey::read(&stored).ok_or_else(broken)
        };
        self.key.get_or_try_init(read).await
    }

    async fn tell(&self, browser: &PushTo, message: &PushMessage) {
        let origin = Endpoint::read(&browser.endpoint).map(|e| e.origin).unwrap_or_default();
        match self.post(browser, message).await {
            Ok(status) if status.is_success() => tracing::debug!(origin, "pushed"),
            // The browser has dropped the subscription, or the person has withdrawn permission.
            Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => {
                if let Err(error) = self.store.end_push(&browser.endpoint, None).await {
                    tracing::warn!(%error, "failed to delete an expired push subscription");
                }
            }
            Ok(status) => tracing::warn!(origin, %status, "a push service refused a message"),
            Err(why) => tracing::warn!(origin, why, "failed to reach a push service"),
        }
    }

    async fn post(&self, browser: &PushTo, message: &PushMessage) -> Result<StatusCode, String> {
        let endpoint = Endpoint::read(&browser.endpoint)?;
        let key = self.key().await.map_err(|e| e.to_string())?;
        let text = json!({"kind": message.kind, "table": message.code}).to_string();
        let (public, auth) = keys(browser);
        let sealed = seal(text.as_bytes(), Keys { public: &public, auth: &auth });
        let sealed = sealed.map_err(|_| "what is said cannot be sealed")?;
        let vapid = key.authorization(&endpoint.origin, self.contact.as_deref());
        let vapid = vapid.ok().and_then(|v| HeaderValue::from_str(&v).ok()).ok_or("it cannot be signed")?;
        // A newer message about the same table replaces an undelivered one.
        let topic = HeaderValue::from_str(&message.table).map_err(|e| e.to_string())?;
        let head = HeaderMap::from_iter([
            (header::AUTHORIZATION, vapid),
            (header::CONTENT_ENCODING, HeaderValue::from_static("aes128gcm")),
            (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
            (HeaderName::from_static("ttl"), KEPT),
            (HeaderName::from_static("topic"), topic),
        ]);
        self.reach.post(&endpoint, head, sealed).await
    }
}
